package live

import (
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
	if text, ok := usual[string(wire)]; ok {
		return text
	}
	reply, rest, err := resp.Parse(wire)
	if err != nil || len(rest) > 0 {
		return resp.ErrorOf("ERR an answer that is none: " + shown(string(wire))).String()
	}
	if n.role == trace.RoleSentinel {
		reply = n.located(reply)
	}
	return reply.String()
}
