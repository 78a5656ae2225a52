package script

import (
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"lockstep/sim/redis/resp"
)

// A Call is what EVAL or EVALSHA ask for.
type Call struct {
	Source     string
	Keys, Argv []string
	ReadOnly   bool // commands that write are refused
}

// An Engine runs the scripts of one node. It is not safe for concurrent use.
type Engine struct {
	command Command
	cache   cache
	budget  budget
	taken   int      // steps of all scripts so far
	machine *machine // built when first needed

	readOnly bool // of the script at work
	line     int  // where the script at work last raised an error itself
	poisoned bool // the machine may be in a bad state
}

// A Command runs what a script passes to redis.call, and tells how many steps
// to charge for it. It must not panic.
type Command func(args []string, readOnly bool) (reply resp.Reply, steps int)

// New returns an engine whose scripts run commands through a function.
func New(command Command) *Engine {
	return &Engine{command: command, cache: newCache()}
}

// Eval runs a script from beginning to end, or to the end of its budget.
func (e *Engine) Eval(c Call) (reply resp.Reply) {
	defer func() {
		// The machine makes errors of panics, but not of one: when registers
		// run out just as a function begins, it fails to say in which line.
		if p := recover(); p != nil {
			e.discard()
			reply = resp.ErrorOf("ERR the script was stopped: stack overflow")
		}
	}()
	s, err := e.cache.get(c.Source)
	if err != nil {
		return compileError(err)
	}
	e.budget.reset()
	defer func() { e.taken += StepsMax - max(e.budget.steps, 0) }()
	e.readOnly, e.line, e.poisoned = c.ReadOnly, 1, false
	if e.machine == nil {
		e.machine = newMachine(e)
	}
	reply = e.run(s, c)
	// A machine keeps the memory its last script used until it is overwritten.
	if e.poisoned || e.budget.spent != nil || e.budget.bytes < BytesMax/2 {
		e.discard()
	}
	return reply
}

func (e *Engine) run(s *compiled, c Call) resp.Reply {
	l := e.machine.state
	if s.fn == nil {
		if err := e.machine.link(s); err != nil {
			return e.failure(err, s)
		}
	}
	e.machine.setArgs(c.Keys, c.Argv)
	l.Push(s.fn)
	err := l.PCall(0, 1, nil)
	var reply resp.Reply
	if err == nil {
		reply, err = e.returned(l.Get(-1))
	}
	l.SetTop(0)
	if err != nil || e.budget.spent != nil {
		return e.failure(err, s)
	}
	return reply
}

// returned converts what a script returned. To walk through a table may spend
// the budget, which is an error of the machine and needs its protection.
func (e *Engine) returned(v lua.LValue) (reply resp.Reply, err error) {
	if _, ok := v.(*lua.LTable); !ok {
		return scalarToReply(v), nil
	}
	l := e.machine.state
	l.Push(l.NewFunction(func(l *lua.LState) int {
		reply = e.toReply(l, v, 0)
		return 0
	}))
	err = l.PCall(0, 0, nil)
	return reply, err
}

// Taken returns how many steps all scripts have taken so far.
func (e *Engine) Taken() int { return e.taken }

// Load compiles a script for EVALSHA and answers its hash.
func (e *Engine) Load(source string) resp.Reply {
	s, err := e.cache.get(source)
	if err != nil {
		return compileError(err)
	}
	return resp.BulkOf(s.sha)
}

// Source finds a script by its hash in lower case.
func (e *Engine) Source(sha string) (source string, ok bool) {
	if s := e.cache.bySHA[sha]; s != nil && s.known {
		return s.source, true
	}
	return "", false
}

// Flush forgets all scripts.
func (e *Engine) Flush() { e.cache.forget() }

// Close gives up the machine. The next script gets a new one.
func (e *Engine) Close() { e.discard() }

func (e *Engine) discard() {
	if e.machine != nil {
		e.machine.state.Close()
		e.machine = nil
		e.cache.unlink()
	}
}

func compileError(err error) resp.Reply {
	return resp.ErrorOf("ERR Error compiling script (new function): " + err.Error())
}

// failure is the reply to a script that ended with an error.
func (e *Engine) failure(err error, s *compiled) resp.Reply {
	message := ""
	switch {
	case e.budget.spent != nil:
		message = "ERR " + e.budget.spent.Error()
	default:
		message = e.errorText(e.caught(err))
	}
	return resp.ErrorOf(message + " script: " + s.sha + ", on @" + chunkName + ":" + strconv.Itoa(e.line) + ".")
}

// errorText words an error that nothing in the script caught.
func (e *Engine) errorText(value lua.LValue) string {
	switch v := value.(type) {
	case *lua.LTable:
		if s, ok := v.RawGetString("err").(lua.LString); ok {
			return string(s)
		}
		return "ERR (error object is a table value)"
	case lua.LString:
		if line, ok := lineOf(string(v)); ok {
			e.line = line
		}
		return "ERR " + string(v)
	}
	return "ERR " + toString(value)
}

// lineOf reads the line from a message such as "user_script:3: boom".
func lineOf(message string) (int, bool) {
	rest, ok := strings.CutPrefix(message, chunkName+":")
	if !ok {
		return 0, false
	}
	digits, _, ok := strings.Cut(rest, ":")
	line, err := strconv.Atoi(digits)
	return line, ok && err == nil
}
