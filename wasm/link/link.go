package link

import (
	"slices"

	"lockstep/sim/trace"
	"lockstep/wasm/wall"
	"lockstep/web/wire"
)

// Port is what a Link needs of the page.
type Port interface {
	Dial()                    // open a connection, then call Opened or Closed
	Send(frame []byte)        // on the open connection
	Hangup()                  // close the connection, without calling Closed
	Wake(after wall.Span)     // call Woken once; a later Wake replaces it, 0 or less cancels it
	Random(below int64) int64 // a random number from 0 up to, not including, below
	Changed()                 // status or problem may read differently now
}

// Status is how a link stands.
type Status uint8

const (
	Connecting   Status = iota // for the first time
	Open                       // connected
	Reconnecting               // the connection broke, or was never made
	Outdated                   // the server speaks another version: only reloading the page helps
)

// Waits. A connection that fails is tried again after a time that doubles, with
// jitter: a server that comes back must not meet all its pages at once.
const (
	firstWait = 500 * wall.Millisecond
	longest   = 15 * wall.Second

	// patience is how long an answer may stay away before the question is
	// repeated: a gap must be noticed also when the stream goes quiet.
	patience = 5 * wall.Second
)

// Link is one page's connection to the server. It asks one question at a time:
// the server, too, answers one at a time.
type Link struct {
	port   Port
	status Status
	up     bool
	dialed bool
	fails  int // connections in a row that brought no answer
	feeds  []*Feed
	asking *Feed  // the one that is being answered
	lastID uint64 // of the last question
}

// New returns a link that is not connected yet.
func New(port Port) *Link { return &Link{port: port} }

// Status tells how the link stands.
func (l *Link) Status() Status { return l.status }

// Follow asks for all events of the run that a link form names. They are handed
// over in sequence, each once, as they come; whole with the last. Runs are
// answered in the order in which they are followed.
func (l *Link) Follow(run string, take func(events []trace.Event, whole bool)) *Feed {
	f := &Feed{link: l, run: run, take: take}
	l.feeds = append(l.feeds, f)
	l.ask()
	return f
}

// FollowFrom asks for a run that grew from base, of which the page has the first
// have events; of none if have is 0. Before the first events are handed over, adopt
// is told once how many of the base's events are the run's too: those handed over
// go on from there. A Start event among them names the base instead of the run.
//
// Somebody has just made this run and waits for it: it is answered before all that
// were followed earlier, even while one of them is being answered.
func (l *Link) FollowFrom(run, baseRun string, have int, adopt func(same int), take func(events []trace.Event, whole bool)) *Feed {
	f := &Feed{link: l, run: run, base: &base{run: baseRun, have: have, adopt: adopt}, take: take}
	l.feeds = slices.Insert(l.feeds, 0, f)
	l.asking = nil
	l.ask()
	return f
}

// Unfollow wants no more of a run's events. None is handed over any more.
func (l *Link) Unfollow(f *Feed) {
	f.gone = true
	l.feeds = slices.DeleteFunc(l.feeds, func(other *Feed) bool { return other == f })
	if l.asking == f {
		l.asking = nil
		l.ask()
	}
}

// Connect opens the connection.
func (l *Link) Connect() { l.dial() }

func (l *Link) dial() {
	if l.dialed || l.status == Outdated {
		return
	}
	l.dialed = true
	l.port.Wake(0)
	l.port.Dial()
}

// Nudge tries at once to connect if the link is waiting to: there is reason to
// believe that it will work now.
func (l *Link) Nudge() {
	if l.status == Reconnecting {
		l.dial()
	}
}

// Opened says that the connection stands.
func (l *Link) Opened() {
	l.up = true
	for _, f := range l.feeds {
		f.problem = nil // it may be another server, or one that is well again
	}
	l.set(Open)
	l.ask()
}

// Closed says that the connection has ended, or could not be made, and with
// which code.
func (l *Link) Closed(code int) {
	if l.status == Outdated {
		return
	}
	l.up, l.dialed, l.asking = false, false, nil
	if code == wire.CloseVersion {
		l.outdated()
		return
	}
	wait := min(firstWait<<min(l.fails, 10), longest)
	l.fails++
	l.set(Reconnecting)
	l.port.Wake(wait/2 + wall.Span(l.port.Random(int64(wait/2)+1)))
}

// Woken says that the time of the last Wake is over.
func (l *Link) Woken() {
	switch {
	case l.status == Outdated:
	case !l.dialed:
		l.dial()
	case l.up:
		l.asking = nil // whatever was lost, what is missing is asked for again
		l.ask()
	}
}

// Received takes a frame from the server.
func (l *Link) Received(frame []byte) {
	batch, problem, err := wire.ReadAnswer(frame)
	switch {
	case err == wire.ErrVersion:
		l.port.Hangup()
		l.outdated()
	case err != nil:
		l.port.Hangup()
		l.Closed(0)
	case problem != nil:
		l.problem(problem)
	default:
		l.batch(batch)
	}
}

func (l *Link) outdated() {
	l.up, l.asking = false, nil
	l.port.Wake(0)
	l.set(Outdated)
}

// current tells whether an answer is to the question asked last. Answers to
// older ones may still be on their way; the newest ask wins.
func (l *Link) current(id uint64) bool { return l.asking != nil && l.lastID == id }

func (l *Link) problem(p *wire.Problem) {
	if !l.current(p.ID) {
		return
	}
	l.asking.problem = p
	l.fails, l.asking = 0, nil
	l.port.Changed()
	l.ask()
}

func (l *Link) batch(b *wire.Batch) {
	if !l.current(b.ID) {
		return
	}
	f := l.asking
	progress, gap := f.add(b)
	if !progress {
		return // asking again at once could spin; patience will run out
	}
	l.fails = 0
	if l.asking != f {
		return // who took the events has turned to another run
	}
	if gap || f.whole {
		l.asking = nil
		l.ask()
		return
	}
	l.port.Wake(patience) // more is to come for this question
}

// ask puts the next question, if there is one and no other is open.
func (l *Link) ask() {
	if !l.up || l.asking != nil {
		return
	}
	for _, f := range l.feeds {
		if f.hungry() {
			l.asking = f
			l.lastID++
			l.port.Wake(patience)
			l.port.Send(wire.AppendAsk(nil, f.question(l.lastID)))
			return
		}
	}
	l.port.Wake(0)
}

func (l *Link) set(s Status) {
	if l.status != s {
		l.status = s
		l.port.Changed()
	}
}
