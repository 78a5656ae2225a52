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
		"pow":   binary("pow", power),
		"max":   fold("max", func(best, n lua.LNumber) bool { return n > best }),
		"min":   fold("min", func(best, n lua.LNumber) bool { return n < best }),
		"modf":  modf, "random": random, "randomseed": random,
	})
	t.RawSetString("huge", lua.LNumber(math.Inf(1)))
	t.RawSetString("pi", lua.LNumber(math.Pi))
}

// power is x to the power of y. math.Pow does whole powers by multiplying, which
// is the same everywhere; for the fraction it calls Exp and Log, which are
// assembly on some platforms and differ from the Go of others in the last digit.
// A fraction is a sum of halves of halves, and so is made of square roots, which
// every platform rounds alike.
func power(x, y float64) float64 {
	whole, fraction := math.Modf(math.Abs(y))
	if fraction == 0 || fraction != fraction || !(x > 0) || math.IsInf(x, 0) {
		return math.Pow(x, y) // whole powers, and cases that need no computing
	}
	result := math.Pow(x, whole)
	for root := x; fraction > 0; {
		root = math.Sqrt(root)
		fraction *= 2
		if fraction >= 1 {
			result *= root
			fraction--
		}
	}
	if y < 0 {
		return 1 / result
	}
	return result
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
