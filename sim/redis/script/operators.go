package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The functions that rewritten code calls in place of operators.

// concat is a..b..c: strings and numbers are joined from the right, anything
// else needs a metamethod.
func (lib *library) concat(l *lua.LState) int {
	n := l.GetTop()
	right := l.Get(n)
	for n--; n > 0; {
		if isText(right) && isText(l.Get(n)) {
			first, size := n, len(toString(right))
			for ; first > 0 && isText(l.Get(first)); first-- {
				size += len(toString(l.Get(first)))
			}
			lib.budget.text(l, size)
			var b strings.Builder
			b.Grow(size)
			for i := first + 1; i <= n; i++ {
				b.WriteString(toString(l.Get(i)))
			}
			b.WriteString(toString(right))
			right = lua.LString(b.String())
			n = first
			continue
		}
		right = lib.concatMeta(l, l.Get(n), right)
		n--
	}
	l.Push(right)
	return 1
}

func (lib *library) concatMeta(l *lua.LState, left, right lua.LValue) lua.LValue {
	odd := left
	if isText(odd) {
		odd = right
	}
	return lib.operate(l, "__concat", left, right, odd, "concatenate")
}

// operate lets a metamethod of either operand do what the operator cannot. odd
// is the operand that it cannot do it with.
func (lib *library) operate(l *lua.LState, event string, left, right, odd lua.LValue, verb string) lua.LValue {
	op := l.GetMetaField(left, event)
	if op == lua.LNil {
		op = l.GetMetaField(right, event)
	}
	if op == lua.LNil {
		l.RaiseError("attempt to %s a %s value", verb, odd.Type())
	}
	l.Push(op)
	l.Push(left)
	l.Push(right)
	l.Call(2, 1)
	v := l.Get(-1)
	l.Pop(1)
	return v
}

// power is a^b, which the machine would leave to math.Pow.
func (lib *library) power(l *lua.LState) int {
	left, right := l.Get(1), l.Get(2)
	lib.budget.read(l, left)
	lib.budget.read(l, right)
	x, isNumber := toNumber(left)
	y, areNumbers := toNumber(right)
	if isNumber && areNumbers {
		l.Push(lua.LNumber(power(float64(x), float64(y))))
		return 1
	}
	odd := left
	if isNumber {
		odd = right
	}
	l.Push(lib.operate(l, "__pow", left, right, odd, "perform arithmetic on"))
	return 1
}

// set is t[k] = v.
func (lib *library) set(l *lua.LState) int {
	object, key, value := l.Get(1), l.Get(2), l.Get(3)
	for range lua.MaxTableGetLoop {
		t, isTable := object.(*lua.LTable)
		if isTable && (t.Metatable == lua.LNil || t.RawGet(key) != lua.LNil) {
			lib.store(l, t, key, value)
			return 0
		}
		op := l.GetMetaField(object, "__newindex")
		switch {
		case op == lua.LNil && isTable:
			lib.store(l, t, key, value)
			return 0
		case op == lua.LNil:
			l.RaiseError("attempt to index a %s value", object.Type())
		case op.Type() == lua.LTFunction:
			l.Push(op)
			l.Push(object)
			l.Push(key)
			l.Push(value)
			l.Call(3, 0)
			return 0
		}
		object = op
	}
	l.RaiseError("loop in settable")
	return 0
}

// store puts a value into a table itself. A number as key makes the machine
// fill all places up to it, which is charged first.
func (lib *library) store(l *lua.LState, t *lua.LTable, key, value lua.LValue) {
	if lib.protected[t] {
		readOnly(l)
	}
	number, isNumber := key.(lua.LNumber)
	exists := t.RawGet(key) != lua.LNil
	switch {
	case key == lua.LNil:
		l.RaiseError("table index is nil")
	case isNumber && number != number:
		l.RaiseError("table index is NaN")
	case exists && value == lua.LNil:
		lib.budget.holes++
	case exists:
	case value == lua.LNil:
		return
	case isNumber && number >= 1 && number < lua.LNumber(lua.MaxArrayIndex):
		lib.budget.scan(l)
		fill := max(1, int(number)-t.Len())
		lib.budget.slot(l, fill)
		lib.budget.holes += fill - 1
	default:
		lib.budget.slot(l, 2) // a map, and the order of its keys
	}
	t.RawSet(key, value)
}

// newTable is a constructor: the table made from its plain fields, how many of
// those had names and how many had none, and then keys with values.
func (lib *library) newTable(l *lua.LState) int {
	t := l.Get(1).(*lua.LTable)
	named, listed := int(l.Get(2).(lua.LNumber)), int(l.Get(3).(lua.LNumber))
	lib.budget.memory(l, 128)
	lib.budget.slot(l, 2*named+max(listed, t.Len()))
	lib.budget.holes += max(0, listed-t.Len())
	for i := 4; i < l.GetTop(); i += 2 {
		lib.store(l, t, l.Get(i), l.Get(i+1))
	}
	l.Push(t)
	return 1
}

// length is #v.
func (lib *library) length(l *lua.LState) int {
	switch v := l.Get(1).(type) {
	case lua.LString:
		l.Push(lua.LNumber(len(v)))
	case *lua.LTable:
		lib.budget.scan(l)
		l.Push(lua.LNumber(v.Len()))
	default:
		l.RaiseError("attempt to get length of a %s value", v.Type())
	}
	return 1
}

// operand is an operand of < or + and their kin, charged for before the machine
// compares it byte by byte, or reads a number from it.
func (lib *library) operand(l *lua.LState) int {
	lib.budget.read(l, l.Get(1))
	return 1
}
