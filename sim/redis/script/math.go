package script

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// openMath leaves out what draws at random, and what platforms compute
// differently in the last digit.
func (lib *library) openMath() {
	t := lib.module("math", map[string]lua.LGFunction{
		"abs":   unary("abs", math.Abs),
		"ceil":  unary("ceil", math.Ceil),
		"floor": unary("floor", math.Floor),
		"sqrt":  unary("sqrt", math.Sqrt),
		"fmod":  binary("fmod", math.Mod),
		"pow":   binary("pow", math.Pow),
		"max":   fold("max", func(best, n lua.LNumber) bool { return n > best }),
		"min":   fold("min", func(best, n lua.LNumber) bool { return n < best }),
		"modf":  modf, "random": random, "randomseed": random,
	})
	t.RawSetString("huge", lua.LNumber(math.Inf(1)))
	t.RawSetString("pi", lua.LNumber(math.Pi))
}

func unary(name string, f func(float64) float64) lua.LGFunction {
	return func(l *lua.LState) int {
		l.Push(lua.LNumber(f(float64(argNumber(l, name, 1)))))
		return 1
	}
}

func binary(name string, f func(x, y float64) float64) lua.LGFunction {
	return func(l *lua.LState) int {
		l.Push(lua.LNumber(f(float64(argNumber(l, name, 1)), float64(argNumber(l, name, 2)))))
		return 1
	}
}

func fold(name string, better func(best, n lua.LNumber) bool) lua.LGFunction {
	return func(l *lua.LState) int {
		l.Context().(*budget).work(l, l.GetTop()>>2)
		best := argNumber(l, name, 1)
		for i := 2; i <= l.GetTop(); i++ {
			if n := argNumber(l, name, i); better(best, n) {
				best = n
			}
		}
		l.Push(best)
		return 1
	}
}

func modf(l *lua.LState) int {
	whole, fraction := math.Modf(float64(argNumber(l, "modf", 1)))
	l.Push(lua.LNumber(whole))
	l.Push(lua.LNumber(fraction))
	return 2
}

func random(l *lua.LState) int {
	l.RaiseError("math.random is not available in this sandbox: every run must be repeatable")
	return 0
}
