package runs

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/turns"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// stage opens fake worlds. A run's seed says how many events it has; scenario
// "held" waits for the stage, "panic" breaks.
type stage struct {
	mu      sync.Mutex
	opened  int
	open    int // not yet closed
	playing int
	most    int // that played at once
	played  []string
	release chan struct{}
}

func newStage() *stage { return &stage{release: make(chan struct{})} }

func (s *stage) world() World {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	s.open++
	return &fakeWorld{s: s}
}

type fakeWorld struct {
	s    *stage
	busy sync.Mutex
}

func (w *fakeWorld) Play(r *run.Run) ([]trace.Event, error) {
	if !w.busy.TryLock() {
		panic("two runs on one world at once")
	}
	defer w.busy.Unlock()
	w.s.mu.Lock()
	w.s.playing++
	w.s.most = max(w.s.most, w.s.playing)
	w.s.played = append(w.s.played, r.Scenario)
	w.s.mu.Unlock()
	defer func() {
		w.s.mu.Lock()
		w.s.playing--
		w.s.mu.Unlock()
	}()
	switch r.Scenario {
	case "held":
		<-w.s.release
	case "panic":
		panic("index out of range")
	case "bad":
		return nil, errors.New("bad run")
	}
	return make([]trace.Event, r.Seed), nil
}

func (w *fakeWorld) Close() {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.open--
}

func link(scenario string, seed uint64) string {
	r := run.Run{Scenario: scenario, Seed: seed}
	return r.Link()
}

func TestARunIsPlayedOnce(t *testing.T) {
	s := newStage()
	p := NewPool(2, 1<<20, s.world)
	defer p.Close(t.Context())
	for range 3 {
		got, err := p.Trace(t.Context(), link("a", 5))
		if want := 5 * Weight(&trace.Event{}); err != nil || len(got.Events) != 5 || got.Bytes != want {
			t.Fatalf("got %d events of %d bytes and %v, want 5 of %d", len(got.Events), got.Bytes, err, want)
		}
	}
	if len(s.played) != 1 {
		t.Errorf("it was played %d times", len(s.played))
	}
}

func TestAClassOpensALessonTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		p := NewPool(2, 1<<20, s.world)
		var wg sync.WaitGroup
		for range 300 {
			wg.Go(func() {
				if _, err := p.Trace(t.Context(), link("held", 5)); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait() // all wait, for a world or for the stage
		close(s.release)
		wg.Wait()
		p.Close(t.Context())
		if len(s.played) > 2 || s.most > 2 || s.opened > 2 {
			t.Errorf("%d worlds played %d times, %d at once; want at most 2 of each", s.opened, len(s.played), s.most)
		}
		if s.open != 0 {
			t.Errorf("%d worlds were not closed", s.open)
		}
	})
}

// Who wants many runs delays one who wants one by no more than a run.
func TestOneRunOvertakesMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		p := NewPool(1, 1<<20, s.world)
		var wg sync.WaitGroup
		ask := func(place, scenario string, seed uint64) {
			wg.Go(func() {
				if _, err := p.Trace(turns.For(t.Context(), place), link(scenario, seed)); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		for seed := range uint64(60) {
			ask("flood", "held", seed)
		}
		ask("page", "a", 1)
		close(s.release)
		wg.Wait()
		p.Close(t.Context())
		if s.played[1] != "a" {
			t.Errorf("it was played after %d others, want 1", slices.Index(s.played, "a"))
		}
	})
}

func TestWaitingCanBeCalledOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		p := NewPool(1, 1<<20, s.world)
		done := make(chan error, 1)
		go func() {
			_, err := p.Trace(t.Context(), link("held", 5))
			done <- err
		}()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		off := make(chan error, 1)
		go func() {
			_, err := p.Trace(ctx, link("a", 5))
			off <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-off; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(s.release)
		if err := <-done; err != nil {
			t.Error(err)
		}
		p.Close(t.Context())
		if !slices.Equal(s.played, []string{"held"}) {
			t.Errorf("played %q", s.played)
		}
	})
}

// Who stops a server waits for its worlds no longer than it said.
func TestCloseKeepsItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		p := NewPool(3, 1<<20, s.world)
		if _, err := p.Trace(t.Context(), link("a", 5)); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for seed := range uint64(2) {
			wg.Go(func() { p.Trace(t.Context(), link("held", seed)) })
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		done := make(chan error, 1)
		go func() { done <- p.Close(ctx) }()
		begun := time.Now()
		select {
		case err := <-done:
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "worlds still play: 2") {
				t.Errorf("got %v, want to hear that two worlds still play", err)
			}
			if d := time.Since(begun); d != 5*time.Second {
				t.Errorf("it took %v, and its limit is 5 s", d)
			}
		case <-time.After(time.Hour):
			t.Error("it waits for the worlds")
		}
		close(s.release)
		wg.Wait()
	})
}

