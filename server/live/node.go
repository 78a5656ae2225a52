package live

import (
	"crypto/tls"
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
	given string   // as the user wrote it
	addr  string   // host:port, the host an IP literal
	also  []string // what else sentinels call it; the roster's lock guards this
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
	if p != nil && p.ownLine() && n.role != trace.RoleSentinel {
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

// ownLine tells whether the process talks to Redis nodes on connections of its own.
func (p *process) ownLine() bool { return p.client.Lock.Wait.Replicas > 0 }

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

// mostNodes is how many Redis nodes a session takes: sentinels may name any number.
const mostNodes = 32

// mostNames is how many names of a node are kept, beside its address.
const mostNames = 8

// known returns the Redis node that goes by an address or a name, or nil.
func (r *roster) known(addr string) *node {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, n := range r.list {
		if n.role != trace.RoleSentinel && (n.addr == addr || n.given == addr || slices.Contains(n.also, addr)) {
			return n
		}
	}
	return nil
}

// at returns the Redis node at an address, which somebody calls by a name; made by add if
// there is none yet, and nil if there are too many.
func (r *roster) at(addr, name string, add func(id trace.NodeID) *node) (n *node, isNew bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := 0
	for _, n := range r.list {
		if n.role == trace.RoleSentinel {
			continue
		}
		if n.addr == addr {
			if name != addr && len(n.also) < mostNames {
				n.also = append(n.also, name)
			}
			return n, false
		}
		count++
	}
	if count >= mostNodes {
		return nil, false
	}
	n = add(numbered("n", count))
	r.list = append(r.list, n)
	return n, true
}
