package profile_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"lockstep/sim/redis/resp"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// node is a miniredis that a program reaches by connections in memory.
type node struct {
	p  *program
	id trace.NodeID

	sync.Mutex
	mini    *miniredis.Miniredis
	scripts map[string]string // by their hashes
	person  *session          // somebody at the node's console
	down    bool
	full    bool
	life    int        // counts its crashes
	last    trace.Time // when a message of the program's came last
}

// session is one connection's, or a person's.
type session struct {
	peer *server.Peer
	out  *bytes.Buffer
}

func newSession() *session {
	out := new(bytes.Buffer)
	return &session{server.NewPeer(bufio.NewWriter(out)), out}
}

func startNode(p *program, id trace.NodeID) (*node, error) {
	n := &node{p: p, id: id, mini: miniredis.NewMiniRedis(), scripts: make(map[string]string), person: newSession(), last: -1}
	n.mini.SetTime(time.Unix(0, 0))
	n.mini.ClockTTL(true)
	conn, err := n.mini.Dial() // starts it without a listener
	if err != nil {
		return nil, err
	}
	return n, conn.Close()
}

// dial is a connection to the node. That takes no time, nor does what a client says
// on it before its first command: what is late or lost here is the lock's own.
func (n *node) dial(context.Context, string, string) (net.Conn, error) {
	if slices.Contains(n.p.refuse, n.id) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	here, there := net.Pipe()
	n.p.doing.Go(func() { n.serve(there) })
	return here, nil
}

// serve takes commands from a connection until that is closed. A command that is about
// the lock is on its way for as long as the situation says, and is not called back
// when the client has lost patience.
func (n *node) serve(conn net.Conn) {
	defer conn.Close()
	in, mine := bufio.NewReader(conn), newSession()
	for {
		cmd, err := readCommand(in)
		if err != nil {
			return
		}
		o := n.understand(cmd)
		switch {
		case slices.Contains(n.p.mute, n.id):
		case o.verb == timeLeft, !slices.Contains(cmd, "lock"):
			conn.Write(n.exec(mine, o)) // what worlds do not ask takes no time
		default:
			n.p.doing.Go(func() { n.carry(conn, mine, o) })
		}
	}
}

// carry takes a command to its node and the reply back.
func (n *node) carry(conn net.Conn, mine *session, o order) {
	n.Lock()
	life, wasDown := n.life, n.down
	n.Unlock()
	m := n.p.name(o, n.id)
	there := n.p.fare(m)
	time.Sleep(std(there.takes))
	if there.lost || !n.reached(life, wasDown) {
		return
	}
	reply := n.exec(mine, o)
	m.Reply = true
	back := n.p.fare(m)
	time.Sleep(std(back.takes))
	switch {
	case back.cut:
		conn.Close()
	case !back.lost:
		conn.Write(reply) // who has hung up does not read it
	}
}

// readCommand reads a command as clients send it.
func readCommand(in *bufio.Reader) ([]string, error) {
	n, err := readHead(in, '*')
	var cmd []string
	for ; n > 0 && err == nil; n-- {
		var size int
		if size, err = readHead(in, '$'); err != nil {
			break
		}
		word := make([]byte, size+2)
		if _, err = io.ReadFull(in, word); err == nil {
			cmd = append(cmd, string(word[:size]))
		}
	}
	return cmd, err
}

