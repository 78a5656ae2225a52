package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"

	"github.com/redis/go-redis/v9"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// learn asks the sentinels which nodes there are, one after another until one knows: n1
// is the primary, and the others are its replicas, in the order of their addresses.
func (s *Session) learn(ctx context.Context, sentinels []*node, found findings) ([]*node, error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience())
	defer cancel()
	for _, g := range sentinels {
		if found.of(g) != "" {
			continue
		}
		nodes, err := s.learnFrom(ctx, g)
		if err != nil {
			found = append(found, finding{n: g, text: cmp.Or(wordsFor(err), err.Error())})
			continue
		}
		return nodes, nil
	}
	return nil, found
}

func (s *Session) learnFrom(ctx context.Context, sentinel *node) ([]*node, error) {
	client, err := sentinel.login(ctx)
	if err != nil {
		return nil, err
	}
	defer client.close()
	primary, err := client.Do(ctx, "SENTINEL", "get-master-addr-by-name", s.config.Master).StringSlice()
	if errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("watches no primary called %s", s.config.Master)
	}
	if err = sentinel.discreet(err); err != nil {
		return nil, fmt.Errorf("does not say where %s is: %w", s.config.Master, err)
	}
	addr, err := address(primary...)
	if err != nil {
		return nil, fmt.Errorf("does not say where %s is: %w", s.config.Master, err)
	}
	addrs := []string{addr}
	replicas, err := client.Do(ctx, "SENTINEL", "replicas", s.config.Master).Slice()
	if err = sentinel.discreet(err); err != nil {
		return nil, fmt.Errorf("does not say which replicas %s has: %w", s.config.Master, err)
	}
	if len(replicas) >= mostNodes {
		return nil, fmt.Errorf("lists %d replicas of %s, and a session takes %d nodes at most", len(replicas), s.config.Master, mostNodes)
	}
	var others []string
	for _, r := range replicas {
		of := pairs(r)
		if of["ip"] == "" {
			continue
		}
		addr, err := address(of["ip"], of["port"])
		if err != nil {
			return nil, fmt.Errorf("does not say where a replica of %s is: %w", s.config.Master, err)
		}
		others = append(others, addr)
	}
	slices.Sort(others)
	var nodes []*node
	for i, addr := range append(addrs, others...) {
		role := trace.RoleReplica
		if i == 0 {
			role = trace.RolePrimary
		}
		nodes = append(nodes, s.newNode(numbered("n", i), role, addr, ""))
	}
	return nodes, nil
}

// pairs reads a list of names and values by turns.
func pairs(reply any) map[string]string {
	list, _ := reply.([]any)
	of := make(map[string]string)
	for p := range slices.Chunk(list, 2) {
		if len(p) == 2 {
			name, _ := p[0].(string)
			of[name], _ = p[1].(string)
		}
	}
	return of
}

// located is a sentinel's answer as the simulator's sentinels give it, with the name of
// the session's node in the place of its address. What names no node is an error: an
// algorithm takes any other text for a name.
func (n *node) located(reply resp.Reply) resp.Reply {
	if reply.IsNil() || reply.IsError() {
		return reply
	}
	var parts []string
	for _, part := range reply.Array {
		if part.Kind == resp.Bulk {
			parts = append(parts, part.Text)
		}
	}
	addr, err := address(parts...)
	if err != nil {
		return resp.ErrorOf("ERR " + err.Error())
	}
	id, err := n.s.find(addr)
	if err != nil {
		return resp.ErrorOf("ERR " + err.Error())
	}
	return resp.BulkOf(string(id))
}

// address makes an address of what a sentinel says: a host and a port.
func address(parts ...string) (string, error) {
	if len(parts) == 2 && parts[0] != "" {
		if port, err := strconv.ParseUint(parts[1], 10, 16); err == nil && port > 0 {
			return net.JoinHostPort(parts[0], parts[1]), nil
		}
	}
	return "", fmt.Errorf("%s is no address: want a host and a port", shown(fmt.Sprintf("%q", parts)))
}

// Named returns the name of the Redis node at an address, host:port as the sentinels write
// it. One that nobody has heard of gets a name, and a connection when it is asked
// something; whether it is fit for locks nobody has looked then. An address has no name
// if nobody knows where it is, or if there are too many.
func (s *Session) Named(addr string) trace.NodeID {
	id, _ := s.find(addr)
	return id
}

// find is Named, and says why there is no name.
func (s *Session) find(addr string) (trace.NodeID, error) {
	if n := s.roster.known(addr); n != nil {
		return n.id, nil
	}
	ctx, cancel := context.WithTimeout(s.life, s.patience())
	defer cancel()
	found, err := resolve(ctx, addr)
	if err != nil {
		return "", fmt.Errorf("%s %w", shown(addr), err)
	}
	n, isNew := s.roster.at(found, addr, func(id trace.NodeID) *node {
		return s.newNode(id, trace.RoleReplica, addr, found)
	})
	switch {
	case n == nil:
		err := fmt.Errorf("%s is one node too many: a session takes %d", addr, mostNodes)
		s.full.Do(func() { s.warn(err.Error() + "; it is not asked, nor are others that come") })
		return "", err
	case isNew:
		s.warn(n.String() + " was not there at the start")
	}
	return n.id, nil
}
