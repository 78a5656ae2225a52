package tree

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/board"
)

// drawTree grows a tree at random, and holds on the way what holds of every tree.
func drawTree(t *rapid.T) *Tree {
	first := &run.Run{Scenario: "redlock", Seed: 7}
	if rapid.Bool().Draw(t, "with params") {
		first.Params = []run.Param{{Name: "lock.ttl", Value: "30s"}}
	}
	tree := New(first)
	for range rapid.IntRange(0, 40).Draw(t, "changes") {
		drawChange(t, tree)
		lawful(t, tree)
	}
	return tree
}

func drawChange(t *rapid.T, tree *Tree) {
	i := rapid.IntRange(0, len(tree.Branches())-1).Draw(t, "branch")
	var err error
	switch rapid.SampledFrom([]string{"act", "act", "restart", "choose", "rename", "delete", "undo", "redo"}).Draw(t, "change") {
	case "act":
		now := trace.Time(rapid.IntRange(0, 5).Draw(t, "now"))
		err = tree.Act(now, crash(rapid.SampledFrom([]string{"n1", "n2", "A"}).Draw(t, "target")))
	case "restart":
		err = tree.Restart(func(r *run.Run) { r.Seed = rapid.Uint64Range(0, 3).Draw(t, "seed") })
	case "choose":
		tree.Choose(i)
	case "rename":
		tree.Rename(i, rapid.String().Draw(t, "name"))
	case "delete":
		tree.Delete(i)
	case "undo":
		tree.Undo()
	case "redo":
		tree.Redo()
	}
	if err != nil && !errors.Is(err, ErrBranches) {
		t.Fatal(err)
	}
}

// lawful tells of what must not be.
func lawful(t *rapid.T, tree *Tree) {
	all := tree.Branches()
	if len(all) == 0 || len(all) > maxBranches || tree.Present() < 0 || tree.Present() >= len(all) {
		t.Fatalf("%d branches, and number %d is shown", len(all), tree.Present())
	}
	links := make(map[string]bool)
	for i, b := range all {
		if b.Link != b.Run.Link() || links[b.Link] {
			t.Fatalf("branch %d has the link of another run", i)
		}
		if links[b.Link] = true; b.Parent >= i || b.Parent < -1 {
			t.Fatalf("branch %d grew from %d", i, b.Parent)
		}
	}
}

func TestFragmentsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		v := View{
			At:       trace.Time(rapid.Int64Range(0, int64(run.MaxTime)).Draw(t, "at")),
			Happened: rapid.IntRange(-1, run.MaxNth).Draw(t, "happened"),
			Tab:      rapid.SampledFrom(append(board.Tabs[:], "")).Draw(t, "tab"),
			Compared: rapid.IntRange(-1, len(tree.Branches())-1).Draw(t, "compared"),
		}
		if rapid.Bool().Draw(t, "diagram") {
			v.Window = Window{
				From:     trace.Time(rapid.Int64Range(0, int64(run.MaxTime)).Draw(t, "from")),
				Scale:    trace.Duration(rapid.Int64Range(1, int64(run.MaxTime)).Draw(t, "scale")),
				Unfolded: rapid.Bool().Draw(t, "unfolded"),
			}
		}
		f := tree.Fragment(v)
		if strings.Trim(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=&") != "" {
			t.Fatalf("an address cannot hold %s as it is", f)
		}
		got, view, err := Parse(f)
		if err != nil || view != v || !reflect.DeepEqual(got.now, tree.now) {
			t.Fatalf("%s came back as %+v, %+v, %v; want %+v, %+v", f, got, view, err, tree.now, v)
		}
	})
}

// Whatever was done can be undone step by step, and done again.
func TestAllIsUndoneAndDoneAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		after, n := tree.now, 0
		for tree.Undo() {
			n++
		}
		for range n {
			tree.Redo()
		}
		if n > 0 && !reflect.DeepEqual(tree.now, after) {
			t.Fatalf("it is %+v, want %+v", tree.now, after)
		}
	})
}

func TestABranchIsWrittenByWhatItDoesOtherwise(t *testing.T) {
	tree := grown(t, "n1", "n2", "n3")
	link, own := tree.Branches()[0].Link, (&run.Run{Actions: tree.Branches()[1].Run.Actions}).Link()
	tree.Rename(1, "all down")
	if got, want := tree.Fragment(View{
		At: 1_200_000, Happened: 31, Tab: "events", Compared: 0, Window: Window{From: 900_000, Scale: 25_000, Unfolded: true},
	}), "r="+link+"&a=0.0."+own+"&n=1.YWxsIGRvd24&p=1&c=0&t=1200000&h=31&w=900000.25000.u&v=events"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// While time runs the address is written twice a second: no action is written anew for it.
func TestAFragmentIsPutTogetherFromWhatIsWritten(t *testing.T) {
	tree := grown(t, slices.Repeat([]string{"n1"}, 300)...)
	tree.Rename(1, "many")
	few, many := New(tree.Branches()[0].Run), tree
	for _, row := range []struct {
		tree *Tree
		most float64
	}{{few, 8}, {many, 16}} { // a buffer grows a few times
		if n := testing.AllocsPerRun(10, func() { row.tree.Fragment(View{At: 5}) }); n > row.most {
			t.Errorf("a fragment of %d branches takes %v pieces of memory", len(row.tree.Branches()), n)
		}
	}
}

// Other pages link to a run, and perhaps an instant of it.
func TestFragmentOfOneRun(t *testing.T) {
	r := &run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{crash("n1")}}
	for fragment, want := range map[string]View{
		"r=" + r.Link():                  {Happened: -1, Compared: -1},
		"r=" + r.Link() + "&t=1200000":   {At: 1_200_000, Happened: -1, Compared: -1},
		"x=1&main&v=attic&r=" + r.Link(): {Happened: -1, Compared: -1},
	} {
		tree, v, err := Parse(fragment)
		if err != nil || v != want || len(tree.Branches()) != 1 || !reflect.DeepEqual(tree.Branches()[0].Run, r) {
			t.Errorf("%s is read as %+v, %+v, %v", fragment, tree, v, err)
		}
	}
}

