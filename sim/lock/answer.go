package lock

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// The answers of nodes, as redis-cli writes them.

func isOK(text string) bool { return text == "OK" }

func isOne(text string) bool { return text == "(integer) 1" }

// isPositive knows a count or a number that was handed out.
func isPositive(text string) bool { return integer(text) > 0 }

// integer reads an integer, or returns -1.
func integer(text string) int64 {
	digits, ok := strings.CutPrefix(text, "(integer) ")
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil {
		return -1
	}
	return n
}

// isError knows an answer that says nothing of what was asked.
func isError(text string) bool { return strings.HasPrefix(text, "(error) ") }

// silent lists the nodes that answered nothing, or with an error.
func silent(replies []Reply) []trace.NodeID {
	var list []trace.NodeID
	for _, r := range replies {
		if !r.Answered || isError(r.Text) {
			list = append(list, r.Node)
		}
	}
	return list
}

// isReadOnly knows the error of a replica that was asked to write.
func isReadOnly(text string) bool { return strings.HasPrefix(text, "(error) READONLY") }
