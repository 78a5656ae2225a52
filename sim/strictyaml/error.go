package strictyaml

import (
	"fmt"
	"strings"
)

// Error is something wrong with what a person wrote. Its text is one line for that
// person.
type Error struct {
	File string // empty for what stands in no file
	Line int    // from 1; 0 if it is about the file as a whole
	Text string

	// The same in parts, for who says it in another language.
	Given string // what it is about, if that stands in no file: parameter lock.ttl
	Way   string // the way to what it is about, from there: clients.A.work; or nothing
	Value string // what stands there, if that is a single value
	Wrong *Wrong // nil if there are no words for it but Text

	// With are the paths of what was given beside a file that is right by itself, where
	// the fault is that these do not go with the rest of it; else empty.
	With []string
}

// Error gives the place, if there is one, and the text, on one line: a file's name
// may hold line ends too.
func (e *Error) Error() string {
	place := ""
	switch {
	case e.File == "":
	case e.Line == 0:
		place = e.File + ": "
	default:
		place = fmt.Sprintf("%s:%d: ", e.File, e.Line)
	}
	return oneLine.Replace(place + e.Text)
}

// origin is where something was written: a line of a file, or what was given
// beside the file and how that is called, such as parameter lock.ttl.
type origin struct {
	file  string
	line  int
	given string
}

// error makes an [Error] of what stands there.
func (o origin) error(text string) *Error {
	if o.given != "" {
		text = o.given + ": " + text
	}
	return &Error{File: o.file, Line: o.line, Given: o.given, Text: oneLine.Replace(text)} // names in it may hold line ends
}

var oneLine = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)
