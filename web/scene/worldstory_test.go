package scene_test

import (
	"strconv"

	"lockstep/sim/trace"
)

// A world is a cast other than five nodes that know nothing of each other.
type world struct {
	nodes     []trace.NodeInfo
	clients   []trace.ClientInfo
	resources []trace.ResourceInfo
}

// tell opens a story with that cast.
func (w world) tell() *story {
	s := new(story)
	s.add(0, trace.Event{Kind: trace.Start, Nodes: w.nodes, Clients: w.clients, Resources: w.resources})
	return s
}

// named makes so many nodes of a role: n1, n2, ... by their letter.
func named(letter string, n int, role string) []trace.NodeInfo {
	var list []trace.NodeInfo
	for i := range n {
		list = append(list, trace.NodeInfo{ID: trace.NodeID(letter + strconv.Itoa(i+1)), Role: role})
	}
	return list
}

// replicated makes a primary n1 and its replicas n2, ...
func replicated(replicas int) []trace.NodeInfo {
	list := named("n", 1+replicas, trace.RoleReplica)
	list[0].Role = trace.RolePrimary
	for i := range list[1:] {
		list[i+1].Follows = "n1"
	}
	return list
}

// users makes so many clients A, B, ... of a kind of lock, on a resource.
func users(n int, kind string, change func(*trace.ClientInfo)) []trace.ClientInfo {
	var list []trace.ClientInfo
	for i := range n {
		c := trace.ClientInfo{
			ID: trace.ClientID(rune('A' + i)), Lock: kind, Key: lockKey, TTL: 10 * trace.Second, Resource: "invoice-42",
		}
		if change != nil {
			change(&c)
		}
		list = append(list, c)
	}
	return list
}

func ledger(guard string) []trace.ResourceInfo {
	return []trace.ResourceInfo{{ID: "invoice-42", Kind: "ledger", Guard: guard, Value: "unpaid"}}
}

func concat[T any](lists ...[]T) []T {
	var all []T
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// take lets a client win a lock on one node at t, whose key lives so long, with a
// belief until then.
func (s *story) take(t trace.Time, who, node string, lives trace.Duration, until trace.Local, fence int64) {
	s.phase(t, who, trace.PhaseAsk, 1, 0)
	msg := who + "/1/set>" + node
	s.add(t, trace.Event{Kind: trace.Send, Msg: msg, From: who, To: node, Cmd: []string{"SET", lockKey, token(who, 1), "NX"}, Purpose: trace.ToAcquire, Arrive: t + ms})
	s.add(t+ms, trace.Event{Kind: trace.Deliver, Msg: msg, Who: node})
	s.key(t+ms, who, node, lives)
	msg = who + "/1/set<" + node
	s.add(t+ms, trace.Event{Kind: trace.Send, Msg: msg, From: node, To: who, Reply: "OK", OK: true, Purpose: trace.ToAcquire, Arrive: t + 2*ms})
	s.add(t+2*ms, trace.Event{Kind: trace.Deliver, Msg: msg, Who: who})
	s.add(t+2*ms, trace.Event{Kind: trace.Decide, Who: who, Attempt: 1, Acks: []trace.NodeID{trace.NodeID(node)}, Need: 1, OK: true, Why: trace.WhyHeld})
	s.phase(t+2*ms, who, trace.PhaseWork, 1, 0)
	s.add(t+2*ms, trace.Event{Kind: trace.Hold, Who: who, Key: lockKey, Token: token(who, 1), Until: until, Fence: fence, At: trace.ReadAt(trace.Local(t) + trace.Local(2*ms))})
	s.inside(t+2*ms, who)
}

// key lets a node have a client's key.
func (s *story) key(t trace.Time, who, node string, lives trace.Duration) {
	s.add(t, trace.Event{
		Kind: trace.Exec, Node: trace.NodeID(node), Who: who, Cmd: []string{"SET"}, Reply: "OK", OK: true, Purpose: trace.ToAcquire,
		Keys: []trace.Key{{Name: lockKey, Value: token(who, 1), PTTL: lives}},
	})
}

// change lets the primary tell a replica of the key.
func (s *story) change(t trace.Time, n int, from, to string, arrive trace.Time) {
	s.add(t, trace.Event{
		Kind: trace.Send, Msg: from + "/" + strconv.Itoa(n) + "/replicate>" + to, From: from, To: to, Cmd: []string{lockKey},
		Purpose: trace.ToReplicate, Arrive: arrive,
	})
}

func (s *story) doubt(t trace.Time, sentinel, node string) {
	s.add(t, trace.Event{Kind: trace.SDown, Who: sentinel, Node: trace.NodeID(node)})
}

// cut cuts the links between two groups, both ways or only there.
func (s *story) cut(t trace.Time, a, b []string, back bool) {
	var links []string
	for _, x := range a {
		for _, y := range b {
			links = append(links, trace.LinkName(x, y))
			if back {
				links = append(links, trace.LinkName(y, x))
			}
		}
	}
	s.add(t, trace.Event{Kind: trace.Fault, What: trace.WhatPartition, By: trace.ByScenario, Links: links})
}

// write sends a client's write, which arrives then.
func (s *story) write(t trace.Time, who string, fence int64, arrive trace.Time) string {
	msg := who + "/1/write>invoice-42"
	cmd := []string{"WRITE", "charge", "paid", "BASE", "0", "KEY", token(who, 1)}
	if fence > 0 {
		cmd = append(cmd, "FENCE", strconv.FormatInt(fence, 10))
	}
	s.phase(t, who, trace.PhaseWrite, 1, 0)
	s.add(t, trace.Event{Kind: trace.Send, Msg: msg, From: who, To: "invoice-42", Cmd: cmd, Purpose: trace.ToWrite, Arrive: arrive})
	return msg
}

// wrote lets the write reach the resource.
func (s *story) wrote(t trace.Time, who string, fence, version int64, why string) {
	msg := who + "/1/write>invoice-42"
	s.add(t, trace.Event{Kind: trace.Deliver, Msg: msg, Who: "invoice-42"})
	s.add(t, trace.Event{
		Kind: trace.Write, Who: who, Resource: "invoice-42", Op: "charge", Value: "paid", Version: version, Fence: fence, OK: why == "", Why: why, Msg: msg,
	})
	reply := "OK 1"
	if why != "" {
		reply = "REFUSED " + why
	}
	s.add(t, trace.Event{Kind: trace.Send, Msg: who + "/1/write<invoice-42", From: "invoice-42", To: who, Reply: reply, OK: why == "", Purpose: trace.ToWrite, Arrive: t + 6*ms})
}
