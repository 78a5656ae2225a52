// Package running tells which lines of an algorithm's source run at an instant, and whose
// are to be followed: the page shows them, and the client goes on with it.
package running

import (
	"strings"

	"lockstep/sim/trace"
)

// Line is a line of source that is running.
type Line struct {
	File string
	Line int
	Who  string // the clients that run it, such as "A" or "A B"
}

// By tells whether that client runs the line.
func (l Line) By(client string) bool { return strings.Contains(" "+l.Who+" ", " "+client+" ") }

// Lines returns the lines of source that the clients' workers and watchdogs run.
func Lines(s *trace.State) []Line {
	var lines []Line
	for i := range s.Clients {
		c := &s.Clients[i]
		if c.Line != 0 {
			lines = addLine(lines, c.File, c.Line, string(c.ID))
		}
		for j := range c.Others { // a watchdog that rests would be lit most of the time
			if a := &c.Others[j]; a.Line != 0 && a.Phase != trace.PhaseRest {
				lines = addLine(lines, a.File, a.Line, string(c.ID))
			}
		}
	}
	return lines
}

// Client returns the client that the last event was about, or else the first
// that runs anything, or nobody.
func Client(s *trace.State) string {
	if s.Last != nil {
		if c := s.Client(trace.ClientID(s.Last.Who)); c != nil {
			return string(c.ID)
		}
		if m, ok := trace.ParseMsg(s.Last.Msg); ok && s.Client(m.Client) != nil {
			return string(m.Client) // and no node, as in replication
		}
	}
	for i := range s.Clients {
		if s.Clients[i].Line != 0 {
			return string(s.Clients[i].ID)
		}
	}
	return ""
}

func addLine(lines []Line, file string, line int, who string) []Line {
	for i := range lines {
		if lines[i].File == file && lines[i].Line == line {
			lines[i].Who += " " + who
			return lines
		}
	}
	return append(lines, Line{File: file, Line: line, Who: who})
}
