package live

import (
	"bufio"
	"errors"
	"io"
	"strconv"

	"lockstep/sim/redis/resp"
)

// command is a command as it goes over the wire.
func command(cmd []string) []byte {
	room := 16
	for _, arg := range cmd {
		room += len(arg) + 16
	}
	return appendCommand(make([]byte, 0, room), cmd)
}

// appendCommand appends a command as it goes over the wire.
func appendCommand(b []byte, cmd []string) []byte {
	b = append(strconv.AppendInt(append(b, '*'), int64(len(cmd)), 10), "\r\n"...)
	for _, arg := range cmd {
		b = append(strconv.AppendInt(append(b, '$'), int64(len(arg)), 10), "\r\n"...)
		b = append(append(b, arg...), "\r\n"...)
	}
	return b
}

// errTooLong is an answer that no lock's command has.
var errTooLong = errors.New("an answer of more than a mebibyte")

const longest = 1 << 20

// appendReply appends the bytes of the next reply.
func appendReply(b []byte, in *bufio.Reader) ([]byte, error) {
	for open := 1; open > 0; open-- {
		start := len(b)
		for {
			part, err := in.ReadSlice('\n')
			b = append(b, part...)
			if err == nil {
				break
			}
			if err != bufio.ErrBufferFull {
				return b, err
			}
			if len(b) > longest {
				return b, errTooLong
			}
		}
		line := b[start:]
		if len(line) < 3 || line[0] != '$' && line[0] != '*' {
			continue
		}
		n, err := strconv.Atoi(string(line[1 : len(line)-2]))
		switch {
		case err != nil:
			return b, resp.ErrMalformed
		case n > longest || len(b)+n > longest:
			return b, errTooLong
		case n < 0:
		case line[0] == '*':
			open += n
		default:
			end := len(b)
			b = append(b, make([]byte, n+2)...)
			if _, err := io.ReadFull(in, b[end:]); err != nil {
				return b, err
			}
		}
	}
	return b, nil
}

// usual are the replies that locks mostly hear, and how redis-cli writes them.
var usual = map[string]string{
	"+OK\r\n": "OK", ":1\r\n": "(integer) 1", ":0\r\n": "(integer) 0", "$-1\r\n": "(nil)",
}

// words is a reply as redis-cli writes it, for an algorithm and the trace.
func (n *node) words(wire []byte) string {
	if text, ok := usual[string(wire)]; ok {
		return text
	}
	reply, rest, err := resp.Parse(wire)
	if err != nil || len(rest) > 0 {
		return resp.ErrorOf("ERR an answer that is none: " + shown(string(wire))).String()
	}
	return n.named(reply).String()
}
