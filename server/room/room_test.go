package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/web/tree"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

var owner, driver, viewer, nobody = Who{Owner: true}, Who{Person: 1}, Who{Person: 2}, Who{}

const slug = "failover"

func linkOf(seed uint64) string { return (&run.Run{Scenario: slug, Seed: seed}).Link() }

// fragment shows a run of the scenario.
func fragment(seed uint64) string { return "r=" + linkOf(seed) + "&t=0" }

func prediction(scene int) Question {
	return Question{ID: fmt.Sprintf("lesson/guess-%d", scene), Predict: true, Scene: scene, At: 150_000, Ask: Text{"en": "What happens?", "zh": "会怎样？"}, Options: []Text{{"en": "Yes."}, {"en": "No."}, {"en": "Neither."}}, Right: 1}
}

// opened is a room of two scenes in which two people are, nobody has the wheel but its owner.
func opened(t interface{ Fatal(...any) }) *Room {
	r, err := New(State{
		Code: "K7M4QX", Key: Key("key").Hash(), Lang: "en",
		Scenes:    []Scene{{Slug: slug, Run: linkOf(1), Start: 100_000}, {Slug: slug, Run: linkOf(2)}},
		Questions: []Question{prediction(0), prediction(1)},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range []string{"a", "b"} {
		n, fresh, err := r.Number(r.NameOf(cookie))
		if err != nil || !fresh {
			t.Fatal(n, fresh, err)
		}
		r.Come(Who{Person: n})
	}
	return r
}

func do(t *testing.T, r *Room, who Who, c Command) Done {
	t.Helper()
	done, err := r.Do(noon, who, &c)
	if err != nil {
		t.Fatalf("%s: %v", c.Do, err)
	}
	return done
}

// valid is a command of each kind that a room just opened carries out, at least after those
// of before.
var valid = map[string]struct {
	before []Command
	c      Command
}{
	"vote":        {[]Command{ask}, Command{Poll: "q1", Round: 1, Choice: 2}},
	"lost":        {nil, Command{On: true}},
	"wheel-ask":   {nil, Command{On: true}},
	"run":         {nil, Command{Fragment: fragment(9), Head: &Head{Speed: 100, T: 5, Happened: 3}}},
	"head":        {nil, Command{Head: &Head{Speed: 100, At: 7, Playing: true}}},
	"wheel-back":  {nil, Command{}},
	"wheel-give":  {nil, Command{To: 2}},
	"wheel-take":  {nil, Command{}},
	"scene":       {nil, Command{Index: 1}},
	"screen":      {nil, Command{Code: true}},
	"poll-open":   {nil, ask},
	"poll-close":  {[]Command{ask}, Command{}},
	"poll-again":  {[]Command{ask, {Do: "poll-close"}}, Command{}},
	"poll-show":   {[]Command{ask}, Command{On: true}},
	"poll-reveal": {[]Command{ask}, Command{On: true}},
	"poll-end":    {[]Command{ask}, Command{}},
	"end":         {nil, Command{}},
}

var ask = Command{Do: "poll-open", Ask: "Who holds it?", Options: []string{"A", "B", "both"}}

// Who may do what: the server decides, at every command.
func TestRoles(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(valid)), slices.Sorted(maps.Keys(commands)); !slices.Equal(got, want) {
		t.Fatalf("commands %v, tried %v", want, got)
	}
	for name, x := range valid {
		for _, row := range []struct {
			who   string
			is    Who
			wheel int
			want  map[may]error
		}{
			{"the owner, driving", owner, 0, map[may]error{everybody: Nobody, driving: nil, owning: nil}},
			{"the owner, who has handed over", owner, 1, map[may]error{everybody: Nobody, driving: NotDriver, owning: nil}},
			{"the owner as somebody", Who{Owner: true, Person: 2}, 0, map[may]error{}},
			{"the driver", driver, 1, map[may]error{owning: NotOwner}},
			{"a viewer", viewer, 1, map[may]error{driving: NotDriver, owning: NotOwner}},
			{"a viewer, while the owner drives", viewer, 0, map[may]error{driving: NotDriver, owning: NotOwner}},
			{"who cannot be told from others", nobody, 0, map[may]error{everybody: Nobody, driving: NotDriver, owning: NotOwner}},
		} {
			t.Run(name+" by "+row.who, func(t *testing.T) {
				r := opened(t)
				for _, c := range x.before {
					do(t, r, owner, c)
				}
				if row.wheel > 0 {
					do(t, r, owner, Command{Do: "wheel-give", To: row.wheel})
				}
				before := r.View(Everything, noon)
				c := x.c
				c.Do = name
				done, err := r.Do(noon, row.is, &c)
				want := row.want[commands[name].may]
				if !errors.Is(err, want) || (want == nil) != (err == nil) {
					t.Fatalf("%v, want %v", err, want)
				}
				if after := r.View(Everything, noon); err != nil && (!reflect.DeepEqual(before, after) || !reflect.DeepEqual(done, Done{})) {
					t.Errorf("refused, and all the same: %+v", done)
				}
			})
		}
	}
}

func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", maxAsk+1)
	for _, row := range []struct {
		name   string
		before []Command
		who    Who
		c      Command
		want   Refusal
	}{
		{"no such command", nil, owner, Command{Do: "sudo"}, Unknown},
		{"after the end", []Command{{Do: "end"}}, owner, Command{Do: "screen"}, Over},
		{"an answer where nothing was asked", nil, viewer, Command{Do: "vote", Poll: "q1", Round: 1}, NoPoll},
		{"an answer to another poll", []Command{ask}, viewer, Command{Do: "vote", Poll: "q2", Round: 1}, NoPoll},
		{"an answer to another round", []Command{ask}, viewer, Command{Do: "vote", Poll: "q1", Round: 2}, RoundOver},
		{"an answer during the talk", []Command{ask, {Do: "poll-close"}}, viewer, Command{Do: "vote", Poll: "q1", Round: 1}, RoundOver},
		{"an option that there is not", []Command{ask}, viewer, Command{Do: "vote", Poll: "q1", Round: 1, Choice: 3}, NoChoice},
		{"an option below the first", []Command{ask}, viewer, Command{Do: "vote", Poll: "q1", Round: 1, Choice: -1}, NoChoice},
		{"a second poll", []Command{ask}, owner, ask, HasPoll},
		{"a prediction of another scene", nil, owner, Command{Do: "poll-open", Predict: "lesson/guess-1"}, NoQuestion},
		{"a question without words", nil, owner, Command{Do: "poll-open", Ask: " \n", Options: []string{"a", "b"}}, BadAsk},
		{"a question that is too long", nil, owner, Command{Do: "poll-open", Ask: long, Options: []string{"a", "b"}}, BadAsk},
		{"one answer", nil, owner, Command{Do: "poll-open", Ask: "?", Options: []string{"a"}}, BadAsk},
		{"an empty answer", nil, owner, Command{Do: "poll-open", Ask: "?", Options: []string{"a", ""}}, BadAsk},
		{"seven answers", nil, owner, Command{Do: "poll-open", Ask: "?", Options: []string{"a", "b", "c", "d", "e", "f", "g"}}, BadAsk},
		{"to close nothing", nil, owner, Command{Do: "poll-close"}, NoPoll},
		{"to close twice what is closed", []Command{ask, {Do: "poll-close"}, {Do: "poll-close"}}, owner, Command{Do: "poll-close"}, RoundOver},
		{"a third round", []Command{ask, {Do: "poll-close"}, {Do: "poll-again"}, {Do: "poll-close"}}, owner, Command{Do: "poll-again"}, RoundOver},
		{"a second round before the first is over", []Command{ask}, owner, Command{Do: "poll-again"}, RoundOver},
		{"a scene that there is not", nil, owner, Command{Do: "scene", Index: 2}, NoScene},
		{"a run of another scenario", nil, owner, Command{Do: "run", Fragment: "r=" + (&run.Run{Scenario: "redlock"}).Link(), Head: &Head{Speed: 100}}, BadRun},
		{"no run", nil, owner, Command{Do: "run", Fragment: "r=nonsense", Head: &Head{Speed: 100}}, BadRun},
		{"a run without a place", nil, owner, Command{Do: "run", Fragment: fragment(3)}, BadHead},
		{"a speed that there is not", nil, owner, Command{Do: "head", Head: &Head{Speed: 1_000_000}}, BadHead},
		{"a place before the beginning", nil, owner, Command{Do: "head", Head: &Head{Speed: 100, At: -1}}, BadHead},
		{"the wheel to nobody", nil, owner, Command{Do: "wheel-give", To: 7}, NoPerson},
	} {
		r := opened(t)
		for _, c := range row.before {
			do(t, r, owner, c)
		}
		before := r.View(Everything, noon)
		if _, err := r.Do(noon, row.who, &row.c); err != row.want {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
		if after := r.View(Everything, noon); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: refused, and all the same something changed", row.name)
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

// Time runs for everybody alike, and a room that was restored stands still.
func TestThePlayhead(t *testing.T) {
	r := opened(t)
	do(t, r, owner, Command{Do: "head", Head: &Head{At: 1_000_000, Playing: true, Speed: 50}})
	later := noon.Add(3 * time.Second)
	if h := r.Head(later); h.At != 2_500_000 || !h.Playing {
		t.Errorf("after 3 s at half the speed: %+v", h)
	}
	restored := Restore(r.State(later), later.Add(time.Hour))
	if h := restored.Head(later.Add(2 * time.Hour)); h.At != 2_500_000 || h.Playing {
		t.Errorf("restored: %+v", h)
	}
}

func TestTheWheel(t *testing.T) {
	r := opened(t)
	do(t, r, driver, Command{Do: "wheel-ask", On: true})
	if own := r.Own(); !slices.Equal(own.Asking, []int{1}) {
		t.Fatalf("asking: %v", own.Asking)
	}
	do(t, r, owner, Command{Do: "wheel-give", To: 1})
	if own := r.Own(); len(own.Asking) > 0 || !r.You(driver, 0).Driver || r.You(owner, 0).Driver {
		t.Errorf("handed over: %+v, %+v", own, r.You(driver, 0))
	}
	// Away for a moment, and away for good.
	r.Go(noon, driver)
	if r.Turn(noon.Add(gone-1)) != 0 || r.Wait(noon.Add(gone-1)) != 1 {
		t.Error("the wheel was taken from a driver who was away for a moment")
	}
	r.Come(driver)
	if r.Wait(noon) != 0 || r.Turn(noon.Add(time.Hour)) != 0 {
		t.Error("a driver who is back counts as away")
	}
	r.Go(noon, driver)
	if r.Turn(noon.Add(gone)) != WheelGiven || !r.You(owner, 0).Driver {
		t.Error("nobody drives")
	}
}

// One person may have several pages; the owner's are no audience.
func TestWhoIsHere(t *testing.T) {
	r := opened(t)
	here := func() int { return *r.View(HereChanged, noon).Here }
	if here() != 2 || r.Come(viewer) != 0 || r.Come(owner) != 0 || r.Come(nobody) != 0 || here() != 2 {
		t.Errorf("%d are here", here())
	}
	do(t, r, viewer, Command{Do: "lost", On: true})
	if r.Go(noon, viewer) != 0 || r.Own().Lost != 1 || r.Go(noon, viewer) != HereChanged|OwnChanged || here() != 1 || r.Own().Lost != 0 {
		t.Errorf("after two pages were closed %d are here, %d lost", here(), r.Own().Lost)
	}
	if n, fresh, err := r.Number(r.NameOf("b")); n != 2 || fresh || err != nil {
		t.Errorf("who comes back has number %d (%t, %v)", n, fresh, err)
	}
}

func TestCodes(t *testing.T) {
	for typed, want := range map[string]Code{
		"K7M4QX": "K7M4QX", "k7m 4qx": "K7M4QX", " k7m-4qx ": "K7M4QX", "K7M\u00a04QX": "K7M4QX",
		"": "", "K7M4Q": "", "K7M4QXX": "", "K7M4Q!": "", "K7M4Q0": "", "Ｋ７m　4QX": "K7M4QX", "k7m–uqx": "K7MVQX", "K7M4QÉ": "",
	} {
		if got, err := ParseCode(typed); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
	if s := Code("K7M4QX").Shown(); s != "K7M 4QX" {
		t.Errorf("shown as %q", s)
	}
	random := strings.NewReader(strings.Repeat("\x00\x1f\x1b\x01\xff\x02\x03\x04\x05", 9))
	if code, err := NewCode(random); err != nil || code != "2Z3456" {
		t.Errorf("%q, %v", code, err)
	}
	if _, err := NewCode(strings.NewReader("")); err == nil {
		t.Error("a code of nothing")
	}
	key, err := NewKey(strings.NewReader(strings.Repeat("k", 16)))
	if r := opened(t); err != nil || len(key) != 26 || r.Owns(key) || !r.Owns("key") {
		t.Errorf("key %q, %v", key, err)
	}
}

func TestCommandsAreReadStrictly(t *testing.T) {
	good, err := ParseCommand([]byte(`{"n":5,"do":"vote","poll":"q1","round":1,"choice":2}`))
	if err != nil || !reflect.DeepEqual(good, &Command{N: 5, Do: "vote", Poll: "q1", Round: 1, Choice: 2}) {
		t.Errorf("%+v, %v", good, err)
	}
	for _, text := range []string{``, `[]`, `{"do":"vote"`, `{"do":"vote"} {}`, `{"do":"vote","admin":true}`, `{"do":5}`, `{"choice":1.5}`, strings.Repeat(" ", MaxCommand) + `{}`} {
		if c, err := ParseCommand([]byte(text)); !errors.Is(err, ErrCommand) {
			t.Errorf("%.40s: %+v, %v", text, c, err)
		}
	}
}

func TestNewRefusesScenes(t *testing.T) {
	for name, scenes := range map[string][]Scene{
		"none":                {},
		"too many":            make([]Scene, MaxScenes+1),
		"a link that is none": {{Slug: slug, Run: "?"}},
		"another scenario's":  {{Slug: "redlock", Run: linkOf(1)}},
	} {
		if _, err := New(State{Scenes: scenes}, noon); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// Whatever comes in whatever order: everybody counts once in a round, what is not shown is
// not told, and one drives.
func TestAnyClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := opened(t)
		now := noon
		last := map[string]int{} // what each answered last, by poll, round and person
		names := slices.Sorted(maps.Keys(commands))
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 40_000).Draw(t, "ms")) * time.Millisecond)
			who := rapid.SampledFrom([]Who{owner, owner, driver, viewer, nobody}).Draw(t, "who")
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				r.Come(who)
			case 1:
				if r.people.here[who.Person] > 0 {
					r.Go(now, who)
				}
			case 2:
				r.Turn(now)
			default:
				c := valid[rapid.SampledFrom(names).Draw(t, "do")].c
				c.Do = rapid.SampledFrom(names).Draw(t, "do")
				if c.Do == "vote" {
					c = Command{Do: "vote", Poll: rapid.SampledFrom([]string{"q1", "q2", "q3"}).Draw(t, "poll"), Round: rapid.IntRange(1, 2).Draw(t, "round"), Choice: rapid.IntRange(-1, 3).Draw(t, "choice")}
				}
				if c.Do == "end" && rapid.IntRange(0, 9).Draw(t, "really") > 0 {
					continue
				}
				done, err := r.Do(now, who, &c)
				if v := done.Vote; v != nil && err == nil {
					last[fmt.Sprint(v.Poll, v.Round, v.Person)] = v.Choice
				}
			}
			lawful(t, r, now, last)
		}
	})
}

