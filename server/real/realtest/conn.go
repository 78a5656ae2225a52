package realtest

import (
	"bufio"
	"net"
	"strings"
	"testing"
	"time"

	"lockstep/server/respio"
	"lockstep/sim/redis/resp"
)

// patience is how long a test waits for what must come. What never comes fails
// the test, and does not hold it.
const patience = time.Minute

// A Conn is a connection to a server, used by one goroutine. What goes wrong with
// it fails its test.
type Conn struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
	out  []byte // requests that have not left
}

// Dial connects to a server for the time of a test.
func Dial(t testing.TB, addr string) *Conn {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &Conn{t: t, conn: conn, in: bufio.NewReader(conn)}
}

// Queue adds a command to those that leave with the next Send.
func (c *Conn) Queue(args ...string) { c.out = respio.AppendCommand(c.out, args) }

// Send sends, in one write, all that was queued. Each has one reply to Read.
func (c *Conn) Send() {
	c.t.Helper()
	c.conn.SetDeadline(time.Now().Add(patience))
	if _, err := c.conn.Write(c.out); err != nil {
		c.t.Fatalf("send %q: %v", c.out, err)
	}
	c.out = c.out[:0]
}

// Read returns the bytes of the next reply.
func (c *Conn) Read() []byte {
	c.t.Helper()
	raw, err := respio.AppendReply(nil, c.in)
	if err != nil {
		c.t.Fatalf("read a reply: %v", err)
	}
	return raw
}

// Do runs one command and returns the bytes of its reply.
func (c *Conn) Do(args ...string) []byte {
	c.t.Helper()
	c.Queue(args...)
	c.Send()
	return c.Read()
}

// Ask runs a command that is written with spaces, and returns the reply as
// redis-cli prints it.
func (c *Conn) Ask(line string) string {
	c.t.Helper()
	raw := c.Do(strings.Fields(line)...)
	reply, _, err := resp.Parse(raw)
	if err != nil {
		c.t.Fatalf("%s: %v: %q", line, err, raw)
	}
	return reply.String()
}

// Await asks again and again until the reply holds a text, and returns that reply.
func (c *Conn) Await(line, text string) string {
	c.t.Helper()
	limit := time.Now().Add(patience)
	for {
		got := c.Ask(line)
		if strings.Contains(got, text) {
			return got
		}
		if time.Now().After(limit) {
			c.t.Fatalf("%s does not answer %q in %v, but\n%s", line, text, patience, got)
		}
	}
}
