package live

import (
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/sim/trace"
)

// witness is a call that notes what befalls it.
type witness struct {
	name   string
	seen   *[]string
	panics bool
	text   string
}

func (w *witness) answered(reply []byte) { w.text = string(reply[1 : len(reply)-2]) }

func (w *witness) heard(trace.Time) *activity {
	if w.panics {
		panic("no")
	}
	*w.seen = append(*w.seen, w.name+" hears "+w.text)
	return nil
}

func (w *witness) failed(error, bool) { *w.seen = append(*w.seen, w.name+" fails") }

// ask puts a question of each name to a pipe of which a test in a bubble is the other end.
func ask(t *testing.T, p *pipe, end io.Reader, seen *[]string, names ...string) []*witness {
	t.Helper()
	var list []*witness
	go io.Copy(io.Discard, end)
	for _, name := range names {
		w := &witness{name: name, seen: seen}
		list = append(list, w)
		p.submit(w, []byte("x"))
	}
	synctest.Wait() // until all are sent
	return list
}

// Replies that come together are heard together and in order; the beginning of another
// holds none of them up.
func TestHearsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(time.Minute)
		defer p.end()
		var seen []string
		ask(t, p, end, &seen, "a", "b", "c")
		io.WriteString(end, "+1\r\n+2\r\n+")
		synctest.Wait()
		if want := []string{"a hears 1", "b hears 2"}; !slices.Equal(seen, want) {
			t.Errorf("before the rest of the third reply: %q, want %q", seen, want)
		}
		io.WriteString(end, "3\r\n")
		synctest.Wait()
		if want := []string{"a hears 1", "b hears 2", "c hears 3"}; !slices.Equal(seen, want) {
			t.Errorf("then: %q, want %q", seen, want)
		}
	})
}

// What is answered is heard, even if what comes after it is no answer.
func TestHearsBeforeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(time.Minute)
		defer p.end()
		var seen []string
		ask(t, p, end, &seen, "a", "b")
		io.WriteString(end, "+1\r\n$x\r\n")
		synctest.Wait()
		if want := []string{"a hears 1", "b fails"}; !slices.Equal(seen, want) {
			t.Errorf("%q, want %q", seen, want)
		}
	})
}

// Whoever panics when he hears ends the connection: those who heard before him have
// heard, and he and those after him are told that it came to nothing.
func TestHearsUntilOnePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, end := unread(time.Minute)
		p.n.s.interrupted = make(chan struct{})
		defer p.end()
		var seen []string
		list := ask(t, p, end, &seen, "a", "b", "c", "d")
		list[1].panics = true
		io.WriteString(end, "+1\r\n+2\r\n+3\r\n")
		synctest.Wait()
		if want := []string{"a hears 1", "b fails", "c fails", "d fails"}; !slices.Equal(seen, want) {
			t.Errorf("%q, want %q", seen, want)
		}
	})
}

// The first to be sent is the first to be answered, however often the room is used again.
func TestFifo(t *testing.T) {
	var f fifo
	sent, got := 0, 0
	for round := range 1000 {
		for range round % 7 {
			f.push([]call{&removal{outcome: outcome{gone: int64(sent)}}})
			sent++
		}
		for range min(f.len(), round%5+1) {
			if n := f.pop().(*removal).gone; n != int64(got) {
				t.Fatalf("call %d comes after %d others", n, got)
			}
			got++
		}
	}
	if f.len() != sent-got || len(f.rest()) != sent-got {
		t.Errorf("%d of %d are left, and it says %d", sent-got, sent, f.len())
	}
	for f.len() > 0 {
		f.pop()
	}
	if f.pop() != nil {
		t.Error("something is left where nothing is")
	}
	if cap(f.calls) > 2*sent {
		t.Errorf("it has room for %d calls", cap(f.calls))
	}
}
