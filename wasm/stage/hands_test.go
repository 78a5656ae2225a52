package stage

import (
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/thing"
)

const instant = trace.Time(150_000)

func TestActingMakesABranchAndShowsWhatItDid(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("thing", "node:n1")
	if r.view.open != Menu || r.view.held != (thing.Thing{Kind: thing.Node, Name: "n1"}) || r.view.focus != MenuList {
		t.Fatalf("the menu is not open: %d, %v", r.view.open, r.view.held)
	}
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if r.view.open != Whole || r.view.held != (thing.Thing{}) {
		t.Error("the menu stays open")
	}
	if n := r.fig.state.Node("n1"); !n.Down {
		t.Error("the picture does not show the crash")
	}
	if r.s.tree.Present() != 1 || r.fig.time != instant+1 || !strings.Contains(r.view.html[Branches], `aria-pressed="true"`) {
		t.Errorf("branch %d at %d", r.s.tree.Present(), r.fig.time)
	}

	// What follows at once joins the branch; what is done before begins another.
	r.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	r.settle()
	if len(r.s.tree.Branches()) != 2 || len(r.present().Actions) != 2 || !r.fig.state.Node("n2").Down {
		t.Errorf("%d branches, %d actions", len(r.s.tree.Branches()), len(r.present().Actions))
	}
	r.seek(instant - 50_000)
	r.s.act(run.Action{Verb: run.Crash, Target: "n3"})
	r.settle()
	if len(r.s.tree.Branches()) != 3 || len(r.present().Actions) != 1 {
		t.Errorf("%d branches, %d actions", len(r.s.tree.Branches()), len(r.present().Actions))
	}
}

// A menu's lines come from package hands; choosing one is choosing its action.
func TestChoosingALineOfAMenuActs(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("thing", "node:n1")
	r.pick("Crash")
	r.pick("It stays down")
	if r.present().Actions[0].Verb != run.Crash || len(r.present().Actions) != 1 || r.present().Actions[0].Target != "n1" || r.present().Actions[0].At != instant+1 {
		t.Errorf("the run has %+v", r.present().Actions)
	}
}

// What cannot be done now is not done, whatever a page says was pressed.
func TestABlockedOfferIsNotTaken(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.do("thing", "node:n1")
	_, offers := r.s.menu()
	blocked := 0
	for i := range offers {
		if offers[i].Blocked == "" {
			continue
		}
		blocked++
		for _, do := range []string{"offer", "amount", "other"} {
			arg := strconv.Itoa(i)
			if do == "amount" {
				arg += " 0"
			}
			r.do(do, arg)
		}
		if len(r.present().Actions) != 1 || r.view.open != Menu || len(r.s.grip.path) != 0 {
			t.Fatalf("%q is done: %+v", offers[i].Label, r.present().Actions)
		}
	}
	if blocked == 0 {
		t.Error("all can be done to a node that is down")
	}
}

// However fast one clicks, an offer is taken once.
func TestAnOfferIsTakenOnce(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("thing", "node:n1")
	_, offers := r.s.menu()
	for i := range offers {
		if offers[i].Action.Verb == run.Flush {
			for range 3 {
				r.s.Do("offer", strconv.Itoa(i))
			}
		}
	}
	r.settle()
	if len(r.s.tree.Branches()) != 2 || len(r.present().Actions) != 1 {
		t.Errorf("three clicks: %d branches, %+v", len(r.s.tree.Branches()), r.present().Actions)
	}
}

func TestAnOpenMenuHoldsThePlayhead(t *testing.T) {
	r := newRig(t, jump, "")
	r.f.Player().Home()
	r.f.Do(viewer.Toggle)
	r.frame()
	r.do("hands", "")
	at := r.f.Player().Time()
	for range 20 {
		r.frame()
	}
	if r.f.Player().Time() != at || !strings.Contains(r.view.html[MenuList], `data-arg="node:n1"`) {
		t.Errorf("time went on from %d to %d: %s", at, r.f.Player().Time(), r.view.html[MenuList])
	}
	r.escape()
	if !r.f.Player().Playing() {
		t.Error("time does not go on afterwards")
	}
}

