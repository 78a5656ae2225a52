package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

func (lib *library) openBase() {
	lib.fill(lib.globals, map[string]lua.LGFunction{
		"assert": lib.assert, "error": lib.raise, "getmetatable": lib.getMetatable, "ipairs": lib.ipairs,
		"next": lib.next, "pairs": lib.pairs, "pcall": lib.pcall, "rawequal": lib.rawEqual, "rawget": lib.rawGet,
		"rawset": lib.rawSet, "select": lib.selectArg, "setmetatable": lib.setMetatable, "tonumber": lib.toNumber,
		"tostring": lib.toString, "type": lib.typeOf, "unpack": lib.unpack, "xpcall": lib.xpcall,
	})
	lib.globals.RawSetString("_VERSION", lua.LString(lua.LuaVersion))
}

func (lib *library) assert(l *lua.LState) int {
	if lua.LVAsBool(argAny(l, "assert", 1)) {
		return l.GetTop()
	}
	lib.line = lineHere(l)
	if l.GetTop() < 2 {
		l.Error(lua.LString("assertion failed!"), 0)
	}
	l.Error(l.Get(2), 0)
	return 0
}

// raise is error(message, level).
func (lib *library) raise(l *lua.LState) int {
	level := optInt(l, "error", 2, 1)
	lib.line = lineHere(l)
	value := l.Get(1)
	if s, ok := value.(lua.LString); ok && level > 0 {
		where := l.Where(level)
		if where != "" && !strings.HasPrefix(where, "[G]") {
			lib.budget.memory(l, len(where)+len(s))
			value = lua.LString(where + " " + string(s))
		}
	}
	l.Error(value, 0)
	return 0
}

// lineHere is the line from which a script calls the function at work.
func lineHere(l *lua.LState) int {
	if line, ok := lineOf(l.Where(1)); ok {
		return line
	}
	return 1
}

// caughtSteps is charged for an error that is caught: the machine describes
// the whole stack for it, which nobody will see.
const caughtSteps = 150

// pcall calls a function and catches its errors, unless the budget is spent.
// An error that is a reply, as redis.call raises it, is caught as its text.
func (lib *library) pcall(l *lua.LState) int {
	argAny(l, "pcall", 1)
	if err := l.PCall(l.GetTop()-1, lua.MultRet, nil); err != nil {
		value := lib.rethrow(l, err)
		if t, ok := value.(*lua.LTable); ok {
			if text, ok := t.RawGetString("err").(lua.LString); ok {
				value = text
			}
		}
		l.Push(lua.LFalse)
		l.Push(value)
		return 2
	}
	l.Insert(lua.LTrue, 1)
	return l.GetTop()
}

func (lib *library) xpcall(l *lua.LState) int {
	handler := argAny(l, "xpcall", 2)
	l.SetTop(1)
	if err := l.PCall(0, lua.MultRet, nil); err != nil {
		value := lib.rethrow(l, err)
		l.SetTop(0)
		l.Push(lua.LFalse)
		l.Push(handler)
		l.Push(value)
		l.Call(1, lua.MultRet)
		return l.GetTop()
	}
	l.Insert(lua.LTrue, 1)
	return l.GetTop()
}

// rethrow returns the value of a caught error, or raises it again if it means
// the end of the script.
func (lib *library) rethrow(l *lua.LState, err error) lua.LValue {
	value := lib.caught(err)
	if lib.budget.spent != nil {
		lib.budget.fail(l, lib.budget.spent)
	}
	lib.budget.work(l, caughtSteps)
	return value
}

func (lib *library) getMetatable(l *lua.LState) int {
	v := argAny(l, "getmetatable", 1)
	if shield := l.GetMetaField(v, "__metatable"); shield != lua.LNil {
		l.Push(shield)
		return 1
	}
	l.Push(l.GetMetatable(v))
	return 1
}

func (lib *library) setMetatable(l *lua.LState) int {
	t := argTable(l, "setmetatable", 1)
	meta := l.Get(2)
	if _, ok := meta.(*lua.LTable); !ok && (meta != lua.LNil || l.GetTop() < 2) {
		typeError(l, "setmetatable", 2, "nil or table")
	}
	if lib.protected[t] {
		readOnly(l)
	}
	if l.GetMetaField(t, "__metatable") != lua.LNil {
		l.RaiseError("cannot change a protected metatable")
	}
	t.Metatable = meta
	l.Push(t)
	return 1
}

