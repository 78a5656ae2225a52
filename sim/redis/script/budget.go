package script

import (
	"context"
	"errors"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// What one script may use. A release is some 20 steps and 200 bytes.
const (
	StepsMax  = 100_000 // instructions, and what library functions do inside one
	BytesMax  = 1 << 20 // ever made, whether still in use or not
	StringMax = 64 << 10
)

var (
	errSteps = errors.New("the script was stopped: it took more than 100000 steps")
	errBytes = errors.New("the script was stopped: it used more than 1 MiB of memory")
)

// A budget is what the script at work may still use. It is a context because
// that is how gopher-lua can be stopped: the machine asks Done before every
// instruction, and each time it asks is one step.
type budget struct {
	steps int
	bytes int
	holes int // places of tables that were emptied, see scan
	spent error
}

var _ context.Context = (*budget)(nil)

// stop is the closed channel that tells the machine to end.
var stop = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (b *budget) reset() { *b = budget{steps: StepsMax, bytes: BytesMax} }

// Done counts one step.
func (b *budget) Done() <-chan struct{} {
	b.steps--
	if b.steps < 0 && b.spent == nil {
		b.spent = errSteps
	}
	if b.spent != nil {
		return stop
	}
	return nil
}

// Err tells why there is no more.
func (b *budget) Err() error                  { return b.spent }
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }
func (b *budget) Value(any) any               { return nil }

// work charges for steps taken inside a library function.
func (b *budget) work(l *lua.LState, steps int) {
	b.steps -= steps
	if b.steps < 0 {
		b.fail(l, errSteps)
	}
}

// memory charges for bytes about to be made. Making them takes time as well.
func (b *budget) memory(l *lua.LState, bytes int) {
	b.bytes -= bytes
	if b.bytes < 0 {
		b.fail(l, errBytes)
	}
	b.work(l, bytes>>8)
}

// read charges for going through a value byte by byte, if it is a string.
func (b *budget) read(l *lua.LState, v lua.LValue) {
	if s, ok := v.(lua.LString); ok {
		b.work(l, len(s)>>3)
	}
}

// text charges for a string about to be made. No string is longer than a value
// of Redis may be here, so that comparing or hashing one stays cheap.
func (b *budget) text(l *lua.LState, size int) {
	if size > StringMax {
		l.RaiseError("resulting string too large")
	}
	b.memory(l, size)
}

// slot charges for so many new places in a table, 40 bytes each with what the
// machine keeps beside.
func (b *budget) slot(l *lua.LState, count int) {
	if count > StepsMax {
		b.fail(l, errBytes)
	}
	b.memory(l, 40*count)
	b.work(l, count)
}

// scan charges for looking through a table: for its end, or for its next entry.
// The machine walks over emptied places one by one then. It does not tell how
// many, but they are no more than all there ever were.
func (b *budget) scan(l *lua.LState) { b.work(l, b.holes>>4) }

// fail ends the script. From here on every instruction fails as well.
func (b *budget) fail(l *lua.LState, why error) {
	if b.spent == nil {
		b.spent = why
	}
	l.RaiseError("%s", b.spent.Error())
}
