package live

import (
	"context"
	"crypto/tls"
	"net"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"lockstep/sim/trace"
)

// contact is a connection to a node on which go-redis has logged in. Its client asks on
// that connection alone; when nobody calls that any more, the wire is free.
type contact struct {
	*redis.Client
	wire net.Conn
	s    *Session
}

func (c *contact) close() {
	c.Client.Close()
	c.s.forget(c.wire)
}

// login connects and lets go-redis do what has to be done before the first command: HELLO
// or AUTH. A PING shows that a command is answered then; a server that is loading its data
// answers that with an error, and other commands later.
func (n *node) login(ctx context.Context) (*contact, error) {
	wire, err := n.dial(ctx)
	if err != nil {
		return nil, err
	}
	c := &contact{redis.NewClient(n.options(wire)), wire, n.s}
	err = c.Ping(ctx).Err()
	if kept := c.PoolStats().TotalConns == 1; err == nil || kept && answersLater(err) {
		return c, nil
	}
	c.close()
	return nil, n.discreet(err)
}

// answersLater knows the errors with which a server that is not ready answers everything.
func answersLater(err error) bool {
	return strings.HasPrefix(err.Error(), "LOADING") || strings.HasPrefix(err.Error(), "MASTERDOWN")
}

// dial connects, by TLS if that is wanted, and keeps the connection where the session's
// end finds it.
func (n *node) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", n.addr)
	if err != nil {
		return nil, err
	}
	if n.tls == nil {
		return n.s.keep(conn)
	}
	secured := tls.Client(conn, n.tls)
	if err := secured.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, &tlsError{err}
	}
	return n.s.keep(secured)
}

// shows is what the node is shown at a login.
func (n *node) shows() Login {
	if n.role == trace.RoleSentinel {
		return n.s.config.SentinelLogin
	}
	return n.s.config.Login
}

// hides is what a server's text says in the place of what it was shown.
const hides = "***"

// hide takes what a node was shown at a login out of a text of its. A command that a
// server does not know is repeated in its error, of which it may cut the end off.
func (n *node) hide(text string) string {
	login := n.shows()
	if login == (Login{}) {
		return text
	}
	if about, _, ok := strings.Cut(text, ", with args"); ok {
		text = about
	}
	for _, secret := range []string{login.Password, login.Username} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, hides)
		}
	}
	return text
}

// discreet is an error of a node's without what it was shown at a login.
func (n *node) discreet(err error) error {
	if err == nil || n.hide(err.Error()) == err.Error() {
		return err
	}
	return &discreetError{err, n.hide(err.Error())}
}

type discreetError struct {
	err  error
	text string
}

func (e *discreetError) Error() string { return e.text }
func (e *discreetError) Unwrap() error { return e.err }

// tlsError is a connection that came about and could not be secured.
type tlsError struct{ err error }

func (e *tlsError) Error() string { return e.err.Error() }
func (e *tlsError) Unwrap() error { return e.err }

// options are those of go-redis on a connection that is there: nothing is sent that
// nobody asked for, nothing twice, and when the connection is lost there is no other.
func (n *node) options(wire net.Conn) *redis.Options {
	quiet()
	login := n.shows()
	patience := n.s.patience()
	return &redis.Options{
		Addr: n.addr, Dialer: once(newWhole(wire)),
		Username: login.Username, Password: login.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, DialerRetries: 1, PoolSize: 1,
		ReadTimeout: patience, WriteTimeout: patience, ContextTimeoutEnabled: true,
	}
}

// quiet keeps go-redis from writing to the standard error on its own.
var quiet = sync.OnceFunc(logging.Disable)

// once is a dialer that has a connection already, and only that.
func once(conn net.Conn) func(context.Context, string, string) (net.Conn, error) {
	only := make(chan net.Conn, 1)
	only <- conn
	return func(context.Context, string, string) (net.Conn, error) {
		select {
		case conn := <-only:
			return conn, nil
		default:
			return nil, net.ErrClosed
		}
	}
}
