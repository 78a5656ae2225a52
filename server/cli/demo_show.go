package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"lockstep/server/demo"
	"lockstep/sim/trace"
)

// backlog is how much may wait to be written before the story itself has to.
const backlog = 4096

// show writes a story while it is played, line by line. Events come from whoever
// causes them, who must not wait for a terminal: so one goroutine writes.
type show struct {
	stageDirections
	linked, pause bool

	stdout, notes io.Writer // notes is where stage directions go
	line          lineWriter
	lines         chan func()
	written       chan struct{} // closed when all lines are
	err           error         // of the first write that failed; for the writing goroutine, and after it
	fail          context.CancelCauseFunc
	enter         <-chan struct{} // a key press; closed when there will be none
}

func newShow(env *environment, c *failoverCommand, d stageDirections, fail context.CancelCauseFunc) *show {
	s := &show{
		stageDirections: d, linked: c.Linked, pause: c.Pause,
		stdout: env.stdout, notes: env.stdout, line: textLines(d.words, &trace.State{}),
		lines: make(chan func(), backlog), written: make(chan struct{}), fail: fail,
	}
	if c.Format == "json" {
		s.notes, s.line = env.stderr, jsonLines()
	}
	if s.pause {
		s.enter = keyPresses(os.Stdin)
	}
	go s.write()
	return s
}

// keyPresses tells of every line that is read.
func keyPresses(in io.Reader) <-chan struct{} {
	presses := make(chan struct{})
	go func() {
		defer close(presses)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			presses <- struct{}{}
		}
	}()
	return presses
}

// write writes what comes, and sends each on its way at once. A write that fails ends
// the story.
func (s *show) write() {
	defer close(s.written)
	for line := range s.lines {
		if s.err == nil {
			line()
			s.flush()
		}
	}
}

func (s *show) flush() {
	if f, ok := s.stdout.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			s.err = err
			s.fail(err)
		}
	}
}

// end returns when all is written. No line may come after it.
func (s *show) end() error {
	close(s.lines)
	<-s.written
	return s.err
}

// open says what is going to be shown.
func (s *show) open() {
	summary := "failover.summary"
	if s.linked {
		summary += ".linked"
	}
	fmt.Fprintf(s.notes, "%s\n%s\n\n", s.say("failover.title"), s.say(summary))
}

// close says what it came to.
func (s *show) close(e *demo.Ending, link string) {
	s.lines <- func() { s.ending(s.notes, e, link) }
}

// audience is the show as a story knows it.
func (s *show) audience() demo.Audience {
	return demo.Audience{
		Started: func(list []demo.Process) { s.lines <- func() { s.started(s.notes, list) } },
		Step:    s.step,
		Tell:    func(e *trace.Event) { s.lines <- func() { s.line(s.stdout, e) } },
	}
}

// step announces what comes next, and waits for a key if there is to be a pause.
func (s *show) step(ctx context.Context, step string) error {
	s.lines <- func() {
		if step == demo.StepStart {
			s.open()
		}
		fmt.Fprintf(s.notes, "» %s\n", s.say("failover."+step))
	}
	if !s.pause || step == demo.StepElect || step == demo.StepAgain { // the sentinels wait for nobody
		return ctx.Err()
	}
	s.lines <- func() { fmt.Fprintf(s.notes, "  %s\n", s.say("enter")) }
	select {
	case <-s.enter:
	case <-ctx.Done():
	}
	return ctx.Err()
}
