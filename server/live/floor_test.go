package live

import (
	"bufio"
	"net"
	"strconv"
	"sync"
	"testing"

	"lockstep/sim/lock"
)

// floor is as little as can be done for a lock and an unlock: the ten commands, sent
// to five connections at once, together with those of whoever else sends at that
// moment; their replies counted; no clock, no timeout, no event.
type floor struct{ pipes []*floorPipe }

// floorPipe is a connection. One goroutine writes all there is in one go, another
// hands out the replies.
type floorPipe struct {
	conn net.Conn
	more chan struct{}

	mu      sync.Mutex
	out     []byte
	waiting []chan<- byte
}

func newFloor(t testing.TB, addrs []string) *floor {
	f := &floor{}
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		p := &floorPipe{conn: conn, more: make(chan struct{}, 1)}
		f.pipes = append(f.pipes, p)
		sent := make(chan chan<- byte, 1024)
		go p.write(sent)
		go p.read(sent)
	}
	return f
}

func (p *floorPipe) write(sent chan<- chan<- byte) {
	var spare []byte
	for range p.more {
		p.mu.Lock()
		out, waiting := p.out, p.waiting
		p.out, p.waiting = spare[:0], nil
		p.mu.Unlock()
		for _, w := range waiting {
			sent <- w
		}
		if _, err := p.conn.Write(out); err != nil {
			return
		}
		spare = out
	}
}

func (p *floorPipe) read(sent <-chan chan<- byte) {
	in := bufio.NewReader(p.conn)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		(<-sent) <- line[1] // O of +OK, 1 of :1
	}
}

func (p *floorPipe) send(w chan<- byte, cmd []byte) {
	p.mu.Lock()
	p.out = append(p.out, cmd...)
	p.waiting = append(p.waiting, w)
	p.mu.Unlock()
	select {
	case p.more <- struct{}{}:
	default:
	}
}

// lockAndUnlock is one turn of the goroutine of that number.
func (f *floor) lockAndUnlock(t testing.TB, who, turn int) {
	key, token := "floor:"+strconv.Itoa(who), strconv.FormatUint(1<<63+uint64(turn), 16)
	answers := make(chan byte, len(f.pipes))
	f.ask(t, answers, 'O', "SET", key, token, "NX", "PX", "10000")
	f.ask(t, answers, '1', "EVAL", lock.CompareAndDelete, "1", key, token)
}

func (f *floor) ask(t testing.TB, answers chan byte, want byte, cmd ...string) {
	wire := append(strconv.AppendInt([]byte{'*'}, int64(len(cmd)), 10), "\r\n"...)
	for _, arg := range cmd {
		wire = append(strconv.AppendInt(append(wire, '$'), int64(len(arg)), 10), "\r\n"...)
		wire = append(append(wire, arg...), "\r\n"...)
	}
	for _, p := range f.pipes {
		p.send(answers, wire)
	}
	for range f.pipes {
		if got := <-answers; got != want {
			t.Errorf("%s: a reply that begins with %q, want %q", cmd[0], got, want)
		}
	}
}