func TestKeysMeanNothingElseWhileADialogIsOpen(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.key("a")
	if r.view.open != Menu {
		t.Fatal("a opens nothing")
	}
	for _, k := range []string{"ArrowRight", "End", "z", "c", "k"} {
		r.key(k)
	}
	if r.fig.time != instant || r.view.open != Menu {
		t.Errorf("keys went to the picture behind: at %d", r.fig.time)
	}
	for _, k := range []viewer.Key{
		{Name: "a", Composing: true}, {Name: "a", On: viewer.OnOther}, {Name: "z", On: viewer.OnOther, Control: true, Modified: true}, {Name: "Tab"},
	} {
		r.escape()
		if r.v.Press(r.f, k, nil) || r.view.open != Whole {
			t.Errorf("%+v is taken", k)
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if r.v.Press(r.f, viewer.Key{Name: "z", Control: true, Modified: true}, nil); r.view.has(RedoButton, "disabled") {
		r.settle()
	}
	if r.settle(); r.fig.state.Node("n1").Down || len(r.s.tree.Branches()) != 1 || !r.view.has(UndoButton, "disabled") || r.view.has(RedoButton, "disabled") {
		t.Error("the crash is not taken back")
	}
	if r.key("Z"); !r.fig.state.Node("n1").Down || len(r.s.tree.Branches()) != 2 {
		t.Error("the crash does not come again")
	}
	if r.key("Z") && len(r.s.tree.Branches()) != 2 {
		t.Error("there was nothing more to redo")
	}
}

// The console's log shows what the node said, and the next command sees what the last one
// did.
func TestConsole(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("thing", "node:n1")
	r.s.openConsole("n1")
	r.settle()
	type_ := func(line string) {
		r.s.Submit("console", []Field{{Name: "line", Value: line}})
		r.settle()
	}
	type_("SET greeting 'hello there'")
	type_("GET greeting")
	type_("NONSENSE")
	type_(`GET "greeting`)
	type_("   ")
	type_("\u202eTEG")
	type_("'\u202eTEG")
	log := plain(strings.ReplaceAll(r.view.html[ConsoleLog], "</code>", "\n"))
	for _, want := range []string{"n1&gt; SET greeting", "OK\n", "n1&gt; GET greeting\n&quot;hello there&quot;\n", "n1&gt; NONSENSE\n(error) ERR", "A quote is left open.", `n1&gt; '\u202eTEG`, `unknown command '\u202eTEG'`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if len(r.s.tree.Branches()) != 2 || len(r.present().Actions) != 4 || r.view.open != Console {
		t.Errorf("%d branches, %d actions", len(r.s.tree.Branches()), len(r.present().Actions))
	}
	for _, want := range []string{"'\u202eTEG", "\u202eTEG", `GET "greeting`, "NONSENSE", "GET greeting"} {
		if r.v.Press(r.f, viewer.Key{Name: "ArrowUp", On: viewer.OnOther}, nil); r.view.value[ConsoleLine] != want || !r.page.requested {
			t.Errorf("up brings %q, not %q", r.view.value[ConsoleLine], want)
		}
		r.settle()
	}
	if r.v.Press(r.f, viewer.Key{Name: "ArrowDown", On: viewer.OnOther}, nil); r.view.value[ConsoleLine] != "NONSENSE" {
		t.Errorf("down brings %q", r.view.value[ConsoleLine])
	}
}

// Who sends a line before the last answer has come is told to wait, and keeps the line.
func TestTheConsoleAsksToWait(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.do("thing", "node:n1")
	r.s.openConsole("n1")
	r.settle()
	send := func(line string) { r.s.Submit("console", []Field{{Name: "line", Value: line}}) }
	send("SET a 1")
	r.view.value[ConsoleLine] = "GET a"
	send("GET a")
	if !strings.Contains(r.view.text[ConsoleWait], "has not come yet") || r.view.value[ConsoleLine] != "GET a" || len(r.present().Actions) != 1 {
		t.Errorf("it says %q, and %q stays", r.view.text[ConsoleWait], r.view.value[ConsoleLine])
	}
	if r.settle(); r.view.text[ConsoleWait] != "" {
		t.Errorf("once the answer is there it still says %q", r.view.text[ConsoleWait])
	}
	send("GET a")
	if r.settle(); len(r.present().Actions) != 2 {
		t.Error("the line is not sent afterwards")
	}
}
