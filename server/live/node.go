package live

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"strconv"
	"sync"

	"lockstep/sim/trace"
)

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

// line returns the process's connection to the node: one that all share, except for
// those who WAIT. That counts what its own connection has written, and holds up all
// else on it. Without a process it is the shared one.
func (n *node) line(p *process) *pipe {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p != nil && p.client.Lock.Wait.Replicas > 0 && n.role != trace.RoleSentinel {
		if n.own[p] == nil {
			n.own[p] = newPipe(n, span(p.client.Lock.Wait.Timeout))
		}
		return n.own[p]
	}
	if n.shared == nil {
		n.shared = newPipe(n, 0)
	}
	return n.shared
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