func readHead(in *bufio.Reader, kind byte) (int, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if line[0] != kind {
		return 0, errors.New("no command: " + strconv.Quote(line))
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

// reached tells whether a message finds its node: a crash breaks the connections that
// there were. It also notes when it came.
func (n *node) reached(life int, wasDown bool) bool {
	n.Lock()
	defer n.Unlock()
	now := n.p.now()
	if now == n.last {
		n.p.writef(now, "%s: %s", n.id, tie)
	}
	n.last = now
	return !n.down && (wasDown || life == n.life)
}

// tie marks a situation in which library and profile may rightly differ, because two
// messages reach a node at one instant.
const tie = "two messages at one instant"

// suffer does to the node what people do.
func (n *node) suffer(a run.Action) {
	switch a.Verb {
	case run.Command:
		switch {
		case n.down: // nobody is at the console
		case a.Args[0] == "EVAL" && a.Args[1] == fill:
			n.full = true // miniredis knows no limit
		default:
			n.exec(n.person, n.understand(a.Args))
		}
	case run.Crash:
		n.Lock()
		defer n.Unlock()
		if n.down {
			return
		}
		if a.Data != run.DataKeep {
			n.mini.FlushAll()
			n.full = false
		}
		n.down = true
		n.life++
	case run.Restart:
		n.Lock()
		defer n.Unlock()
		n.down = false
	default:
		panic("a node does not suffer " + a.Verb.String())
	}
}

func (n *node) understand(cmd []string) order {
	return understand(cmd, func(hash string) string {
		n.Lock()
		defer n.Unlock()
		return n.scripts[hash]
	})
}

// clock gives miniredis the time that Redis goes by: whole milliseconds.
func (n *node) clock() (now time.Duration) {
	now = std(trace.Duration(n.p.now())).Truncate(time.Millisecond)
	n.mini.SetTime(time.Unix(0, 0).Add(now))
	return now
}

// livesOn is the command as miniredis is given it. Redis takes a key away once its
// clock shows more than the deadline, miniredis at the deadline. One millisecond more of
// life makes them agree at every instant.
func (o order) livesOn() []string {
	cmd := slices.Clone(o.cmd)
	more := strconv.FormatInt(int64(o.ttl/ms)+1, 10)
	switch o.verb {
	case setNew:
		return []string{"SET", cmd[1], cmd[2], "NX", "PX", more}
	case setOwn, extend:
		cmd[len(cmd)-1] = more
	case other: // a person's
		if i := slices.IndexFunc(cmd, func(word string) bool { return word == "PX" || word == "PEXPIRE" }); i >= 0 {
			i = max(i+1, 2) // PEXPIRE has the key between
			cmd[i] = strconv.FormatInt(int64(number(cmd[i]))+1, 10)
		}
	}
	return cmd
}

// exec runs a command and returns the reply as it goes over the wire.
func (n *node) exec(mine *session, o order) []byte {
	n.Lock()
	defer n.Unlock()
	n.clock()
	mine.out.Reset()
	if n.full && o.verb == setNew || n.full && o.verb == setOwn {
		mine.peer.WriteError("OOM command not allowed when used memory > 'maxmemory'.")
	} else {
		n.mini.Server().Dispatch(mine.peer, o.livesOn())
	}
	mine.peer.Flush()
	raw := bytes.Clone(mine.out.Bytes())
	if strings.EqualFold(o.cmd[0], "EVAL") { // Redis keeps what it was sent whole
		mine.out.Reset()
		n.mini.Server().Dispatch(mine.peer, []string{"SCRIPT", "LOAD", o.cmd[1]})
		mine.peer.Flush()
		hash, _, _ := resp.Parse(mine.out.Bytes())
		n.scripts[hash.Text] = o.cmd[1]
	}
	if slices.Contains(o.cmd, "lock") && o.verb != timeLeft {
		n.note(o, raw)
	}
	return raw
}

// note writes a command into the journal.
func (n *node) note(o order, raw []byte) {
	reply, _, err := resp.Parse(raw)
	if err != nil { // the newer protocol's way to say nil
		reply = resp.Reply{}
	}
	if o.verb != other {
		n.p.shows(o.token)
	}
	n.p.writef(n.p.now(), "%s: %v: %s, %s", n.id, o, o.said(reply.String()), n.held())
}

// held tells what is under the lock's name.
func (n *node) held() string {
	now := n.clock()
	if !n.mini.Exists("lock") { // which also lets time pass for its keys
		return noKey
	}
	value, err := n.mini.Get("lock")
	if err != nil {
		value = notText
	}
	left := n.mini.TTL("lock")
	return held(value, left == 0, trace.Time((now+left)/time.Microsecond))
}
