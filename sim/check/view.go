package check

import "lockstep/sim/trace"

// view is as much of the world as the rules need: a fold over the events like
// trace.State, but lean, since it runs inside every run. Its indices stand for
// clients and tenures; nobody is none.
type view struct {
	t         trace.Time // of the present event
	seen      int        // how many events came before it, which tells what was first
	who       *client    // the client that the present event is about, or nil
	node      *node      // the node that it is about, or nil
	nodes     []node
	clients   []client
	resources []resource
	tenures   []tenure    // in the order in which they began
	writes    []sentWrite // that are or were under way to a resource
	primary   *node       // of replicated nodes the one that was promoted last, or nil
	service   *node       // the members of the lock service, or nil
}

// nobody is the index of no client and of no tenure.
const nobody = -1

// node is a node and what it holds.
type node struct {
	info *trace.NodeInfo
	role string      // now
	wall trace.Clock // by which its keys live
	rate int64       // the highest at which its clocks have run, in parts per million
	keys []held
}

// client is a client, as far as it has come.
type client struct {
	info    *trace.ClientInfo
	index   int
	clocks  trace.Clocks
	rate    int64 // the lowest at which its clocks have run, in parts per million
	phase   string
	attempt int
	need    int         // how many nodes it counts on
	spent   trace.Local // as for a tenure, of the lock that it counted last
	tenure  int         // its last one, over or not
	acquire question    // the votes it asked for last
	extend  question    // the time it asked for last
	number  int         // what view.seen was when it asked for a number last; 0 if it has not since its last tenure
	unheard []string    // what it asked in this attempt and has ceased to wait for
	inside  []string    // the critical sections it is in, once for each time that it entered
	down    bool
}

// question is when a client began to ask for something.
type question struct {
	name string // that of its messages, without whom they are for; "" if it never did
	at   trace.Local
}

// meet makes e the present event, without letting it change anything.
func (v *view) meet(e *trace.Event) {
	who := e.Who
	if e.Kind == trace.Send {
		who = e.From
	}
	v.t, v.who, v.node = e.T, v.client(who), v.at(e.Node)
	if v.who == nil && (e.Kind == trace.Fault || e.Kind == trace.Heal || e.Kind == trace.ClockSet) {
		v.node = v.at(trace.NodeID(who))
	}
}

func (v *view) client(name string) *client {
	for i := range v.clients {
		if string(v.clients[i].info.ID) == name {
			return &v.clients[i]
		}
	}
	return nil
}

// at returns the node of that name, or nil. The members of a lock service hold one
// state, which here is the first member's.
func (v *view) at(id trace.NodeID) *node {
	if id == "" {
		return nil
	}
	for i := range v.nodes {
		if v.nodes[i].info.ID != id {
			continue
		}
		if v.nodes[i].role == trace.RoleConsensus {
			return v.service
		}
		return &v.nodes[i]
	}
	return nil
}

// name is what the client of that index is called, if that is one.
func (v *view) name(client int) string {
	if client == nobody {
		return ""
	}
	return string(v.clients[client].info.ID)
}

// now is what the clock shows that the client's lock goes by.
func (v *view) now(c *client) trace.Local {
	if c.info.Wall {
		return c.clocks.Wall.At(v.t)
	}
	return c.clocks.Steady.At(v.t)
}

// idle tells whether the client is neither about to get a lock, nor has one, nor
// gives one back.
func (c *client) idle() bool {
	switch c.phase {
	case "", trace.PhaseWait, trace.PhaseDone, trace.PhaseGaveUp, trace.PhaseUndecided:
		return true
	}
	return false
}

// in tells how often the client has entered the critical section without leaving.
func (c *client) in(resource string) (times int) {
	for _, r := range c.inside {
		if r == resource {
			times++
		}
	}
	return times
}

// questionOf returns what the messages of one question have in common in their
// names.
func questionOf(msg string) string {
	for i := range len(msg) {
		if msg[i] == '>' {
			return msg[:i]
		}
	}
	return msg
}

// attemptOf reads the attempt from a message's name, or returns 0.
func attemptOf(msg string) (n int) {
	for i := range len(msg) {
		if msg[i] != '/' {
			continue
		}
		for _, digit := range []byte(msg[i+1:]) {
			if digit < '0' || digit > '9' {
				return n
			}
			n = 10*n + int(digit-'0')
		}
	}
	return 0
}

// original returns the name of the message that msg is, or is a copy of, and
// whether it is a copy.
func original(msg string) (name string, copied bool) {
	for i := len(msg) - 1; i >= 0; i-- {
		switch c := msg[i]; {
		case c == '+':
			return msg[:i], true
		case c < '0' || c > '9':
			return msg, false
		}
	}
	return msg, false
}
