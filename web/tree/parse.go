package tree

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lockstep/sim/base64url"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/board"
)

// Errors of Parse.
var (
	ErrNoRun   = errors.New("tree: this address holds no run")
	ErrDamaged = errors.New("tree: this address is damaged: was it copied whole?")
	ErrVersion = errors.New("tree: this address was made by another version of Lockstep")
)

// maxFragment bounds a fragment, in bytes.
const maxFragment = maxBranches * (run.MaxLink + 512)

// Parse reads an address's fragment, without its #. Keys that it does not know do not
// matter. Where the fragment holds no run the view is good all the same.
func Parse(fragment string) (*Tree, View, error) {
	p := parser{tree: &Tree{}, view: View{Happened: -1, Compared: -1}}
	if len(fragment) > maxFragment {
		return nil, p.view, ErrDamaged
	}
	for rest := fragment; rest != ""; {
		var pair string
		pair, rest, _ = strings.Cut(rest, "&")
		key, value, _ := strings.Cut(pair, "=")
		if err := p.take(key, value); err != nil {
			return nil, View{Happened: -1, Compared: -1}, err
		}
	}
	n := len(p.tree.now.branches)
	switch {
	case n == 0 && p.tree.now.present == 0 && p.view.Compared < 0:
		return nil, p.view, ErrNoRun
	case p.tree.now.present >= n || p.view.Compared >= n:
		return nil, View{Happened: -1, Compared: -1}, ErrDamaged
	}
	return p.tree, p.view, nil
}

type parser struct {
	tree *Tree
	view View
}

func (p *parser) take(key, value string) (err error) {
	switch key {
	case keyRun:
		return p.run(value)
	case keyGrown:
		return p.grown(value)
	case keyName:
		return p.name(value)
	case keyPresent:
		p.tree.now.present, err = number(value, maxBranches-1)
	case keyCompared:
		p.view.Compared, err = number(value, maxBranches-1)
	case keyAt:
		p.view.At, err = instant(value)
	case keyHappened:
		p.view.Happened, err = number(value, run.MaxNth)
	case keyWindow:
		p.view.Window, err = window(value)
	case keyTab:
		if slices.Contains(board.Tabs[:], value) {
			p.view.Tab = value
		}
	}
	return err
}

func (p *parser) run(value string) error {
	parent := -1
	if from, link, ok := strings.Cut(value, "."); ok {
		var err error
		if parent, err = p.parent(from); err != nil {
			return err
		}
		value = link
	}
	r, err := parseRun(value)
	if err != nil {
		return err
	}
	return p.add(Branch{Run: r, Link: value, Parent: parent})
}

func (p *parser) grown(value string) error {
	from, rest, _ := strings.Cut(value, ".")
	keep, link, _ := strings.Cut(rest, ".")
	parent, err := p.parent(from)
	if err != nil {
		return err
	}
	kept, err := number(keep, run.MaxActions)
	if err != nil {
		return err
	}
	own, err := parseRun(link)
	if err != nil {
		return err
	}
	r, ok := graft(p.tree.now.branches[parent].Run, kept, own.Actions)
	if !ok {
		return ErrDamaged
	}
	whole := r.Link()
	if r, err = parseRun(whole); err != nil { // a copy, and checked: the link may be too long
		return err
	}
	return p.add(Branch{Run: r, Link: whole, Parent: parent})
}

// add takes a branch of the same scenario as the others, but of another run.
func (p *parser) add(b Branch) error {
	all := p.tree.now.branches
	if !nameable(b.Run.Scenario) || len(all) == maxBranches || len(all) > 0 && b.Run.Scenario != all[0].Run.Scenario ||
		slices.ContainsFunc(all, func(other Branch) bool { return other.Link == b.Link }) {
		return ErrDamaged
	}
	b.root(all)
	p.tree.now.branches = append(all, b)
	return nil
}

// nameable tells whether a scenario can be called so: by a letter or digit and up to 63
// letters, digits, . + - or _ more, as package scenario has it. Such a name leads nowhere
// else in the address of a page.
func nameable(name string) bool {
	for i, r := range name {
		switch {
		case 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		case i > 0 && strings.ContainsRune(".+-_", r):
		default:
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func (p *parser) name(value string) error {
	index, text, _ := strings.Cut(value, ".")
	i, err := p.parent(index)
	if err != nil {
		return err
	}
	name, ok := base64url.Decode(text)
	if !ok || !utf8.Valid(name) || tidy(string(name)) != string(name) {
		return ErrDamaged
	}
	p.tree.now.branches[i].Name = string(name)
	return nil
}

func window(value string) (w Window, err error) {
	from, rest, _ := strings.Cut(value, ".")
	scale, folds, _ := strings.Cut(rest, ".")
	if w.From, err = instant(from); err != nil {
		return Window{}, err
	}
	n, err := number(scale, int(run.MaxTime))
	if err != nil || n == 0 || folds != "" && folds != unfolded {
		return Window{}, ErrDamaged
	}
	w.Scale, w.Unfolded = trace.Duration(n), folds == unfolded
	return w, nil
}

// parent reads the number of a branch that is there already.
func (p *parser) parent(s string) (int, error) { return number(s, len(p.tree.now.branches)-1) }

func parseRun(link string) (*run.Run, error) {
	r, err := run.Parse(link)
	switch {
	case errors.Is(err, run.ErrVersion):
		return nil, ErrVersion
	case err != nil:
		return nil, ErrDamaged
	}
	return r, nil
}

func instant(s string) (trace.Time, error) {
	n, err := number(s, int(run.MaxTime))
	return trace.Time(n), err
}

// number reads a number from 0 to most; there is none if most is -1.
func number(s string, most int) (int, error) {
	n, ok := trace.ParseWhole(s, math.MaxInt)
	if !ok || int(n) > most {
		return 0, ErrDamaged
	}
	return int(n), nil
}
