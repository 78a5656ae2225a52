package lock_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis"

	"lockstep/sim/redis/resp"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// journal is what somebody who watches the nodes and the client writes down, in
// words that fit both worlds: what each node was told, what it answered and what
// it was left with, and what came of each attempt.
type journal struct {
	sync.Mutex
	lines []line
}

type line struct {
	at   trace.Time
	text string
}

func (j *journal) writef(at trace.Time, format string, args ...any) {
	j.Lock()
	defer j.Unlock()
	j.lines = append(j.lines, line{at, fmt.Sprintf(format, args...)})
}

// String gives the lines in the order of time. At one instant the order is that
// of the words: what happens on different machines at once has no other.
func (j *journal) String() string {
	slices.SortFunc(j.lines, func(a, b line) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return strings.Compare(a.text, b.text)
	})
	var b strings.Builder
	for _, l := range j.lines {
		fmt.Fprintf(&b, "%12s  %s\n", trace.Duration(l.at), l.text)
	}
	return b.String()
}

// told is a command in the journal's words. Libraries word the release script
// differently.
func told(cmd []string) string {
	if cmd[0] == "EVAL" {
		return "release " + cmd[len(cmd)-1]
	}
	return strings.Join(cmd, " ")
}

// said is a reply in the journal's words: redsync's release script answers -1 if
// there is no key and the Redis page's 0, and both delete nothing.
func said(cmd []string, reply string) string {
	switch {
	case strings.HasPrefix(reply, "(error) "):
		return "error"
	case cmd[0] == "EVAL" && reply == "(integer) -1":
		return "(integer) 0"
	}
	return reply
}

// key is what a node holds under the lock's name. gone is the first instant at
// which it will not be there.
func key(value string, stays bool, gone trace.Time) string {
	if stays {
		return "lock=" + value
	}
	return fmt.Sprintf("lock=%s until %v", value, trace.Duration(gone))
}

const noKey = "no lock"

// reference is the real redsync, over five miniredis that are nobody else's.
type reference struct {
	*prepared
	journal
	began   time.Time
	nodes   []*node
	attempt int
	doing   sync.WaitGroup // everything that needs time to pass
}

// std is d as Go's own packages take it.
func std(d trace.Duration) time.Duration { return time.Duration(d) * time.Microsecond }

// node is one of the five.
type node struct {
	ref *reference
	id  trace.NodeID

	sync.Mutex
	mini *miniredis.Miniredis
	peer *server.Peer
	out  bytes.Buffer
	down bool
	last trace.Time // when a message of the client's came last
}

// play runs redsync through p in a bubble of virtual time.
func (r *reference) play(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r.began = time.Now()
		var pools []redis.Pool
		for _, id := range nodes(5) {
			s, err := r.start(id)
			if err != nil {
				t.Fatal(err)
			}
			defer s.mini.Close()
			r.nodes = append(r.nodes, s)
			pools = append(pools, pool{s})
		}
		r.doing.Go(r.act)
		r.doing.Go(r.look)
		r.sleepUntil(clientStart)
		r.lock(pools)
		r.doing.Wait()
	})
}

// lock does with redsync what lock.Do does with ours.
func (r *reference) lock(pools []redis.Pool) {
	r.attempt = 1
	failed := func() {
		r.writef(r.now(), "attempt %d failed", r.attempt)
		r.attempt++
	}
	mutex := redsync.New(pools...).NewMutex("lock",
		redsync.WithExpiry(std(r.ttl)),
		redsync.WithTimeoutFactor(float64(r.timeoutPercent)/100),
		redsync.WithTries(r.retries+1),
		redsync.WithGenValueFunc(func() (string, error) { return ourToken, nil }),
		redsync.WithRetryDelayFunc(func(int) time.Duration { failed(); return std(r.delay) }),
	)
	if err := mutex.Lock(); err != nil {
		failed()
		return
	}
	until := mutex.Until().Sub(r.began)
	r.writef(r.now(), "attempt %d holds until %v", r.attempt, trace.Duration(until.Round(time.Microsecond)/time.Microsecond))
	time.Sleep(min(std(r.work), time.Until(mutex.Until())))
	// Without a context of our own redsync's Unlock would wait for a silent
	// node for ever.
	ctx, cancel := context.WithTimeout(context.Background(), std(r.timeout()))
	defer cancel()
	mutex.UnlockContext(ctx)
}

// now is the time since the bubble began. redsync computes its timeout in floats,
// which may cost a nanosecond.
func (r *reference) now() trace.Time {
	return trace.Time(time.Since(r.began).Round(time.Microsecond) / time.Microsecond)
}

func (r *reference) sleepUntil(at trace.Time) {
	time.Sleep(std(trace.Duration(at)) - time.Since(r.began))
}

// act does to the servers what the prepared world says.
func (r *reference) act() {
	for _, a := range r.actions {
		r.sleepUntil(a.At)
		s := r.nodes[slices.Index(nodes(5), trace.NodeID(a.Target))]
		switch a.Verb {
		case run.Crash:
			s.crash(a.Data != run.DataKeep)
		case run.Restart:
			s.restart()
		case run.Command:
			s.exec(a.Args)
		}
	}
}

func (r *reference) look() {
	for _, at := range r.looks {
		r.sleepUntil(at)
		for _, s := range r.nodes {
			s.Lock()
			r.writef(r.now(), "%s has %s", s.id, s.key())
			s.Unlock()
		}
	}
}

