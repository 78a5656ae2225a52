package resource

import (
	"slices"
	"strconv"
	"strings"
)

// request is a command, understood.
type request struct {
	verb  string // READ, WRITE or NUMBER
	op    string
	value string
	base  int64
	key   string
	fence int64 // 0 for none
}

// parse reads a command to a resource of the kind, or says what is wrong with it
// and what would be right.
func parse(k Kind, cmd []string) (req request, wrong string) {
	if len(cmd) == 0 {
		return req, "an empty command; READ, WRITE and NUMBER are understood"
	}
	req.verb = strings.ToUpper(cmd[0])
	rest := cmd[1:]
	switch req.verb {
	case "NUMBER":
		if len(rest) > 0 {
			return req, "NUMBER stands alone"
		}
		return req, ""
	case "READ":
		return req, req.options(rest, "READ [FENCE n]", "FENCE")
	case "WRITE":
		return req, req.write(k, rest)
	}
	return req, "unknown command " + strconv.Quote(cmd[0]) + "; READ, WRITE and NUMBER are understood"
}

func (req *request) write(k Kind, args []string) (wrong string) {
	usage := "WRITE " + k.Op() + " value BASE version KEY key [FENCE n]"
	if len(args) < 2 {
		return "the form is " + usage
	}
	req.op, req.value, req.base = args[0], args[1], -1
	if req.op != k.Op() {
		return "a " + k.String() + " takes " + k.Op() + ", not " + strconv.Quote(req.op)
	}
	if wrong := k.check(req.value); wrong != "" {
		return wrong
	}
	if k == Ledger && req.value != Paid {
		return "a charge leaves the invoice " + Paid
	}
	if wrong := req.options(args[2:], usage, "BASE", "KEY", "FENCE"); wrong != "" {
		return wrong
	}
	if req.base < 0 || req.key == "" {
		return "BASE and KEY are needed: " + usage
	}
	return ""
}

// options reads words and their values, in any order, each of the known at most
// once.
func (req *request) options(args []string, usage string, known ...string) (wrong string) {
	for ; len(args) > 0; args = args[2:] {
		word := strings.ToUpper(args[0])
		i := slices.Index(known, word)
		if i < 0 || len(args) < 2 {
			return "the form is " + usage
		}
		known = slices.Delete(known, i, i+1)
		switch word {
		case "KEY":
			req.key = args[1]
		case "BASE":
			if req.base, wrong = number(word, args[1], 0); wrong != "" {
				return wrong
			}
		case "FENCE":
			if req.fence, wrong = number(word, args[1], 1); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

func number(word, text string, least int64) (n int64, wrong string) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, word + " takes a whole number from " + strconv.FormatInt(least, 10) + ", not " + strconv.Quote(text)
	}
	return n, ""
}
