package redis

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"lockstep/sim/redis/resp"
)

// A value is what stands under a key. It is never changed, only replaced, so it
// may be kept, compared and sent to other nodes. The zero value is none.
type value struct {
	kind  string   // as TYPE answers
	text  string   // of a string
	parts []string // of a collection: fields with values, members, members with scores
}

func textValue(text string) value { return value{kind: "string", text: text} }

func (v value) exists() bool { return v.kind != "" }

func (v value) equal(w value) bool {
	return v.kind == w.kind && v.text == w.text && slices.Equal(v.parts, w.parts)
}

// A state is a key at one instant: its value and when it runs out, or that it is
// not there.
type state struct {
	value
	expires  bool
	deadline int64 // whole milliseconds of the node's clock, 0 if it stays
}

func (s state) equal(t state) bool {
	return s.expires == t.expires && s.deadline == t.deadline && s.value.equal(t.value)
}

// overdue tells whether the key has run out by nowMS.
func (s state) overdue(nowMS int64) bool { return s.expires && nowMS > s.deadline }

// What is charged beside the bytes of names and values themselves: about what
// the maps of node and miniredis take.
const (
	keyBytes     = 256
	elementBytes = 48
)

// weigh measures the value of a key and prints it.
func (e *entry) weigh() {
	e.size, e.count = keyBytes+len(e.name), 0
	if e.kind == "string" {
		e.size += len(e.text)
		e.shown = e.text
		if !plain(e.text) {
			e.shown = show(resp.BulkOf(e.text))
		}
		return
	}
	w := weigher{e: e, b: []byte{'['}}
	switch e.kind {
	case "hash":
		for field := range slices.Chunk(e.parts, 2) {
			w.add(field...)
		}
	case "zset":
		for member := range slices.Chunk(e.parts, 2) {
			w.add(member[0]) // the order tells enough of the scores
		}
	default:
		for _, p := range e.parts {
			w.add(p)
		}
	}
	e.shown = string(append(w.b, ']'))
}

// A weigher adds up the elements of a collection.
type weigher struct {
	e *entry
	b []byte
}

func (w *weigher) add(parts ...string) {
	w.e.count++
	w.e.size += elementBytes
	for _, p := range parts {
		w.e.size += len(p)
		if len(w.b) >= shownMax {
			continue
		}
		if len(w.b) > 1 {
			w.b = append(w.b, ", "...)
		}
		w.b = append(w.b, show(resp.BulkOf(p))...)
	}
}

// shownMax is how much of a value is shown. A trace repeats values at every
// command; a token, a counter, a small hash fit.
const shownMax = 1 << 10

// plain tells whether a value can be shown as it is, as lock tokens can: short
// text that prints. Anything else would be read wrongly without quotes.
func plain(v string) bool {
	if len(v) > shownMax || !utf8.ValidString(v) {
		return false
	}
	for _, r := range v {
		if !unicode.IsPrint(r) || r == '"' || r == '\\' {
			return false
		}
	}
	return true
}

// show prints a value, and three dots for what does not fit.
func show(r resp.Reply) string {
	if len(r.Text) > shownMax {
		r.Text = r.Text[:shownMax] + "..."
	}
	return r.String()
}
