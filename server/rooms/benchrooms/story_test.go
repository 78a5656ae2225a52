package benchrooms

import (
	"encoding/json"
	"log/slog"
	"testing"

	"lockstep/lessons"
	"lockstep/server/room"
	"lockstep/server/runs"
	"lockstep/server/socket"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/player"
	"lockstep/web/tree"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

// The story goes round: each round shows another run, moves the playhead, has somebody
// answer, and moves it again. It begins with one round that is not measured.
const (
	rounds      = 3
	perRound    = 4
	timedAtOnce = 3 // moments of a round of which the latency counts
)

const slug = "failover"

const maxPush = 4 << 20

// moment is something that the driver or the audience does, and what everybody learns of it.
type moment struct {
	command room.Command
	vote    bool // the voter does it, not the driver

	events [][]byte  // what goes before the closing frame, an event each
	view   room.View // what the closing frame tells, but when it was sent
}

// all is how many events the moment has.
func (m *moment) all() int { return len(m.events) + 1 }

// sentAt is the command, stamped: a playhead that stands still is told as it is.
func (m *moment) sentAt(at wall.Span) room.Command {
	c := m.command
	if c.Head != nil {
		c.Head = stamped(at)
	}
	return c
}

// closing is the frame that closes the moment, stamped likewise.
func (m *moment) closing(at wall.Span) []byte {
	view := m.view
	if view.Head != nil {
		view.Head = stamped(at)
	}
	b, err := json.Marshal(map[string]any{"seq": 1000, "prev": 999, "epoch": "k3f9abcd", "by": 1, "n": 1000, "room": view})
	if err != nil {
		panic(err) // it is of our own types
	}
	return b
}

func stamped(at wall.Span) *room.Head { return &room.Head{At: at, Happened: -1, Speed: player.Normal} }

// question is put to the room before the story.
var question = room.Command{Do: "poll-open", Ask: "Who has the lock now?", Options: []string{"A", "B", "both"}}

// shown is the run of a round: the primary crashes, each time at another instant.
func shown(round int) *run.Run {
	crash := run.Action{At: trace.Time(3000+70*round) * 1000, Verb: run.Crash, Target: "n1"}
	return &run.Run{Scenario: slug, Seed: 1, Actions: []run.Action{crash}}
}

// engine is what plays the runs of rooms, and how to end it.
func engine(b testing.TB) (*socket.Hub, *runs.Pool) {
	b.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		b.Fatal(err)
	}
	phrases, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		b.Fatal(err)
	}
	pool := runs.NewPool(2, 64<<20, runs.Worlds(library))
	return socket.NewHub(pool, phrases, nil, slog.New(slog.DiscardHandler), socket.DefaultLimits()), pool
}

// tell makes the story. Its first run comes after its last.
func tell(b testing.TB) []moment {
	b.Helper()
	hub, pool := engine(b)
	defer pool.Close(b.Context())
	var story []moment
	base := shown(rounds - 1).Link()
	for round := range rounds {
		r := shown(round)
		fragment := tree.New(r).Fragment(tree.View{Happened: -1, Compared: -1})
		story = append(story,
			moment{
				command: room.Command{Do: "run", Fragment: fragment, Head: stamped(0)},
				events:  learned(b, hub, r.Link(), base),
				view:    room.View{Run: &room.RunView{N: round, Fragment: fragment, Link: r.Link()}, Head: stamped(0)},
			},
			move(), answer(round), move())
		base = r.Link()
	}
	return story
}

func move() moment {
	return moment{command: room.Command{Do: "head", Head: stamped(0)}, view: room.View{Head: stamped(0)}}
}

func answer(round int) moment {
	poll := &room.PollView{ID: "q1", Ask: room.Text{"en": question.Ask}, Round: 1, Phase: room.Open, Answered: 1}
	for _, option := range question.Options {
		poll.Options = append(poll.Options, room.Text{"en": option})
	}
	return moment{
		vote:    true,
		command: room.Command{Do: "vote", Poll: poll.ID, Round: 1, Choice: round % len(question.Options)},
		view:    room.View{Poll: &poll},
	}
}

// learned is what a viewer who has one run must learn to have another, in as many frames as
// that has events: the bytes of ours, shared out, and made JSON strings, of as many bytes,
// since centrifuge's frames are JSON.
func learned(b testing.TB, hub *socket.Hub, link, base string) (events [][]byte) {
	b.Helper()
	pushed, err := hub.Pushed(b.Context(), link, base, maxPush)
	if err != nil {
		b.Fatal(err)
	}
	for _, frame := range pushed {
		n := eventsOf(frame)
		for i := range n {
			events = append(events, printable(frame[len(frame)*i/n:len(frame)*(i+1)/n]))
		}
	}
	verdict, err := hub.PushedVerdict(b.Context(), link, "en")
	if err != nil {
		b.Fatal(err)
	}
	return append(events, printable(verdict))
}

// eventsOf is how many events a pushed frame tells: those of its batch, or a verdict.
func eventsOf(frame []byte) int {
	p, err := wire.ReadPushed(frame)
	if err != nil {
		return 0
	}
	switch a, _ := wire.ReadAnswer(p.Answer); x := a.(type) {
	case *wire.Batch:
		return len(x.Events)
	case *wire.Verdict:
		return 1
	}
	return 0
}

// printable is a JSON string of as many bytes, and two at least.
func printable(b []byte) []byte {
	s := make([]byte, max(len(b), 2))
	for i := range b {
		s[i] = 'a' + b[i]%26
	}
	s[0], s[len(s)-1] = '"', '"'
	return s
}

// The other two tell what ours does: in frames that are JSON, as many bytes before the
// closing one, which alone closes a moment and carries its stamp.
func TestTheStoryIsToldAlike(t *testing.T) {
	hub, pool := engine(t)
	defer pool.Close(t.Context())
	story := tell(t)
	if len(story) != rounds*perRound {
		t.Fatalf("%d moments, want %d", len(story), rounds*perRound)
	}
	for i, m := range story {
		closing, size := frame{bytes: m.closing(1234)}, 0
		for _, event := range m.events {
			size += len(event)
			if f := (frame{bytes: event}); !json.Valid(event) || f.closes() {
				t.Errorf("moment %d: an event in the frame %s", i, event)
			}
		}
		at, stamped := closing.sent()
		if !json.Valid(closing.bytes) || !closing.closes() || stamped == m.vote || stamped && at != 1234 {
			t.Errorf("moment %d: closed by %s", i, closing.bytes)
		}
		if want, shows := pushedBytes(t, hub, story, i), m.command.Do == "run"; size != want || (want > 0) != shows {
			t.Errorf("moment %d: %d bytes before the closing frame, want %d", i, size, want)
		}
	}
}

// pushedBytes is how many bytes ours pushes at a moment.
func pushedBytes(t *testing.T, hub *socket.Hub, story []moment, i int) (n int) {
	t.Helper()
	of := story[i].view.Run
	if of == nil {
		return 0
	}
	before := story[(i+len(story)-perRound)%len(story)].view.Run
	frames, err := hub.Pushed(t.Context(), of.Link, before.Link, maxPush)
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := hub.PushedVerdict(t.Context(), of.Link, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(frames, verdict) {
		n += len(f)
	}
	return n
}
