package room

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lockstep/web/tree"
)

// class is a room with what a test knows of it from the commands alone.
type class struct {
	*Room
	now      time.Time
	votes    []Vote // the last of everybody in every round
	shown    int    // the round at which everybody was let see the counts; 0 for not
	revealed bool
	happened map[string]int // how often what is to be tried was
}

// people who send commands: one of them is the owner under a number.
var everyone = []Who{owner, driver, viewer, nobody, {Owner: true, Person: 3}}

// Whatever comes in whatever order: everybody counts once in a round, what is not shown is
// not told, one drives, and a room that is stored comes back.
func TestAnyClass(t *testing.T) {
	happened := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		c := &class{Room: opened(t), now: noon, happened: happened}
		for range rapid.IntRange(30, 70).Draw(t, "steps") {
			c.now = c.now.Add(rapid.SampledFrom([]time.Duration{0, 50 * time.Millisecond, gone - 1, gone}).Draw(t, "later"))
			who := rapid.SampledFrom(append([]Who{owner, owner}, everyone...)).Draw(t, "who")
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				c.Come(who)
			case 1:
				if rapid.Bool().Draw(t, "the driver") {
					who = Who{Person: c.state.Wheel}
				}
				if c.people.here[who.Person] > 0 {
					c.Go(c.now, who)
				}
			case 2:
				if c.Turn(c.now) != 0 {
					happened["a driver who is gone"]++
				}
			default:
				for range rapid.IntRange(1, 3).Draw(t, "commands") {
					c.command(t, who)
				}
			}
			c.driven(t)
			c.counted(t)
			c.discreet(t)
			c.comesBack(t)
		}
	})
	for _, what := range []string{"an answer in the second round", "an answer that was changed", "counts shown", "counts kept back in a second round", "right revealed", "the wheel handed over", "a driver who is gone", "a run driven", "another scene"} {
		if happened[what] == 0 {
			t.Errorf("%s: was never tried", what)
		}
	}
}

// likely are the commands that somebody sends who knows what may be done, those that a lesson
// is made of more often.
var likely = map[bool][]string{
	true:  {"poll-open", "poll-close", "poll-again", "poll-show", "poll-show", "poll-reveal", "poll-end", "wheel-give", "wheel-take", "run", "head", "scene", "screen", "end"},
	false: {"vote", "vote", "vote", "vote", "vote", "lost", "wheel-ask", "wheel-back", "run", "head"},
}

// command has somebody send something: mostly what makes sense.
func (c *class) command(t *rapid.T, who Who) {
	names := likely[who.Owner]
	if rapid.IntRange(0, 5).Draw(t, "anything") == 0 {
		names = slices.Sorted(maps.Keys(commands))
	}
	name := rapid.SampledFrom(names).Draw(t, "do")
	if who.Owner && rapid.Bool().Draw(t, "on with the poll") {
		name = c.next()
	}
	x := valid[name].c
	switch {
	case rapid.IntRange(0, 9).Draw(t, "nonsense") == 0:
		x = valid[rapid.SampledFrom(names).Draw(t, "with")].c
	case name == "vote":
		x = Command{Poll: "q1", Round: rapid.IntRange(1, 2).Draw(t, "round"), Choice: rapid.IntRange(-1, 3).Draw(t, "choice")}
		if p := c.Poll(); p != nil && rapid.IntRange(0, 7).Draw(t, "to the present one") > 0 {
			x.Poll, x.Round = p.ID, p.Round
		}
	case name == "poll-open" && rapid.Bool().Draw(t, "predict"):
		x = Command{Predict: prediction(c.Scene()).ID}
	case name == "poll-show" || name == "poll-reveal":
		x.On = rapid.IntRange(0, 3).Draw(t, "on") > 0
	case name == "end" && rapid.IntRange(0, 9).Draw(t, "really") > 0:
		return
	}
	x.Do = name
	done, err := c.Do(c.now, who, &x)
	if err != nil {
		return
	}
	switch name {
	case "vote":
		c.vote(*done.Vote)
	case "poll-open":
		c.shown, c.revealed = 0, false
	case "poll-show":
		if c.shown = 0; x.On {
			c.shown = c.Poll().Round
		}
	case "poll-reveal":
		c.revealed = x.On
	}
	what := map[string]string{"wheel-give": "the wheel handed over", "run": "a run driven", "scene": "another scene"}
	c.happened[what[name]]++
}

// next is how a poll of two rounds goes on.
func (c *class) next() string {
	p := c.Poll()
	if p == nil {
		return "poll-open"
	}
	return map[Phase]string{Open: "poll-close", Talk: "poll-again", Closed: "poll-end"}[p.Phase]
}

