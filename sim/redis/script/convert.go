package script

import (
	lua "github.com/yuin/gopher-lua"

	"lockstep/sim/redis/resp"
)

// fromReply converts a reply by the rules of Redis: nil becomes false, errors
// and statuses become tables of one field.
func (lib *library) fromReply(l *lua.LState, r resp.Reply) lua.LValue {
	switch r.Kind {
	case resp.Status:
		lib.budget.memory(l, 128)
		return lib.tagged("ok", r.Text)
	case resp.Error:
		lib.budget.memory(l, 128+len(r.Text))
		return lib.tagged("err", r.Text)
	case resp.Int:
		return lua.LNumber(r.Int)
	case resp.Bulk:
		lib.budget.memory(l, len(r.Text))
		return lua.LString(r.Text)
	case resp.Array:
		lib.budget.slot(l, len(r.Array))
		t := l.CreateTable(len(r.Array), 0)
		for _, e := range r.Array {
			t.Append(lib.fromReply(l, e))
		}
		return t
	}
	return lua.LFalse
}

// depthMax bounds how deep tables may nest in what a script returns. A table
// may contain itself.
const depthMax = 32

// toReply converts what a script returned: numbers lose their fraction, false
// and nil are nil, an array ends at its first nil.
func (e *Engine) toReply(l *lua.LState, v lua.LValue, depth int) resp.Reply {
	e.budget.work(l, 1)
	switch v := v.(type) {
	case *lua.LTable:
		return e.tableToReply(l, v, depth)
	case lua.LString:
		e.budget.memory(l, len(v))
	}
	return scalarToReply(v)
}

func scalarToReply(v lua.LValue) resp.Reply {
	switch v := v.(type) {
	case lua.LString:
		return resp.BulkOf(string(v))
	case lua.LNumber:
		return resp.IntOf(toInt(v))
	case lua.LBool:
		if v {
			return resp.IntOf(1)
		}
	}
	return resp.Reply{}
}

func (e *Engine) tableToReply(l *lua.LState, t *lua.LTable, depth int) resp.Reply {
	if depth == depthMax {
		return resp.ErrorOf("ERR reached lua stack limit")
	}
	if s, ok := t.RawGetString("err").(lua.LString); ok {
		return resp.ErrorOf(string(s))
	}
	if s, ok := t.RawGetString("ok").(lua.LString); ok {
		return resp.StatusOf(string(s))
	}
	list := []resp.Reply{}
	for i := 1; ; i++ {
		v := t.RawGetInt(i)
		if v == lua.LNil {
			return resp.ArrayOf(list...)
		}
		e.budget.memory(l, 64)
		list = append(list, e.toReply(l, v, depth+1))
	}
}
