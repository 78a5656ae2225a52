package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"lockstep/sim/redis/resp"
)

func (lib *library) openRedis() {
	t := lib.module("redis", map[string]lua.LGFunction{
		"call": lib.call, "pcall": lib.redisPcall, "sha1hex": lib.sha1hex,
		"error_reply": lib.errorReply, "status_reply": lib.statusReply,
		"log": nothing, "set_repl": nothing, "setresp": setRESP, "replicate_commands": yes,
	})
	for i, level := range []string{"LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE", "LOG_WARNING"} {
		t.RawSetString(level, lua.LNumber(i))
	}
	t.RawSetString("REDIS_VERSION", lua.LString("7.0.15"))
	t.RawSetString("REDIS_VERSION_NUM", lua.LNumber(0x07000f))
}

// commandSteps is charged for a command, beside what its reply takes.
const commandSteps = 20

// call is redis.call: an error reply is raised as an error.
func (lib *library) call(l *lua.LState) int {
	reply := lib.runCommand(l)
	if reply.IsError() {
		lib.line = lineHere(l)
		l.Error(lib.tagged("err", reply.Text), 0)
	}
	l.Push(lib.fromReply(l, reply))
	return 1
}

// redisPcall is redis.pcall: an error reply is a value like others.
func (lib *library) redisPcall(l *lua.LState) int {
	l.Push(lib.fromReply(l, lib.runCommand(l)))
	return 1
}

func (lib *library) runCommand(l *lua.LState) resp.Reply {
	n := l.GetTop()
	if n == 0 {
		return resp.ErrorOf("ERR Please specify at least one argument for this redis lib call")
	}
	lib.budget.work(l, commandSteps+n)
	args := make([]string, n)
	for i := range args {
		switch v := l.Get(i + 1).(type) {
		case lua.LString:
			lib.budget.work(l, len(v)>>6)
			args[i] = string(v)
		case lua.LNumber:
			args[i] = formatNumber(v, 17)
		default:
			return resp.ErrorOf("ERR Lua redis lib command arguments must be strings or integers")
		}
	}
	reply, cost := lib.command(args, lib.readOnly)
	lib.budget.work(l, cost)
	return reply
}

func (lib *library) sha1hex(l *lua.LState) int {
	if l.GetTop() != 1 {
		lib.line = lineHere(l)
		l.Error(lib.tagged("err", "ERR wrong number of arguments"), 0)
	}
	s := toString(l.Get(1))
	lib.budget.work(l, len(s)>>4)
	l.Push(lua.LString(sha1Hex(s)))
	return 1
}

// errorReply is redis.error_reply. A text without a code gets ERR.
func (lib *library) errorReply(l *lua.LState) int {
	text, ok := l.Get(1).(lua.LString)
	if !ok || l.GetTop() != 1 {
		l.Push(lib.tagged("err", "ERR wrong number or type of arguments"))
		return 1
	}
	message := strings.TrimPrefix(string(text), "-")
	if !strings.Contains(message, " ") {
		message = "ERR " + message
	}
	lib.budget.text(l, len(message))
	l.Push(lib.tagged("err", message))
	return 1
}

func (lib *library) statusReply(l *lua.LState) int {
	text, ok := l.Get(1).(lua.LString)
	if !ok || l.GetTop() != 1 {
		l.Push(lib.tagged("err", "ERR wrong number or type of arguments"))
		return 1
	}
	lib.budget.memory(l, 128)
	l.Push(lib.tagged("ok", string(text)))
	return 1
}

// tagged is how a script sees an error or a status: a table of one field.
func (lib *library) tagged(tag, text string) *lua.LTable {
	t := lib.state.NewTable()
	t.RawSetString(tag, lua.LString(text))
	return t
}

func nothing(*lua.LState) int { return 0 }

func yes(l *lua.LState) int {
	l.Push(lua.LTrue)
	return 1
}

func setRESP(l *lua.LState) int {
	if argInt(l, "setresp", 1) != 2 {
		l.RaiseError("this sandbox speaks RESP2 only")
	}
	return 0
}
