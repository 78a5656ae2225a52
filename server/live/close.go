package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// Close ends the session. Clients that are not done yet are killed where they stand;
// answers that are under way are waited for, within limits; then the End is told, and
// whatever the clients have left on the servers is removed: no key but theirs, by
// comparing before deleting. The report says what could not be. Whoever calls it a
// second time gets that report too, and nothing else happens.
func (s *Session) Close() Report { return s.close() }

func (s *Session) end() Report {
	why := trace.EndNothingLeft
	if killed := s.killAll(); killed || s.isInterrupted() {
		why = trace.EndAsked
	}
	s.running.Wait()
	limit := time.NewTimer(s.patience())
	defer limit.Stop()
	s.settle(limit.C)
	report := Report{Verdict: s.rec.end(why)}
	s.cleanUp(&report)
	s.hangUp()
	select {
	case report.Fault = <-s.fault:
	default:
	}
	return report
}

// killAll kills the clients that are not done, and tells whether there are any.
func (s *Session) killAll() (any bool) {
	for _, p := range s.clients {
		p.turn.Lock()
		if len(p.activities) > 0 {
			any = true
			s.rec.emit(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: string(p.client.ID), By: trace.Operator})
			p.end()
		}
		p.turn.Unlock()
	}
	return any
}

// removeField takes one token out of a re-entrant lock's hash, however often it was
// taken.
const removeField = `return redis.call("hdel",KEYS[1],ARGV[1])`

// scriptFor is the script that removes a key of a kind of lock's, if it has one's token.
func scriptFor(kind string) string {
	if kind == trace.LockReentrant {
		return removeField
	}
	return lock.CompareAndDelete
}

// removal is one key that may be left, and what came of removing it.
type removal struct {
	place
	was    footprint // as it was when the session ended
	from   place     // where that is
	answer chan outcome
	outcome
}

type outcome struct {
	gone int64 // how many keys were deleted
	err  error
}

func (x *removal) answered(wire []byte) {
	reply, _, err := resp.Parse(wire)
	if err == nil && reply.IsError() {
		err = errors.New(reply.Text)
	}
	x.answer <- outcome{reply.Int, err}
}

func (x *removal) heard(trace.Time) *activity { return nil }

func (x *removal) failed(err error, _ bool) { x.answer <- outcome{err: err} }

// cleanUp removes what may be left.
func (s *Session) cleanUp(report *Report) {
	ctx, cancel := context.WithTimeout(context.Background(), s.patience())
	defer cancel()
	list := s.removals()
	for _, x := range list {
		x.await(ctx)
	}
	// Where nodes copy each other, one node's word for a key is enough.
	answered := make(map[origin]bool)
	for _, x := range list {
		if x.err == nil {
			answered[x.origin()] = true
		}
	}
	for _, x := range list {
		k := Key{Node: x.node, Addr: s.roster.named(x.node).addr, Name: x.key, Token: x.was.token}
		switch {
		case x.err == nil && x.gone > 0:
			report.Removed = append(report.Removed, k)
		case x.err != nil && !answered[x.origin()]:
			if k.Why = whyNot(s.node(x.node).discreet(x.err)); x.was.outlives(&k, s.rec.now()) {
				report.Left = append(report.Left, k)
			}
		}
	}
}

// Left lists what may be locked on the servers at this moment.
func (s *Session) Left() (left []Key) {
	s.rec.Lock()
	defer s.rec.Unlock()
	now := s.rec.now()
	for at, spot := range s.marks {
		for _, f := range spot.prints {
			k := Key{Node: at.node, Addr: s.node(at.node).addr, Name: at.key, Token: f.token, Why: "was not asked to remove it"}
			if f.going > 0 {
				k.Why = "was asked to remove it, and its answer was not waited for"
			}
			if f.outlives(&k, now) {
				left = append(left, k)
			}
		}
	}
	slices.SortFunc(left, func(x, y Key) int {
		return cmp.Or(cmp.Compare(x.Node, y.Node), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Token, y.Token))
	})
	return left
}

// outlives fills in for how long what is there, or may be, lives yet, and tells whether
// it does.
func (f *footprint) outlives(k *Key, now trace.Time) bool {
	o := &f.owner.client.Lock
	switch {
	case f.stays, o.Kind == trace.LockSetNX, o.Kind == trace.LockSetNXExpire && f.asked > 0:
		k.Stays = true
	case f.unsure || f.asked > 0:
		k.Lasts = o.TTL
	default:
		k.Lasts = max(0, f.dies.Sub(now))
	}
	return k.Stays || k.Lasts > 0
}

// removals asks every node to remove what may be left there, after all else that its
// client has asked of it.
func (s *Session) removals() []*removal {
	list := s.removable()
	for _, x := range list {
		x.answer = make(chan outcome, 1)
		s.node(x.node).line(x.was.owner).submit(x, command([]string{"EVAL", scriptFor(x.was.owner.client.Lock.Kind), "1", x.key, x.was.token}))
	}
	return list
}

// removable lists what may be left. Where nodes copy each other, each is listed with all
// of it: whoever is the primary by now may have it.
func (s *Session) removable() (list []*removal) {
	s.rec.Lock()
	defer s.rec.Unlock()
	for at, spot := range s.marks {
		for _, f := range spot.prints {
			list = append(list, &removal{place: at, was: f, from: at})
			if len(s.config.Sentinels) == 0 {
				continue
			}
			for _, n := range s.roster.all() {
				copied := place{n.id, at.key}
				if n.role != trace.RoleSentinel && !s.marks[copied].has(f.token) {
					list = append(list, &removal{place: copied, was: f, from: at})
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y *removal) int {
		return cmp.Or(cmp.Compare(x.node, y.node), cmp.Compare(x.key, y.key), cmp.Compare(x.was.token, y.was.token))
	})
	return list
}

// await waits for what a removal came to, or for time to be up.
func (x *removal) await(ctx context.Context) {
	select {
	case x.outcome = <-x.answer:
	case <-ctx.Done():
		x.err = ctx.Err()
	}
}

// origin is what a removal is of, whichever node is asked.
func (x *removal) origin() origin { return origin{x.from, x.was.token} }

type origin struct {
	from  place
	token string
}

// whyNot is why a key could not be removed, in words.
func whyNot(err error) string {
	if w := wordsFor(err); w != "" {
		return w
	}
	return strconv.Quote(strings.TrimSpace(err.Error()))
}