func called(scenario string) string { return (&run.Run{Scenario: scenario}).Link() }

func TestParseRefuses(t *testing.T) {
	link := (&run.Run{Scenario: "redlock", Seed: 7}).Link()
	other := (&run.Run{Scenario: "failover"}).Link()
	own := (&run.Run{Actions: []run.Action{crash("n1")}}).Link()
	crowd := make([]string, 0, maxBranches+1)
	for i := range maxBranches + 1 {
		crowd = append(crowd, "r="+(&run.Run{Seed: uint64(i)}).Link())
	}
	for fragment, want := range map[string]error{
		"":                                 ErrNoRun,
		"main":                             ErrNoRun,
		"t=5&h=1":                          ErrNoRun,
		"r=" + link[:6]:                    ErrDamaged,
		"r=%20":                            ErrDamaged,
		"r=" + called("../../en/"):         ErrDamaged,
		"r=" + called("redlock?x=1"):       ErrDamaged,
		"r=" + called(".."):                ErrDamaged,
		"r=" + called(""):                  ErrDamaged,
		"r=":                               ErrDamaged,
		"r=AQAA":                           ErrVersion,
		"r=0." + link:                      ErrDamaged, // from a branch to come
		"r=" + link + "&r=0." + link:       ErrDamaged, // twice the same
		"r=" + link + "&r=0." + other:      ErrDamaged, // of another scenario
		"r=" + link + "&a=0.1." + own:      ErrDamaged, // keeps an action that is not there
		"r=" + link + "&a=1.0." + own:      ErrDamaged,
		"r=" + link + "&a=0.0":             ErrDamaged,
		"r=" + link + "&a=0.0.AQ":          ErrVersion,
		"r=" + link + "&n=0.%":             ErrDamaged,
		"r=" + link + "&n=1.YQ":            ErrDamaged,
		"r=" + link + "&n=0.IGE":           ErrDamaged, // begins with a space
		"r=" + link + "&p=1":               ErrDamaged,
		"p=1":                              ErrDamaged,
		"r=" + link + "&c=1":               ErrDamaged,
		"r=" + link + "&t=-1":              ErrDamaged,
		"r=" + link + "&t=600000001":       ErrDamaged,
		"r=" + link + "&h=x":               ErrDamaged,
		"r=" + link + "&w=5":               ErrDamaged,
		"r=" + link + "&w=5.0":             ErrDamaged, // no time has no width
		"r=" + link + "&w=x.5":             ErrDamaged,
		"r=" + link + "&w=5.5.x":           ErrDamaged,
		strings.Join(crowd, "&"):           ErrDamaged,
		strings.Repeat("x", maxFragment+1): ErrDamaged,
	} {
		tree, v, err := Parse(fragment)
		if !errors.Is(err, want) || tree != nil || want != ErrNoRun && v != (View{Happened: -1, Compared: -1}) {
			t.Errorf("%.60s: %v, want %v; %+v, %+v", fragment, err, want, tree, v)
		}
	}
	if _, v, _ := Parse("t=5&h=1"); v != (View{At: 5, Happened: 1, Compared: -1}) {
		t.Errorf("an instant without a run is %+v", v)
	}
}

// FuzzParse feeds it anything. What it takes is a lawful tree, and comes back.
func FuzzParse(f *testing.F) {
	tree := New(&run.Run{Scenario: "redlock", Seed: 7})
	for i, node := range []string{"n1", "n2"} {
		tree.Choose(0)
		if err := tree.Act(trace.Time(i), crash(node)); err != nil {
			f.Fatal(err)
		}
	}
	tree.Rename(1, "dua")
	f.Add(tree.Fragment(View{Happened: 3, Compared: 1, Tab: "code"}))
	f.Add(tree.Fragment(View{Window: Window{From: 7, Scale: 25_000, Unfolded: true}}))
	f.Add("r=AQAA&t=1")
	f.Fuzz(func(t *testing.T, fragment string) {
		tree, v, err := Parse(fragment)
		if err != nil {
			return
		}
		again, view, err := Parse(tree.Fragment(v))
		if err != nil || view != v || !reflect.DeepEqual(again.now, tree.now) {
			t.Fatalf("%s came back as %+v, %+v, %v", tree.Fragment(v), again, view, err)
		}
	})
}