func lawful(t *rapid.T, r *Room, now time.Time, last map[string]int) {
	told, err := json.Marshal(r.View(Everything, now))
	if err != nil {
		t.Fatal(err)
	}
	drivers := 0
	for _, who := range []Who{owner, driver, viewer, nobody} {
		if r.You(who, 0).Driver {
			drivers++
		}
	}
	if drivers != 1 && r.state.Wheel <= 2 {
		t.Fatalf("%d drive", drivers)
	}
	counted := 0
	for _, p := range r.Polls() {
		for round, answers := range p.answers {
			for person, choice := range answers {
				counted++
				if want, ok := last[fmt.Sprint(p.ID, round+1, person)]; !ok || want != choice {
					t.Fatalf("%d answered %d in round %d of %s, and it counts as %d", person, want, round+1, p.ID, choice)
				}
			}
		}
	}
	if counted != len(last) {
		t.Fatalf("%d answers count, of %d", counted, len(last))
	}
	if p := r.Poll(); p != nil {
		if p.Shown == 0 && strings.Contains(string(told), `"shown"`) || !p.Revealed && strings.Contains(string(told), `"right"`) {
			t.Fatalf("told too early: %s", told)
		}
		sum := 0
		for _, n := range p.counts(p.Round)[strconv.Itoa(p.Round)] {
			sum += n
		}
		if sum != p.answered() {
			t.Fatalf("%d answers in the bars, %d answered", sum, p.answered())
		}
	}
	hash := Key("key").Hash()
	for _, secret := range []string{"key", string(hash[:])} {
		if strings.Contains(string(told), secret+`"`) {
			t.Fatalf("the key is told: %s", told)
		}
	}
	text, err := json.Marshal(r.State(now))
	if err != nil {
		t.Fatal(err)
	}
	var state State
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	again := Restore(state, now)
	for _, p := range r.Polls() {
		for round, answers := range p.answers {
			for person, choice := range answers {
				again.RecallVote(Vote{p.ID, round + 1, person, choice})
			}
		}
	}
	const kept = SceneShown | WheelGiven | PollChanged | ScreenChanged | Ended
	if a, b := r.View(kept, now), again.View(kept, now); !reflect.DeepEqual(a, b) {
		t.Fatalf("restored:\n%+v\nwas:\n%+v", b, a)
	}
	if r.Link() != again.Link() {
		t.Fatalf("restored it shows another run")
	}
	if _, _, err := tree.Parse(r.state.Scenes[r.state.Scene].Place()); err != nil {
		t.Fatalf("the run as driven: %v", err)
	}
}

// FuzzCommands feeds a room anything.
func FuzzCommands(f *testing.F) {
	for name, x := range valid {
		c := x.c
		c.Do = name
		text, err := json.Marshal(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseCommand(text)
		if err != nil {
			return
		}
		r := opened(t)
		for _, who := range []Who{nobody, viewer, driver, owner} {
			r.Do(noon, who, c)
		}
		if _, err := json.Marshal(r.View(Everything, noon)); err != nil {
			t.Fatal(err)
		}
	})
}
