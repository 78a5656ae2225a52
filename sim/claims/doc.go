// Package claims holds what has been said about distributed locks against the
// engine. It has no code of its own, only tests: one for each claim, named by what
// the claim says, with the claim in a sentence above it, in the order of its source.
// Each is played in a world of nodes, clients and a resource, mostly twice: once in
// which the claim bites, and once with the cure.
//
//	page        "Distributed Locks with Redis", the Redis documentation's page on
//	            Redlock; what one client does by itself is tested in package lock
//	critique    Martin Kleppmann, "How to do distributed locking" (2016), as K0 to K8
//	answer      Salvatore Sanfilippo (antirez), "Is Redlock safe?" (news/101)
//	fencing     the fine print on fencing numbers
//	sentinel    a primary with replicas: what a failover forgets, and what WAIT can do
//	option      every option of a lock, in a world in which it alone makes the
//	            difference
//
// Messages take no time unless a test says so, which leaves the numbers as the
// sources have them: a lock got at 0 for ten seconds ends at 10.
package claims
