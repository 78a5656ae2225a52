package live

import (
	"bufio"
	"net"

	"lockstep/server/respio"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// command is a command as it goes over the wire.
func command(cmd []string) []byte {
	room := 16
	for _, arg := range cmd {
		room += len(arg) + 16
	}
	return respio.AppendCommand(make([]byte, 0, room), cmd)
}

// usual are the replies that locks mostly hear, and how redis-cli writes them.
var usual = map[string]string{
	"+OK\r\n": "OK", ":1\r\n": "(integer) 1", ":0\r\n": "(integer) 0", "$-1\r\n": "(nil)",
}

// words is a reply as redis-cli writes it, for an algorithm and the trace.
func (n *node) words(wire []byte) string {
	if text, ok := usual[string(wire)]; ok && n.role != trace.RoleSentinel {
		return text
	}
	reply, rest, err := resp.Parse(wire)
	if err != nil || len(rest) > 0 {
		return resp.ErrorOf("ERR an answer that is none: " + shown(string(wire))).String()
	}
	switch {
	case reply.IsError():
		reply.Text = n.hide(reply.Text)
	case n.role == trace.RoleSentinel:
		reply = n.located(reply)
	}
	return reply.String()
}

// whole is a connection of which a reader sees whole replies alone, none of them longer
// than [respio.Longest]: go-redis believes whatever length a server announces.
type whole struct {
	net.Conn
	in    *bufio.Reader
	reply []byte // all of it
	rest  []byte // of it, what has not been read
}

func newWhole(conn net.Conn) *whole { return &whole{Conn: conn, in: bufio.NewReader(conn)} }

func (w *whole) Read(b []byte) (int, error) {
	if len(w.rest) == 0 {
		var err error
		if w.reply, err = respio.AppendReply(w.reply[:0], w.in); err != nil {
			return 0, err
		}
		if _, _, err := resp.Parse(w.reply); err != nil {
			return 0, err
		}
		w.rest = w.reply
	}
	n := copy(b, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}
