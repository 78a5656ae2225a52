package lock

import (
	"strconv"
	"strings"
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

// failed tells whether a node answered nothing, or with an error: what a client
// library has an error for.
func failed(r Reply) bool { return !r.Answered || isError(r.Text) }

// isReadOnly knows the error of a replica that was asked to write.
func isReadOnly(text string) bool { return strings.HasPrefix(text, "(error) READONLY") }
