package hands

import "errors"

// Errors of ParseCommand.
var (
	ErrNoCommand = errors.New("hands: nothing is typed")
	ErrQuotes    = errors.New("hands: a quote is left open")
	ErrFollows   = errors.New("hands: text follows a closing quote at once")
)

// ParseCommand parts what is typed at a node into arguments, as redis-cli does: by
// white space, but for what stands in quotes. Within double quotes \n, \r, \t, \a, \b,
// \" and \\ are what they are in C and \xff is a byte; within single quotes \' is a
// quote.
func ParseCommand(line string) ([]string, error) {
	var args []string
	for {
		for line != "" && isSpace(line[0]) {
			line = line[1:]
		}
		if line == "" {
			break
		}
		arg, rest, err := firstArg(line)
		if err != nil {
			return nil, err
		}
		args, line = append(args, arg), rest
	}
	if len(args) == 0 {
		return nil, ErrNoCommand
	}
	return args, nil
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// firstArg takes the first argument of a line that begins with one. Quotes may begin in
// its midst, and end it.
func firstArg(line string) (arg, rest string, err error) {
	var b []byte
	for line != "" && !isSpace(line[0]) {
		c := line[0]
		line = line[1:]
		if c != '"' && c != '\'' {
			b = append(b, c)
			continue
		}
		closed := false
		if b, line, closed = quoted(b, line, c); !closed {
			return "", "", ErrQuotes
		}
		if line != "" && !isSpace(line[0]) {
			return "", "", ErrFollows
		}
		break
	}
	return string(b), line, nil
}

// quoted appends what stands before the closing quote.
func quoted(b []byte, line string, quote byte) (_ []byte, rest string, ok bool) {
	for line != "" {
		c := line[0]
		line = line[1:]
		switch {
		case c == quote:
			return b, line, true
		case c != '\\' || line == "":
			b = append(b, c)
		case quote == '"':
			c, line = escaped(line)
			b = append(b, c)
		case line[0] == '\'':
			b, line = append(b, '\''), line[1:]
		default:
			b = append(b, c)
		}
	}
	return b, "", false
}

// escaped is the byte that stands after a backslash.
func escaped(line string) (c byte, rest string) {
	if len(line) >= 3 && line[0] == 'x' {
		high, low := hexadecimal(line[1]), hexadecimal(line[2])
		if high >= 0 && low >= 0 {
			return byte(high<<4 | low), line[3:]
		}
	}
	switch c = line[0]; c {
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'a':
		c = '\a'
	case 'b':
		c = '\b'
	}
	return c, line[1:]
}

// hexadecimal is what a digit counts, or -1 if c is none.
func hexadecimal(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