// vote notes an answer, in place of the one before.
func (c *class) vote(v Vote) {
	same := func(old Vote) bool { return old.Poll == v.Poll && old.Round == v.Round && old.Person == v.Person }
	if at := slices.IndexFunc(c.votes, same); at >= 0 {
		c.votes = slices.Delete(c.votes, at, at+1)
		c.happened["an answer that was changed"]++
	}
	c.votes = append(c.votes, v)
	if v.Round == 2 {
		c.happened["an answer in the second round"]++
	}
}

// driven tells of too many drivers, or none.
func (c *class) driven(t *rapid.T) {
	drivers := 0
	for _, who := range everyone[:4] { // the fifth is the owner on another device
		if c.You(who, 0).Driver {
			drivers++
		}
	}
	if drivers != 1 {
		t.Fatalf("%d drive", drivers)
	}
}

// count is how many chose each option of the present poll in a round, by the answers alone.
func (c *class) count(p *Poll, round int) []int {
	n := make([]int, len(p.Question.Options))
	for _, v := range c.votes {
		if v.Poll == p.ID && v.Round == round {
			n[v.Choice]++
		}
	}
	return n
}

// counted compares what the room tells of its poll with the answers that it took.
func (c *class) counted(t *rapid.T) {
	p := c.Poll()
	if p == nil {
		return
	}
	all := make(map[string][]int)
	for round := 1; round <= p.Round; round++ {
		all[strconv.Itoa(round)] = c.count(p, round)
	}
	if got := c.Own().Counts; !reflect.DeepEqual(got, all) {
		t.Fatalf("counted %v, answered %v", got, all)
	}
	answered := 0
	for _, n := range all[strconv.Itoa(p.Round)] {
		answered += n
	}
	v := *c.View(PollChanged, c.now).Poll
	if v.Answered != answered {
		t.Fatalf("%d have answered, told %d", answered, v.Answered)
	}
	var shown map[string][]int
	if c.shown > 0 {
		shown = all
		if c.happened["counts shown"]++; p.Phase == Open && c.shown < p.Round {
			delete(shown, strconv.Itoa(p.Round))
			c.happened["counts kept back in a second round"]++
		}
	}
	if !reflect.DeepEqual(v.Shown, shown) {
		t.Fatalf("everybody is told %v, and may know %v", v.Shown, shown)
	}
	if right := c.revealed && p.Question.Right >= 0; right != (v.Right != nil) {
		t.Fatalf("what is right is told: %t, may be: %t", v.Right != nil, right)
	} else if right {
		c.happened["right revealed"]++
	}
}

// discreet tells of secrets in what pages are told, the owner's included.
func (c *class) discreet(t *rapid.T) {
	told := []any{c.View(Everything, c.now), c.Own()}
	for _, who := range everyone {
		told = append(told, c.You(who, 0))
	}
	text, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	name := c.NameOf("a")
	for what, secret := range map[string]any{"the key": "key", "its hash": c.state.Key, "the salt": c.state.Salt, "a name": name} {
		s, err := json.Marshal(secret)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), string(s)) {
			t.Fatalf("%s is told: %s", what, text)
		}
	}
}

// comesBack stores the room and compares what is brought back.
func (c *class) comesBack(t *rapid.T) {
	text, err := json.Marshal(c.State(c.now))
	if err != nil {
		t.Fatal(err)
	}
	var state State
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	if err := state.Check(); err != nil {
		t.Fatal(err)
	}
	again := Restore(state, c.now)
	for name, number := range c.people.numbers {
		again.Recall(name, number)
	}
	for _, v := range c.votes {
		again.RecallVote(v)
	}
	const kept = SceneShown | WheelGiven | PollChanged | ScreenChanged | Ended
	a, b := c.View(kept, c.now), again.View(kept, c.now)
	a.Wheel.Away, b.Wheel.Away = false, false // who is there is no part of the state
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("restored:\n%+v\nwas:\n%+v", b, a)
	}
	is, was := again.Head(c.now), c.Head(c.now)
	if was.At != is.At || is.Playing || !was.Playing && *was != *is {
		t.Fatalf("restored at %+v, was at %+v", is, was)
	}
	if c.Link() != again.Link() {
		t.Fatalf("restored it shows another run")
	}
	for i, p := range c.Polls() {
		if a, b := p.Answers(), again.Polls()[i].Answers(); !reflect.DeepEqual(a, b) {
			t.Fatalf("restored with the answers %v, had %v", b, a)
		}
	}
	if n, fresh, _ := again.Number(again.NameOf("b")); n != 2 || fresh {
		t.Fatalf("person 2 is number %d (new: %t)", n, fresh)
	}
	if _, _, err := tree.Parse(c.Scenes(c.now)[c.Scene()].Place()); err != nil {
		t.Fatalf("the run as driven: %v", err)
	}
	if fmt.Sprint(c.Quiet(c.now)) != fmt.Sprint(again.Quiet(c.now)) {
		t.Fatalf("quiet for %v, was for %v", again.Quiet(c.now), c.Quiet(c.now))
	}
}
