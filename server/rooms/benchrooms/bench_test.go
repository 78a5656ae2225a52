package benchrooms

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lockstep/web/wall"
)

const (
	mostViewers = 5000
	spareFiles  = 200 // of a process, that are no viewer's connection

	pace     = time.Second / 4 // of moments, at most
	patience = 2 * time.Minute // for everybody to have a moment
)

// server is one of those that are compared.
type server struct {
	address string
	show    func(m *moment, at wall.Span) // to everybody; it does not wait until they have it
	stop    func()
}

// BenchmarkRoom has each of the three tell the story to as many viewers as there may be.
func BenchmarkRoom(b *testing.B) {
	cpu := make(map[string]float64) // µs per event
	for _, of := range []struct {
		name  string
		serve func(*testing.B, int) server
	}{{"floor", serveFloor}, {"centrifuge", serveCentrifuge}, {"ours", serveRooms}} {
		b.Run(of.name, func(b *testing.B) {
			cpu[of.name] = measure(b, of.name, of.serve)
			for _, other := range []string{"floor", "centrifuge"} {
				if of.name == "ours" && cpu[other] > 0 {
					b.ReportMetric(cpu["ours"]/cpu[other], "x/"+other)
				}
			}
		})
	}
}

// measure has a server tell the story to an audience, and returns the µs on the processors
// that it takes for one event to reach one viewer.
func measure(b *testing.B, name string, serve func(*testing.B, int) server) float64 {
	viewers, story, epoch := viewersHere(b), tell(b), time.Now()
	s := serve(b, viewers)
	defer s.stop()
	before := memory()
	hall := invite(b, invitation{Kind: name, Address: s.address, Viewers: viewers, Epoch: epoch.UnixNano(), Skip: timedAtOnce})
	next := 0
	told := func(moments int) (events int) {
		ticks := time.NewTicker(pace)
		defer ticks.Stop()
		for range moments {
			m := &story[next%len(story)]
			next++
			s.show(m, wall.Span(time.Since(epoch).Microseconds()))
			events += m.all()
			hall.have()
			<-ticks.C
		}
		return events
	}
	hall.expect(told(perRound))
	perConn := (memory() - before) / float64(viewers)

	events, from := 0, processors(b)
	for b.Loop() {
		events += told(len(story) - perRound)
	}
	cpu := (processors(b) - from).Seconds() * 1e6 / float64(events*viewers)

	hall.expect(events)
	p50, p99 := hall.leave()
	b.ReportMetric(0, "ns/op") // the pace, and no more
	b.ReportMetric(float64(viewers), "viewers")
	b.ReportMetric(float64(events), "events")
	b.ReportMetric(cpu, "cpu-µs/event")
	b.ReportMetric(p50, "p50-ms")
	b.ReportMetric(p99, "p99-ms")
	b.ReportMetric(perConn, "B/conn")
	return cpu
}

// viewersHere is as many as the file limit allows.
func viewersHere(b *testing.B) int {
	b.Helper()
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		b.Fatal(err)
	}
	if files.Cur <= spareFiles {
		b.Skipf("a process may have %d files open: too few for an audience", files.Cur)
	}
	return int(min(files.Cur-spareFiles, mostViewers))
}

// processors is the time that the process has had on them.
func processors(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// memory is what the heap and the stacks take after a collection.
func memory() float64 {
	runtime.GC()
	runtime.GC() // what pools held goes at the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

// hall is where the audience is: a second process, as it is seen from here.
type hall struct {
	b       *testing.B
	viewers int
	process *exec.Cmd
	door    io.Closer   // they leave when it is closed
	lines   chan string // that they say

	events, frames, all int // that the first viewer and everybody had, as was said last
	expected            int
}

// invite has an audience come, and waits until all are in.
func invite(b *testing.B, to invitation) *hall {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	text, err := json.Marshal(to)
	if err != nil {
		b.Fatal(err)
	}
	h := &hall{b: b, viewers: to.Viewers, process: exec.Command(self), lines: make(chan string)}
	h.process.Env = append(os.Environ(), audienceEnv+"="+string(text))
	h.process.Stderr = os.Stderr
	out, err := h.process.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if h.door, err = h.process.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	if err := h.process.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		h.process.Process.Kill() // if it has not left
		h.process.Wait()
	})
	go func() {
		defer close(h.lines)
		for said := bufio.NewScanner(out); said.Scan(); {
			h.lines <- said.Text()
		}
	}()
	h.says("ready")
	return h
}

// says waits until the audience says a word, and takes the numbers that go with it.
func (h *hall) says(word string, numbers ...any) {
	h.b.Helper()
	select {
	case line, ok := <-h.lines:
		rest, is := strings.CutPrefix(line, word)
		if !ok || !is {
			h.b.Fatalf("the audience says %q instead of %q", line, word)
		}
		if _, err := fmt.Sscan(rest, numbers...); err != nil && len(numbers) > 0 {
			h.b.Fatalf("the audience says %q: %v", line, err)
		}
	case <-time.After(patience):
		h.b.Fatalf("nobody says %q within %v: somebody has missed something", word, patience)
	}
}

// have waits until everybody has the moment.
func (h *hall) have() {
	h.b.Helper()
	h.says("done", &h.events, &h.frames, &h.all)
}

// expect fails unless everybody had so many more events.
func (h *hall) expect(events int) {
	h.b.Helper()
	if h.expected += events; h.events != h.expected {
		h.b.Errorf("a viewer had %d events, want %d", h.events, h.expected)
	}
	if h.all != h.frames*h.viewers {
		h.b.Errorf("%d viewers had %d frames, want %d each", h.viewers, h.all, h.frames)
	}
}

// leave has the audience go, and returns how long moments took to reach it, in ms.
func (h *hall) leave() (p50, p99 float64) {
	h.b.Helper()
	h.door.Close()
	h.says("took", &p50, &p99)
	return p50 / 1000, p99 / 1000
}
