package script

import (
	"maps"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// Sizes of the machine. Calls nest as deep as the stack has frames, metamethods
// and pcall included, and every level of those is also one of Go's stack.
const (
	callsMax     = 200
	registersMax = 4096
)

// A machine is a Lua state with our library, and the tables a script must not
// change.
type machine struct {
	state      *lua.LState
	env        *lua.LTable // what a script sees as _G: always empty, so that every access asks
	globals    *lua.LTable // what it finds there
	hidden     []lua.LValue
	ipairsStep *lua.LFunction
	protected  map[*lua.LTable]bool
}

func newMachine(e *Engine) *machine {
	l := lua.NewState(lua.Options{SkipOpenLibs: true, CallStackSize: callsMax, RegistrySize: registersMax})
	l.SetContext(&e.budget)
	m := &machine{state: l, env: l.NewTable(), globals: l.NewTable(), protected: map[*lua.LTable]bool{}}
	lib := library{Engine: e, machine: m}

	m.ipairsStep = l.NewFunction(ipairsNext)
	lib.openBase()
	lib.openStrings()
	lib.openTables()
	lib.openMath()
	lib.openRedis()
	for _, f := range []lua.LGFunction{lib.concat, lib.set, lib.newTable, lib.length, lib.operand, lib.power} {
		m.hidden = append(m.hidden, l.NewFunction(f))
	}

	missing := l.NewTable()
	missing.RawSetString("__index", l.NewFunction(lib.missingGlobal))
	m.globals.Metatable = missing
	lookup := l.NewTable()
	lookup.RawSetString("__index", m.globals)
	lookup.RawSetString("__newindex", l.NewFunction(readOnly))
	m.env.Metatable = lookup
	m.globals.RawSetString("_G", m.env)
	for _, t := range []*lua.LTable{m.env, m.globals, missing, lookup} {
		m.protected[t] = true
	}
	return m
}

// link makes a compiled script a function of this machine.
func (m *machine) link(s *compiled) error {
	l := m.state
	wrapper := l.NewFunctionFromProto(s.proto)
	wrapper.Env = m.env
	l.Push(wrapper)
	for _, f := range m.hidden {
		l.Push(f)
	}
	if err := l.PCall(len(m.hidden), 1, nil); err != nil {
		return err
	}
	s.fn = l.Get(-1).(*lua.LFunction)
	l.SetTop(0)
	return nil
}

// setArgs sets the globals KEYS and ARGV.
func (m *machine) setArgs(keys, argv []string) {
	m.globals.RawSetString("KEYS", m.list(keys))
	m.globals.RawSetString("ARGV", m.list(argv))
}

func (m *machine) list(values []string) *lua.LTable {
	t := m.state.CreateTable(len(values), 0)
	for _, v := range values {
		t.Append(lua.LString(v))
	}
	return t
}

// A library is the functions of one machine. Their receivers are how they
// reach the budget of the script at work.
type library struct {
	*Engine
	*machine
}

// fill sets functions in a table in the order of their names, which is the
// order in which pairs will show them.
func (lib *library) fill(t *lua.LTable, functions map[string]lua.LGFunction) {
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		t.RawSetString(name, lib.state.NewFunction(functions[name]))
	}
}

// module makes a protected global table of functions.
func (lib *library) module(name string, functions map[string]lua.LGFunction) *lua.LTable {
	t := lib.state.NewTable()
	lib.fill(t, functions)
	lib.protected[t] = true
	lib.globals.RawSetString(name, t)
	return t
}

func readOnly(l *lua.LState) int {
	l.RaiseError("Attempt to modify a readonly table")
	return 0
}

func (lib *library) missingGlobal(l *lua.LState) int {
	l.RaiseError("Script attempted to access nonexistent global variable '%s'", toString(l.Get(2)))
	return 0
}
