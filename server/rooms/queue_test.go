package rooms

import (
	"testing"

	"github.com/gorilla/websocket"
)

// The queue keeps order in whatever rhythm it is filled and emptied, and is bounded.
func TestQueue(t *testing.T) {
	q := newQueue(4, 1<<20)
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

// What waits is bounded by its bytes too: whoever has a slow line is told what is, not all
// that was. One item alone may be larger.
func TestQueueOfBytes(t *testing.T) {
	q := newQueue(100, 1000)
	large := func(n, bytes int) item {
		return item{push: &push{size: bytes}, text: message{kind: n, prepared: new(websocket.PreparedMessage)}}
	}
	if q.put(large(1, 5000)) || !q.put(large(2, 1)) || q.put(large(3, 1)) {
		t.Error("one that is larger goes in alone, and what comes after it says once that the queue is full")
	}
	if _, any, behind := q.take(); any || !behind {
		t.Error("what waited in a full queue is kept")
	}
	q.restart(large(4, 5000))
	if i, any, behind := q.take(); i.text.kind != 4 || !any || behind {
		t.Errorf("after a restart %d comes", i.text.kind)
	}
	for n := range 50 {
		if q.put(large(n, 400)) {
			t.Fatalf("the queue is full with %d bytes", q.weighs)
		}
		if n > 0 {
			if i, _, _ := q.take(); i.text.kind != n-1 {
				t.Fatalf("%d comes for %d", i.text.kind, n-1)
			}
		}
	}
	if q.weighs != 400 {
		t.Errorf("it weighs %d", q.weighs)
	}
}
