package live

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// marks is what is known, and what is only feared, of the keys that the session's
// clients set. An answer says what its command did; of one without an answer nobody
// knows. The recorder's lock guards it.
type marks map[place]*spot

// place is one key of one node.
type place struct {
	node trace.NodeID
	key  string
}

// spot is what may be at a place: a footprint a token, in the order in which they were
// first asked for.
type spot struct {
	place
	prints []footprint
}

// footprint is what may be there of one token.
type footprint struct {
	token  string
	owner  *process
	asked  int  // commands that may put it there, or let it live longer, without an answer yet
	unsure bool // one of them went to the node and will never be answered
	there  bool // one of them said that it is there, and none since that it is gone
	going  int  // commands that went to remove it, without an answer yet or ever

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

// sent takes note of a request that leaves.
func (m marks) sent(q *request) {
	at := place{q.to.id, q.ask.aim.key}
	if q.spot == nil || q.spot.place != at { // else as before
		q.spot = m.at(at)
	}
	switch {
	case q.mayPut():
		if token := q.ask.aim.token; token != "" && !q.spot.has(token) {
			q.spot.prints = append(q.spot.prints, footprint{token: token, owner: q.ask.a.p})
		}
		q.each(func(f *footprint) { f.asked++ })
	case q.ask.q.Purpose == trace.ToRelease:
		q.each(func(f *footprint) { f.going++ })
	}
}

// at returns the spot at a place.
func (m marks) at(at place) *spot {
	if m[at] == nil {
		m[at] = &spot{place: at}
	}
	return m[at]
}

// isAbout tells whether a request is about a footprint: about that of its token. One that
// names none is about every token under the key if it deletes; if it lets the key live
// longer, about those of its own client, who has set it before.
func (q *request) isAbout(f *footprint) bool {
	if q.ask.aim.token != "" {
		return f.token == q.ask.aim.token
	}
	return f.owner == q.ask.a.p || !q.mayPut()
}

// each calls do with the footprints that a request is about. It forgets each that is
// surely gone then, or surely was never there.
func (q *request) each(do func(*footprint)) {
	prints := q.spot.prints
	for i := range prints {
		if q.isAbout(&prints[i]) {
			do(&prints[i])
		}
	}
	q.spot.prints = slices.DeleteFunc(prints, footprint.isGone)
}

func (f footprint) isGone() bool { return !f.there && !f.unsure && f.asked == 0 && f.going == 0 }

// mayPut tells whether a request sets a key or lets it live longer.
func (q *request) mayPut() bool {
	return q.ask.q.Purpose == trace.ToAcquire || q.ask.q.Purpose == trace.ToExtend
}

// unheard takes note of a request of which nobody will hear. Whether it was carried out
// nobody knows, if it was asked; else surely not.
func (q *request) unheard(asked bool) {
	switch {
	case q.mayPut():
		q.each(func(f *footprint) { f.asked, f.unsure = max(0, f.asked-1), f.unsure || asked })
	case q.ask.q.Purpose == trace.ToRelease && !asked:
		q.each(func(f *footprint) { f.going = max(0, f.going-1) })
	}
}

// learn takes note of an answer, and returns what that says of keys: nothing, as often
// as not. Who is refused does not learn what is in the way.
func (q *request) learn(text string, ok bool, at trace.Time) []trace.Key {
	switch q.ask.q.Purpose {
	case trace.ToAcquire, trace.ToExtend:
		return q.put(text, ok, at)
	case trace.ToRelease:
		return q.removed(text, ok, at)
	case trace.ToNumber:
		if digits, isInt := strings.CutPrefix(text, "(integer) "); isInt && q.ask.aim.verb == "INCR" {
			return []trace.Key{{Name: q.ask.aim.key, Value: digits, PTTL: trace.NoExpiry}}
		}
	}
	return nil
}

// put takes the answer to a command that sets a key or lets it live longer.
func (q *request) put(text string, ok bool, at trace.Time) (keys []trace.Key) {
	a := q.ask.aim
	o := &q.ask.a.p.client.Lock
	if ok && q.ask.q.Purpose == trace.ToAcquire {
		q.alone()
	}
	q.each(func(f *footprint) {
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

// alone takes note that nobody else has the key, since q's client was given it: whoever
// had it has let it run out.
func (q *request) alone() {
	prints := q.spot.prints
	for i := range prints {
		if f := &prints[i]; f.token != q.ask.aim.token && inOrder(f.owner, q.ask.a.p) {
			f.there = false
		}
	}
	q.spot.prints = slices.DeleteFunc(prints, footprint.isGone)
}

// inOrder tells whether what two clients ask of a node is heard in the order in which it
// was done: what goes by two connections need not be.
func inOrder(p, other *process) bool { return p == other || !p.ownLine() && !other.ownLine() }

// removed takes the answer to a command that lets go of a key.
func (q *request) removed(text string, ok bool, at trace.Time) (keys []trace.Key) {
	a := q.ask.aim
	left, counts := strings.CutPrefix(text, "(integer) ")
	q.each(func(f *footprint) {
		f.going = max(0, f.going-1)
		switch {
		case isError(text), f.owner != q.ask.a.p && q.outOfTurn():
		case f.owner.client.Lock.Kind == trace.LockReentrant && counts && left != "0":
			f.value = hashValue(a.token, left)
			keys = append(q.keys[:0], trace.Key{Name: a.key, Value: f.value, PTTL: max(0, f.dies.Sub(at))})
		default:
			f.there = false
		}
	})
	if ok && keys == nil && !q.outOfTurn() {
		keys = append(q.keys[:0], trace.Key{Name: a.key, PTTL: trace.Gone})
	}
	return keys
}

// outOfTurn tells whether a plain DEL may have been carried out before another's key,
// which is known of already, was set.
func (q *request) outOfTurn() bool {
	return q.ask.aim.token == "" && slices.ContainsFunc(q.spot.prints, func(f footprint) bool { return !inOrder(f.owner, q.ask.a.p) })
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

// has tells whether a token may be at the spot, if there is one.
func (at *spot) has(token string) bool {
	return at != nil && slices.ContainsFunc(at.prints, func(f footprint) bool { return f.token == token })
}

// sure tells whether a key of a client's is there, by all that is known: an answer said
// so, and nothing since, heard or on its way, that it is gone.
func (m marks) sure(node trace.NodeID, key, client string) bool {
	at := m[place{node, key}]
	return at != nil && slices.ContainsFunc(at.prints, func(f footprint) bool {
		return string(f.owner.client.ID) == client && f.there && f.going == 0
	})
}
