package wire

import (
	"encoding/binary"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// Question is an *[Ask] or a *[Compare].
type Question interface {
	// Number is what the page has given the question; answers carry it.
	Number() uint64
}

// Ask is the question for a run's events.
type Ask struct {
	ID    uint64 // chosen by the page; answers carry it
	Run   string // link form
	From  int    // first event wanted
	Until trace.Time

	// Base is the link form of a run of which the page has the first Have events.
	// It goes with From 0, and there is none if Have is 0. A link that names its engine
	// is safe from a server whose engine plays the run otherwise.
	Base string
	Have int

	// Lang is the language in which the page wants to know how the run comes out,
	// once it has all of it; empty if it does not want to. A language that the server
	// does not speak is English.
	Lang string

	// Challenge is the challenge that the run is an attempt at, as the slug of its lesson,
	// a slash and its id; empty if it is none. It goes with a Lang.
	Challenge string
}

// Number is the question's.
func (a *Ask) Number() uint64 { return a.ID }

// Compare is the question what makes two runs different.
type Compare struct {
	ID           uint64
	A, B         string // link forms
	NameA, NameB string // what the page calls them, cut to MaxName bytes; without names A was before and B is now
	Lang         string // of the answer, as in an Ask
}

// Number is the question's.
func (c *Compare) Number() uint64 { return c.ID }

// AppendAsk appends the frame of a.
func AppendAsk(b []byte, a Ask) []byte {
	b = append(b, Version, tagAsk)
	for _, n := range [...]uint64{a.ID, uint64(a.From), uint64(a.Until), uint64(a.Have)} {
		b = binary.AppendUvarint(b, n)
	}
	return appendTexts(b, a.Lang, a.Challenge, a.Base, a.Run)
}

// AppendCompare appends the frame of c.
func AppendCompare(b []byte, c Compare) []byte {
	b = binary.AppendUvarint(append(b, Version, tagCompare), c.ID)
	return appendTexts(b, c.Lang, named(c.NameA), named(c.NameB), c.A, c.B)
}

// named is as much of a name as a question may hold, in whole characters.
func named(name string) string {
	if len(name) <= MaxName {
		return name
	}
	end := MaxName
	for end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}

// ReadQuestion reads a frame that AppendAsk or AppendCompare wrote.
func ReadQuestion(b []byte) (Question, error) {
	if len(b) >= 2 && b[1] == tagCompare {
		return readCompare(b)
	}
	return readAsk(b)
}

func readAsk(b []byte) (Question, error) {
	b, err := open(b, tagAsk)
	if err != nil {
		return nil, err
	}
	var n [4]int
	for i := range n {
		if n[i], b, err = readNumber(b); err != nil {
			return nil, err
		}
	}
	a := &Ask{ID: uint64(n[0]), From: n[1], Until: trace.Time(n[2]), Have: n[3]}
	b, err = readTexts(b, &a.Lang, &a.Challenge, &a.Base, &a.Run)
	switch {
	case err != nil, len(b) > 0, (a.Have > 0) != (a.Base != ""), a.Have > 0 && a.From > 0,
		a.Challenge != "" && a.Lang == "", len(a.Challenge) > MaxName:
		return nil, ErrMalformed
	}
	return a, nil
}

func readCompare(b []byte) (Question, error) {
	b, err := open(b, tagCompare)
	if err != nil {
		return nil, err
	}
	id, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	c := &Compare{ID: uint64(id)}
	b, err = readTexts(b, &c.Lang, &c.NameA, &c.NameB, &c.A, &c.B)
	if err != nil || len(b) > 0 || max(len(c.NameA), len(c.NameB)) > MaxName {
		return nil, ErrMalformed
	}
	return c, nil
}
