package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lockstep/sim/check"
	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// Session is a run on real servers. Its methods may be called by any goroutine.
type Session struct {
	config   Config
	chance   choice.Chooser
	rec      recorder
	resource *resource.Resource // the recorder's lock guards it
	marks    marks              // and these
	flying   int                // and this: requests without an answer
	calm     chan struct{}      // told when there are none; see settle

	roster  roster
	full    sync.Once // there are as many nodes as a session takes, which is told
	clients []*process
	running sync.WaitGroup // activities
	pipes   sync.WaitGroup

	life   context.Context // ends when the session hangs up, so that attempts to connect do
	expire context.CancelFunc

	interrupted chan struct{}
	interrupt   sync.Once
	fault       chan error  // the first panic
	closed      atomic.Bool // no connection is to be had any more
	close       func() Report

	connsMu sync.Mutex
	conns   []net.Conn
}

// Open connects to the servers and checks each, and tells the Start event. Its error
// is for people, and names each server with what is wrong with it; if ctx has ended, it
// is that of ctx. Who is asked by a majority lock may be out of reach, as long as a
// majority answers: that is a warning.
func Open(ctx context.Context, c Config) (*Session, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s, err := newSession(ctx, c)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, s.cut)
	err = s.connect(ctx)
	if !stop() {
		err = ctx.Err() // whatever was found out since
	}
	if err != nil {
		s.hangUp()
		return nil, err
	}
	s.begin()
	return s, nil
}

// newSession fills in what the configuration leaves open.
func newSession(ctx context.Context, c Config) (*Session, error) {
	s := &Session{config: c, marks: make(marks), calm: make(chan struct{}, 1), interrupted: make(chan struct{}), fault: make(chan error, 1)}
	s.close = sync.OnceValue(s.end)
	s.life, s.expire = context.WithCancel(context.WithoutCancel(ctx))
	s.config.Master = cmp.Or(c.Master, "mymaster")
	s.config.Clients = slices.Clone(c.Clients)
	for s.config.Seed == 0 {
		var b [8]byte
		rand.Read(b[:])
		s.config.Seed = binary.NativeEndian.Uint64(b[:])
	}
	s.chance = choice.Seeded(s.config.Seed)
	var err error
	s.resource, err = resource.New(c.Resource)
	return s, err
}

// begin tells the Start event.
func (s *Session) begin() {
	r := &s.rec
	r.began = time.Now()
	r.tell = s.config.Tell
	r.unknown = s.unknown
	if !s.config.unchecked {
		r.check = check.New()
	}
	start := trace.Event{Kind: trace.Start}
	for _, n := range s.roster.all() {
		start.Nodes = append(start.Nodes, n.introduce())
	}
	for i := range s.config.Clients {
		c := &s.config.Clients[i]
		s.clients = append(s.clients, &process{s: s, client: c, records: make(map[string]*record)})
		start.Clients = append(start.Clients, c.info())
	}
	start.Resources = []trace.ResourceInfo{{
		ID: s.config.Resource.ID, Kind: s.config.Resource.Kind.String(), Guard: s.config.Resource.Guard.String(), Value: s.resource.Value(),
	}}
	r.Lock()
	defer r.Unlock()
	r.told(&start) // at 0
}

// Servers lists who takes part, as far as is known by now.
func (s *Session) Servers() []Server {
	var list []Server
	for _, n := range s.roster.all() {
		list = append(list, Server{n.id, n.addr, n.role})
	}
	return list
}

// node returns the node of that name, which a lock asks.
func (s *Session) node(id trace.NodeID) *node {
	n := s.roster.named(id)
	if n == nil {
		panic("live: a lock asks " + string(id) + ", which is no server of this session")
	}
	return n
}

func (s *Session) isResource(nodes []trace.NodeID) bool {
	return len(nodes) == 1 && string(nodes[0]) == s.config.Resource.ID
}

// Start lets a client of the cast begin, once; unless the session was interrupted. It
// must not be called while Wait may be returning.
func (s *Session) Start(id trace.ClientID) {
	for _, p := range s.clients {
		if p.client.ID != id {
			continue
		}
		p.turn.Lock()
		defer p.turn.Unlock()
		if p.started {
			panic("live: client " + string(id) + " was started before")
		}
		if p.started = true; !s.isInterrupted() && !s.isClosed() {
			p.begin("", func(e lock.Env) { lock.Do(e, p.client.Lock, p.job()) })
		}
		return
	}
	panic("live: there is no client " + string(id))
}

