package resp

import (
	"bytes"
	"errors"
	"strconv"
)

// ErrMalformed is returned for bytes that are no reply, or not all of one.
var ErrMalformed = errors.New("resp: malformed reply")

// depthMax bounds nested arrays: Parse calls itself once per level.
const depthMax = 64

// AppendRESP appends r as it goes over the wire.
func (r Reply) AppendRESP(b []byte) []byte {
	switch r.Kind {
	case Status:
		return append(appendLine(append(b, '+'), r.Text), "\r\n"...)
	case Error:
		return append(appendLine(append(b, '-'), r.Text), "\r\n"...)
	case Int:
		return append(strconv.AppendInt(append(b, ':'), r.Int, 10), "\r\n"...)
	case Bulk:
		b = strconv.AppendInt(append(b, '$'), int64(len(r.Text)), 10)
		b = append(append(b, "\r\n"...), r.Text...)
		return append(b, "\r\n"...)
	case Array:
		b = strconv.AppendInt(append(b, '*'), int64(len(r.Array)), 10)
		b = append(b, "\r\n"...)
		for _, e := range r.Array {
			b = e.AppendRESP(b)
		}
		return b
	case NilArray:
		return append(b, "*-1\r\n"...)
	}
	return append(b, "$-1\r\n"...)
}

// appendLine appends the text of a status or an error without line breaks, which
// would end it early.
func appendLine(b []byte, text string) []byte {
	for i := range len(text) {
		c := text[i]
		if c == '\r' || c == '\n' {
			c = ' '
		}
		b = append(b, c)
	}
	return b
}

// Parse reads one reply from the front of b and returns what follows it.
func Parse(b []byte) (r Reply, rest []byte, err error) { return parse(b, 0) }

func parse(b []byte, depth int) (Reply, []byte, error) {
	end := bytes.Index(b, []byte("\r\n"))
	if end < 1 || depth > depthMax {
		return Reply{}, b, ErrMalformed
	}
	line, rest := b[1:end], b[end+2:]
	switch b[0] {
	case '+':
		if string(line) == "OK" {
			return OK, rest, nil
		}
		return StatusOf(string(line)), rest, nil
	case '-':
		return ErrorOf(string(line)), rest, nil
	case ':':
		n, err := strconv.ParseInt(string(line), 10, 64)
		if err != nil {
			return Reply{}, b, ErrMalformed
		}
		return IntOf(n), rest, nil
	case '$':
		n, err := strconv.Atoi(string(line))
		switch {
		case err == nil && n == -1:
			return Reply{}, rest, nil
		case err != nil || n < 0 || n > len(rest)-2 || rest[n] != '\r' || rest[n+1] != '\n':
			return Reply{}, b, ErrMalformed
		}
		return BulkOf(string(rest[:n])), rest[n+2:], nil
	case '*':
		n, err := strconv.Atoi(string(line))
		switch {
		case err == nil && n == -1:
			return Reply{Kind: NilArray}, rest, nil
		case err != nil || n < 0 || n > len(rest)/3: // an element takes three bytes or more
			return Reply{}, b, ErrMalformed
		}
		list := make([]Reply, n)
		for i := range list {
			if list[i], rest, err = parse(rest, depth+1); err != nil {
				return Reply{}, b, err
			}
		}
		return ArrayOf(list...), rest, nil
	}
	return Reply{}, b, ErrMalformed
}
