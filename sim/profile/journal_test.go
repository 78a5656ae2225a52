package profile_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lockstep/sim/trace"
)

// journal is what somebody writes down who watches the nodes and the caller, in
// words that fit a library and its profile alike: what each node was told, what it
// answered and was left with, and what the caller is told.
type journal struct {
	sync.Mutex
	lines  []line
	tokens []string // the client's own, in the order in which it showed them
}

type line struct {
	at   trace.Time
	text string
}

func (j *journal) writef(at trace.Time, format string, args ...any) {
	j.Lock()
	defer j.Unlock()
	j.lines = append(j.lines, line{at, fmt.Sprintf(format, args...)})
}

// shows notes that the client showed a token. Tokens are random, so a journal calls
// them by their order: that an attempt shows the one of the attempt before is part of
// what is compared.
func (j *journal) shows(token string) {
	j.Lock()
	defer j.Unlock()
	if !slices.Contains(j.tokens, token) {
		j.tokens = append(j.tokens, token)
	}
}

// String gives the lines in the order of time. At one instant the order is that of
// the words: what happens on different machines at once has no other.
func (j *journal) String() string {
	slices.SortFunc(j.lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.text, b.text))
	})
	var names []string
	for i, token := range j.tokens {
		names = append(names, token, "token"+strconv.Itoa(i+1))
	}
	var b strings.Builder
	for _, l := range j.lines {
		fmt.Fprintf(&b, "%12s  %s\n", trace.Duration(l.at), l.text)
	}
	return strings.NewReplacer(names...).Replace(b.String())
}

// order is a command as a node takes it, whoever worded it. A key may be set by SET or
// a script, its time to live given in seconds or milliseconds, a script sent whole or by
// its hash.
type order struct {
	verb  verb
	token string
	ttl   trace.Duration
	cmd   []string // as it came, for what a lock does not say
}

type verb string

const (
	setNew   verb = "set" // if nobody has it
	setOwn   verb = "set or keep"
	extend   verb = "extend"
	remove   verb = "del"
	timeLeft verb = "ask for the time left of"
	other    verb = ""
)

// understand tells what a command wants. src gives a script's text by its hash.
func understand(cmd []string, src func(hash string) string) order {
	o := order{cmd: cmd}
	switch strings.ToUpper(cmd[0]) {
	case "SET":
		i := slices.IndexFunc(cmd, func(word string) bool { return strings.EqualFold(word, "PX") || strings.EqualFold(word, "EX") })
		if i < 0 || !slices.ContainsFunc(cmd, func(word string) bool { return strings.EqualFold(word, "NX") }) {
			return o
		}
		unit := trace.Second
		if strings.EqualFold(cmd[i], "PX") {
			unit = ms
		}
		o.verb, o.token, o.ttl = setNew, cmd[2], number(cmd[i+1])*unit
	case "EVAL", "EVALSHA":
		text := cmd[1]
		if strings.EqualFold(cmd[0], "EVALSHA") {
			text = src(text)
		}
		if o.verb = scriptVerb(text); o.verb != other {
			o.token = cmd[4]
		}
		if o.verb == extend || o.verb == setOwn {
			o.ttl = number(cmd[len(cmd)-1]) * ms
		}
	}
	return o
}

// scriptVerb knows scripts by the commands that they call.
func scriptVerb(text string) verb {
	text = strings.ToLower(text)
	calls := func(name string) bool { return strings.Contains(text, `"`+name+`"`) }
	switch {
	case calls("pttl"):
		return timeLeft
	case calls("del"):
		return remove
	case calls("pexpire"):
		return extend
	case calls("set"):
		return setOwn
	}
	return other
}

func number(text string) trace.Duration {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("no number: " + text)
	}
	return trace.Duration(n)
}

// String says the order in the journal's words.
func (o order) String() string {
	switch o.verb {
	case setNew, setOwn, extend:
		return fmt.Sprintf("%s lock=%s for %v", o.verb, o.token, o.ttl)
	case remove, timeLeft:
		return fmt.Sprintf("%s lock=%s", o.verb, o.token)
	}
	return strings.Join(o.cmd, " ")
}

// said is a reply in the journal's words: redsync's release script tells a key that
// is missing (-1) from one that is another's (0), and the Redis page's does not. Both
// delete nothing.
func (o order) said(reply string) string {
	switch {
	case strings.HasPrefix(reply, "(error) "):
		return "error"
	case o.verb == other:
		return reply
	case reply == "OK" || reply == "(integer) 1":
		return "yes"
	}
	return "no"
}

// held says what a node has under the lock's name. gone is the first instant at which
// it will not be there.
func held(value string, stays bool, gone trace.Time) string {
	if stays {
		return "lock=" + value
	}
	return fmt.Sprintf("lock=%s until %v", value, trace.Duration(gone))
}

const (
	noKey   = "no lock"
	notText = "(a list)" // a value that is no string
)

// found says what somebody finds who looks at all nodes, by what held says of each.
func found(each []string) string {
	if !slices.ContainsFunc(each, func(text string) bool { return text != noKey }) {
		return "no node has the lock"
	}
	for i := range each {
		each[i] = "n" + strconv.Itoa(i+1) + " has " + each[i]
	}
	return strings.Join(each, "; ")
}

// std is d as Go's own packages take it.
func std(d trace.Duration) time.Duration { return time.Duration(d) * time.Microsecond }

// differing lists the lines that are in one of two journals alone: + for the profile's,
// - for the library's.
func differing(profile, library string) []string {
	theirs := lines(library)
	var list []string
	for _, l := range lines(profile) {
		if i := slices.Index(theirs, l); i >= 0 {
			theirs = slices.Delete(theirs, i, i+1)
		} else {
			list = append(list, "+ "+l)
		}
	}
	for _, l := range theirs {
		list = append(list, "- "+l)
	}
	return list
}

func lines(text string) (list []string) {
	for l := range strings.Lines(text) {
		list = append(list, strings.TrimSpace(l))
	}
	return list
}
