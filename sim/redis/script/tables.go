package script

import (
	"sort"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

func (lib *library) openTables() {
	lib.module("table", map[string]lua.LGFunction{
		"concat": lib.tableConcat, "insert": lib.tableInsert, "remove": lib.tableRemove,
		"sort": lib.tableSort, "getn": lib.tableLen, "maxn": lib.tableLen,
	})
}

func (lib *library) tableLen(l *lua.LState) int {
	t := argTable(l, "getn", 1)
	lib.budget.scan(l)
	l.Push(lua.LNumber(t.Len()))
	return 1
}

// tableConcat is table.concat(t, separator, from, to).
func (lib *library) tableConcat(l *lua.LState) int {
	t := argTable(l, "concat", 1)
	lib.budget.scan(l)
	separator := ""
	if l.Get(2) != lua.LNil {
		separator = argString(l, "concat", 2)
	}
	from, to := optInt(l, "concat", 3, 1), optInt(l, "concat", 4, t.Len())
	var parts []string
	size := 0
	for i := from; i <= to; i++ {
		lib.budget.work(l, 1)
		v := t.RawGetInt(i)
		if !isText(v) {
			l.RaiseError("invalid value (%s) at index %d in table for 'concat'", v.Type(), i)
		}
		parts = append(parts, toString(v))
		if i > from {
			size += len(separator)
		}
		if size += len(parts[len(parts)-1]); size > StringMax {
			break
		}
	}
	lib.budget.text(l, size)
	l.Push(lua.LString(strings.Join(parts, separator)))
	return 1
}

// tableInsert is table.insert(t, value) and table.insert(t, position, value).
func (lib *library) tableInsert(l *lua.LState) int {
	t := argTable(l, "insert", 1)
	lib.budget.scan(l)
	end := t.Len() + 1
	switch l.GetTop() {
	case 2:
		lib.store(l, t, lua.LNumber(end), l.Get(2))
		return 0
	case 3:
	default:
		l.RaiseError("wrong number of arguments to 'insert'")
	}
	at := argInt(l, "insert", 2)
	if at >= end || at < 1 {
		lib.store(l, t, lua.LNumber(at), l.Get(3))
		return 0
	}
	lib.change(l, t, end-at)
	lib.budget.slot(l, 1)
	t.Insert(at, l.Get(3))
	return 0
}

// tableRemove is table.remove(t, position).
func (lib *library) tableRemove(l *lua.LState) int {
	t := argTable(l, "remove", 1)
	lib.budget.scan(l)
	end := t.Len()
	at := optInt(l, "remove", 2, end)
	if at < 1 || at > end {
		return 0
	}
	lib.change(l, t, end-at)
	l.Push(t.Remove(at))
	return 1
}

// change asks whether a table may change, and charges for moving entries.
func (lib *library) change(l *lua.LState, t *lua.LTable, moved int) {
	if lib.protected[t] {
		readOnly(l)
	}
	lib.budget.work(l, moved>>3)
}

func (lib *library) tableSort(l *lua.LState) int {
	t := argTable(l, "sort", 1)
	lib.budget.scan(l)
	n := t.Len()
	lib.change(l, t, n)
	lib.budget.memory(l, 16*n)
	s := sorter{lib: lib, l: l, values: make([]lua.LValue, n)}
	if l.Get(2) != lua.LNil {
		if s.less = l.Get(2); s.less.Type() != lua.LTFunction {
			typeError(l, "sort", 2, "function")
		}
	}
	for i := range s.values {
		s.values[i] = t.RawGetInt(i + 1)
	}
	sort.Sort(&s) // ends whatever a comparison that contradicts itself says
	for i, v := range s.values {
		t.RawSetInt(i+1, v)
	}
	return 0
}

// A sorter sorts a copy, so that a comparison that fails leaves the table as
// it was.
type sorter struct {
	lib    *library
	l      *lua.LState
	values []lua.LValue
	less   lua.LValue // or nil for the operator
}

func (s *sorter) Len() int      { return len(s.values) }
func (s *sorter) Swap(i, j int) { s.values[i], s.values[j] = s.values[j], s.values[i] }

func (s *sorter) Less(i, j int) bool {
	s.lib.budget.work(s.l, 2)
	a, b := s.values[i], s.values[j]
	if s.less == nil {
		s.lib.budget.read(s.l, a)
		return s.l.LessThan(a, b)
	}
	s.l.Push(s.less)
	s.l.Push(a)
	s.l.Push(b)
	s.l.Call(2, 1)
	less := lua.LVAsBool(s.l.Get(-1))
	s.l.Pop(1)
	return less
}
