package scenario

import (
	"fmt"

	"lockstep/sim/lock"
)

const aloneInWorld = `
id: resolved
title: {en: a lock alone in its world}
cluster: %s
lock: %s
clients: [{id: A, work: {on: invoice-42, takes: 1s}}]
resources: {invoice-42: {kind: ledger}}
`

// Resolved returns what the options of a lock come to for a client on a cluster. Both
// are as a scenario has them, such as {independent: 5} and {profile: redsync, ttl: 2s}.
func Resolved(cluster, options string) (lock.Options, error) {
	s, err := Parse("", fmt.Appendf(nil, aloneInWorld, cluster, options))
	if err != nil {
		return lock.Options{}, err
	}
	c, err := s.Compile(nil)
	if err != nil {
		return lock.Options{}, err
	}
	return c.Clients[0].Lock, nil
}
