package narrate

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// longestBranch is how many characters the name of a branch has room for. What is done
// is told all the same, but without its instant where that does not fit; what a person
// wrote into it, such as a key or a command, is cut.
const longestBranch = 28

// Changed says in a few words what makes a run another than the one it grew from: the
// first thing that differs, and how many more do.
func Changed(c phrase.Catalog, parent, child *run.Run) string { return seen(changed(c, parent, child)) }

func changed(c phrase.Catalog, parent, child *run.Run) string {
	d := differ{teller: teller{c: c, st: &trace.State{}}}
	if parent.Scenario != child.Scenario {
		return child.Scenario
	}
	if p, c := parent.Engine, child.Engine; p != c && p != "" && c != "" { // a run that names none is of the present one
		d.found = append(d.found, d.c.Say("branch.engine"))
	}
	d.params(parent.Params, child.Params)
	if parent.Seed != child.Seed {
		d.found = append(d.found, c.Say("branch.seed", "n", strconv.FormatUint(child.Seed, 10)))
	}
	if !slices.Equal(parent.Choices, child.Choices) {
		d.found = append(d.found, c.Say("branch.choices"))
	}
	for _, a := range without(child.Actions, parent.Actions) {
		d.found = append(d.found, d.dated(a))
	}
	if len(d.found) == 0 { // to act in the past drops what came later: that is no change by itself
		for _, a := range without(parent.Actions, child.Actions) {
			d.found = append(d.found, c.Say("branch.without", "what", d.action(a)))
		}
	}
	switch n := len(d.found); n {
	case 0:
		return c.Say("branch.same")
	case 1:
		return d.found[0]
	default:
		return c.Say("branch.more", "what", d.found[0], "n", number(n-1))
	}
}

// differ gathers what makes two runs different.
type differ struct {
	teller
	found []string
}

// params finds the parameters whose values differ. Of one that is given twice the last
// value counts.
func (d *differ) params(before, now []run.Param) {
	value := func(list []run.Param, name string) (v string, ok bool) {
		for _, p := range list {
			if p.Name == name {
				v, ok = p.Value, true
			}
		}
		return v, ok
	}
	var names []string
	for _, p := range slices.Concat(now, before) {
		names = added(names, p.Name)
	}
	for _, name := range names {
		old, had := value(before, name)
		v, has := value(now, name)
		switch {
		case has == had && v == old:
		case has:
			d.found = append(d.found, d.c.Say("branch.param", "name", d.param(name), "value", cut(v, longestBranch)))
		default:
			d.found = append(d.found, d.c.Say("branch.param.default", "name", d.param(name)))
		}
	}
}

// param is what the form of parameters calls one: the last step of its path, and whose
// it is.
func (d *differ) param(path string) string {
	_, rest, _ := strings.Cut(path, ".")
	who, _, owned := strings.Cut(rest, ".")
	name := path[strings.LastIndexByte(path, '.')+1:]
	if path == "cluster.independent" { // its value is how many there are
		name = "nodes"
	}
	if key := "play.param." + name; d.c.Has(key) {
		name = d.c.Say(key)
	}
	if owned {
		return d.c.Say("branch.param.of", "who", who, "name", name)
	}
	return name
}

// without lists the actions that other has not.
func without(list, other []run.Action) (more []*run.Action) {
	form := func(a run.Action) string { return (&run.Run{Actions: []run.Action{a}}).Link() }
	there := make(map[string]int)
	for _, a := range other {
		there[form(a)]++
	}
	for i := range list {
		if f := form(list[i]); there[f] > 0 {
			there[f]--
		} else {
			more = append(more, &list[i])
		}
	}
	return more
}

// dated is an action with its instant, where it has one and that fits.
func (d *differ) dated(a *run.Action) string {
	what := d.action(a)
	if a.When != nil {
		return what
	}
	if long := d.c.Say("branch.at", "what", what, "t", d.reading(trace.Local(a.At))); utf8.RuneCountInString(long) <= longestBranch {
		return long
	}
	return what
}

func (d *differ) action(a *run.Action) string {
	key := "branch." + a.Verb.String()
	if a.Verb == run.Clock && a.Rate != 0 {
		key += ".rate"
	}
	return d.c.Say(key, "who", a.Target, "for", d.span(a.For), "by", d.span(a.By), "part", perCent(a.PPM),
		"from", a.Link[0], "to", a.Link[1], "sides", sidesOf(a.Cut), "msg", d.letter(a.Msg),
		"offset", d.signed(a.Jump), "rate", words.Ratio(a.Rate), "key", cut(a.Key, longestBranch/2),
		"cmd", cut(strings.Join(a.Args, " "), longestBranch/2))
}

// sidesOf writes the sides that links are cut between. Where all of them are too long it is
// the smallest, which tells one cut from another best.
func sidesOf(cuts [][]string) string {
	var sides []string
	least := 0
	for i, group := range cuts {
		sides = append(sides, strings.Join(group, "+"))
		if len(group) < len(cuts[least]) {
			least = i
		}
	}
	whole := strings.Join(sides, " | ")
	if utf8.RuneCountInString(whole) <= longestBranch {
		return whole
	}
	return cut(sides[least], longestBranch-len(" | …")) + " | …"
}

// letter is what a message is called: whose question to whom, or whose answer.
func (d *differ) letter(msg string) string {
	m, ok := trace.ParseMsg(msg)
	switch {
	case !ok:
		return cut(msg, longestBranch)
	case m.Reply:
		return d.c.Say("branch.answer", "from", string(m.Node), "to", string(m.Client))
	}
	step, _, _ := strings.Cut(m.Step, ".")
	return d.c.Say("branch.question", "from", string(m.Client), "step", capitals(step), "to", string(m.Node))
}
