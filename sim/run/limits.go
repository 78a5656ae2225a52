package run

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// Limits on what an action says.
const (
	MaxName    = 64                     // bytes of a process's, rule's or phase's name
	MaxMsg     = 256                    // bytes of a message's name
	MaxKey     = 1 << 10                // bytes of a key
	MaxMembers = 64                     // names in all groups of a cut
	MaxArgs    = 256                    // arguments of a command
	MaxCommand = 16 << 10               // bytes of all its arguments
	MaxNth     = 20_000                 // as many as a run has events
	MaxJump    = 24 * 60 * trace.Minute // of a clock, either way
	MinRate    = 500_000                // of a clock, in parts per million
	MaxRate    = 2_000_000
)

// Check tells whether what x says here is within limits.
func (f *Field[T]) Check(x *T) error { return limits{f.Least, f.Most}.check(f.At(x)) }

// limits are Least and Most of a field.
type limits struct{ least, most int64 }

func (l limits) check(member any) error {
	switch p := member.(type) {
	case *string:
		return checkText(*p, int(l.most))
	case *trace.Time:
		return l.bounds(int64(*p), trace.Duration(l.least).String(), trace.Duration(l.most).String())
	case *trace.Duration:
		if *p == 0 && l.least < 0 {
			return errors.New("a step of nothing is no step")
		}
		return l.bounds(int64(*p), trace.Duration(l.least).String(), trace.Duration(l.most).String())
	case *int:
		return l.bounds(int64(*p), strconv.FormatInt(l.least, 10), strconv.FormatInt(l.most, 10))
	case *int64:
		return l.bounds(*p, strconv.FormatInt(l.least, 10), strconv.FormatInt(l.most, 10))
	case *Ratio:
		return l.bounds(int64(*p), Ratio(l.least).String(), Ratio(l.most).String())
	case *trace.Kind:
		if !p.Valid() {
			return errors.New("no event is of this kind")
		}
		if *p == trace.End {
			return errors.New("nothing happens after the end of a run")
		}
	case *Data:
		if *p > DataLose {
			return errors.New("what becomes of the keys is policy, keep or lose")
		}
	case *[][]string:
		return checkCut(*p, int(l.most))
	case *[2]string:
		return checkLink(*p, int(l.most))
	case *[]string:
		return checkArgs(*p, int(l.most))
	case *HealCut:
		if p.All && len(p.Cut) == 0 {
			return nil
		} else if p.All {
			return errors.New("it is all cuts or one, not both")
		}
		return checkCut(p.Cut, int(l.most))
	case *HealLink:
		if p.All && p.Link == [2]string{} {
			return nil
		} else if p.All {
			return errors.New("it is all links or one, not both")
		}
		return checkLink(p.Link, int(l.most))
	}
	return nil
}

func (l limits) bounds(n int64, least, most string) error {
	if n < l.least || n > l.most {
		return errors.New("it may be from " + least + " to " + most)
	}
	return nil
}

func checkText(s string, most int) error {
	switch {
	case s == "":
		return errors.New("it is empty")
	case len(s) > most:
		return errors.New("it is longer than " + strconv.Itoa(most) + " bytes")
	case !utf8.ValidString(s):
		return errors.New("it is no UTF-8 text")
	}
	return nil
}

func checkCut(groups [][]string, most int) error {
	if len(groups) < 2 {
		return errors.New("it takes two groups to cut them apart")
	}
	all := slices.Concat(groups...)
	if len(all) > MaxMembers {
		return errors.New("there is room for " + strconv.Itoa(MaxMembers) + " names")
	}
	for _, group := range groups {
		if len(group) == 0 {
			return errors.New("a group is empty")
		}
	}
	for i, name := range all {
		if err := checkText(name, most); err != nil {
			return errors.New("a name: " + err.Error())
		}
		if slices.Contains(all[:i], name) {
			return errors.New(quote(name) + " stands in it twice")
		}
	}
	return nil
}

func checkLink(ends [2]string, most int) error {
	for _, name := range ends {
		if err := checkText(name, most); err != nil {
			return errors.New("one end: " + err.Error())
		}
	}
	if ends[0] == ends[1] {
		return errors.New("both ends of it are " + quote(ends[0]))
	}
	return nil
}

func checkArgs(args []string, most int) error {
	if len(args) == 0 {
		return errors.New("a command has a name at least")
	}
	if len(args) > MaxArgs {
		return errors.New("there is room for " + strconv.Itoa(MaxArgs) + " arguments")
	}
	size := 0
	for _, arg := range args {
		size += len(arg)
	}
	if size > most {
		return errors.New("there is room for " + strconv.Itoa(most>>10) + " KiB of arguments")
	}
	return nil
}
