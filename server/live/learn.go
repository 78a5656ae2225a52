package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"github.com/redis/go-redis/v9"

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
	if err != nil || len(primary) != 2 {
		return nil, fmt.Errorf("does not say where %s is: %v", s.config.Master, err)
	}
	addrs := []string{net.JoinHostPort(primary[0], primary[1])}
	replicas, err := client.Do(ctx, "SENTINEL", "replicas", s.config.Master).Slice()
	if err != nil {
		return nil, fmt.Errorf("does not say which replicas %s has: %v", s.config.Master, err)
	}
	var others []string
	for _, r := range replicas {
		of := pairs(r)
		if of["ip"] != "" && of["port"] != "" {
			others = append(others, net.JoinHostPort(of["ip"], of["port"]))
		}
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
