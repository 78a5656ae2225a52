package room

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// polls are the stages of a poll, and what each command of the owner and each answer leads to
// there: the round and the phase, or a refusal.
var polls = []struct {
	name   string
	before []Command
	want   map[string]any
}{
	{"none", nil, map[string]any{
		"poll-open": stage{1, Open}, "poll-close": NoPoll, "poll-again": NoPoll, "poll-show": NoPoll, "poll-reveal": NoPoll, "poll-end": NoPoll, "vote 1": NoPoll, "vote 2": NoPoll}},
	{"first round", []Command{ask}, map[string]any{
		"poll-open": HasPoll, "poll-close": stage{1, Talk}, "poll-again": RoundOver, "poll-show": stage{1, Open}, "poll-reveal": stage{1, Open}, "poll-end": nil, "vote 1": stage{1, Open}, "vote 2": RoundOver}},
	{"talk", []Command{ask, {Do: "poll-close"}}, map[string]any{
		"poll-open": HasPoll, "poll-close": stage{1, Closed}, "poll-again": stage{2, Open}, "poll-show": stage{1, Talk}, "poll-reveal": stage{1, Talk}, "poll-end": nil, "vote 1": RoundOver, "vote 2": RoundOver}},
	{"closed after one", []Command{ask, {Do: "poll-close"}, {Do: "poll-close"}}, map[string]any{
		"poll-open": HasPoll, "poll-close": RoundOver, "poll-again": RoundOver, "poll-show": stage{1, Closed}, "poll-reveal": stage{1, Closed}, "poll-end": nil, "vote 1": RoundOver, "vote 2": RoundOver}},
	{"second round", []Command{ask, {Do: "poll-close"}, {Do: "poll-again"}}, map[string]any{
		"poll-open": HasPoll, "poll-close": stage{2, Closed}, "poll-again": RoundOver, "poll-show": stage{2, Open}, "poll-reveal": stage{2, Open}, "poll-end": nil, "vote 1": RoundOver, "vote 2": stage{2, Open}}},
	{"closed after two", []Command{ask, {Do: "poll-close"}, {Do: "poll-again"}, {Do: "poll-close"}}, map[string]any{
		"poll-open": HasPoll, "poll-close": RoundOver, "poll-again": RoundOver, "poll-show": stage{2, Closed}, "poll-reveal": stage{2, Closed}, "poll-end": nil, "vote 1": RoundOver, "vote 2": RoundOver}},
	{"ended", []Command{ask, {Do: "poll-end"}}, map[string]any{
		"poll-open": stage{1, Open}, "poll-close": NoPoll, "poll-again": NoPoll, "poll-show": NoPoll, "poll-reveal": NoPoll, "poll-end": NoPoll, "vote 1": NoPoll, "vote 2": NoPoll}},
}

func TestPollStages(t *testing.T) {
	for _, x := range polls {
		for name, want := range x.want {
			r := opened(t)
			for _, c := range x.before {
				do(t, r, owner, c)
			}
			who, c := owner, valid[name].c
			c.Do = name
			if round, ok := strings.CutPrefix(name, "vote "); ok {
				who, c = viewer, Command{Do: "vote", Poll: "q1", Round: int(round[0] - '0'), Choice: 1}
			}
			_, err := r.Do(noon, who, &c)
			var got any
			if p := r.Poll(); err != nil {
				got = err
			} else if p != nil {
				got = stage{p.Round, p.Phase}
			}
			if got != want {
				t.Errorf("%s, %s: %v, want %v", x.name, name, got, want)
			}
		}
	}
}

// A prediction is about the scene's own run at its instant, whatever was driven before.
func TestAPredictionShowsWhatItIsAbout(t *testing.T) {
	r := opened(t)
	do(t, r, owner, Command{Do: "run", Fragment: fragment(7), Head: &Head{Speed: 200, At: 99, Playing: true}})
	done := do(t, r, owner, Command{Do: "poll-open", Predict: "lesson/guess-0"})
	v := r.View(done.Changed, noon)
	if v.Run == nil || v.Run.Link != linkOf(1) || v.Head == nil || *v.Head != (Head{T: 150_000, Happened: -1, Speed: 200}) {
		t.Errorf("the room shows %+v at %+v", v.Run, v.Head)
	}
	if (*v.Poll).Right != nil || (*v.Poll).Shown != nil {
		t.Errorf("the answer is given away: %+v", *v.Poll)
	}
	do(t, r, viewer, Command{Do: "vote", Poll: "q1", Round: 1, Choice: 1})
	do(t, r, owner, Command{Do: "poll-show", On: true})
	v = r.View(do(t, r, owner, Command{Do: "poll-reveal", On: true}).Changed, noon)
	if p := *v.Poll; p.Right == nil || *p.Right != 1 || !reflect.DeepEqual(p.Shown, map[string][]int{"1": {0, 1, 0}}) {
		t.Errorf("shown and revealed: %+v", p)
	}
}

