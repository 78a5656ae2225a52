package room

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
)

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

// However far a poll has come, nobody else may do what is the owner's, or the driver's.
func TestRolesInEveryPhase(t *testing.T) {
	for _, x := range polls {
		r := opened(t)
		for _, c := range x.before {
			do(t, r, owner, c)
		}
		before := r.View(Everything, noon)
		for name, may := range commands {
			if may.may == everybody {
				continue
			}
			c := valid[name].c
			c.Do = name
			for _, who := range []Who{viewer, driver, nobody} {
				if _, err := r.Do(noon, who, &c); err != NotOwner && err != NotDriver {
					t.Errorf("%s: %s by %+v: %v", x.name, name, who, err)
				}
			}
		}
		if after := r.View(Everything, noon); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: refused, and all the same something changed", x.name)
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