func (lib *library) rawEqual(l *lua.LState) int {
	l.Push(lua.LBool(argAny(l, "rawequal", 1) == argAny(l, "rawequal", 2)))
	return 1
}

func (lib *library) rawGet(l *lua.LState) int {
	l.Push(argTable(l, "rawget", 1).RawGet(argAny(l, "rawget", 2)))
	return 1
}

func (lib *library) rawSet(l *lua.LState) int {
	t := argTable(l, "rawset", 1)
	lib.store(l, t, argAny(l, "rawset", 2), argAny(l, "rawset", 3))
	l.Push(t)
	return 1
}

// next is the step of pairs. The order is the order in which keys were added:
// the machine keeps it, and so every run is alike.
func (lib *library) next(l *lua.LState) int {
	t := argTable(l, "next", 1)
	lib.budget.scan(l)
	key, value := t.Next(l.Get(2))
	if key == lua.LNil {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(key)
	l.Push(value)
	return 2
}

func (lib *library) pairs(l *lua.LState) int {
	t := argTable(l, "pairs", 1)
	l.Push(lib.globals.RawGetString("next"))
	l.Push(t)
	l.Push(lua.LNil)
	return 3
}

func (lib *library) ipairs(l *lua.LState) int {
	t := argTable(l, "ipairs", 1)
	l.Push(lib.ipairsStep)
	l.Push(t)
	l.Push(lua.LNumber(0))
	return 3
}

func ipairsNext(l *lua.LState) int {
	i := argInt(l, "ipairs", 2) + 1
	value := argTable(l, "ipairs", 1).RawGetInt(i)
	if value == lua.LNil {
		return 0
	}
	l.Push(lua.LNumber(i))
	l.Push(value)
	return 2
}

func (lib *library) selectArg(l *lua.LState) int {
	top := l.GetTop()
	if l.Get(1) == lua.LString("#") {
		l.Push(lua.LNumber(top - 1))
		return 1
	}
	n := argInt(l, "select", 1)
	switch {
	case n < 0:
		n += top
		if n < 1 {
			argError(l, "select", 1, "index out of range")
		}
	case n == 0:
		argError(l, "select", 1, "index out of range")
	}
	return max(0, top-n)
}

func (lib *library) toNumber(l *lua.LState) int {
	base := optInt(l, "tonumber", 2, 10)
	v := argAny(l, "tonumber", 1)
	lib.budget.read(l, v)
	number, ok := toNumber(v)
	if base != 10 {
		if base < 2 || base > 36 {
			argError(l, "tonumber", 2, "base out of range")
		}
		number, ok = parseInBase(argString(l, "tonumber", 1), base)
	}
	if !ok {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(number)
	return 1
}

func (lib *library) toString(l *lua.LState) int {
	l.Push(lib.display(l, argAny(l, "tostring", 1)))
	return 1
}

// display is tostring: it asks the metatable first.
func (lib *library) display(l *lua.LState, v lua.LValue) lua.LValue {
	op := l.GetMetaField(v, "__tostring")
	if op == lua.LNil {
		return lua.LString(toString(v))
	}
	l.Push(op)
	l.Push(v)
	l.Call(1, 1)
	v = l.Get(-1)
	l.Pop(1)
	return v
}

func (lib *library) typeOf(l *lua.LState) int {
	l.Push(lua.LString(argAny(l, "type", 1).Type().String()))
	return 1
}

// unpackMax bounds the values unpack returns: each takes a register.
const unpackMax = 1000

func (lib *library) unpack(l *lua.LState) int {
	t := argTable(l, "unpack", 1)
	lib.budget.scan(l)
	from := optInt(l, "unpack", 2, 1)
	to := optInt(l, "unpack", 3, t.Len())
	if to-from >= unpackMax {
		l.RaiseError("too many results to unpack")
	}
	if to < from {
		return 0
	}
	lib.budget.work(l, to-from)
	for i := from; i <= to; i++ {
		l.Push(t.RawGetInt(i))
	}
	return to - from + 1
}
