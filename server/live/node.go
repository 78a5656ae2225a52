package live

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"lockstep/sim/trace"
)

// maxNodes is a usual number of nodes: room is made for so many.
const maxNodes = 9

// node is a server of the session: a Redis node or a sentinel.
type node struct {
	s     *Session
	id    trace.NodeID
	role  string
	given string // as the user wrote it
	addr  string // host:port, the host an IP literal
	tls   *tls.Config
	info  map[string]string // what INFO said at the start; nil if nothing did

	mu     sync.Mutex
	shared *pipe
	own    map[*process]*pipe
}

// pipe is a connection to a node, on which what leaves first is carried out first and
// answered first. It is made anew when it breaks; what was on it then is lost.
type pipe struct {
	client *redis.Client
	auto   *redis.AutoPipeliner // nil for a pipe of a process's own
	queue  chan queued
}

// queued is a request that waits for its turn.
type queued struct {
	ctx context.Context
	q   *request
}

// line returns the process's connection to the node: one that all share, except for
// those who WAIT. That counts what its own connection has written, and holds up all
// else on it.
func (n *node) line(p *process) (*pipe, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.s.isClosed() {
		return nil, net.ErrClosed
	}
	if p != nil && p.client.Lock.Wait.Replicas > 0 && n.role != trace.RoleSentinel {
		if n.own[p] == nil {
			n.own[p] = n.ownPipe(span(p.client.Lock.Wait.Timeout))
		}
		return n.own[p], nil
	}
	if n.shared == nil {
		shared, err := n.sharedPipe()
		if err != nil {
			return nil, err
		}
		n.shared = shared
	}
	return n.shared, nil
}

// long is longer than any session.
const long = 10_000 * time.Hour

// sharedPipe writes as soon as there is something to write, all there is in one go,
// and reads meanwhile.
func (n *node) sharedPipe() (*pipe, error) {
	client := redis.NewClient(n.options(0))
	auto, err := client.AsyncAutoPipelineWithOptions(&redis.AutoPipelineOptions{
		FullDuplex: true, FullDuplexIdleTimeout: long, FullDuplexMaxHold: long,
	})
	if err != nil {
		client.Close()
		return nil, err
	}
	return &pipe{client: client, auto: auto}, nil
}

// ownPipe carries one command after another.
func (n *node) ownPipe(extra time.Duration) *pipe {
	p := &pipe{client: redis.NewClient(n.options(extra)), queue: make(chan queued, 1024)}
	conn := p.client.Conn()
	n.s.pipes.Add(1)
	go func() {
		defer n.s.pipes.Done()
		for x := range p.queue {
			if err := conn.Process(x.ctx, x.q); err != nil {
				x.q.SetErr(err)
				conn.Close()
				conn = p.client.Conn()
			}
		}
		conn.Close()
	}()
	return p
}

// submit sends a request, and does not wait.
func (p *pipe) submit(ctx context.Context, q *request) {
	if p.auto == nil {
		select {
		case p.queue <- queued{ctx, q}:
		default:
			q.SetErr(errors.New("too much waits for this node already"))
		}
		return
	}
	p.auto.Submit(ctx, q)
}

func (p *pipe) close() {
	if p.queue != nil {
		close(p.queue)
	}
	p.client.Close()
}

// unheard is how long a node may leave a command unanswered. Then its connection is
// given up: what it answers later nobody hears.
const unheard = time.Minute

// quiet keeps go-redis from writing to the standard error on its own.
var quiet = sync.OnceFunc(logging.Disable)

// options are those of go-redis: no command is ever sent twice, since a SET NX that
// was carried out would refuse itself; nothing is sent that no lock asked for; and no
// name is looked up, since addr is none.
func (n *node) options(extra time.Duration) *redis.Options {
	quiet()
	login := n.s.config.Login
	if n.role == trace.RoleSentinel {
		login = n.s.config.SentinelLogin
	}
	return &redis.Options{
		Addr: n.addr, Dialer: n.dial,
		Username: login.Username, Password: login.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, MinRetryBackoff: -1, MaxRetryBackoff: -1,
		DialerRetries: 1, DialTimeout: n.s.patience(),
		ReadTimeout: unheard + extra, WriteTimeout: unheard,
		PoolSize: 2, PipelinePoolSize: 1,
	}
}

// dial connects, and keeps the connection where the session's end finds it.
func (n *node) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: n.s.patience()}
	conn, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	if n.tls != nil {
		secured := tls.Client(conn, n.tls)
		if err := secured.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, &tlsError{err}
		}
		conn = secured
	}
	return n.s.keep(conn)
}

// tlsError is a connection that came about and could not be secured.
type tlsError struct{ err error }

func (e *tlsError) Error() string { return e.err.Error() }
func (e *tlsError) Unwrap() error { return e.err }

// numbered is the name of the ith, from 0, of its sort.
func numbered(prefix string, i int) trace.NodeID {
	return trace.NodeID(prefix + strconv.Itoa(i+1))
}

// roster is the servers of a session. New ones may be heard of while it lasts.
type roster struct {
	mu   sync.RWMutex
	list []*node // Redis nodes and sentinels, in the order in which they were heard of
}

func (r *roster) named(id trace.NodeID) *node {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, n := range r.list {
		if n.id == id {
			return n
		}
	}
	return nil
}

func (r *roster) all() []*node {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.list)
}

// at returns the Redis node at an address, made by add if there is none yet.
func (r *roster) at(addr string, add func(id trace.NodeID) *node) *node {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := 0
	for _, n := range r.list {
		if n.role == trace.RoleSentinel {
			continue
		}
		if n.addr == addr {
			return n
		}
		count++
	}
	n := add(numbered("n", count))
	r.list = append(r.list, n)
	return n
}