// job is what the client is here for. A line that it writes is its own name.
func (p *process) job() lock.Job {
	job := p.client.Job
	if job.Line == "" {
		job.Line = string(p.client.ID)
	}
	return job
}

// Tell tells an event that somebody else caused and knows of, such as a crash or a
// promotion. Its place and its time are filled in.
func (s *Session) Tell(e trace.Event) { s.rec.emit(e) }

// Interrupt asks the clients to come to their end. Who waits for another attempt gives
// up; who is inside finishes at once, as if its work had been done, and gives its lock
// back; who asks for the lock hears the answers first.
func (s *Session) Interrupt() { s.interrupt.Do(func() { close(s.interrupted) }) }

func (s *Session) isInterrupted() bool {
	select {
	case <-s.interrupted:
		return true
	default:
		return false
	}
}

func (s *Session) isClosed() bool { return s.closed.Load() }

// Interrupted is closed when the session is asked to come to its end, or has to.
func (s *Session) Interrupted() <-chan struct{} { return s.interrupted }

// fail takes note of a panic, which is no fault of the user's: the first stands in the
// report. What can end in order does.
func (s *Session) fail(where string, panicked any) error {
	err := fmt.Errorf("in %s: %v", where, panicked)
	select {
	case s.fault <- err:
	default:
	}
	s.Interrupt()
	return err
}

// Wait returns when all clients that were started are done.
func (s *Session) Wait() { s.running.Wait() }

// unknown knows a violation that the trace speaks for and that may be none: a key is
// said to be left behind, and its node may have deleted it and not been heard.
func (s *Session) unknown(v *trace.Event) bool {
	return v.Rule == trace.RuleOrphanKey && !s.marks.sure(v.Node, v.Key, v.Who)
}

// landed takes note that one request less is under way. The recorder is locked.
func (s *Session) landed() {
	if s.flying--; s.flying == 0 {
		select {
		case s.calm <- struct{}{}:
		default:
		}
	}
}

// settle waits until nothing is under way, or time is up.
func (s *Session) settle(until <-chan time.Time) {
	for {
		s.rec.Lock()
		flying := s.flying
		s.rec.Unlock()
		if flying == 0 {
			return
		}
		select {
		case <-s.calm:
		case <-until:
			return
		}
	}
}

func (s *Session) patience() time.Duration {
	if s.config.Patience > 0 {
		return s.config.Patience
	}
	return 2 * time.Second
}

// keep takes note of a connection, so that the session's end can break it.
func (s *Session) keep(conn net.Conn) (net.Conn, error) {
	s.connsMu.Lock()
	defer s.connsMu.Unlock()
	if s.isClosed() {
		conn.Close()
		return nil, net.ErrClosed
	}
	s.conns = append(s.conns, conn)
	return conn, nil
}

// forget is the end of a connection that broke.
func (s *Session) forget(conn net.Conn) {
	conn.Close()
	s.connsMu.Lock()
	defer s.connsMu.Unlock()
	s.conns = slices.DeleteFunc(s.conns, func(c net.Conn) bool { return c == conn })
}

// cut breaks all connections. There will be no others.
func (s *Session) cut() {
	s.closed.Store(true)
	s.expire()
	s.connsMu.Lock()
	defer s.connsMu.Unlock()
	for _, c := range s.conns {
		c.Close()
	}
}

// hangUp breaks all connections and returns when nobody uses one any more.
func (s *Session) hangUp() {
	s.cut()
	var all sync.WaitGroup
	for _, n := range s.roster.all() {
		n.mu.Lock()
		pipes := []*pipe{n.shared}
		for _, p := range n.own {
			pipes = append(pipes, p)
		}
		n.shared, n.own = nil, nil
		n.mu.Unlock()
		for _, p := range pipes {
			if p != nil {
				all.Go(p.close)
			}
		}
	}
	all.Wait()
	s.pipes.Wait()
}
