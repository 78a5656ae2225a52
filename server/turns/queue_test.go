package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"
)

// line is a queue whose turns end when the test says so.
type line struct {
	t   *testing.T
	q   *Queue
	wg  sync.WaitGroup
	end chan struct{}

	mu  sync.Mutex
	had []string // places that turns came to, in order
}

func lineOf(t *testing.T, n int) *line { return &line{t: t, q: New(n), end: make(chan struct{})} }

// ask has somebody at a place wait for a turn.
func (l *line) ask(place string) { l.askAs(place, For(l.t.Context(), place)) }

// askAs has somebody wait for a turn who goes by that name.
func (l *line) askAs(place string, ctx context.Context) {
	l.wg.Go(func() {
		done, err := l.q.Take(ctx)
		if err != nil {
			l.t.Error(err)
			return
		}
		l.mu.Lock()
		l.had = append(l.had, place)
		l.mu.Unlock()
		<-l.end
		done()
	})
	synctest.Wait()
}

// next ends one turn, and waits until the next has come.
func (l *line) next() {
	l.end <- struct{}{}
	synctest.Wait()
}

func (l *line) want(places ...string) {
	l.t.Helper()
	if !slices.Equal(l.had, places) {
		l.t.Errorf("turns came to %q, want %q", l.had, places)
	}
}

// finish ends all turns and wants the queue to be as it was.
func (l *line) finish(n int) {
	l.t.Helper()
	close(l.end)
	l.wg.Wait()
	if l.q.free != n || len(l.q.places) != 0 {
		l.t.Errorf("%d turns are free and %d places known, want %d and none", l.q.free, len(l.q.places), n)
	}
}

// Who asks once waits for one turn of who asks all the time, not for all of them.
func TestOneQuestionOvertakesMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		for range 60 {
			l.ask("flood")
		}
		l.ask("page")
		l.next()
		l.want("flood", "page")
		l.finish(1)
	})
}

// A place that has a turn waits for those that have none, whoever came first.
func TestTheFewestTurnsComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 2)
		for _, place := range []string{"a", "a", "a", "b", "c"} {
			l.ask(place)
		}
		l.next()
		l.next()
		l.want("a", "a", "b", "c")
		l.finish(2)
	})
}

// Many may be at one address, as a school is. Who is there and asks once waits for one turn
// of the session that asks all the time, and the next for one of each.
func TestSessionsOfAPlaceShareItsTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		school := For(t.Context(), "school")
		for range 200 {
			l.askAs("flood", As(school, "flood"))
		}
		l.askAs("pupil", As(school, "pupil"))
		l.askAs("new", school) // who has no session counts with all others that have none
		l.ask("home")
		for range 5 {
			l.next()
		}
		l.want("flood", "home", "pupil", "new", "flood", "flood")
		l.finish(1)
	})
}

// The same session at another place is another: sessions are told apart at a place alone.
func TestSessionsAreOfAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		for _, place := range []string{"a", "a", "b"} {
			l.askAs(place, As(For(t.Context(), place), "s"))
		}
		l.next()
		l.want("a", "b")
		l.finish(1)
	})
}

// Those who keep coming new do not keep out who has had a turn.
func TestEveryPlaceComesRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		l.ask("a")
		l.ask("a")
		l.ask("b")
		l.next() // b's begins
		for _, place := range []string{"c", "d", "e"} {
			l.ask(place)
		}
		l.next()
		l.next()
		l.want("a", "b", "a", "c")
		l.finish(1)
	})
}

func TestWaitingIsCalledOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		l.ask("a")
		ctx, cancel := context.WithCancel(For(t.Context(), "b"))
		off := make(chan error, 1)
		go func() {
			_, err := l.q.Take(ctx)
			off <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-off; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := l.q.Do(ctx, func() { t.Error("it is done for nobody") }); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: got %v", err)
		}
		l.ask("c")
		l.next()
		l.want("a", "c")
		l.finish(1)
	})
}

func TestCloseSendsHome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lineOf(t, 1)
		l.ask("a")
		home := make(chan error, 1)
		go func() {
			_, err := l.q.Take(For(t.Context(), "b"))
			home <- err
		}()
		synctest.Wait()
		l.q.Close()
		if err := <-home; !errors.Is(err, ErrClosed) {
			t.Errorf("who waits got %v", err)
		}
		if err := l.q.Do(t.Context(), func() { t.Error("it is done") }); !errors.Is(err, ErrClosed) {
			t.Errorf("who comes later got %v", err)
		}
		l.finish(1)
	})
}

// Something that breaks gives its turn back.
func TestATurnThatBreaks(t *testing.T) {
	q := New(1)
	func() {
		defer func() { recover() }()
		q.Do(t.Context(), func() { panic("index out of range") })
	}()
	if q.free != 1 {
		t.Errorf("%d turns are free", q.free)
	}
}

// However they come and go, no more have turns at once than there are, everybody who
// stays has one, and nothing is left.
func TestManyComeAndGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "turns")
		q := New(n)
		var mu sync.Mutex
		var wg sync.WaitGroup
		now, most, had, stay := 0, 0, 0, 0
		for _, asker := range rapid.SliceOfN(rapid.IntRange(0, 9), 1, 40).Draw(t, "askers") {
			at := For(context.Background(), string(rune('a'+asker%3)))
			ctx, cancel := context.WithCancel(As(at, string(rune('a'+asker%2))))
			if asker < 8 {
				stay++
			} else {
				go cancel()
			}
			wg.Go(func() {
				defer cancel()
				err := q.Do(ctx, func() {
					mu.Lock()
					now, had = now+1, had+1
					most = max(most, now)
					mu.Unlock()
					mu.Lock()
					now--
					mu.Unlock()
				})
				if err != nil && asker < 8 {
					t.Errorf("who stays got %v", err)
				}
			})
		}
		wg.Wait()
		if most > n || had < stay || q.free != n || len(q.places) != 0 {
			t.Fatalf("%d of %d turns at once, %d had by %d who stayed; %d free and %d places left", most, n, had, stay, q.free, len(q.places))
		}
	})
}
