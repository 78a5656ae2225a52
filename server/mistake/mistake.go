// Package mistake says in a reader's language what is wrong with the parameters of a run
// that cannot be played: which of them, what is wrong, and what would be right. Package
// scenario finds the mistakes, and tells of them in English.
package mistake

import (
	"slices"
	"strings"

	"lockstep/sim/scenario"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// Say tells of a mistake in the parameters of a run. It names each that has a part in it by
// its path, as a form's fields are called. What there is no sentence for is quoted as it is
// in English.
func Say(c phrase.Catalog, e *scenario.InputError) string {
	if e.Wrong == nil && e.Given == "" && e.Way == "" {
		return c.Say("input.other", "text", e.Text) // it is about the run as a whole
	}
	where := e.Way
	if name, ok := strings.CutPrefix(e.Given, "parameter "); ok {
		where = strings.TrimSuffix(name+"."+e.Way, ".")
	}
	told := placed(c, where, e.Value, what(c, e))
	names := slices.Clone(e.With)
	if len(names) == 0 || len(names) == 1 && names[0] == where {
		return told
	}
	for i, name := range names {
		names[i] = called(c, name)
	}
	key := "input.with"
	if len(names) > 1 {
		key = "input.with.several"
	}
	return c.Say(key, "names", words.List(c, names), "told", told)
}

// placed says where something is wrong, and what.
func placed(c phrase.Catalog, where, value, what string) string {
	switch {
	case where == "":
		return what
	case value == "":
		return c.Say("input.at", "where", called(c, where), "what", what)
	}
	return c.Say("input.value", "where", called(c, where), "value", value, "what", what)
}

// what says what is wrong.
func what(c phrase.Catalog, e *scenario.InputError) string {
	w := e.Wrong
	if w == nil || !c.Has("input."+w.Key) {
		return c.Say("input.other", "text", e.Text)
	}
	said := c.Say("input."+w.Key, w.Args...)
	if w.Or != "" {
		said = c.Say("input.or", "what", said, "word", w.Or)
	}
	return said
}

// called is a parameter as the form calls it, with its path.
func called(c phrase.Catalog, path string) string {
	topic := path[strings.LastIndex(path, ".")+1:]
	if topic == "independent" { // how many nodes there are, which forms have a field for
		topic = "nodes"
	}
	if key := "play.param." + topic; c.Has(key) {
		return c.Say("input.called", "label", c.Say(key), "path", path)
	}
	return path
}
