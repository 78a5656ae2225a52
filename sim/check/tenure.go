package check

import "lockstep/sim/trace"

// tenure is one time that a client held a lock, as it believes: from its Hold to
// its Lost or Release, or to its end by a crash.
type tenure struct {
	client    int
	key       string
	token     string
	resource  string // what the lock is for
	fence     int64
	attempt   int
	since     trace.Time
	seen      int         // view.seen when it began
	until     trace.Local // when the client believes it ends, by the clock its lock goes by
	lease     trace.Local // until when the keys live for sure, by that clock
	stillborn bool        // its lease was over when it began
	spent     trace.Local // one life from its count, if nothing was left of it by that count; else 0
	over      bool
	entered   int   // view.seen when its client went into the critical section last; 0 if it did not
	reached   bool  // its client has read or written the resource
	met       []int // earlier tenures that it was seen to overlap
	next      int   // the tenure of the first other client to hold the key after it, or nobody
}

// hold begins a client's tenure.
func (v *view) hold(c *client, e *trace.Event) {
	v.letGo(c)
	lease := v.lease(c, &c.acquire, e)
	begun := tenure{
		client: c.index, key: e.Key, token: e.Token, resource: c.info.Resource, fence: e.Fence,
		attempt: c.attempt, since: e.T, seen: v.seen, until: e.Until,
		lease: lease, stillborn: v.now(c) >= lease, spent: c.spent, next: nobody,
	}
	v.pass(&begun)
	c.tenure = len(v.tenures)
	v.tenures = append(v.tenures, begun)
	c.number = 0
}

// pass passes the key on to a tenure that begins, from those before. If its lease is
// over already, it had passed from this one to whoever holds it now.
func (v *view) pass(begun *tenure) {
	for i := range v.tenures {
		t := &v.tenures[i]
		switch {
		case t.client == begun.client || t.key != begun.key:
		case !begun.stillborn && t.next == nobody:
			t.next = len(v.tenures)
		case begun.stillborn && !t.over && begun.next == nobody:
			begun.next = i
		}
	}
}

func (v *view) extend(c *client, e *trace.Event) {
	if c.tenure == nobody {
		return
	}
	t := &v.tenures[c.tenure]
	t.over, t.until, t.lease = false, e.Until, v.lease(c, &c.extend, e)
	t.spent = 0 // what counts from now on is the extension
}

// lease returns until when the client can rely on its keys: for their time to live
// from when it first asked for them, since it cannot know when a node got that.
func (v *view) lease(c *client, asked *question, e *trace.Event) trace.Local {
	if c.info.TTL == 0 {
		return e.Until
	}
	from := v.now(c)
	if asked.name != "" {
		from = asked.at
	}
	return min(e.Until, from.Add(c.info.TTL))
}

func (v *view) letGo(c *client) {
	if c.tenure != nobody {
		v.tenures[c.tenure].over = true
	}
}

// holds returns the client's tenure if it has not ended with an event, or nil.
func (v *view) holds(c *client) *tenure {
	if c.tenure == nobody || v.tenures[c.tenure].over {
		return nil
	}
	return &v.tenures[c.tenure]
}

// believes returns the client's tenure if it believes in it at the present time, or
// nil. A client that stops when its validity ends ceases to believe by its clock,
// whether or not it is awake to look; any other believes until it says otherwise.
// Numbers without a lock are no belief.
func (v *view) believes(c *client) *tenure {
	t := v.holds(c)
	if t == nil || c.info.Lock == trace.LockFencing || c.info.Stops && v.now(c) >= t.until {
		return nil
	}
	return t
}
