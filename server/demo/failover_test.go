//go:build unix

package demo_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"lockstep/server/demo"
	"lockstep/server/real/realtest"
	"lockstep/sim/trace"
)

// crew takes note of what a story started, and can see whether it is gone.
type crew struct {
	mu   sync.Mutex
	list []demo.Process
}

func (c *crew) started(list []demo.Process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = list
}

// isGone fails the test if anything of what was started runs or listens.
func (c *crew) isGone(t *testing.T) {
	t.Helper()
	for _, p := range c.list {
		if p.PID != 0 && syscall.Kill(p.PID, 0) == nil {
			t.Errorf("process %d, %s, still runs", p.PID, p.Role)
		}
		if conn, err := net.Dial("tcp", p.Addr); err == nil {
			conn.Close()
			t.Errorf("something still listens at %s", p.Addr)
		}
	}
}

// TestFailover is the lost lock on real processes: the same two holders, and the same
// in the same order, as in the simulator.
func TestFailover(t *testing.T) {
	t.Parallel()
	var c crew
	ending, err := story(t).Failover(t.Context(), demo.Audience{Started: c.started})
	realtest.Must(t, err)
	c.isGone(t)
	if len(c.list) != 6 { // two servers, three sentinels, the relay
		t.Errorf("%d processes were started: %v", len(c.list), c.list)
	}
	plot := strings.Join(demo.Plot(ending.Events), "\n")
	if ending.Differs != "" {
		t.Errorf("the simulator tells another story: %s; all of it:\n%s", ending.Differs, plot)
	}
	if ending.Verdict != trace.VerdictBroken || !strings.Contains(plot, "violation oversold") || !strings.Contains(plot, "violation mutual-exclusion") {
		t.Errorf("verdict %s; the plot:\n%s", ending.Verdict, plot)
	}
	tenures := demo.Tenures(ending.Events)
	from, to, ok := demo.Together(tenures)
	if len(tenures) != 2 || !ok || tenures[0].Who != "A" || from != tenures[1].From || to != tenures[1].To || tenures[0].Until < to {
		t.Errorf("not two holders, B while A is sure: %+v", tenures)
	}
	votes(t, ending.Events)
}

// votes checks what the sentinels told of each other.
func votes(t *testing.T, events []trace.Event) {
	t.Helper()
	promoted := 0
	for i := range events {
		e := &events[i]
		if e.Kind != trace.ODown && e.Kind != trace.Promote {
			continue
		}
		if len(e.Votes) < 2 || !slices.Contains(e.Votes, e.Who) {
			t.Errorf("%v by %s with the votes of %q: wants two of three, and its own", e.Kind, e.Who, e.Votes)
		}
		if e.Kind == trace.Promote {
			promoted++
		}
	}
	if promoted != 1 {
		t.Errorf("%d replicas were promoted", promoted)
	}
}

// TestFailoverOfACopy is the canary: all is the same, but the relay does not hold. If
// that made no difference the relay would do nothing.
func TestFailoverOfACopy(t *testing.T) {
	t.Parallel()
	s := story(t)
	s.Linked = true
	ending, err := s.Failover(t.Context(), demo.Audience{})
	realtest.Must(t, err)
	plot := demo.Plot(ending.Events)
	if ending.Differs != "" || ending.Verdict != trace.VerdictOK {
		t.Errorf("verdict %s; the simulator tells another story: %s; all of it:\n%s", ending.Verdict, ending.Differs, strings.Join(plot, "\n"))
	}
	tenures := demo.Tenures(ending.Events)
	if _, _, ok := demo.Together(tenures); ok || len(tenures) != 1 || !slices.Contains(plot, "gave-up B") {
		t.Errorf("B should not get in: %+v", tenures)
	}
	lost, err := story(t).Simulated()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(plot, demo.Plot(lost)) {
		t.Error("a copy in time makes no difference to the plot")
	}
}

// A story that comes out otherwise says where. Somebody else has the lock at the new
// primary here, so B is refused.
func TestNotAsTold(t *testing.T) {
	t.Parallel()
	var c crew
	ending, err := story(t).Failover(t.Context(), demo.Audience{Started: c.started, Step: func(_ context.Context, step string) error {
		if step == demo.StepSecond {
			realtest.Dial(t, c.list[1].Addr).Ask("SET lock:stock-7 somebody")
		}
		return nil
	}})
	realtest.Must(t, err)
	if want := `where the simulator has "hold B", there was "gave-up B"`; ending.Differs != want {
		t.Errorf("it differs: %q, want %q", ending.Differs, want)
	}
}

// A story that ends early leaves nothing either, and says why it did.
func TestEndsEarly(t *testing.T) {
	enough := errors.New("enough")
	for _, c := range []struct {
		name string
		step string
		does func(c *crew, cancel context.CancelFunc) error
		want error
	}{
		{"before anything is started", demo.StepStart, func(_ *crew, cancel context.CancelFunc) error { cancel(); return nil }, context.Canceled},
		{"while the link stands still", demo.StepFirst, func(_ *crew, cancel context.CancelFunc) error { cancel(); return nil }, context.Canceled},
		{"while the sentinels wait", demo.StepElect, func(_ *crew, cancel context.CancelFunc) error { cancel(); return nil }, context.Canceled},
		{"its audience has seen enough", demo.StepCrash, func(*crew, context.CancelFunc) error { return enough }, enough},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var crew crew
			_, err := story(t).Failover(ctx, demo.Audience{Started: crew.started, Step: func(ctx context.Context, step string) error {
				if step != c.step {
					return nil
				}
				return c.does(&crew, cancel)
			}})
			if !errors.Is(err, c.want) {
				realtest.Must(t, err)
				t.Errorf("it ends with %v, want %v", err, c.want)
			}
			crew.isGone(t)
		})
	}
}

// Of a process that ends by itself the error says so.
func TestProcessDies(t *testing.T) {
	t.Parallel()
	var c crew
	_, err := story(t).Failover(t.Context(), demo.Audience{Started: c.started, Step: func(_ context.Context, step string) error {
		if step != demo.StepElect {
			return nil
		}
		last := c.list[len(c.list)-2]
		if last.Role != trace.RoleSentinel {
			return fmt.Errorf("%+v is no sentinel", last)
		}
		return syscall.Kill(last.PID, syscall.SIGKILL)
	}})
	if err == nil || !strings.Contains(err.Error(), "ended by itself: signal: killed") {
		realtest.Must(t, err)
		t.Errorf("got %v", err)
	}
	c.isGone(t)
}
