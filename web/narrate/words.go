package narrate

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

func number(n int) string { return strconv.Itoa(n) }

func long(n int64) string { return strconv.FormatInt(n, 10) }

// span writes d exactly, in the unit that suits its size.
func (t teller) span(d trace.Duration) string {
	text := d.String()
	for _, unit := range [...]string{"us", "ms", "s"} {
		if digits, ok := strings.CutSuffix(text, unit); ok {
			if less, ok := strings.CutPrefix(digits, "-"); ok {
				digits = "−" + less
			}
			return t.c.Say("unit."+unit, "n", digits)
		}
	}
	return text
}

// reading writes a point of time as the clocks on the page show it: seconds and
// whole milliseconds, the rest dropped. A clock may stand before the run's
// beginning.
func (t teller) reading(l trace.Local) string {
	ms, sign := int64(l)/1000, ""
	if ms < 0 {
		ms, sign = -ms, "−"
	}
	text := sign + strconv.FormatInt(ms/1000, 10) + "." + strconv.FormatInt(1000+ms%1000, 10)[1:]
	return t.c.Say("unit.s", "n", text)
}

// list joins names as a sentence does: A, B and C.
func (t teller) list(names []string) string {
	switch len(names) {
	case 0:
		return t.c.Say("list.none")
	case 1:
		return names[0]
	}
	last := len(names) - 1
	return t.c.Say("list.and", "most", strings.Join(names[:last], t.c.Say("list.comma")), "last", names[last])
}

// name is a process, a node or the person at the console.
func (t teller) name(who string) string {
	switch who {
	case trace.Operator:
		return t.c.Say("who.operator")
	case "":
		return t.c.Say("who.nobody")
	}
	return who
}

// known says one of the engine's short reasons in the reader's language, or as
// the engine gave it where the catalog does not know it.
func (t teller) known(of, reason string) string {
	key := of + "." + slug(reason)
	if t.c.Has(key) {
		return t.c.Say(key)
	}
	return reason
}

// slug makes a key's part of a reason: "20,000 events" is 20000-events.
func slug(reason string) string {
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

// reasoned says the text of that key, or of its form with a reason where the
// event gives one.
func (t teller) reasoned(key string, args ...string) string {
	if t.e.Why == "" {
		return t.c.Say(key, args...)
	}
	return t.c.Say(key+".why", append(args, "why", t.known("why", t.e.Why))...)
}

// form returns that key with the last of the endings that the catalog has a
// text for, or without any.
func (t teller) form(key string, endings ...string) string {
	best := key
	for _, ending := range endings {
		if t.c.Has(key + ending) {
			best = key + ending
		}
	}
	return best
}

// command writes a command as a person would: a script by its name, tokens by
// their first digits, words with spaces in quotes.
func (t teller) command(cmd []string) string {
	words := make([]string, len(cmd))
	for i, w := range cmd {
		switch {
		case i == 1 && isScript(cmd):
			words[i] = t.c.Say("word.script")
		case w == "" || strings.ContainsAny(w, " \t\r\n\""):
			words[i] = inQuotes(cut(w, longestWord))
		default:
			words[i] = cut(shortened(w), longestWord)
		}
	}
	return strings.Join(words, " ")
}

// The lengths, in characters, at which a word of a command and an answer are cut
// in a sentence. The trace has them whole.
const (
	longestWord  = 48
	longestReply = 120
)

// cut shortens text to that many characters, and shows that it did.
func cut(text string, longest int) string {
	n, end := 0, 0
	for i := range text {
		if n == longest-1 {
			end = i
		}
		if n++; n > longest {
			return text[:end] + "…"
		}
	}
	return text
}

// quoteLines writes text with line ends so that it stays in one line.
func quoteLines(text string) string {
	if strings.ContainsAny(text, "\r\n\t") {
		text = inQuotes(text)
	}
	return cut(text, longestReply)
}

func inQuotes(text string) string { return string(trace.AppendQuoted(nil, text)) }

func isScript(cmd []string) bool { return len(cmd) > 1 && isAny(cmd[0], "EVAL") }

// isAny tells whether a word of a command is one of those, which are in capitals.
// Redis takes small letters for them too, of ASCII and no others.
func isAny(word string, of ...string) bool { return slices.Contains(of, capitals(word)) }

// capitals writes a word's letters of ASCII as capitals.
func capitals(word string) string {
	letters := []byte(word)
	for i, c := range letters {
		if 'a' <= c && c <= 'z' {
			letters[i] = c - 'a' + 'A'
		}
	}
	return string(letters)
}

// shortened is Short for a sentence: a token that was cut is seen to be.
func shortened(word string) string {
	if s := Short(word); s != word {
		return s + "…"
	}
	return word
}

// Short cuts a token to its first four digits; other words stay whole. A token may
// happen to be a number, as long as no other number of a command is.
func Short(word string) string {
	const shown, shortest, whole = 4, 8, 16
	isNumber := strings.Trim(word, "0123456789") == ""
	if len(word) < shortest || strings.Trim(word, "0123456789abcdef") != "" || isNumber && len(word) != whole {
		return word
	}
	return word[:shown]
}

// node returns the node of that name, or nil.
func (t teller) node(id trace.NodeID) *trace.NodeState { return t.st.Node(id) }

// owner tells who set the key that the node holds under that name.
func (t teller) owner(id trace.NodeID, key string) (string, bool) {
	if n := t.node(id); n != nil {
		if k := n.Key(key); k != nil {
			return k.Owner, true
		}
	}
	return "", false
}
