// Package respio has commands and replies as they go over a connection to a Redis server,
// in RESP 2 ("Redis serialization protocol specification"). What the bytes of a reply say
// is for package resp to read.
package respio

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"lockstep/sim/redis/resp"
)

// AppendCommand appends a command as it goes over the wire.
func AppendCommand(b []byte, cmd []string) []byte {
	b = append(strconv.AppendInt(append(b, '*'), int64(len(cmd)), 10), "\r\n"...)
	for _, arg := range cmd {
		b = append(strconv.AppendInt(append(b, '$'), int64(len(arg)), 10), "\r\n"...)
		b = append(append(b, arg...), "\r\n"...)
	}
	return b
}

// Longest is how many bytes a reply may have.
const Longest = 1 << 20

// ErrTooLong is a reply of more, which may never end.
var ErrTooLong = errors.New("a reply of more than a mebibyte")

// AppendReply appends the bytes of the next reply. Its error is the reader's, ErrTooLong
// or [resp.ErrMalformed]; nothing more can be read from the connection then.
func AppendReply(b []byte, in *bufio.Reader) ([]byte, error) {
	limit := len(b) + Longest
	for open := 1; open > 0; open-- {
		start := len(b)
		var err error
		if b, err = appendLine(b, in, limit); err != nil {
			return b, err
		}
		size, parts, err := follows(b[start:])
		switch {
		case err != nil:
			return b, err
		case size > limit-len(b) || parts > limit-len(b):
			return b, ErrTooLong
		}
		open += parts
		end := len(b)
		b = append(b, make([]byte, size)...)
		if _, err := io.ReadFull(in, b[end:]); err != nil {
			return b, err
		}
	}
	return b, nil
}

// appendLine appends a line, however long the reader's buffer is.
func appendLine(b []byte, in *bufio.Reader, limit int) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		b = append(b, part...)
		switch {
		case len(b) > limit:
			return b, ErrTooLong
		case err != bufio.ErrBufferFull:
			return b, err
		}
	}
}

// follows reads from a reply's first line what else belongs to it: so many bytes, of a
// bulk string and the end of its line, or so many parts, of an array.
func follows(line []byte) (size, parts int, err error) {
	if line[0] != '$' && line[0] != '*' {
		return 0, 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(string(line[1:]), "\r\n"))
	switch {
	case err != nil || n < -1:
		return 0, 0, resp.ErrMalformed
	case n == -1: // nil
		return 0, 0, nil
	case line[0] == '*':
		return 0, n, nil
	}
	return n + len("\r\n"), 0, nil
}
