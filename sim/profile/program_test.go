package profile_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// library is a client library as a program uses it.
type library struct {
	profile string
	tells   bool                        // until when the lock is held
	warm    func(*goredis.Client) error // a lock's whole life, so that its scripts are known
	use     func(*program)
}

// until is what the caller is told of the lock's end.
func (l *library) until(end trace.Time) string {
	if !l.tells {
		return ""
	}
	return " until " + trace.Duration(end).String()
}

// goRedis is how a program sets its Redis client up.
type goRedis uint8

const (
	// heedful minds contexts, and leaves it to the library to try again.
	heedful goRedis = iota
	// asItComes does neither: go-redis waits 5 s for an answer, whatever the context
	// says, and sends a command up to three times again.
	asItComes
)

// program is a Go program that locks by a library, in a bubble of virtual time.
type program struct {
	*situation
	journal
	library *library
	lock    lock.Options // the profile's, by which a caller chooses its timeouts
	began   time.Time
	nodes   []*node
	clients []*goredis.Client
	doing   sync.WaitGroup // everything that needs time to pass

	naming  sync.Mutex
	attempt int
	sent    map[trace.MsgName]int
}

// played lets a program meet the situation, and returns what is written down of it.
func (s *situation) played(t *testing.T, l *library) string {
	t.Helper()
	own := *s
	p := &program{situation: &own, library: l, lock: s.compile(t, l).Clients[0].Lock, attempt: 1, sent: make(map[trace.MsgName]int)}
	synctest.Test(t, func(t *testing.T) {
		p.began = time.Now()
		for _, id := range nodes(s.nodes) {
			n, err := startNode(p, id)
			if err != nil {
				t.Fatal(err)
			}
			defer n.mini.Close()
			p.nodes = append(p.nodes, n)
			p.clients = append(p.clients, p.connect(n))
		}
		p.warm(t)
		p.act(0)
		p.doing.Go(func() { p.act(trace.Time(trace.MaxSpan)) })
		p.doing.Go(p.look)
		p.sleepUntil(clientStart)
		l.use(p)
		for _, c := range p.clients {
			c.Close()
		}
		p.doing.Wait()
		time.Sleep(time.Minute) // for what go-redis has going on beside
	})
	return p.String()
}

func (p *program) connect(n *node) *goredis.Client {
	o := &goredis.Options{Addr: "192.0.2." + string(n.id[1:]) + ":6379", Dialer: n.dial}
	switch p.client {
	case heedful:
		o.ContextTimeoutEnabled, o.MaxRetries = true, -1
	case asItComes:
		o.MinRetryBackoff = -1 // by default a random time, at most a second
	}
	return goredis.NewClient(o)
}

// warm lets the program have been in use for a while: connections are open, and the
// nodes know the library's scripts.
func (p *program) warm(t *testing.T) {
	for i, c := range p.clients {
		id := p.nodes[i].id
		if slices.Contains(p.refuse, id) || slices.Contains(p.mute, id) {
			continue
		}
		use := p.library.warm
		if p.strange {
			use = func(c *goredis.Client) error { return c.Ping(t.Context()).Err() }
		}
		if err := use(c); err != nil {
			t.Fatal(err)
		}
	}
	if now := p.now(); now != 0 {
		t.Fatalf("it took %v until all was ready", trace.Duration(now))
	}
}

// now is the time since the bubble began. Timeouts that a library computes in floats
// may be a nanosecond off.
func (p *program) now() trace.Time { return p.when(time.Now()) }

func (p *program) when(at time.Time) trace.Time {
	return trace.Time(at.Sub(p.began).Round(time.Microsecond) / time.Microsecond)
}

func (p *program) sleepUntil(at trace.Time) {
	time.Sleep(std(trace.Duration(at)) - time.Since(p.began))
}

// act does to the nodes what people do, up to an instant.
func (p *program) act(end trace.Time) {
	for len(p.actions) > 0 && p.actions[0].At <= end {
		a := p.actions[0]
		p.actions = p.actions[1:]
		p.sleepUntil(a.At)
		p.node(trace.NodeID(a.Target)).suffer(a)
	}
}

func (p *program) node(id trace.NodeID) *node {
	return p.nodes[slices.IndexFunc(p.nodes, func(n *node) bool { return n.id == id })]
}

func (p *program) look() {
	for _, at := range p.looks {
		p.sleepUntil(at)
		var each []string
		for _, n := range p.nodes {
			n.Lock()
			each = append(each, n.held())
			n.Unlock()
		}
		p.writef(p.now(), "%s", found(each))
	}
}

// name names a message as a world does. A command that go-redis sends again by itself
// counts as a copy.
func (p *program) name(o order, n trace.NodeID) trace.MsgName {
	p.naming.Lock()
	defer p.naming.Unlock()
	m := trace.MsgName{Client: "A", Attempt: p.attempt, Step: "set", Node: n}
	switch o.verb {
	case remove:
		m.Step = "del"
	case extend:
		m.Step, m.Activity, m.Attempt = "extend", trace.WatchdogActivity, 1
	}
	first := m
	m.Copy = p.sent[first]
	p.sent[first]++
	return m
}

// What a program tells of itself.

// failed tells that an attempt has failed and there is to be another one, unless the
// caller has ceased to wait.
func (p *program) failed() {
	p.naming.Lock()
	defer p.naming.Unlock()
	if p.patience == 0 || p.now() < clientStart.Add(p.patience) {
		p.writef(p.now(), "attempt %d failed", p.attempt)
		p.attempt++
	}
}

func (p *program) gaveUp() { p.writef(p.now(), "A gives up") }

func (p *program) holds(until time.Time) {
	p.writef(p.now(), "A holds%s", p.library.until(p.when(until)))
}

// waits is the context of a caller who waits for the lock.
func (p *program) waits() (context.Context, context.CancelFunc) {
	switch {
	case p.patience == 0:
		return context.WithCancel(context.Background())
	case p.cancels:
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(std(p.patience), cancel)
		return ctx, cancel
	}
	return context.WithTimeout(context.Background(), std(p.patience))
}

// soon is the context of a caller who gives a node as long as the profile does; or a
// little less where go-redis does so by itself, lest it begins again.
func (p *program) soon() (context.Context, context.CancelFunc) {
	d := p.lock.NodeTimeout
	if p.client == asItComes {
		d -= ms
	}
	return context.WithTimeout(context.Background(), std(d))
}

// inside spends the time from when the lock is held until it is given back. more asks
// for more time, and tells until when the lock is held then.
func (p *program) inside(more func(context.Context) (until time.Time, ok bool)) {
	held := time.Now()
	if p.extends > 0 && p.extends < p.work {
		time.Sleep(std(p.extends))
		ctx, cancel := p.soon()
		until, ok := more(ctx)
		cancel()
		if ok {
			p.writef(p.now(), "A holds on%s", p.library.until(p.when(until)))
		} else {
			p.writef(p.now(), "A gets no more time")
		}
	}
	time.Sleep(std(p.work) - time.Since(held))
	p.writef(p.now(), "A gives back")
}

// quiet keeps go-redis from writing of connections that it does not get.
type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

func init() { goredis.SetLogger(quiet{}) }
