package live

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/trace"
)

// listening takes a connection, says so, and answers nothing.
func listening(t *testing.T) (addr string, came <-chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	arrivals := make(chan struct{}, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		conn.Read(make([]byte, 1))
		arrivals <- struct{}{}
		io.Copy(io.Discard, conn)
	}()
	return l.Addr().String(), arrivals
}

// Whoever is not willing to wait any more gets no session, and waits no more: whatever
// the servers do.
func TestOpenIsCancelled(t *testing.T) {
	good := realtest.Server(t, real.Settings{}).Addr()
	silent, came := listening(t)
	for _, c := range []struct {
		name string
		addr string
		when <-chan struct{} // nil: before it begins
	}{
		{"before", good, nil},
		{"while a server is silent", silent, came},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			if c.when == nil {
				cancel()
			} else {
				go func() {
					<-c.when
					cancel()
				}()
			}
			_, err := Open(ctx, Config{
				Redis: []string{c.addr}, Resource: stock, Patience: time.Hour,
				Clients: []Client{{"A", options(trace.LockToken), job(0)}},
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("it ends with %v", err)
			}
			settled(t)
		})
	}
}

// A session that is cancelled when all servers have answered is none either.
func TestOpenIsCancelledLate(t *testing.T) {
	addr := realtest.Server(t, real.Settings{}).Addr()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Open(ctx, Config{
		Redis: []string{addr, addr, addr}, Resource: stock,
		Clients: []Client{{"A", options(trace.LockRedlock), job(0)}},
		Warn:    func(string) { cancel() }, // of one server twice, at the end of all findings
	})
	if !errors.Is(err, context.Canceled) || s != nil {
		t.Errorf("it ends with %v, %v", s, err)
	}
	settled(t)
}

// A session that is open does not end with the context in which it was opened.
func TestOpenContextEnds(t *testing.T) {
	addr := realtest.Server(t, real.Settings{}).Addr()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Open(ctx, Config{Redis: []string{addr}, Resource: stock, Clients: []Client{{"A", options(trace.LockToken), job(0)}}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	s.Start("A")
	s.Wait()
	if r := s.Close(); r.Verdict != trace.VerdictOK {
		t.Errorf("%+v", r)
	}
}

// secured is an address at which a server is to be had by TLS, and who vouches for it.
func secured(t *testing.T, addr string) (string, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	realtest.Must(t, err)
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	realtest.Must(t, err)
	cert, err := x509.ParseCertificate(der)
	realtest.Must(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	realtest.Must(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			front, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer front.Close()
				back, err := net.Dial("tcp", addr)
				if err != nil {
					return
				}
				defer back.Close()
				go func() {
					io.Copy(back, front)
					back.Close()
				}()
				io.Copy(front, back)
			}()
		}
	}()
	return l.Addr().String(), roots
}

func TestTLS(t *testing.T) {
	server := realtest.Server(t, real.Settings{})
	addr, roots := secured(t, server.Addr())
	g := open(t, Config{Redis: []string{addr}, TLS: &tls.Config{RootCAs: roots}, Clients: []Client{{"A", options(trace.LockToken), job(0)}}})
	g.Start("A")
	g.Wait()
	if r := g.Close(); r.Verdict != trace.VerdictOK || len(r.Left)+len(r.Removed) > 0 || g.has(of(trace.Hold, "A")) != 1 {
		t.Errorf("%+v\n%s", r, lines(g.told()))
	}
	settled(t)
	holdsOnly(t, server)
}

// Who is not who he should be, or speaks no TLS, or nothing else, is told from one who is
// not there.
func TestNoTLS(t *testing.T) {
	plain := realtest.Server(t, real.Settings{}).Addr()
	addr, _ := secured(t, plain)
	for _, c := range []struct {
		name   string
		config Config
		want   string
	}{
		{"nobody vouches for it", Config{Redis: []string{addr}, TLS: &tls.Config{}}, "cannot be reached by TLS: tls: failed to verify certificate"},
		{"it speaks none", Config{Redis: []string{plain}, TLS: &tls.Config{}, Patience: 50 * time.Millisecond}, "says nothing in TLS; perhaps it does not speak that, as redis:// says"},
		{"it speaks nothing else", Config{Redis: []string{addr}}, "perhaps it wants TLS, as rediss:// says"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := openError(t, c.config); !strings.Contains(got, c.want) {
				t.Errorf("%s\nwant it to say\n%s", got, c.want)
			}
		})
	}
}
