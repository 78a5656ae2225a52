package hands_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/hands"
	"lockstep/web/phrase"
	"lockstep/web/thing"
)

func catalog(t testing.TB, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// stage is a state of one thing of each sort.
func stage() *trace.State {
	s := trace.Fold([]trace.Event{{
		Kind: trace.Start,
		Nodes: []trace.NodeInfo{
			{ID: "n1", Fsync: trace.FsyncEverySecond}, {ID: "p1", Role: trace.RolePrimary}, {ID: "r1", Role: trace.RoleReplica, Follows: "p1"},
			{ID: "s1", Role: trace.RoleSentinel}, {ID: "c1", Role: trace.RoleConsensus},
		},
		Clients:   []trace.ClientInfo{{ID: "A", Resource: "invoice-42"}, {ID: "B"}},
		Resources: []trace.ResourceInfo{{ID: "invoice-42"}},
	}}, 0)
	s.Node("n1").Keys = []trace.HeldKey{{Name: "lock", Value: "a", Dies: 5_000_000}, {Name: "late", Dies: 1_000_001}, {Name: "stays", Stays: true}}
	s.Node("r1").Keys = []trace.HeldKey{{Name: "lock", Stays: true}}
	s.Messages = []trace.Message{
		{Name: "A/1/set>n1", From: "A", To: "n1", Cmd: []string{"SET", "lock", "a"}, Arrive: 2_000_000},
		{Name: "A/1/set<n1", From: "n1", To: "A", Reply: "OK", Arrive: 1_000_000},
		{Name: "A/1/del>n1", From: "A", To: "n1", Purpose: trace.ToRelease, Cmd: []string{"EVALSHA", "x"}, Lost: true},
	}
	return s
}

// now is an instant of the stage at which one message just arrives, and after which one
// key is gone.
const now = trace.Time(1_000_000)

// lines is a menu as indented lines: what is blocked with its reason.
func lines(offers []hands.Offer, indent string) string {
	var b strings.Builder
	for _, o := range offers {
		b.WriteString(indent + o.Label)
		if o.Amount != nil {
			for _, d := range o.Amount.Presets {
				b.WriteString(" " + d.String())
			}
		}
		if o.Blocked != "" {
			b.WriteString(" [" + o.Blocked + "]")
		}
		b.WriteString("\n")
		if o.Blocked == "" {
			b.WriteString(lines(o.More, indent+"  "))
		}
	}
	return b.String()
}

func menu(t *testing.T, s *trace.State, name string) string {
	t.Helper()
	th, ok := thing.Parse(name)
	if !ok {
		t.Fatalf("%s is no thing", name)
	}
	return lines(hands.Offers(catalog(t, "en"), s, now, th), "")
}

func TestMenus(t *testing.T) {
	for name, want := range map[string]string{
		"msg:A/1/set>n1": `Drop it
Hold it up for 100ms 1s 5s 30s
Send it twice
`,
		"msg:A/1/set<n1": `Drop it [It is arriving at this very instant. Step back to catch it on its way.]
Hold it up for 100ms 1s 5s 30s [It is arriving at this very instant. Step back to catch it on its way.]
Send it twice [It is arriving at this very instant. Step back to catch it on its way.]
`,
		"msg:A/1/del>n1": `Drop it [It is lost already.]
Hold it up for 100ms 1s 5s 30s [It is lost already.]
Send it twice [It is lost already.]
`,
		"msg:A/9/set>n1": `Drop it [It is no longer on its way.]
Hold it up for 100ms 1s 5s 30s [It is no longer on its way.]
Send it twice [It is no longer on its way.]
`,
		"link:A>n1": `Cut the way from A to n1
Cut both ways between A and n1
Slow what A sends to n1 down by 100ms 1s 5s
Lose what A sends to n1
  100 % of the messages
  50 % of the messages
  10 % of the messages
Heal [Nothing is wrong there.]
`,
		"resource:invoice-42": `Links
  Cut invoice-42 off from everybody
  Heal every link [Nothing is wrong there.]
  To and from A
    Cut both ways between invoice-42 and A
    Cut the way from invoice-42 to A
    Slow what invoice-42 sends to A down by 100ms 1s 5s
    Lose what invoice-42 sends to A
      100 % of the messages
      50 % of the messages
      10 % of the messages
    Cut the way from A to invoice-42
    Slow what A sends to invoice-42 down by 100ms 1s 5s
    Lose what A sends to invoice-42
      100 % of the messages
      50 % of the messages
      10 % of the messages
    Heal [Nothing is wrong there.]
Crash [invoice-42 never fails here: it is what the lock is there to protect.]
`,
		"node:n9":    "",
		"client:Z":   "",
		"resource:x": "",
		"link:A>n9":  "",
		"link:n1>n1": "",
	} {
		if got := menu(t, stage(), name); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// top is a menu's first level.
func top(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "  ") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// under is what a menu holds below one line.
func under(text, label string) string {
	_, rest, _ := strings.Cut("\n"+text, "\n"+label+"\n")
	var kept []string
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "  ") {
			break
		}
		kept = append(kept, line[2:])
	}
	return strings.Join(kept, "")
}

func TestMenusOfMachines(t *testing.T) {
	for _, row := range []struct {
		name, of string
		change   func(*trace.State)
		under    string // a line of the menu; empty for the first level
		want     string
	}{
		{"a node", "node:n1", nil, "", `Crash
Restart [n1 is up.]
Clock
Links
Empty it (FLUSHALL)
Evict a key
Type a command…
`},
		{"a node that is down", "node:n1", func(s *trace.State) { s.Node("n1").Down = true }, "", `Crash [n1 is down.]
Restart
Clock
Links
Empty it (FLUSHALL) [n1 is down.]
Evict a key [n1 is down.]
Type a command… [n1 is down.]
`},
		{"a node that writes to disk every second", "node:n1", nil, "Crash", `It stays down; its keys are kept
It stays down; its keys are lost
It stays down; its keys are what was on disk
It comes back with its keys after 1s 5s 30s
It comes back without its keys after 1s 5s 30s
It comes back with what was on disk after 1s 5s 30s
`},
		{"a node that keeps all or nothing", "node:p1", nil, "Crash", `It stays down; its keys are kept
It stays down; its keys are lost
It comes back with its keys after 1s 5s 30s
It comes back without its keys after 1s 5s 30s
`},
		{"keys that will be there", "node:n1", nil, "Evict a key", "lock\nstays\n"},
		{"a key that hides something in its name", "node:n1", func(s *trace.State) {
			s.Node("n1").Keys = []trace.HeldKey{{Name: "lo\u202eck", Stays: true}}
		}, "Evict a key", "lo\\u202eck\n"},
		{"a node without keys", "node:p1", nil, "", `Crash
Restart [p1 is up.]
Clock
Links
Empty it (FLUSHALL) [p1 has no keys.]
Evict a key [p1 has no keys.]
Type a command…
`},
		{"keys without plain names", "node:p1", func(s *trace.State) {
			s.Node("p1").Keys = []trace.HeldKey{{Name: `"\xff"`, Stays: true}}
		}, "", `Crash
Restart [p1 is up.]
Clock
Links
Empty it (FLUSHALL)
Evict a key [The names of its keys are no plain text. Delete one at the console of p1.]
Type a command…
`},
		{"a replica", "node:r1", nil, "", `Crash
Restart [r1 is up.]
Clock
Links
Empty it (FLUSHALL) [r1 is a replica and takes only what its primary p1 writes.]
Evict a key [r1 is a replica and takes only what its primary p1 writes.]
Type a command…
`},
		{"a clock", "node:n1", nil, "Clock", `Set the wall clock forward by 100ms 1s 10s
Set the wall clock back by 100ms 1s 10s
Let the clocks run at 1.02 times true speed
Let the clocks run at 0.98 times true speed
`},
		{"a fast clock", "client:A", func(s *trace.State) {
			s.Client("A").WallClock = trace.Clock{}.WithRate(0, 1_020_000)
		}, "Clock", `Set the wall clock forward by 100ms 1s 10s
Set the wall clock back by 100ms 1s 10s
Let the clocks run at 0.98 times true speed
Let the clocks run true again
`},
		{"a sentinel", "node:s1", nil, "", `Crash
Restart [s1 is up.]
Clock
Links
Type a command… [s1 is a sentinel: it holds no keys and runs no commands of yours.]
`},
		{"a sentinel's crash", "node:s1", nil, "Crash", "It stays down\nIt comes back after 1s 5s 30s\n"},
		{"a sentinel's clock", "node:s1", nil, "Clock", "Let the clocks run at 1.02 times true speed\nLet the clocks run at 0.98 times true speed\n"},
		{"a member of the lock service", "node:c1", nil, "", `Crash
Restart [c1 is up.]
Clock [Leases of the lock service go by its own steady time, not by the clock of c1.]
Links
Type a command… [c1 is a member of the lock service, which speaks no Redis.]
`},
		{"a client", "client:A", nil, "", `Pause the whole process for 500ms 2s 10s 30s
Stall its work, while its timers go on, for 500ms 2s 10s 30s
Crash
Restart [A is up.]
Clock
Links
`},
		{"a client that is down", "client:A", func(s *trace.State) { s.Client("A").Down = true }, "", `Pause the whole process for 500ms 2s 10s 30s [A is down.]
Stall its work, while its timers go on, for 500ms 2s 10s 30s [A is down.]
Crash [A is down.]
Restart
Clock
Links
`},
		{"after a limit", "client:A", func(s *trace.State) { s.Stopped = &trace.Event{Kind: trace.End, Why: trace.EndEvents} }, "",
			strings.Repeat("The run has come to its limit, so nothing happens after this.\n", 6)},
		{"after a natural end", "node:s1", func(s *trace.State) { s.Stopped = &trace.Event{Kind: trace.End, Why: trace.EndNothingLeft} }, "Crash",
			"It stays down\nIt comes back after 1s 5s 30s\n"},
	} {
		s := stage()
		if row.change != nil {
			row.change(s)
		}
		got := menu(t, s, row.of)
		switch {
		case row.name == "after a limit":
			var why []string
			for _, o := range hands.Offers(catalog(t, "en"), s, now, thing.Thing{Kind: thing.Client, Name: "A"}) {
				why = append(why, o.Blocked+"\n")
			}
			got = strings.Join(why, "")
		case row.under != "":
			got = under(got, row.under)
		default:
			got = top(got)
		}
		if got != row.want {
			t.Errorf("%s:\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// What is wrong with links can be put right, each fault by itself.
func TestHealing(t *testing.T) {
	s := stage()
	s.Links = []trace.LinkState{{From: "A", To: "n1", Cut: true, Slow: trace.Second}, {From: "n1", To: "A", Cut: true, PPM: 500_000}}
	if got, want := menu(t, s, "link:A>n1"), `Cut the way from A to n1 [It is cut already.]
Cut both ways between A and n1 [It is cut already.]
Slow what A sends to n1 down by 100ms 1s 5s
Lose what A sends to n1
  100 % of the messages
  50 % of the messages
  10 % of the messages
Heal the cut between A and n1
Let what A sends to n1 travel as fast as usual
`; got != want {
		t.Errorf("the link:\n%s\nwant\n%s", got, want)
	}
	party := under(under(menu(t, s, "node:n1"), "Links"), "To and from A")
	for _, want := range []string{
		"Heal the cut between n1 and A\nLet what n1 sends to A arrive as usual\nLet what A sends to n1 travel as fast as usual\n",
		"Lose what n1 sends to A\n  100 % of the messages\n  10 % of the messages\n",
	} {
		if !strings.Contains(party, want) {
			t.Errorf("the links of n1 with A:\n%s\nwant among them\n%s", party, want)
		}
	}
}

// Whom a machine talks with is whom its links lead to.
func TestParties(t *testing.T) {
	for name, want := range map[string][]string{
		"node:n1":             {"A", "B"},
		"node:p1":             {"A", "B", "r1", "s1"},
		"node:s1":             {"A", "B", "p1", "r1"},
		"node:c1":             {"A", "B"},
		"client:A":            {"n1", "p1", "r1", "s1", "c1", "invoice-42"},
		"client:B":            {"n1", "p1", "r1", "s1", "c1"},
		"resource:invoice-42": {"A"},
	} {
		var got []string
		for line := range strings.Lines(under(menu(t, stage(), name), "Links")) {
			if other, ok := strings.CutPrefix(line, "To and from "); ok {
				got = append(got, strings.TrimSpace(other))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has links with %q, want %q", name, got, want)
		}
	}
}

func TestAmountsAreApplied(t *testing.T) {
	offers := hands.Offers(catalog(t, "en"), stage(), now, thing.Thing{Kind: thing.Node, Name: "n1"})
	back := offers[2].More[1]
	want := run.Action{Verb: run.Clock, Target: "n1", Jump: -3 * trace.Second}
	if got := back.Apply(3 * trace.Second); got.Jump != want.Jump || got.Verb != want.Verb || got.Target != want.Target || back.Action.Jump != 0 {
		t.Errorf("%q by 3 s is %+v", back.Label, got)
	}
}

func TestAllThatCanBeTakenHoldOf(t *testing.T) {
	s := stage()
	s.Links = []trace.LinkState{{From: "A", To: "n1", Cut: true}, {From: "B", To: "p1", Cut: true}}
	s.Messages = append(s.Messages, trace.Message{Name: "B/1/lock>p1+2", From: "B", To: "p1", Purpose: trace.ToAcquire, Cmd: []string{"EVALSHA"}},
		trace.Message{Name: "B/1/get<p1", From: "p1", To: "B", Reply: `"a value that goes on and on and on"`})
	var got []string
	for _, g := range hands.All(catalog(t, "en"), s) {
		got = append(got, g.Label+":")
		for _, th := range g.Things {
			got = append(got, th.Thing.String()+" "+th.Label)
		}
	}
	want := []string{
		"Clients:", "client:A Client A", "client:B Client B",
		"Nodes:", "node:n1 Node n1", "node:p1 p1, primary", "node:r1 r1, replica", "node:s1 s1, sentinel", "node:c1 c1, lock service",
		"Resources:", "resource:invoice-42 Resource invoice-42",
		"Messages on their way:", "msg:A/1/set>n1 Message from A to n1: SET", "msg:A/1/set<n1 Answer from n1 to A: OK",
		"msg:B/1/lock>p1+2 Message from B to p1: vote for a lock, copy 2", `msg:B/1/get<p1 Answer from p1 to B: "a value that goes on a…`,
		"Links:", "link:A>n1 Link from A to n1", "link:B>p1 Link from B to p1", "link:n1>A Link from n1 to A", "link:p1>B Link from p1 to B",
		"Other links:", "link:A>p1 A → p1", "link:A>r1 A → r1", "link:A>s1 A → s1", "link:A>c1 A → c1",
		"link:B>n1 B → n1", "link:B>r1 B → r1", "link:B>s1 B → s1", "link:B>c1 B → c1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	s.Links, s.Messages = nil, nil
	groups := hands.All(catalog(t, "en"), s)
	if last := groups[len(groups)-1]; last.Label != "Links" || len(last.Things) != 10 {
		t.Errorf("with no link that is not as usual the last group is %+v", last)
	}
	if groups := hands.All(catalog(t, "en"), &trace.State{}); groups != nil {
		t.Errorf("before the run there is %+v", groups)
	}
	replaced := *s
	replaced.Nodes = append(slices.Clone(s.Nodes), trace.NodeState{NodeInfo: trace.NodeInfo{ID: "r2", Role: trace.RolePrimary}, By: "s1", Promoted: 1})
	for name, want := range map[string]string{"p1": "p1, old primary", "r2": "r2, primary"} {
		if got := hands.Called(catalog(t, "en"), &replaced, thing.Thing{Kind: thing.Node, Name: name}); got != want {
			t.Errorf("after a failover %s is called %q, want %q", name, got, want)
		}
	}
	gone := thing.Thing{Kind: thing.Msg, Name: "A/7/set>n1"}
	if got := hands.Called(catalog(t, "en"), s, gone); got != gone.Name {
		t.Errorf("a message that is not there is called %q", got)
	}
}
