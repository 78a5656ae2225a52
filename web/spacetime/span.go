package spacetime

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/truth"
)

// spanKind is what sort of thing lasts.
type spanKind uint8

const (
	keySpan     spanKind = iota // a node has a lock's key
	beliefSpan                  // a client believes that it holds the lock
	insideSpan                  // it is in the critical section: on the resource's row
	pausedSpan                  // its process stands still
	stalledSpan                 // only its worker does
	downSpan                    // a process is not there
	primarySpan                 // a node takes itself for the primary
	cutSpan                     // some others do not reach a machine, or it them
	roughSpan                   // its links lose messages, or take longer
	kinds       = iota
)

// span is something that lasts, on one row. Which events it lies between counts, and
// not only when: several may happen at one instant.
type span struct {
	row      int
	lane     int // of several on one row
	began    int // the event that it began with
	ended    int // the one that it ended with, or 0
	from, to trace.Time
	what
}

// what a span says. Where that changes, a new span follows on the old one.
type what struct {
	who    int        // the client that it belongs to, or -1
	due    trace.Time // when it will end, as far as can be known; 0 if it has no end
	parted bool       // of a belief: it is not true
	never  bool       // nor was it ever
	since  trace.Time // of a belief: when it began, however often it was renewed
	about  string     // of a key: its value; of a cut: from whom
}

// slot is a place on a row where one span of a kind can be at a time.
type slot struct{ row, lane int }

// is makes w what is so at that place from e on; without an ok nothing is.
func (s *Story) is(kind spanKind, at slot, e *trace.Event, w what, ok bool) {
	if s.open[kind] == nil {
		s.open[kind] = make(map[slot]int)
	}
	i, lasts := s.open[kind][at]
	if lasts && ok && s.spans[kind][i].what == w || !lasts && !ok {
		return
	}
	if lasts {
		old := &s.spans[kind][i]
		old.ended, old.to = e.Seq, e.T
		delete(s.open[kind], at)
	}
	if ok {
		s.open[kind][at] = len(s.spans[kind])
		s.spans[kind] = append(s.spans[kind], span{row: at.row, lane: at.lane, began: e.Seq, from: e.T, what: w})
	}
}

// settle brings all that lasts into accord with the world after e.
func (s *Story) settle(e *trace.Event) {
	switch e.Kind {
	case trace.Send, trace.Deliver, trace.Drop, trace.Timeout, trace.Read, trace.Write, trace.Violation, trace.End:
		return
	}
	for i := range s.st.Nodes {
		n := &s.st.Nodes[i]
		if e.Node == "" || e.Node == n.ID || n.Role == trace.RoleConsensus || e.Kind == trace.Promote || e.Kind == trace.Demote {
			s.settleNode(e, n)
		}
	}
	for i := range s.st.Clients {
		s.settleClient(e, i)
	}
	if e.Kind == trace.Fault || e.Kind == trace.Heal {
		s.settleLinks(e)
	}
}

func (s *Story) settleNode(e *trace.Event, n *trace.NodeState) {
	row := s.byName[string(n.ID)]
	s.is(downSpan, slot{row: row}, e, what{who: -1}, n.Down)
	s.is(primarySpan, slot{row: row}, e, what{who: -1}, n.Role == trace.RolePrimary && !n.Down)
	for lane, name := range s.keys {
		k := n.Key(name)
		ok := k != nil && !n.Down
		var w what
		if ok {
			w = what{who: s.clientOf(k.Owner), about: k.Value}
			if !k.Stays {
				w.due = n.Clock.When(k.Dies)
			}
		}
		s.is(keySpan, slot{row, lane}, e, w, ok)
	}
}

