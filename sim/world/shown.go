package world

import (
	"strings"
	"unicode/utf8"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// shownMax bounds a reply as the trace shows it, in bytes. Five hundred commands
// may each be answered with 64 KiB; nobody reads that in a picture.
const shownMax = 1 << 10

// shownReply is a reply as it stands in the trace: valid text of bounded length.
func shownReply(s string) string {
	if len(s) > shownMax {
		s = strings.ToValidUTF8(s[:shownMax], "") + "..."
	}
	return shownText(s)
}

// shownCmd is a command as it stands in the trace. A person may send a node any
// bytes; a trace holds text, or its JSON could not say the same as its binary
// form.
func shownCmd(cmd []string) []string {
	for i, arg := range cmd {
		if !utf8.ValidString(arg) {
			text := append([]string(nil), cmd[:i]...)
			for _, arg := range cmd[i:] {
				text = append(text, shownText(arg))
			}
			return text
		}
	}
	return cmd
}

// shownKeys are keys as they stand in the trace. Their values are text already.
func shownKeys(keys []trace.Key) []trace.Key {
	for i := range keys {
		keys[i].Name = shownText(keys[i].Name)
	}
	return keys
}

// shownText returns s, or what redis-cli prints for it if it is no text.
func shownText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(resp.AppendQuoted(nil, s))
}
