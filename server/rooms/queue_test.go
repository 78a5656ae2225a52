package rooms

import (
	"testing"

	"github.com/gorilla/websocket"
)

// The queue keeps order in whatever rhythm it is filled and emptied, and is bounded.
func TestQueue(t *testing.T) {
	q := newQueue(4)
	i := func(n int) item { return item{text: message{kind: n, prepared: new(websocket.PreparedMessage)}} }
	own := func(n int) item { return item{text: message{kind: n}} }
	in, out := 0, 0
	for _, step := range []int{3, -2, 3, -3, 2, -3, 4, -4, 1, -1, 4} {
		for ; step > 0; step-- {
			in++
			if q.put(i(in)) {
				t.Fatalf("item %d does not go in", in)
			}
		}
		for ; step < 0; step++ {
			out++
			if got, any, behind := q.take(); got.text.kind != out || !any || behind {
				t.Fatalf("item %d comes as %d (%t, %t)", out, got.text.kind, any, behind)
			}
		}
	}
	if cap(q.items) > 8 {
		t.Errorf("it has grown to %d", cap(q.items))
	}
	q.take()
	q.put(own(50))
	if !q.put(i(99)) || q.put(i(100)) || q.put(own(51)) {
		t.Error("it runs full more than once, or not at all")
	}
	for _, n := range []int{50, 51} {
		if got, any, behind := q.take(); got.text.kind != n || !any || behind {
			t.Errorf("of what is the member's own %d comes", got.text.kind)
		}
	}
	if _, any, behind := q.take(); any || !behind {
		t.Error("what waited in a full queue is kept")
	}
	for n := range 40 {
		q.put(own(n))
	}
	if q.waiting() > 4 {
		t.Errorf("%d answers wait", q.waiting())
	}
	for any := true; any; {
		_, any, _ = q.take()
	}
	q.restart(i(1), i(2))
	q.put(i(3))
	for n := range 3 {
		if got, _, behind := q.take(); got.text.kind != n+1 || behind {
			t.Errorf("after a restart %d comes", got.text.kind)
		}
	}
}
