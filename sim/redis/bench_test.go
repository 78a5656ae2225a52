package redis

import "testing"

const release = `if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("DEL", KEYS[1])
else
  return 0
end`

var (
	setArgs     = []string{"SET", "lock:invoice:42", "8d1f0c2a", "NX", "PX", "10000"}
	getArgs     = []string{"GET", "lock:invoice:42"}
	releaseArgs = []string{"EVAL", release, "1", "lock:invoice:42", "8d1f0c2a"}
)

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
	n.Exec(0, setArgs)
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, getArgs)
	}
}

// BenchmarkLock is a lock taken and released by script.
func BenchmarkLock(b *testing.B) {
	n := newNode(b)
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, setArgs)
		n.Exec(0, releaseArgs)
	}
}

// BenchmarkLockDelEx is the same with DELEX in place of the script.
func BenchmarkLockDelEx(b *testing.B) {
	n := newNode(b)
	args := []string{"DELEX", "lock:invoice:42", "IFEQ", "8d1f0c2a"}
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, setArgs)
		n.Exec(0, args)
	}
}

func BenchmarkReset(b *testing.B) {
	n := newNode(b)
	b.ReportAllocs()
	for b.Loop() {
		n.Exec(0, setArgs)
		n.Reset("n1", Never)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		n, err := New("n1")
		if err != nil {
			b.Fatal(err)
		}
		n.Close()
	}
}
