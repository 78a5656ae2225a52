package script

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"lockstep/sim/redis/resp"
)

// deep is a script whose functions, fifty deep, hold half a MiB, and
// which ends there as it is told to.
func deep(end string) string {
	return `local function make()
		local t = {}
		for i = 1, 8 do t[i] = ('x'):rep(60000) .. i end
		local function f(n)
			if n > 0 then local x = f(n - 1) return x end
			local held = #t ` + end + ` return held
		end
		return f
	end
	return make()(50)`
}

// A machine that may be in a bad state, or that may still hold much, runs no other
// script: nothing refers to it any more. Any other machine is used again, since to
// make one costs more than most scripts.
func TestBadMachinesAreDiscarded(t *testing.T) {
	for _, c := range []struct {
		name, source, want string
		kept               bool
	}{
		{"a script that ends well", `return 7`, `(integer) 7`, true},
		{"an error", `return nil + 1`, `attempt to perform arithmetic`, true},
		{"an error that is caught", `return #{pcall(error, 'x')}`, `(integer) 2`, true},
		{"a stack that overflows", `local function f() return 1 + f() end return f()`, `stack overflow`, true},
		{"steps spent", `while true do end`, errSteps.Error(), false},
		{"steps spent inside a pcall", `pcall(function() while true do end end) return 1`, errSteps.Error(), false},
		{"memory spent", `local t = {} for i = 1, 100 do t[i] = ('x'):rep(60000) .. i end`, errBytes.Error(), false},
		{"much memory used, and no more than allowed", deep(""), `(integer) 8`, false},
		{"a fault of Go's", `return redis.call('break')`, `internal error`, false},
		{"a fault of Go's that is caught", `return {pcall(redis.call, 'break')}`, `[(nil), "internal error"]`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := New(func(args []string, readOnly bool) (resp.Reply, int) {
				var none []int
				return resp.IntOf(int64(none[len(args)])), 0 // always out of range
			})
			defer e.Close()
			e.Eval(Call{Source: `return 1`})
			before := weak.Make(e.machine)
			if got := e.Eval(Call{Source: c.source}).String(); !strings.Contains(got, c.want) {
				t.Fatalf("it answered %s, want %s", got, c.want)
			}
			if got := e.Eval(Call{Source: `return 2`}).String(); got != `(integer) 2` {
				t.Errorf("the next script answered %s", got)
			}
			runtime.GC()
			if kept := before.Value() != nil; kept != c.kept {
				t.Errorf("the machine is kept: %v, want %v", kept, c.kept)
			}
		})
	}
}

// What a script held is gone when the next one has run, however it ended: a world
// has many nodes, and a server many worlds.
func TestNoMemoryIsLeftBehind(t *testing.T) {
	const engines = 20
	heap := func(source string) int {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var all []*Engine
		for range engines {
			e := New(nil)
			e.Eval(Call{Source: source})
			e.Eval(Call{Source: `return 1`})
			all = append(all, e)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(all)
		return (int(after.HeapAlloc) - int(before.HeapAlloc)) / engines
	}
	usual := heap(`return 1`)
	for name, source := range map[string]string{
		"ends well":   deep(``),
		"is stopped":  deep(`while true do end`),
		"holds more":  deep(`while true do t[#t + 1] = ('y'):rep(60000) .. #t end`),
		"has a fault": deep(`error('fault')`),
	} {
		if left := heap(source) - usual; left > BytesMax/4 {
			t.Errorf("a script that %s leaves %d KiB behind", name, left>>10)
		}
	}
}
