package live

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"lockstep/server/respio"
	"lockstep/sim/redis/resp"
)

// fake is a server that answers commands with the bytes that answer returns; none ends
// the connection. What answer leaves to it, by returning ok, is answered as an empty
// Redis server would, or a sentinel without replicas.
func fake(t *testing.T, answer func(cmd []string) (wire string, ok bool)) (addr string) {
	t.Helper()
	return listen(t, func(conn net.Conn) { answerAll(conn, answer) })
}

// listen lets talk have every connection that comes to a loopback port, and returns its
// address.
func listen(t *testing.T, talk func(net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go talk(conn)
		}
	}()
	return l.Addr().String()
}

func answerAll(conn net.Conn, answer func(cmd []string) (wire string, ok bool)) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		wire, err := respio.AppendReply(nil, in) // a command is an array
		if err != nil {
			return
		}
		var cmd []string
		reply, _, _ := resp.Parse(wire)
		for _, arg := range reply.Array {
			cmd = append(cmd, arg.Text)
		}
		cmd[0] = strings.ToUpper(cmd[0])
		text, ok := answer(cmd)
		if !ok {
			text = usualAnswer(cmd)
		}
		if text == "" {
			return
		}
		io.WriteString(conn, text)
	}
}

func usualAnswer(cmd []string) string {
	switch cmd[0] {
	case "HELLO":
		return "-ERR unknown command\r\n"
	case "PING":
		return "+PONG\r\n"
	case "INFO":
		return bulk("redis_mode:standalone\r\nrole:master\r\n")
	case "SENTINEL":
		return "*0\r\n"
	case "AUTH", "SET":
		return "+OK\r\n"
	}
	return ":1\r\n"
}

func bulk(text string) string { return string(resp.BulkOf(text).AppendRESP(nil)) }

// fakeSentinel is a sentinel that names a primary at first, and then says something else.
func fakeSentinel(t *testing.T, primary, then string) string {
	host, port, _ := net.SplitHostPort(primary)
	var times atomic.Int32
	return fake(t, func(cmd []string) (string, bool) {
		switch {
		case cmd[0] == "INFO":
			return bulk("redis_mode:sentinel\r\n"), true
		case cmd[0] == "SENTINEL" && cmd[1] == "get-master-addr-by-name":
			if times.Add(1) > 1 {
				return then, true
			}
			return string(resp.BulksOf([]string{host, port}).AppendRESP(nil)), true
		}
		return "", false
	})
}
