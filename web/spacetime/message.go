package spacetime

import "lockstep/sim/trace"

// fate is what became of a message.
type fate uint8

const (
	underWay fate = iota
	delivered
	lost
)

// message is one message from row to row.
type message struct {
	from, to int
	sent     int // the event that it left with
	ended    int // the one that it arrived or was lost with, or 0
	at       trace.Time
	arrives  trace.Time // when it is due; 0 if nobody can know
	delays   []delay    // in order
	end      trace.Time
	lateBy   int // of a reply: the event with which its addressee had stopped waiting, or 0
	who      int // the client that it belongs to, or -1
	name     string
	fate     fate
	reply    bool
	copy     bool
	caused   bool // its loss
}

// delay is an event since which a message is due later.
type delay struct {
	seq int
	due trace.Time
}

func (s *Story) send(e *trace.Event) {
	from, ok1 := s.rowOf(e.From)
	to, ok2 := s.rowOf(e.To)
	if !ok1 || !ok2 {
		return
	}
	if s.flying == nil {
		s.flying, s.late = make(map[string]int), make(map[string]int)
	}
	m := message{from: from, to: to, sent: e.Seq, at: e.T, arrives: e.Arrive, name: e.Msg, who: -1}
	if name, ok := trace.ParseMsg(e.Msg); ok {
		m.who = s.clientOf(string(name.Client))
		m.reply, m.copy = name.Reply, name.Copy > 0
		name.Reply = false
		m.lateBy = s.late[name.String()]
	}
	s.flying[e.Msg] = len(s.messages)
	s.messages = append(s.messages, m)
}

// arrive ends a message's flight.
func (s *Story) arrive(e *trace.Event, f fate) {
	i, ok := s.flying[e.Msg]
	if !ok {
		return
	}
	m := &s.messages[i]
	m.fate, m.ended, m.end = f, e.Seq, e.T
	m.caused = f == lost && (e.By != "" || e.Why == trace.WhyNodeDown || e.Why == trace.WhyClientDown)
	delete(s.flying, e.Msg)
}

// timeout notes that nobody waits for the reply to a request any more.
func (s *Story) timeout(e *trace.Event) {
	if s.late == nil {
		return
	}
	s.late[e.Msg] = e.Seq
	name, ok := trace.ParseMsg(e.Msg)
	if !ok {
		return
	}
	name.Reply = true
	if i, ok := s.flying[name.String()]; ok {
		s.messages[i].lateBy = e.Seq
	}
}

// delay notes that a message is due later than it was.
func (s *Story) delay(e *trace.Event) {
	if i, ok := s.flying[e.Msg]; ok {
		m := &s.messages[i]
		m.delays = append(m.delays, delay{e.Seq, e.Arrive})
	}
}

// over tells whether its way has ended with the first n events.
func (m *message) over(n int) bool { return m.ended > 0 && m.ended < n }

// due returns when the message is due as far as the first n events tell, or 0.
func (m *message) due(n int) trace.Time {
	due := m.arrives
	for _, d := range m.delays {
		if d.seq < n {
			due = d.due
		}
	}
	return due
}

// delayed tells whether the first n events have put the message off.
func (m *message) delayed(n int) bool { return len(m.delays) > 0 && m.delays[0].seq < n }

// usualFlight is what a message is taken to need of which nobody can know yet that it
// will be lost.
const usualFlight = 5 * trace.Millisecond

// share is how far between its rows a lost message had come, or one of which nobody
// knows the arrival has, at t after n events; per ten thousand.
func (m *message) share(t trace.Time, n int) int64 {
	gone := int64(t - m.at)
	if due := m.due(n); due > m.at {
		return min(gone*10_000/int64(due-m.at), 8200) // broken off before the row
	}
	return min(8000*gone/(gone+int64(usualFlight)), 7600)
}