// What was shown of the first round stays while the second goes on; the second is shown when
// it is over, or when the presenter says so.
func TestASecondRoundIsNotShownBesideItself(t *testing.T) {
	r := opened(t)
	shown := func(want map[string][]int) {
		t.Helper()
		if got := (*r.View(PollChanged, noon).Poll).Shown; !reflect.DeepEqual(got, want) {
			t.Errorf("shown: %v, want %v", got, want)
		}
	}
	do(t, r, owner, ask)
	do(t, r, viewer, Command{Do: "vote", Poll: "q1", Round: 1, Choice: 0})
	shown(nil)
	do(t, r, owner, Command{Do: "poll-close"})
	do(t, r, owner, Command{Do: "poll-show", On: true})
	shown(map[string][]int{"1": {1, 0, 0}})
	do(t, r, owner, Command{Do: "poll-again"})
	do(t, r, viewer, Command{Do: "vote", Poll: "q1", Round: 2, Choice: 1})
	shown(map[string][]int{"1": {1, 0, 0}})
	if got := r.Own().Counts; !reflect.DeepEqual(got, map[string][]int{"1": {1, 0, 0}, "2": {0, 1, 0}}) {
		t.Errorf("the owner sees %v", got)
	}
	both := map[string][]int{"1": {1, 0, 0}, "2": {0, 1, 0}}
	do(t, r, owner, Command{Do: "poll-show", On: true})
	shown(both)
	do(t, r, owner, Command{Do: "poll-show"})
	shown(nil)
	do(t, r, owner, Command{Do: "poll-close"})
	shown(nil)
	do(t, r, owner, Command{Do: "poll-show", On: true})
	shown(both)
}

// A presenter's own question is a text on one line, whatever was typed, and may say what is
// right.
func TestAQuestionOfOnesOwn(t *testing.T) {
	r, right := opened(t), 1
	do(t, r, owner, Command{Do: "poll-open", Ask: " Who <holds>\n it,\u202eB or A? ", Options: []string{"谁都不", "A & B"}, Right: &right})
	do(t, r, owner, Command{Do: "poll-reveal", On: true})
	v := *r.View(PollChanged, noon).Poll
	if want := (Text{"": "Who &lt;holds&gt; it, B or A?"}); !reflect.DeepEqual(v.Ask, want) {
		t.Errorf("asked %q, want %q", v.Ask, want)
	}
	if v.Options[1][""] != "A &amp; B" || v.Right == nil || *v.Right != 1 || v.Predict {
		t.Errorf("%+v", v)
	}
	for _, wrong := range []int{-2, 2} {
		if _, err := opened(t).Do(noon, owner, &Command{Do: "poll-open", Ask: "?", Options: []string{"a", "b"}, Right: &wrong}); !errors.Is(err, BadAsk) {
			t.Errorf("right is %d: %v", wrong, err)
		}
	}
}

// What is kept of answers when a room is over says nothing of who gave them.
func TestAnswers(t *testing.T) {
	r := opened(t)
	do(t, r, owner, ask)
	vote := func(who Who, round, choice int) {
		do(t, r, who, Command{Do: "vote", Poll: "q1", Round: round, Choice: choice})
	}
	vote(driver, 1, 2)
	vote(viewer, 1, 2)
	vote(viewer, 1, 0)
	do(t, r, owner, Command{Do: "poll-close"})
	do(t, r, owner, Command{Do: "poll-again"})
	vote(Who{Person: 3}, 2, 1)
	vote(driver, 2, 2)
	do(t, r, owner, Command{Do: "poll-end"})
	if got, want := r.Polls()[0].Answers(), []Answer{{-1, 1}, {0, -1}, {2, 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A vote that could not be stored is taken back, and nothing that came after it.
func TestUnvote(t *testing.T) {
	r := opened(t)
	do(t, r, owner, ask)
	answered := func() (choice int, ok bool) { return r.Poll().of(viewer.Person, 1) }
	vote := func(choice int) Done {
		return do(t, r, viewer, Command{Do: "vote", Poll: r.Poll().ID, Round: 1, Choice: choice})
	}
	first := vote(0)
	second := vote(1)
	if r.Unvote(first.Vote, first.Instead) != 0 {
		t.Error("a vote takes back another")
	}
	if changed := r.Unvote(second.Vote, second.Instead); changed != AnswersChanged|OwnChanged {
		t.Errorf("changed %v", changed)
	}
	if choice, ok := answered(); choice != 0 || !ok {
		t.Errorf("what was answered before is %d, %t", choice, ok)
	}
	if r.Unvote(first.Vote, first.Instead); r.Poll().answered() != 0 {
		t.Error("a first answer is not taken back")
	}
	if r.Unvote(first.Vote, first.Instead) != 0 {
		t.Error("an answer that is none is taken back")
	}
}
