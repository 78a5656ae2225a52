// Package words writes the parts of which sentences are made, in a reader's language:
// spans and instants, lists of names, and the engine's short reasons. Package narrate
// tells of events with them, package verdict of whole runs, so that both write alike.
//
// The browser's viewer carries this package, so it imports nothing large.
package words

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Span writes d exactly, in the unit that suits its size.
func Span(c phrase.Catalog, d trace.Duration) string {
	text := d.String()
	for _, unit := range [...]string{"us", "ms", "s"} {
		if digits, ok := strings.CutSuffix(text, unit); ok {
			if less, ok := strings.CutPrefix(digits, "-"); ok {
				digits = "−" + less
			}
			return c.Say("unit."+unit, "n", digits)
		}
	}
	return text
}

// Signed writes a span with its sign.
func Signed(c phrase.Catalog, d trace.Duration) string {
	if d > 0 {
		return "+" + Span(c, d)
	}
	return Span(c, d)
}

// Reading writes a point of time as the clocks on the page show it: seconds and
// whole milliseconds, the rest dropped. A clock may stand before the run's
// beginning.
func Reading(c phrase.Catalog, l trace.Local) string {
	ms, sign := int64(l)/1000, ""
	if ms < 0 {
		ms, sign = -ms, "−"
	}
	return c.Say("unit.s", "n", sign+ofMilli(ms))
}

// Clocked writes an instant as the page's clocks show it. Its unit is the symbol, as in the
// picture, in every language.
func Clocked(t trace.Time) string { return Seconds(t) + " s" }

// Tenths is Clocked with whole tenths of a second: the rest is dropped.
func Tenths(t trace.Time) string {
	s := Seconds(t)
	return s[:len(s)-2] + " s"
}

// Seconds writes an instant in seconds, with whole milliseconds: the rest is dropped.
func Seconds(t trace.Time) string { return ofMilli(int64(t) / 1000) }

func ofMilli(ms int64) string {
	return strconv.FormatInt(ms/1000, 10) + "." + strconv.FormatInt(1000+ms%1000, 10)[1:]
}

// Ratio writes parts per million as a decimal: 1.02.
func Ratio(ppm int64) string { return trace.Decimal(ppm, 6) }

// List joins names as a sentence does: A, B and C.
func List(c phrase.Catalog, names []string) string {
	switch len(names) {
	case 0:
		return c.Say("list.none")
	case 1:
		return names[0]
	}
	last := len(names) - 1
	return c.Say("list.and", "most", strings.Join(names[:last], c.Say("list.comma")), "last", names[last])
}

// Known says one of the engine's short reasons in the reader's language, or as
// the engine gave it where the catalog does not know it. Of is what it is a reason
// of, as the phrases' keys begin.
func Known(c phrase.Catalog, of, reason string) string {
	key := of + "." + Slug(reason)
	if c.Has(key) {
		return c.Say(key)
	}
	return reason
}

// Slug makes a key's part of a reason: "20,000 events" is 20000-events.
func Slug(reason string) string {
	b := make([]byte, 0, len(reason))
	for i := range len(reason) {
		switch c := reason[i]; {
		case c == ' ':
			b = append(b, '-')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', 'A' <= c && c <= 'Z', c == '-':
			b = append(b, c)
		}
	}
	return string(b)
}

// Form returns that key with the last of the endings that the catalog has a
// text for, or without any.
func Form(c phrase.Catalog, key string, endings ...string) string {
	best := key
	for _, ending := range endings {
		if c.Has(key + ending) {
			best = key + ending
		}
	}
	return best
}
