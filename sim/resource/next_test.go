package resource

import (
	"strconv"
	"strings"
)

// What a client makes of a resource's answers. Package lock has the rule that
// clients of a world go by.

// parseReading takes the answer to READ apart. It is false for a refusal, an
// error, or anything else.
func parseReading(reply string) (version int64, value string, ok bool) {
	head, value, found := strings.Cut(reply, " ")
	version, err := strconv.ParseInt(head, 10, 64)
	if !found || err != nil || version < 0 {
		return 0, "", false
	}
	if strings.HasPrefix(value, `"`) {
		if value, err = strconv.Unquote(value); err != nil {
			return 0, "", false
		}
	}
	return version, value, true
}

// next is what who writes after it has read the value reading: it charges an
// unpaid invoice, sells an item if one is left, adds a line with its name to a
// file. It does not write if there is nothing to do.
func next(k Kind, reading, who string) (op, value string, writes bool) {
	switch k {
	case Ledger:
		if reading == Unpaid {
			return OpCharge, Paid, true
		}
	case Stock:
		if n, ok := units(reading); ok && n > 0 {
			return OpSell, strconv.FormatInt(n-1, 10), true
		}
	case File:
		return OpAppend, reading + who + "\n", true
	}
	return "", "", false
}
