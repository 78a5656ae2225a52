package scene

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

const (
	nameRoom = 60 * px
	nameSize = 1200
)

// messageName is what a message is called on the picture: the command's or the
// answer's own word.
func messageName(m *trace.Message) string {
	if isReply(m) {
		return draw.Shorten(replyName(m), nameSize, true, nameRoom)
	}
	if len(m.Cmd) == 0 {
		return "?"
	}
	name := m.Cmd[0]
	switch {
	case strings.HasPrefix(name, "EVAL"): // which tells a learner nothing
		name = scriptName(m)
	case name == "KEEPALIVE":
		name = "RENEW"
	case m.Purpose == trace.ToLocate:
		name = "WHERE?"
	case m.Purpose == trace.ToWrite || m.Purpose == trace.ToRead:
		if number := after(m.Cmd, "FENCE"); number != "" {
			name += " " + number
		}
	}
	return draw.Shorten(name, nameSize, true, nameRoom)
}

// scriptName is what a script does.
func scriptName(m *trace.Message) string {
	switch m.Purpose {
	case trace.ToAcquire:
		return "LOCK"
	case trace.ToExtend:
		return "EXTEND"
	case trace.ToRelease:
		return "DEL"
	}
	return m.Cmd[0]
}

// after returns the word after that one in a command, or "".
func after(cmd []string, word string) string {
	for i := 1; i < len(cmd); i++ {
		if cmd[i-1] == word {
			return cmd[i]
		}
	}
	return ""
}

// replyName is an answer's own word: a number without its type, an error's kind, a
// resource's value without its version.
func replyName(m *trace.Message) string {
	if n, ok := strings.CutPrefix(m.Reply, "(integer) "); ok {
		return n
	}
	if strings.HasPrefix(m.Reply, "(error)") {
		return "ERR"
	}
	switch m.Purpose {
	case trace.ToLocate:
		_, rest, _ := strings.Cut(m.Reply, `"`)
		if name, _, ok := strings.Cut(rest, `"`); ok {
			return name
		}
	case trace.ToRead:
		if _, value, ok := strings.Cut(m.Reply, " "); ok && m.OK {
			return value
		}
	case trace.ToWrite:
		first, _, _ := strings.Cut(m.Reply, " ")
		return first
	}
	return m.Reply
}
