package live

import (
	"bytes"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// limit is how long a test waits for what must come.
const limit = 20 * time.Second

const key = "lockstep:live:stock-7"

var stock = resource.Config{ID: "stock-7", Kind: resource.Stock, Initial: "5"}

// options are a kind's defaults with a node timeout that a busy machine keeps, changed.
func options(kind string, change ...func(*lock.Options)) lock.Options {
	o := lock.Defaults(kind)
	o.Key, o.NodeTimeout = key, 5*trace.Second
	if o.Fence == lock.FromConsensus {
		o.Fence = lock.FromRedis
	}
	for _, c := range change {
		c(&o)
	}
	return o
}

// job sells one, and leaves.
func job(takes trace.Duration) lock.Job {
	return lock.Job{Resource: "stock-7", Kind: "stock", Takes: takes, WriteAt: takes}
}

func addrsOf(list []*real.Process) (addrs []string) {
	for _, p := range list {
		addrs = append(addrs, p.Addr())
	}
	return addrs
}

// stage is a session of a test, and what it told.
type stage struct {
	*Session
	t *testing.T

	mu     sync.Mutex
	events []trace.Event
	more   chan struct{}
}

// open opens a session; on is called at every event, and must not wait.
func open(t *testing.T, c Config) *stage {
	t.Helper()
	g := &stage{t: t, more: make(chan struct{}, 1)}
	c.Resource, c.Tell = stock, g.take
	if c.Warn == nil {
		c.Warn = func(text string) { t.Errorf("warns: %s", text) }
	}
	var err error
	if g.Session, err = Open(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

func (g *stage) take(e *trace.Event) {
	g.mu.Lock()
	g.events = append(g.events, *e)
	g.mu.Unlock()
	select {
	case g.more <- struct{}{}:
	default:
	}
}

// told returns the events so far.
func (g *stage) told() []trace.Event {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.events)
}

// await returns the first event that is as wanted, when it has come.
func (g *stage) await(what string, is func(*trace.Event) bool) trace.Event {
	g.t.Helper()
	late := time.After(limit)
	for {
		for _, e := range g.told() {
			if is(&e) {
				return e
			}
		}
		select {
		case <-g.more:
		case <-late:
			g.t.Fatalf("%s does not come; there was:\n%s", what, lines(g.told()))
		}
	}
}

// has counts the events that are as wanted.
func (g *stage) has(is func(*trace.Event) bool) (n int) {
	for _, e := range g.told() {
		if is(&e) {
			n++
		}
	}
	return n
}

func of(k trace.Kind, who string) func(*trace.Event) bool {
	return func(e *trace.Event) bool { return e.Kind == k && (e.Who == who || e.From == who) }
}

func phase(who, name string) func(*trace.Event) bool {
	return func(e *trace.Event) bool { return e.Kind == trace.Phase && e.Who == who && e.Phase == name }
}

func lines(events []trace.Event) string {
	var b []byte
	for i := range events {
		b = append(events[i].AppendJSON(b), '\n')
	}
	return string(b)
}

// holdsOnly fails unless a server holds just these keys.
func holdsOnly(t *testing.T, p *real.Process, want ...string) {
	t.Helper()
	text := "[]"
	if len(want) > 0 {
		text = `["` + strings.Join(want, `", "`) + `"]`
	}
	if got := realtest.Dial(t, p.Addr()).Ask("KEYS *"); got != text {
		t.Errorf("%s holds %s, want %s", p.Addr(), got, text)
	}
}

// settled fails unless nothing of a session runs any more.
func settled(t *testing.T) {
	t.Helper()
	late := time.Now().Add(limit)
	for {
		var b bytes.Buffer
		pprof.Lookup("goroutine").WriteTo(&b, 2)
		running := ""
		for g := range strings.SplitSeq(b.String(), "\n\n") {
			if strings.Contains(g, "go-redis") || strings.Contains(g, "live.(*pipe)") || strings.Contains(g, "live.(*activity)") || strings.Contains(g, "live.(*Session)") {
				running += g + "\n\n"
			}
		}
		if running == "" {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("this still runs:\n%s", running)
		}
		runtime.Gosched()
	}
}
