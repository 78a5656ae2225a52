package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// caught returns the value that an error carries, and words the machine's own
// messages as Lua does. Some of them would show an address.
func (e *Engine) caught(err error) lua.LValue {
	api, ok := err.(*lua.ApiError)
	if !ok {
		e.poisoned = true
		return lua.LString(err.Error())
	}
	if api.Type == lua.ApiErrorPanic {
		// A fault of the machine, or of ours. Its message is Go's.
		e.poisoned = true
		return lua.LString("internal error")
	}
	if s, ok := api.Object.(lua.LString); ok {
		return lua.LString(reword(string(s)))
	}
	return api.Object
}

// reword turns gopher-lua's "cannot perform add operation between nil and
// number" and the like into Lua's words.
func reword(message string) string {
	where, text, ok := strings.Cut(message, ": ")
	if !ok || !strings.HasPrefix(where, chunkName+":") {
		return message
	}
	where += ": "
	if rest, ok := strings.CutPrefix(text, "attempt to index a non-table object("); ok {
		kind, _, _ := strings.Cut(rest, ")")
		return where + "attempt to index a " + kind + " value"
	}
	if rest, ok := strings.CutPrefix(text, "cannot perform "); ok {
		_, operands, _ := strings.Cut(rest, " operation between ")
		left, right, _ := strings.Cut(operands, " and ")
		if left == "number" {
			left = right
		}
		return where + "attempt to perform arithmetic on a " + left + " value"
	}
	switch text {
	case "__unm undefined":
		return where + "attempt to perform arithmetic on a non-number value"
	case "attempt to call a non-function object":
		return where + "attempt to call a value that is not a function"
	}
	return message
}
