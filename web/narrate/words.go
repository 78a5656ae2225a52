package narrate

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/words"
)

func number(n int) string { return strconv.Itoa(n) }

func long(n int64) string { return strconv.FormatInt(n, 10) }

func (t teller) span(d trace.Duration) string              { return words.Span(t.c, d) }
func (t teller) signed(d trace.Duration) string            { return words.Signed(t.c, d) }
func (t teller) reading(l trace.Local) string              { return words.Reading(t.c, l) }
func (t teller) list(names []string) string                { return words.List(t.c, names) }
func (t teller) known(of, reason string) string            { return words.Known(t.c, of, reason) }
func (t teller) form(key string, endings ...string) string { return words.Form(t.c, key, endings...) }

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

// reasoned says the text of that key, or of its form with a reason where the
// event gives one.
func (t teller) reasoned(key string, args ...string) string {
	if t.e.Why == "" {
		return t.c.Say(key, args...)
	}
	return t.c.Say(key+".why", append(args, "why", t.known("why", t.e.Why))...)
}

// command writes a command as a person would: a script by its name, tokens by
// their first digits, words with spaces in quotes, what nobody would see as an escape.
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
	return seen(strings.Join(words, " "))
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