// Who comes too late to wait still closes what is free.
func TestCloseAfterItsDeadline(t *testing.T) {
	for range 20 { // a draw would show
		s := newStage()
		p := NewPool(2, 1<<20, s.world)
		if _, err := p.Trace(t.Context(), link("a", 5)); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := p.Close(ctx); err != nil || s.open != 0 {
			t.Fatalf("got %v, and %d worlds are open", err, s.open)
		}
	}
}

func TestABrokenWorldIsReplaced(t *testing.T) {
	s := newStage()
	p := NewPool(1, 1<<20, s.world)
	defer p.Close(t.Context())
	_, err := p.Trace(t.Context(), link("panic", 1))
	if !errors.Is(err, ErrFault) || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(err.Error(), "fakeWorld") {
		t.Errorf("got %v, want ErrFault with the panic and where it was", err)
	}
	if _, err := p.Trace(t.Context(), link("a", 1)); err != nil {
		t.Error(err)
	}
	if s.opened != 2 {
		t.Errorf("%d worlds were opened, want a new one after the panic", s.opened)
	}
}

func TestErrorsAreNotRemembered(t *testing.T) {
	s := newStage()
	p := NewPool(1, 1<<20, s.world)
	for range 2 {
		if _, err := p.Trace(t.Context(), link("bad", 1)); err == nil || err.Error() != "bad run" {
			t.Errorf("got %v, want the world's own error", err)
		}
	}
	if _, err := p.Trace(t.Context(), "%"); !errors.Is(err, run.ErrLink) {
		t.Errorf("got %v, want run.ErrLink", err)
	}
	if s.opened != 1 || len(s.played) != 2 {
		t.Errorf("%d worlds played %d times, want 1 and 2", s.opened, len(s.played))
	}
	p.Close(t.Context())
	if _, err := p.Trace(t.Context(), link("a", 1)); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: got %v, want ErrClosed", err)
	}
}

func TestTheCacheIsBoundedByBytes(t *testing.T) {
	one := newTrace(make([]trace.Event, 10))
	each := entryWeight("a", one)
	c := newCache(3 * each)
	for _, name := range []string{"a", "b", "c"} {
		c.put(name, one)
	}
	c.get("a") // so that b was wanted longest ago
	c.put("d", one)
	c.put("d", one) // counts once
	for name, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, ok := c.get(name); ok != want {
			t.Errorf("%s is kept: %v, want %v", name, ok, want)
		}
	}
	c.put("e", newTrace(make([]trace.Event, 50))) // more than everything
	if _, ok := c.get("e"); ok || c.bytes != 3*each || c.lru.Len() != 3 {
		t.Errorf("e is kept: %v; %d bytes in %d traces, want %d in 3", ok, c.bytes, c.lru.Len(), 3*each)
	}
	c.put("f", newTrace(make([]trace.Event, 25)))
	if _, ok := c.get("f"); !ok || c.bytes > c.most {
		t.Errorf("f is kept: %v; %d bytes of at most %d", ok, c.bytes, c.most)
	}
}

// Whatever an event carries weighs something, also within the records that it
// lists: a field that is added later, too.
func TestEveryFieldWeighs(t *testing.T) {
	var empty trace.Event
	for _, f := range fillings(reflect.TypeFor[trace.Event]()) {
		var e trace.Event
		f.fill(reflect.ValueOf(&e).Elem())
		if got := Weight(&e); got < Weight(&empty)+len(heavy) {
			t.Errorf("%s of %d bytes adds %d to the weight", f.name, len(heavy), got-Weight(&empty))
		}
	}
}

var heavy = strings.Repeat("x", 1000)

// filling is a place that holds a text, and how to put a heavy one there.
type filling struct {
	name string
	fill func(reflect.Value)
}

// fillings returns every place of a type that holds a text: itself, a member, an
// item of a list.
func fillings(typ reflect.Type) []filling {
	var all []filling
	switch typ.Kind() {
	case reflect.String:
		all = append(all, filling{"", func(v reflect.Value) { v.SetString(heavy) }})
	case reflect.Slice:
		for _, f := range fillings(typ.Elem()) {
			all = append(all, filling{"[]" + f.name, func(v reflect.Value) {
				v.Set(reflect.MakeSlice(typ, 1, 1))
				f.fill(v.Index(0))
			}})
		}
	case reflect.Struct:
		for i := range typ.NumField() {
			for _, f := range fillings(typ.Field(i).Type) {
				all = append(all, filling{"." + typ.Field(i).Name + f.name, func(v reflect.Value) { f.fill(v.Field(i)) }})
			}
		}
	}
	return all
}
