package link

import (
	"slices"

	"lockstep/sim/trace"
	"lockstep/web/wall"
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

	// Patience is how long an answer may stay away before the question is repeated. It
	// is longer than a server waits for a page that says nothing: by then a connection
	// that is not well has ended. Whoever asks again on one that is well gives up a
	// place in a line, or what a slow network is bringing.
	Patience = 75 * wall.Second
)

// Link is one page's connection to the server. It asks one question at a time:
// the server, too, answers one at a time.
type Link struct {
	port   Port
	status Status
	up     bool
	dialed bool
	fails  int // connections in a row that brought no answer
	wants  []want
	asking want   // the one that is being answered
	lastID uint64 // of the last question
	pushes pushes
	late   bool // connects only for what was not pushed
}

// want is something that the page wants to hear from the server: a [Feed], or a
// [Comparing].
type want interface {
	// hungry tells whether there is something to ask for.
	hungry() bool

	// question is the frame that asks for it.
	question(id uint64) []byte

	// take takes what was answered. It tells whether that brought anything, and
	// whether something is missing that only another question can bring.
	take(a wire.Answer) (progress, gap bool)

	// state is what every want has.
	state() *asked
}

// New returns a link that is not connected yet.
func New(port Port) *Link { return &Link{port: port} }

// Status tells how the link stands.
func (l *Link) Status() Status { return l.status }

// Follow asks for all events of the run that a link form names. They are handed
// over in sequence, each once, as they come; whole with the last. Runs are
// answered in the order in which they are followed.
func (l *Link) Follow(run string, give func(events []trace.Event, whole bool)) *Feed {
	return l.FollowJudged(run, Judged{}, give)
}

// FollowJudged is Follow of a run of which the page also wants to know how it comes
// out.
func (l *Link) FollowJudged(run string, judged Judged, give func(events []trace.Event, whole bool)) *Feed {
	f := &Feed{asked: asked{link: l}, run: run, judged: judged, give: give}
	l.want(f)
	return f
}

// FollowFrom is FollowJudged of a run that grew from another. A Start event among
// those handed over names that other run instead of the run.
//
// Somebody has just made this run and waits for it: it is answered before all that
// was wanted earlier, even while one of that is being answered.
func (l *Link) FollowFrom(run string, base Base, judged Judged, give func(events []trace.Event, whole bool)) *Feed {
	f := &Feed{asked: asked{link: l}, run: run, base: &base, judged: judged, give: give}
	l.asking = nil
	l.wants = append([]want{f}, l.wants...)
	l.ask()
	return f
}

// want takes up something else, after all that was wanted earlier.
func (l *Link) want(w want) {
	l.wants = append(l.wants, w)
	l.ask()
}

// Unfollow wants no more of a run's events. None is handed over any more.
func (l *Link) Unfollow(f *Feed) { l.drop(f) }

// Compare asks what makes two runs different, and done is told so once. It is answered
// after all that was wanted earlier.
func (l *Link) Compare(q wire.Compare, done func(*wire.Comparison)) *Comparing {
	c := &Comparing{asked: asked{link: l}, about: q, done: done}
	l.want(c)
	return c
}

// drop wants something no more.
func (l *Link) drop(w want) {
	w.state().gone = true
	l.forget(w)
	if l.asking == w {
		l.asking = nil
		l.ask()
	}
}

func (l *Link) forget(w want) {
	l.wants = slices.DeleteFunc(l.wants, func(other want) bool { return other == w })
}

// Connect opens the connection.
func (l *Link) Connect() { l.dial() }

// ConnectLate opens the connection as soon as something is wanted that was not pushed.
func (l *Link) ConnectLate() {
	l.late = true
	l.ask()
}

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
	for _, w := range l.wants {
		w.state().problem = nil // it may be another server, or one that is well again
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
	answer, err := wire.ReadAnswer(frame)
	switch {
	case err == wire.ErrVersion:
		l.port.Hangup()
		l.outdated()
	case err != nil:
		l.port.Hangup()
		l.Closed(0)
	case l.asking == nil || answer.To() != l.lastID:
		// Answers to older questions may still be on their way; the newest wins.
	default:
		l.answered(answer)
	}
}

func (l *Link) outdated() {
	l.up, l.asking = false, nil
	l.port.Wake(0)
	l.set(Outdated)
}

// answered takes an answer to the question asked last.
func (l *Link) answered(a wire.Answer) {
	w := l.asking
	if p, ok := a.(*wire.Problem); ok {
		w.state().problem = p
		l.fails, l.asking = 0, nil
		l.port.Changed()
		l.ask()
		return
	}
	progress, gap := w.take(a)
	if !progress {
		return // asking again at once could spin; patience will run out
	}
	l.fails = 0
	if l.asking != w {
		return // who took it has turned to something else
	}
	if gap || !w.hungry() {
		l.asking = nil
		l.ask()
		return
	}
	l.port.Wake(Patience) // more is to come for this question
}

// ask puts the next question, if there is one and no other is open.
func (l *Link) ask() {
	for l.served() {
		if l.asking != nil && !l.asking.hungry() {
			l.asking = nil
		}
	}
	if !l.up && !l.late || l.asking != nil {
		return
	}
	for _, w := range l.wants {
		if w.hungry() && w.state().problem == nil {
			if !l.up {
				if l.status == Connecting { // else it waits to, after a failure
					l.dial()
				}
				return
			}
			l.asking = w
			l.lastID++
			l.port.Wake(Patience)
			l.port.Send(w.question(l.lastID))
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
