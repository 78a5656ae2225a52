// Package consensus is a lock service that its members agree on, as etcd and
// ZooKeeper are, modelled simply: one linearizable state with leases and a revision
// that only grows.
//
// How members come to agree is not modelled. They share one [Service], and the
// world lets a member answer only while a majority of them is up and in its reach;
// one on the minority side gives no answer at all. That is what a client of such a
// service sees of it: it loses liveness, never an answer given.
//
// A [Service] is a pure state machine asked by textual commands, which answer as
// redis-cli writes:
//
//	ACQUIRE key owner ttl-ms     (integer) <revision>, or (nil): another holds it
//	KEEPALIVE key owner ttl-ms   (integer) 1: the lease is renewed; 0: it is not the owner's
//	RELEASE key owner            (integer) 1: released; 0: it is not the owner's
//	NUMBER name                  (integer) <revision>, stored under the name
//	GET key                      "<owner or number>", or (nil)
//
// What makes no sense is answered (error) ERR and what would be right.
//
// Every grant and every NUMBER takes the next revision of the one counter that the
// whole service shares. It is the fencing number: etcd's revision of the key's
// creation, ZooKeeper's zxid. (There, other writes take revisions as well, so
// numbers skip; here they do not.) The owner who asks again while it holds is
// answered with the revision it has, for the first answer may have been lost, and
// its lease starts anew: the client counts from its second question.
//
// Leases run by the service's own steady time: a lease of 10 s granted at 2 s is
// gone at 12 s exactly. A copy of an ACQUIRE that arrives after the release is a
// request like any other.
package consensus
