package tree

import (
	"strconv"

	"lockstep/sim/base64url"
	"lockstep/sim/run"
)

// An address's fragment is a list of keys and values:
//
//	r=[P.]LINK    a branch that grew from branch P, or from none: its run
//	a=P.K.LINK    a branch that grew from branch P: as P, but that of P's actions it has
//	              only the first K, and after them those of the run that LINK writes
//	n=I.NAME      the name of branch I, as base64
//	p=I           the branch that is shown, if not the first
//	c=I           the branch that it is compared with
//	t=N           the instant, in virtual microseconds
//	h=N           how many events have happened
//	v=TAB         what a narrow page shows
//
// Branches count from 0 in the order in which they stand. Where nothing grew, r and t
// are all there is: a page that shows a run links to it so.
const (
	keyRun      = "r"
	keyGrown    = "a"
	keyName     = "n"
	keyPresent  = "p"
	keyCompared = "c"
	keyAt       = "t"
	keyHappened = "h"
	keyTab      = "v"
)

// tabs are the tabs that an address can hold.
var tabs = [...]string{"topology", "time", "events", "code"}

// Fragment writes the tree and a view of it: letters, digits and -_.=&, which an
// address may hold as they are.
func (t *Tree) Fragment(v View) string {
	var b []byte
	add := func(key string) {
		if len(b) > 0 {
			b = append(b, '&')
		}
		b = append(append(b, key...), '=')
	}
	number := func(key string, n int) {
		add(key)
		b = strconv.AppendInt(b, int64(n), 10)
	}
	for i := range t.now.branches {
		key, value := t.written(&t.now.branches[i])
		add(key)
		b = append(b, value...)
	}
	for i, branch := range t.now.branches {
		if branch.Name != "" {
			number(keyName, i)
			b = base64url.Append(append(b, '.'), []byte(branch.Name))
		}
	}
	if t.now.present > 0 {
		number(keyPresent, t.now.present)
	}
	if v.Compared >= 0 {
		number(keyCompared, v.Compared)
	}
	number(keyAt, int(max(v.At, 0)))
	if v.Happened >= 0 {
		number(keyHappened, v.Happened)
	}
	for _, tab := range tabs {
		if v.Tab == tab {
			add(keyTab)
			b = append(b, tab...)
		}
	}
	return string(b)
}

// written says how a branch is written: by what it does otherwise, if that is shorter.
func (t *Tree) written(b *Branch) (key, value string) {
	if b.Parent < 0 {
		return keyRun, b.Link
	}
	from := strconv.Itoa(b.Parent) + "."
	parent := t.now.branches[b.Parent].Run
	kept := common(b.Run, parent)
	if grown, ok := graft(parent, kept, b.Run.Actions[kept:]); ok && grown.Link() == b.Link {
		own := run.Run{Actions: b.Run.Actions[kept:]}
		return keyGrown, from + strconv.Itoa(kept) + "." + own.Link()
	}
	return keyRun, from + b.Link
}

// graft returns a run as parent, but with the first kept of its actions and then others;
// if there are as many as a run may have.
func graft(parent *run.Run, kept int, actions []run.Action) (*run.Run, bool) {
	if kept > len(parent.Actions) {
		return nil, false
	}
	r := *parent
	r.Actions = append(r.Actions[:kept:kept], actions...)
	return &r, len(r.Actions) <= run.MaxActions
}
