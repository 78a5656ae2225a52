package lock

import (
	"strconv"
	"strings"
)

// reading is what a resource answered to READ.
type reading struct {
	version int64 // how many writes it had taken
	value   string
}

// parseReading takes such an answer apart: 0 unpaid, 3 5, or for a file 2 "A\nB\n".
func parseReading(text string) (reading, bool) {
	version, value, found := strings.Cut(text, " ")
	n, err := strconv.ParseInt(version, 10, 64)
	if !found || err != nil || n < 0 {
		return reading{}, false
	}
	if strings.HasPrefix(value, `"`) {
		if value, err = strconv.Unquote(value); err != nil {
			return reading{}, false
		}
	}
	return reading{n, value}, true
}

// next is what follows from what was read: an unpaid invoice is charged, of what is
// in stock one less remains, a file gets one line more. ok is false if there is
// nothing to do.
func next(job Job, held *lease, read string) (op, value string, ok bool) {
	switch job.Kind {
	case "ledger":
		return "charge", "paid", read == "unpaid"
	case "stock":
		n, err := strconv.ParseInt(read, 10, 64)
		return "sell", strconv.FormatInt(n-1, 10), err == nil && n > 0
	case "file":
		line := job.Line
		if line == "" {
			line = held.token
		}
		return "append", read + line + "\n", true
	}
	return "", "", false
}
