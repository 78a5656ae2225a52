package live

import (
	"cmp"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// marks is what is known, and what is only feared, of the keys that the session's
// clients set. An answer says what its command did; of one without an answer nobody
// knows. The recorder's lock guards it.
type marks map[mark]*footprint

// mark is one token under one key of one node.
type mark struct {
	node  trace.NodeID
	key   string
	token string
}

// footprint is what may be there under a mark.
type footprint struct {
	client *Client
	asked  int  // commands that may put it there, or let it live longer, without an answer yet
	unsure bool // one of them will never be answered
	there  bool // one of them said that it is there, and none since that it is gone
	going  int  // commands that may remove it, without an answer yet or ever

	value string // as the trace shows it
	stays bool
	dies  trace.Time // at the latest, if there and not stays
}

// aim is what a lock's command is about.
type aim struct {
	verb  string
	key   string
	token string // "" if the command names none
}

// aimOf reads the commands of package lock, and no others.
func aimOf(cmd []string) (a aim) {
	a.verb = cmd[0]
	switch {
	case (a.verb == "SET" || a.verb == "SETNX") && len(cmd) > 2:
		a.key, a.token = cmd[1], cmd[2]
	case a.verb == "DELEX" && len(cmd) > 3:
		a.key, a.token = cmd[1], cmd[3]
	case a.verb == "EVAL" && len(cmd) > 4:
		a.key, a.token = cmd[3], cmd[4]
	case a.verb != "WAIT" && a.verb != "SENTINEL" && len(cmd) > 1: // DEL, PEXPIRE, PEXPIREAT, INCR
		a.key = cmd[1]
	}
	return a
}

// each calls do with the footprints that a request is about: that of its token, or
// those of all tokens under the key. It forgets each that is surely gone then, or
// surely was never there.
func (m marks) each(q *request, do func(*footprint)) {
	if q.aim.token != "" {
		if q.mark != nil {
			do(q.mark)
			m.tidy(mark{q.to.id, q.aim.key, q.aim.token}, q.mark)
		}
		return
	}
	for k, f := range m {
		if k.node == q.to.id && k.key == q.aim.key {
			do(f)
			m.tidy(k, f)
		}
	}
}

func (m marks) tidy(k mark, f *footprint) {
	if !f.there && !f.unsure && f.asked == 0 && f.going == 0 {
		delete(m, k)
	}
}

// sent takes note of a request that leaves.
func (m marks) sent(q *request) {
	q.aim = aimOf(q.ask.q.Cmd)
	if q.aim.token != "" {
		k := mark{q.to.id, q.aim.key, q.aim.token}
		if q.mark = m[k]; q.mark == nil && q.mayPut() {
			q.mark = &footprint{client: q.ask.a.p.client}
			m[k] = q.mark
		}
	}
	switch {
	case q.mayPut():
		m.each(q, func(f *footprint) { f.asked++ })
	case q.ask.q.Purpose == trace.ToRelease:
		m.each(q, func(f *footprint) { f.going++ })
	}
}

// mayPut tells whether a request sets a key or lets it live longer.
func (q *request) mayPut() bool {
	return q.ask.q.Purpose == trace.ToAcquire || q.ask.q.Purpose == trace.ToExtend
}

// failed takes note of a request of which nobody will hear.
func (m marks) failed(q *request) {
	if q.mayPut() {
		m.each(q, func(f *footprint) { f.asked, f.unsure = max(0, f.asked-1), true })
	}
}

// heard takes note of an answer, and returns what that says of keys: nothing, as often
// as not. Who is refused does not learn what is in the way.
func (m marks) heard(q *request, text string, ok bool, at trace.Time) []trace.Key {
	a := q.aim
	switch q.ask.q.Purpose {
	case trace.ToAcquire, trace.ToExtend:
		return m.put(q, a, text, ok, at)
	case trace.ToRelease:
		return m.removed(q, a, text, ok, at)
	case trace.ToNumber:
		if digits, isInt := strings.CutPrefix(text, "(integer) "); isInt && a.verb == "INCR" {
			return []trace.Key{{Name: a.key, Value: digits, PTTL: trace.NoExpiry}}
		}
	}
	return nil
}

// put takes the answer to a command that sets a key or lets it live longer.
func (m marks) put(q *request, a aim, text string, ok bool, at trace.Time) (keys []trace.Key) {
	o := &q.ask.a.p.client.Lock
	m.each(q, func(f *footprint) {
		f.asked = max(0, f.asked-1)
		if isError(text) && a.verb == "EVAL" {
			f.unsure = true // a script may fail half way
		}
		if !ok || a.token == "" && !f.there {
			return
		}
		f.there = true
		switch count, counts := strings.CutPrefix(text, "(integer) "); {
		case o.Kind != trace.LockReentrant:
			f.value = cmp.Or(a.token, f.value)
		case counts && q.ask.q.Step == "set": // a renewal does not say how often it was taken
			f.value = hashValue(a.token, count)
		}
		life := trace.NoExpiry
		if f.stays = a.verb == "SETNX"; !f.stays {
			life = q.life()
			f.dies = at.Add(life)
		}
		keys = append(q.keys[:0], trace.Key{Name: a.key, Value: f.value, PTTL: life})
	})
	return keys
}

// removed takes the answer to a command that lets go of a key.
func (m marks) removed(q *request, a aim, text string, ok bool, at trace.Time) (keys []trace.Key) {
	left, counts := strings.CutPrefix(text, "(integer) ")
	m.each(q, func(f *footprint) {
		f.going = max(0, f.going-1)
		switch {
		case isError(text), f.client != q.ask.a.p.client && m.outOfTurn(q):
		case f.client.Lock.Kind == trace.LockReentrant && counts && left != "0":
			f.value = hashValue(a.token, left)
			keys = append(q.keys[:0], trace.Key{Name: a.key, Value: f.value, PTTL: max(0, f.dies.Sub(at))})
		default:
			f.there = false
		}
	})
	if ok && keys == nil && !m.outOfTurn(q) {
		keys = append(q.keys[:0], trace.Key{Name: a.key, PTTL: trace.Gone})
	}
	return keys
}

// outOfTurn tells whether a plain DEL may have been carried out before another's key,
// which is known of already, was set: its client has a connection of its own, and what
// two connections carry is not heard in the order in which it was done.
func (m marks) outOfTurn(q *request) bool {
	c := q.ask.a.p.client
	if q.aim.token != "" || c.Lock.Wait.Replicas == 0 {
		return false
	}
	for k, f := range m {
		if k.node == q.to.id && k.key == q.aim.key && f.client != c {
			return true
		}
	}
	return false
}

func isError(text string) bool { return strings.HasPrefix(text, "(error) ") }

// life is how long the request's key lives from now on: its time to live, or until the
// instant that the command names, by this machine's wall clock.
func (q *request) life() trace.Duration {
	o, cmd := &q.ask.a.p.client.Lock, q.ask.q.Cmd
	if o.Expiry == lock.Absolute {
		if ms, err := strconv.ParseInt(cmd[len(cmd)-1], 10, 64); err == nil {
			return max(0, trace.Duration(ms)*trace.Millisecond-trace.Duration(q.ask.a.p.s.rec.wall()))
		}
	}
	return o.TTL
}

// hashValue is a hash of one field as the simulator's nodes show it.
func hashValue(token, count string) string {
	return "[" + strconv.Quote(token) + ", " + strconv.Quote(count) + "]"
}

// doubtful tells whether a key of a client's may be gone from a node, or may be there,
// for all anybody knows.
func (m marks) doubtful(node trace.NodeID, key, client string) bool {
	for k, f := range m {
		if k.node == node && k.key == key && string(f.client.ID) == client && f.going > 0 {
			return true
		}
	}
	return false
}
