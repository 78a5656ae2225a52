package cli

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
)

// sign is a mark of a transcript, and what run --help says of it.
type sign struct {
	marks   []narrate.Mark
	sign    string
	meaning string
}

// signs are those of the pages' list of events, as near as letters come to them: what is
// true is filled, what is believed or came to nothing is outlined, and ≠ stands where the
// two part.
var signs = []sign{
	{[]narrate.Mark{narrate.MarkStart}, "▸", "the run begins"},
	{[]narrate.Mark{narrate.MarkStep}, "·", "a process goes on"},
	{[]narrate.Mark{narrate.MarkRequest}, "→", "a question is sent, or arrives"},
	{[]narrate.Mark{narrate.MarkReply}, "←", "an answer is sent, or arrives"},
	{[]narrate.Mark{narrate.MarkLost}, "×", "a message is lost"},
	{[]narrate.Mark{narrate.MarkTimeout}, "◷", "somebody stops waiting"},
	{[]narrate.Mark{narrate.MarkKey}, "■", "a node changes a key"},
	{[]narrate.Mark{narrate.MarkSame}, "□", "a node does what it is told, and its keys stay as they are"},
	{[]narrate.Mark{narrate.MarkRefused}, "|", "a node or a resource says no"},
	{[]narrate.Mark{narrate.MarkGone}, "⬚", "a key has run out"},
	{[]narrate.Mark{narrate.MarkHeld}, "◆", "a client counts, and holds the lock"},
	{[]narrate.Mark{narrate.MarkNotHeld}, "◇", "a client counts, and does not"},
	{[]narrate.Mark{narrate.MarkBelief}, "▭", "a client believes that it holds the lock, or no longer does"},
	{[]narrate.Mark{narrate.MarkParted}, "≠", "a key goes whose owner believes in it yet: belief and truth part"},
	{[]narrate.Mark{narrate.MarkInside}, "▣", "a client goes in or comes out, reads or writes"},
	{[]narrate.Mark{narrate.MarkFailover}, "↑", "replication, sentinels, a promotion"},
	{[]narrate.Mark{narrate.MarkFault, narrate.MarkClock}, "↯", "a fault, or a clock that is set"},
	{[]narrate.Mark{narrate.MarkHeal}, "✓", "a fault is over"},
	{[]narrate.Mark{narrate.MarkBroken}, "⬡", "a rule is broken that the lock does not promise under these faults"},
	{[]narrate.Mark{narrate.MarkPromised}, "⬢", "a rule is broken that it does promise"},
	{[]narrate.Mark{narrate.MarkEnd}, "▪", "the run ends"},
}

// signOf is the sign of an event, before which the world's state was that.
func signOf(before *trace.State, e *trace.Event) string {
	mark := narrate.MarkOf(before, []trace.Event{*e})
	for _, s := range signs {
		if slices.Contains(s.marks, mark) {
			return s.sign
		}
	}
	return " "
}

// signsInWords explains the signs, a line each.
func signsInWords() string {
	var b strings.Builder
	for _, s := range signs {
		fmt.Fprintf(&b, "    %s  %s\n", s.sign, s.meaning)
	}
	return b.String()
}