func (r *reference) start(id trace.NodeID) (*node, error) {
	s := &node{ref: r, id: id, mini: miniredis.NewMiniRedis(), last: -1}
	s.mini.SetTime(time.Unix(0, 0))
	s.mini.ClockTTL(true)
	conn, err := s.mini.Dial() // starts it without a listener
	if err != nil {
		return nil, err
	}
	s.peer = server.NewPeer(bufio.NewWriter(&s.out))
	conn.Close()
	return s, nil
}

// tie marks a case in which the two worlds may rightly differ, because two
// messages reach a node at one instant.
const tie = "two messages at one instant"

func (s *node) arrival() {
	s.Lock()
	defer s.Unlock()
	if now := s.ref.now(); now == s.last {
		s.ref.writef(now, "%s: %s", s.id, tie)
	} else {
		s.last = now
	}
}

func (s *node) crash(lose bool) {
	s.Lock()
	defer s.Unlock()
	if !s.down && lose {
		s.mini.FlushAll()
	}
	s.down = true
}

func (s *node) restart() {
	s.Lock()
	defer s.Unlock()
	s.down = false
}

// clock gives miniredis the time that Redis goes by: whole milliseconds. Redis
// takes a key away once its clock shows more than the deadline, miniredis at the
// deadline. One millisecond more of life, added where PX is read, makes them
// agree at every instant.
func (s *node) clock() (wholeTTL time.Duration) {
	wholeTTL = std(trace.Duration(s.ref.now())).Truncate(time.Millisecond)
	s.mini.SetTime(time.Unix(0, 0).Add(wholeTTL))
	return wholeTTL
}

func livesOn(cmd []string) []string {
	cmd = slices.Clone(cmd)
	if i := slices.Index(cmd, "PX"); i >= 0 {
		n, _ := strconv.Atoi(cmd[i+1])
		cmd[i+1] = strconv.Itoa(n + 1)
	}
	return cmd
}

// exec runs a command, unless the node is down.
func (s *node) exec(cmd []string) (reply resp.Reply, up bool) {
	s.Lock()
	defer s.Unlock()
	if s.down {
		return resp.Reply{}, false
	}
	s.clock()
	s.out.Reset()
	s.mini.Server().Dispatch(s.peer, livesOn(cmd))
	s.peer.Flush()
	reply, _, err := resp.Parse(s.out.Bytes())
	if err != nil {
		reply = resp.ErrorOf(err.Error())
	}
	s.ref.writef(s.ref.now(), "%s: %s -> %s, %s", s.id, told(cmd), said(cmd, reply.String()), s.key())
	return reply, true
}

// key tells what is under the lock's name.
func (s *node) key() string {
	now := s.clock()
	if !s.mini.Exists("lock") { // which also lets time pass for its keys
		return noKey
	}
	value, err := s.mini.Get("lock")
	if err != nil {
		value = notText
	}
	left := s.mini.TTL("lock")
	return key(value, left == 0, trace.Time((now+left)/time.Microsecond))
}

// notText stands for a value that is no string.
const notText = "(a list)"

// pool hands out connections to one node, in the terms of redsync.
type pool struct{ s *node }

func (p pool) Get(ctx context.Context) (redis.Conn, error) { return &conn{p.s, ctx}, nil }

// conn is one use of a node. Where a message goes and how long it takes are the
// prepared world's to say: by the name that the same message has in ours.
type conn struct {
	s   *node
	ctx context.Context
}

// ask sends a command and waits for its answer as long as redsync lets it.
// What is on its way travels on all the same.
func (c *conn) ask(step string, cmd ...string) (resp.Reply, error) {
	ref := c.s.ref
	answer := make(chan resp.Reply, 1)
	name := trace.MsgName{Client: "A", Attempt: ref.attempt, Step: step, Node: c.s.id}
	takes, lost := ref.roads(name)
	ref.doing.Go(func() {
		time.Sleep(std(takes))
		if lost {
			return
		}
		c.s.arrival()
		reply, up := c.s.exec(cmd)
		if !up {
			return
		}
		name.Reply = true
		takes, lost := ref.roads(name)
		time.Sleep(std(takes))
		if !lost {
			answer <- reply
		}
	})
	select {
	case reply := <-answer:
		return reply, nil
	case <-c.ctx.Done():
		return resp.Reply{}, c.ctx.Err()
	}
}

func (c *conn) SetNX(name, value string, expiry time.Duration) (bool, error) {
	reply, err := c.ask("set", "SET", name, value, "NX", "PX", strconv.FormatInt(expiry.Milliseconds(), 10))
	return reply.IsOK(), err
}

func (c *conn) Eval(script *redis.Script, keysAndArgs ...any) (any, error) {
	cmd := []string{"EVAL", script.Src, strconv.Itoa(script.KeyCount)}
	for _, a := range keysAndArgs {
		cmd = append(cmd, fmt.Sprint(a))
	}
	reply, err := c.ask("del", cmd...)
	if err == nil && reply.IsError() {
		err = errors.New(reply.Text)
	}
	return reply.Int, err
}

func (c *conn) Close() error { return nil }

// Locking and unlocking needs no more than these.
var errUnused = errors.New("not for these tests")

func (c *conn) Get(string) (string, error)         { return "", errUnused }
func (c *conn) Set(string, string) (bool, error)   { return false, errUnused }
func (c *conn) ScriptLoad(*redis.Script) error     { return errUnused }
func (c *conn) PTTL(string) (time.Duration, error) { return 0, errUnused }
