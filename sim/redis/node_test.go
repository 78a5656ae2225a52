package redis

import (
	"testing"

	"lockstep/sim/trace"
)

func newNode(t testing.TB) *Node {
	t.Helper()
	n, err := New("n1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

func BenchmarkSet(b *testing.B) {
	n := newNode(b)
	args := []string{"SET", "lock:invoice:42", "8d1f0c2a", "PX", "10000"}
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, args)
	}
}

func BenchmarkGet(b *testing.B) {
	n := newNode(b)
	n.Exec(0, []string{"SET", "lock:invoice:42", "8d1f0c2a", "PX", "10000"})
	args := []string{"GET", "lock:invoice:42"}
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, args)
	}
}

func BenchmarkReset(b *testing.B) {
	n := newNode(b)
	args := []string{"SET", "lock:invoice:42", "8d1f0c2a", "PX", "10000"}
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, args)
		n.Reset("n1")
	}
}

func TestExecSmoke(t *testing.T) {
	n := newNode(t)
	for _, c := range []struct {
		at   trace.Local
		args []string
	}{
		{2345, []string{"SET", "k", "v", "NX", "PX", "10"}},
		{2345, []string{"SET", "k", "v", "NX", "PX", "10"}},
		{12999, []string{"PTTL", "k"}},
		{13000, []string{"PTTL", "k"}},
		{13000, []string{"HSET", "h", "f", "v"}},
		{13000, []string{"HINCRBY", "h", "n", "5"}},
		{13000, []string{"GET", "h"}},
		{13000, []string{"RPUSH", "l", "a", "b"}},
		{13000, []string{"FLUSHALL"}},
	} {
		r := n.Exec(c.at, c.args)
		t.Log(c.args, r.Reply, r.Keys)
	}
}
