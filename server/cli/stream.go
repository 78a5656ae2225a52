package cli

import (
	"fmt"
	"io"
	"sync"

	"lockstep/sim/trace"
)

// stream writes events as they happen, and does not keep whoever tells them waiting: a
// terminal may stand still, and no client shall.
type stream struct {
	out    io.Writer
	line   lineWriter
	broken func() // told when a write has failed; nothing is written after it

	mu    sync.Mutex
	queue []*trace.Event
	last  bool
	more  chan struct{}
	done  chan struct{}
	err   error
}

// newStream returns a stream that keeps what it is told until it begins.
func newStream(out io.Writer, line lineWriter, broken func()) *stream {
	return &stream{out: out, line: line, broken: broken, more: make(chan struct{}, 1), done: make(chan struct{})}
}

// print writes something else before the events. It must not be called between begin
// and end.
func (s *stream) print(text string) {
	s.write(func() error {
		_, err := io.WriteString(s.out, text)
		return err
	})
}

func (s *stream) begin() { go s.run() }

// tell takes the next event.
func (s *stream) tell(e *trace.Event) {
	s.mu.Lock()
	s.queue = append(s.queue, e)
	s.mu.Unlock()
	s.rouse()
}

// end returns when all is written, or an error of writing.
func (s *stream) end() error {
	s.mu.Lock()
	s.last = true
	s.mu.Unlock()
	s.rouse()
	<-s.done
	return s.err
}

func (s *stream) rouse() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

func (s *stream) run() {
	defer close(s.done)
	for range s.more {
		s.mu.Lock()
		queue, last := s.queue, s.last
		s.queue = nil
		s.mu.Unlock()
		for _, e := range queue {
			s.write(func() error { return s.line(s.out, e) })
		}
		if f, ok := s.out.(interface{ Flush() error }); ok {
			s.write(f.Flush)
		}
		if last {
			return
		}
	}
}

// write writes something, unless a write has failed before. A panic is such a failure:
// the session has to end in order.
func (s *stream) write(something func() error) {
	if s.err != nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			s.err = faultOf(r)
		}
		if s.err != nil {
			s.broken()
		}
	}()
	if err := something(); err != nil {
		s.err = fmt.Errorf("cannot write: %w", err)
	}
}
