package spacetime

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// Story is what a run's events tell, as far as they are known, in the form in which it
// is drawn. The zero Story is ready for Add. Everything in it is in the order in which
// it began.
type Story struct {
	st    trace.State
	whole bool

	rows    []row
	byName  map[string]int
	clients []int    // the rows of the clients, in the order of the cast
	keys    []string // the names of the locks' keys
	lanes   []string // what a bar of each of them is called
	form    form
	longest unit // how wide the names are
	bottom  unit

	spans    [kinds][]span
	throngs  []throng
	open     [kinds]map[slot]int // the spans that last still
	messages []message
	flying   map[string]int // the messages that are under way
	late     map[string]int // by which event a request's sender had stopped waiting
	marks    []mark
	gaps     []gap
	last     trace.Time // of the last event
	ids      []string   // the events' numbers, as names of parts

	axis    *axis // the one asked for last
	scratch scratch
}

// scratch is memory that drawings use one after the other.
type scratch struct {
	taken   []draw.Box
	last    []unit // where the last sign of each sort stands on each row
	shown   []int
	bundles map[[3]int]int // of many messages at about one place, the one that is drawn
	strands [][]int        // messages, by whose they are and whether they are replies
	single  []int          // messages
}

// Add takes the events that follow those the story has. It keeps the pointers. Whole
// says that the run ends with them.
func (s *Story) Add(events []*trace.Event, whole bool) {
	for _, e := range events {
		s.add(e)
	}
	s.whole = whole
}

// Len returns how many events the story has.
func (s *Story) Len() int { return s.st.Seq }

// Whole tells whether it has all of its run.
func (s *Story) Whole() bool { return s.whole }

// Last returns when the last event that it has happened.
func (s *Story) Last() trace.Time { return s.last }

// add folds one event.
func (s *Story) add(e *trace.Event) {
	s.st.Apply(e)
	s.ids = append(s.ids, strconv.Itoa(e.Seq))
	if s.last < e.T {
		s.gap(s.last, e.T)
		s.last = e.T
	}
	switch e.Kind {
	case trace.Start:
		s.cast(e)
	case trace.Send:
		s.send(e)
	case trace.Deliver:
		s.arrive(e, delivered)
	case trace.Drop:
		s.arrive(e, lost)
	case trace.Timeout:
		s.timeout(e)
	case trace.Phase:
		if e.Activity != "" || e.Phase != trace.PhaseDone {
			return
		}
	}
	s.mark(e)
	s.settle(e)
}
