package real

import (
	"context"
	"io"
	"net"
	"sync"
)

// A Relay is a listener that carries bytes to a target and back, and can stop
// carrying them back. Between a primary and its replica it makes the replica lag
// for as long as one likes: to freeze the replica itself would lose nothing, since
// what it is sent waits in its own socket.
//
// It buffers a chunk a connection; more waits in the target's socket.
type Relay struct {
	listener net.Listener
	target   string
	unbind   func() bool // from the context
	running  sync.WaitGroup
	closed   chan struct{}

	// A write to a client holds gate for reading. Hold therefore waits for those
	// under way, and none begins after it.
	gate sync.RWMutex
	open chan struct{} // closed while bytes from the target pass

	mu    sync.Mutex
	conns map[net.Conn]bool // both ends of every connection; nil when closed
}

// NewRelay listens on a free loopback port and carries every connection to the
// target, host:port, until ctx ends or it is closed.
func NewRelay(ctx context.Context, target string) (*Relay, error) {
	l, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return nil, err
	}
	r := &Relay{listener: l, target: target, closed: make(chan struct{}), open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(r.open)
	r.running.Go(r.accept)
	r.unbind = context.AfterFunc(ctx, r.shut)
	return r, nil
}

// Addr is where the relay listens, host:port.
func (r *Relay) Addr() string { return r.listener.Addr().String() }

// Port is the TCP port it listens on.
func (r *Relay) Port() int { return r.listener.Addr().(*net.TCPAddr).Port }

// Hold lets nothing from the target pass any more. When it returns, nothing does:
// bytes wait, also news that the target closed a connection, and connections stay
// open. What is sent to the target still goes there.
func (r *Relay) Hold() {
	r.gate.Lock()
	defer r.gate.Unlock()
	if r.passing() {
		r.open = make(chan struct{})
	}
}

// Release lets everything pass again, first what has waited.
func (r *Relay) Release() {
	r.gate.Lock()
	defer r.gate.Unlock()
	if !r.passing() {
		close(r.open)
	}
}

// passing wants gate to be held.
func (r *Relay) passing() bool {
	select {
	case <-r.open:
		return true
	default:
		return false
	}
}

// Close breaks all connections, discards what has waited, and accepts no more.
// It returns when nothing of the relay runs.
func (r *Relay) Close() {
	r.unbind()
	r.shut()
	r.running.Wait()
}

func (r *Relay) shut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conns == nil {
		return
	}
	close(r.closed)
	r.listener.Close()
	for c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

func (r *Relay) accept() {
	for {
		client, err := r.listener.Accept()
		if err != nil {
			return
		}
		if r.keep(client) {
			r.running.Go(func() { r.carry(client) })
		}
	}
}

// keep puts a connection among those that Close breaks; if it is too late, it
// closes it.
func (r *Relay) keep(c net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conns == nil {
		c.Close()
		return false
	}
	r.conns[c] = true
	return true
}

func (r *Relay) drop(c net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.conns, c)
	c.Close()
}

// carry connects a client with the target until either hangs up.
func (r *Relay) carry(client net.Conn) {
	defer r.drop(client)
	target, err := net.Dial("tcp", r.target)
	if err != nil || !r.keep(target) {
		return
	}
	defer r.drop(target)
	var back sync.WaitGroup
	back.Go(func() {
		r.carryBack(client, target)
		client.Close()
	})
	io.Copy(target, client)
	target.Close()
	back.Wait()
}

// carryBack carries what the target says through the gate. The end of it goes
// through there too.
func (r *Relay) carryBack(client io.Writer, target io.Reader) {
	chunk := make([]byte, 16<<10)
	for {
		n, err := target.Read(chunk)
		if r.pass(func() error { _, err := client.Write(chunk[:n]); return err }) != nil || err != nil {
			return
		}
	}
}

// pass does a write when the gate is open, or not at all if the relay is closed first.
func (r *Relay) pass(write func() error) error {
	for {
		r.gate.RLock()
		open := r.open
		if r.passing() {
			defer r.gate.RUnlock()
			return write()
		}
		r.gate.RUnlock()
		select {
		case <-open:
		case <-r.closed:
			return net.ErrClosed
		}
	}
}
