package tree

import (
	"strconv"

	"lockstep/sim/base64url"
	"lockstep/web/board"
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
//	w=N.M[.u]     the space-time diagram: the instant at its left end, and what 100 px
//	              show, in virtual microseconds; u if quiet time is shown in full length
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
	keyWindow   = "w"
	keyTab      = "v"

	unfolded = "u"
)

// Fragment writes the tree and a view of it: letters, digits and -_.=&, which an
// address may hold as they are.
func (t *Tree) Fragment(v View) string {
	b := t.now.append(nil)
	if v.Compared >= 0 {
		b = appendNumber(b, keyCompared, v.Compared)
	}
	b = appendNumber(b, keyAt, int(max(v.At, 0)))
	if v.Happened >= 0 {
		b = appendNumber(b, keyHappened, v.Happened)
	}
	if w := v.Window; w.Scale > 0 {
		b = appendNumber(b, keyWindow, int(max(w.From, 0)))
		b = strconv.AppendInt(append(b, '.'), int64(w.Scale), 10)
		if w.Unfolded {
			b = append(b, "."+unfolded...)
		}
	}
	for _, tab := range board.Tabs {
		if v.Tab == tab {
			b = append(appendKey(b, keyTab), tab...)
		}
	}
	return string(b)
}

// append writes the branches, their names, and which is shown.
func (s *snapshot) append(b []byte) []byte {
	for i := range s.branches {
		branch := &s.branches[i]
		key, value := keyRun, branch.Link
		if branch.grown != "" {
			key, value = keyGrown, branch.grown
		}
		b = appendKey(b, key)
		if branch.Parent >= 0 {
			b = append(strconv.AppendInt(b, int64(branch.Parent), 10), '.')
		}
		b = append(b, value...)
	}
	for i, branch := range s.branches {
		if branch.Name != "" {
			b = appendNumber(b, keyName, i)
			b = base64url.Append(append(b, '.'), []byte(branch.Name))
		}
	}
	if s.present > 0 {
		b = appendNumber(b, keyPresent, s.present)
	}
	return b
}

func appendKey(b []byte, key string) []byte {
	if len(b) > 0 {
		b = append(b, '&')
	}
	return append(append(b, key...), '=')
}

func appendNumber(b []byte, key string, n int) []byte {
	return strconv.AppendInt(appendKey(b, key), int64(n), 10)
}
