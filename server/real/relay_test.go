package real_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"runtime"
	"strconv"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// target is a listener of the test's own.
func target(t *testing.T) (addr string, accept func() net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String(), func() net.Conn {
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

func connect(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// arrives fails unless what is written at one end is read at the other.
func arrives(t *testing.T, from, to net.Conn, text string) {
	t.Helper()
	io.WriteString(from, text)
	reads(t, to, text)
}

func reads(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	got := make([]byte, len(text))
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != text {
		t.Fatalf("read %q, %v; want %q", got, err, text)
	}
}

func TestRelay(t *testing.T) {
	addr, accept := target(t)
	relay := realtest.Relay(t, addr)
	near := connect(t, relay.Addr())
	far := accept()
	arrives(t, near, far, "request")
	arrives(t, far, near, "reply")

	relay.Hold()
	relay.Hold() // as if once
	arrives(t, near, far, "request")
	io.WriteString(far, "late")
	other := connect(t, relay.Addr()) // one that comes meanwhile
	far2 := accept()
	arrives(t, other, far2, "request")
	io.WriteString(far2, "late too")
	far2.Close() // which other hears of in its turn
	relay.Release()
	relay.Release()
	reads(t, near, "late")
	reads(t, other, "late too")
	hungUp(t, other)
	arrives(t, far, near, "reply")

	near.Close()
	hungUp(t, far)
}

// What waited in the relay when it is closed, or its context ends, is lost.
func TestRelayLoses(t *testing.T) {
	for _, c := range []struct {
		name  string
		close func(*real.Relay, context.CancelFunc)
	}{
		{"closed", func(r *real.Relay, _ context.CancelFunc) { r.Close() }},
		{"closed twice", func(r *real.Relay, _ context.CancelFunc) { r.Close(); r.Close() }},
		{"its context ends", func(_ *real.Relay, cancel context.CancelFunc) { cancel() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			addr, accept := target(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			relay, err := real.NewRelay(ctx, addr)
			if err != nil {
				t.Fatal(err)
			}
			near := connect(t, relay.Addr())
			far := accept()
			arrives(t, far, near, "before")
			relay.Hold()
			// More than the relay and the sockets take, so that it is full.
			far.(*net.TCPConn).SetWriteBuffer(4096)
			wrote := make(chan struct{})
			go func() {
				far.Write(make([]byte, 32<<20))
				close(wrote)
			}()
			c.close(relay, cancel)
			hungUp(t, near)
			<-wrote
			if _, err := net.Dial("tcp", relay.Addr()); err == nil {
				t.Error("it still listens")
			}
			relay.Close()
			if stacks := running(); bytes.Contains(stacks, []byte("real.(*Relay)")) {
				t.Errorf("it still runs:\n%s", stacks)
			}
		})
	}
}

// running is the stacks of all goroutines.
func running() []byte {
	b := make([]byte, 1<<20)
	return b[:runtime.Stack(b, true)]
}

// A target that is not there hangs up on who comes, and on nobody else.
func TestRelayWithoutTarget(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	relay := realtest.Relay(t, l.Addr().String())
	hungUp(t, connect(t, relay.Addr()))
	hungUp(t, connect(t, relay.Addr()))
}

// TestRelayBeforeReplica is a write that the primary confirmed, and that its
// replica never has.
func TestRelayBeforeReplica(t *testing.T) {
	primary := realtest.Server(t, real.Settings{})
	relay := realtest.Relay(t, primary.Addr())
	replica := realtest.Server(t, real.Settings{Config: []string{"replicaof", "127.0.0.1 " + strconv.Itoa(relay.Port())}})
	p, r := realtest.Dial(t, primary.Addr()), realtest.Dial(t, replica.Addr())
	r.Await("INFO replication", "master_link_status:up")
	// A replica that has its copy is sent more only once it has said so.
	p.Await("INFO replication", "state=online")

	relay.Hold()
	p.Ask("SET late 1")
	relay.Release()
	r.Await("GET late", "1")

	relay.Hold()
	if got := p.Ask("SET lost 1"); got != "OK" {
		t.Errorf("SET answers %s", got)
	}
	primary.Kill()
	relay.Close()
	r.Await("INFO replication", "master_link_status:down")
	if got := r.Ask("GET lost"); got != "(nil)" {
		t.Errorf("the replica has %s", got)
	}
	if got := r.Ask("GET late"); got != `"1"` {
		t.Errorf("the replica has lost %s", got)
	}
}