func (s *Story) settleClient(e *trace.Event, i int) {
	c := &s.st.Clients[i]
	row := s.clients[i]
	s.is(downSpan, slot{row: row}, e, what{who: i}, c.Down)
	s.is(pausedSpan, slot{row: row}, e, what{who: i, due: c.Returns}, c.Paused)
	s.is(stalledSpan, slot{row: row}, e, what{who: i, due: c.Recovers}, c.Stalled && !c.Paused)

	believes := c.Belief != nil && c.Lock != trace.LockFencing
	w := what{who: i}
	if believes {
		if c.Belief.Until != trace.Forever {
			w.due = c.Clock.When(c.Belief.Until)
		}
		w.parted = !truth.Agrees(&s.st, c)
		w.never = w.parted && truth.Never(&s.st, c)
		w.about, w.since = c.Belief.Token, c.Belief.Since
	}
	if k, lasted := s.open[beliefSpan][slot{row: row}]; believes && w.parted && !(lasted && s.spans[beliefSpan][k].parted) {
		m := mark{kind: parting, row: row, seq: e.Seq, at: e.T, who: i, with: -1, key: "space.still-believes", about: string(c.ID)}
		if w.never {
			m.key = neverTrue
		}
		s.marks = append(s.marks, m)
	}
	s.is(beliefSpan, slot{row: row}, e, w, believes)
	if at, ok := s.byName[c.Resource]; ok {
		s.settleInside(e, i, at, c.Inside)
	}
}

// settleInside gives a client that goes inside the first lane that is free, so that
// those who are there at once lie one above the other.
func (s *Story) settleInside(e *trace.Event, i, row int, inside bool) {
	free := -1
	for lane := range s.lanesInside(row, e.Seq+1) {
		k, taken := s.open[insideSpan][slot{row, lane}]
		switch {
		case taken && s.spans[insideSpan][k].who == i:
			s.is(insideSpan, slot{row, lane}, e, what{who: i}, inside)
			return
		case !taken && free < 0:
			free = lane
		}
	}
	if !inside {
		return
	}
	if free < 0 {
		free = s.lanesInside(row, e.Seq+1)
		s.throngs = append(s.throngs, throng{row, e.Seq, free + 1})
	}
	s.is(insideSpan, slot{row, free}, e, what{who: i}, true)
}

// throng is how many were inside of a resource at once from an event on, if that was
// more than ever before.
type throng struct{ row, seq, lanes int }

// lanesInside is how many lanes a resource's row needs for the first n events.
func (s *Story) lanesInside(row, n int) int {
	for i := len(s.throngs) - 1; i >= 0; i-- {
		if t := &s.throngs[i]; t.row == row && t.seq < n {
			return t.lanes
		}
	}
	return 0
}

// settleLinks says on the row of each machine from whom it is cut off, in either
// direction, and what else is wrong with its links. Clients' rows stay free: it is told
// on the row of whom they do not reach.
func (s *Story) settleLinks(e *trace.Event) {
	for row := range s.rows {
		r := &s.rows[row]
		if r.kind == clientRow {
			continue
		}
		var from []string
		rough := ""
		for i := range s.st.Links {
			l := &s.st.Links[i]
			other := l.From
			if other == r.name {
				other = l.To
			} else if l.To != r.name {
				continue
			}
			switch {
			case l.Cut && !has(from, other):
				from = append(from, other)
			case l.Slow > 0:
				rough = draw.Briefly(l.Slow)
			case l.PPM > 0 && rough == "":
				rough = "−" + draw.PerCent(l.PPM) + " %"
			}
		}
		s.link(cutSpan, cutOff, row, e, strings.Join(from, ", "))
		s.link(roughSpan, roughened, row, e, rough)
	}
}

// link makes a link's trouble what it is from e on, and marks where it begins.
func (s *Story) link(kind spanKind, sign markKind, row int, e *trace.Event, about string) {
	w := what{who: -1, about: about}
	if k, was := s.open[kind][slot{row: row}]; about != "" && !(was && s.spans[kind][k].what == w) {
		s.marks = append(s.marks, mark{kind: sign, row: row, seq: e.Seq, at: e.T, who: -1, with: -1, key: "space.cut", about: about})
	}
	s.is(kind, slot{row: row}, e, w, about != "")
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
