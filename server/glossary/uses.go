package glossary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is one way to write a term; of a word that means something else, id is empty.
type form struct{ text, id string }

// Use is a place where a text speaks of a term.
type Use struct {
	ID       string
	From, To int // bytes of the text
}

// Uses finds the terms in a text of that language. Where several forms fit the longest
// counts: a fencing token is no token.
func (g *Glossary) Uses(lang, text string) []Use {
	if g == nil {
		return nil
	}
	var uses []Use
	before := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if id, n := g.fits(lang, text[i:], before); n > 0 {
			if id != "" {
				uses = append(uses, Use{id, i, i + n})
			}
			before, _ = utf8.DecodeLastRuneInString(text[:i+n])
			i += n
			continue
		}
		before = r
		i += size
	}
	return uses
}

// fits returns the term whose longest form a text begins with, and how long that is, or
// 0. Before is the letter before it.
func (g *Glossary) fits(lang, text string, before rune) (id string, length int) {
	for _, f := range g.forms[lang][firstOf(text)] {
		if begins(text, f.text) && apart(before, text) && apart(lastOf(f.text), text[len(f.text):]) {
			return f.id, len(f.text)
		}
	}
	return "", 0
}

// begins tells whether a text begins with a form, or with one at the beginning of a
// sentence.
func begins(text, form string) bool {
	if strings.HasPrefix(text, form) {
		return true
	}
	r, size := utf8.DecodeRuneInString(form)
	large := string(unicode.ToUpper(r))
	return len(large) == size && strings.HasPrefix(text, large) && strings.HasPrefix(text[size:], form[size:])
}

// apart tells whether a word may end between a letter and the text after it: anywhere
// in Chinese, and in other languages where no word goes on.
func apart(before rune, text string) bool {
	after, _ := utf8.DecodeRuneInString(text)
	return text == "" || !ofWord(before) || !ofWord(after)
}

func ofWord(r rune) bool {
	return r == '-' || (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}

// formed returns the id of the term that has a form already, or nothing.
func (g *Glossary) formed(lang, text string) string {
	for _, f := range g.forms[lang][firstOf(text)] {
		if f.text == text {
			return f.id
		}
	}
	return ""
}

// firstOf is the first letter of a text, made small: what forms are found by.
func firstOf(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.ToLower(r)
}

func lastOf(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}
