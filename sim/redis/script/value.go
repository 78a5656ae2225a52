package script

import (
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// toString prints a value without asking its metatable. Where Lua prints an
// address there is only the type: addresses differ from run to run.
func toString(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return formatNumber(v, 14)
	case lua.LBool:
		return v.String()
	case *lua.LNilType:
		return "nil"
	}
	return v.Type().String() + ": 0x0"
}

// formatNumber prints a number as C does with %.<digits>g.
func formatNumber(n lua.LNumber, digits int) string {
	switch {
	case n != n:
		return "-nan" // what 0/0 gives on the machines Redis runs on
	case n == lua.LNumber(math.Inf(1)):
		return "inf"
	case n == lua.LNumber(math.Inf(-1)):
		return "-inf"
	}
	if i := toInt(n); lua.LNumber(i) == n && -1e14 < n && n < 1e14 && (i != 0 || !math.Signbit(float64(n))) {
		return strconv.FormatInt(i, 10)
	}
	return strconv.FormatFloat(float64(n), 'g', digits, 64)
}

// toInt cuts the fraction off. What does not fit becomes the smallest integer,
// as on the machines Redis runs on; Go leaves that to the platform.
func toInt(n lua.LNumber) int64 {
	if n >= -1<<63 && n < 1<<63 {
		return int64(n)
	}
	return math.MinInt64
}

// toNumber reads a number as Lua does: decimal or hexadecimal, blanks around.
func toNumber(v lua.LValue) (lua.LNumber, bool) {
	switch v := v.(type) {
	case lua.LNumber:
		return v, true
	case lua.LString:
		s := strings.Trim(string(v), " \t\n\v\f\r")
		if digits, negative := strings.CutPrefix(s, "-"); len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X") {
			u, err := strconv.ParseUint(digits[2:], 16, 64)
			if negative {
				return -lua.LNumber(u), err == nil
			}
			return lua.LNumber(u), err == nil
		}
		for i := range len(s) { // Go also reads infinities, underscores and binary exponents
			if c := s[i]; (c < '0' || '9' < c) && c != '.' && c != 'e' && c != 'E' && c != '-' && c != '+' {
				return 0, false
			}
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, false
		}
		return lua.LNumber(f), true
	}
	return 0, false
}

// isText reports whether .. and the string functions take a value as it is.
func isText(v lua.LValue) bool {
	t := v.Type()
	return t == lua.LTString || t == lua.LTNumber
}

// Arguments of library functions. Their errors name the function as Lua does.

func argError(l *lua.LState, fn string, n int, why string) {
	l.RaiseError("bad argument #%d to '%s' (%s)", n, fn, why)
}

func typeError(l *lua.LState, fn string, n int, want string) {
	got := "no value"
	if n <= l.GetTop() {
		got = l.Get(n).Type().String()
	}
	argError(l, fn, n, want+" expected, got "+got)
}

func argString(l *lua.LState, fn string, n int) string {
	v := l.Get(n)
	if !isText(v) {
		typeError(l, fn, n, "string")
	}
	return toString(v)
}

func argNumber(l *lua.LState, fn string, n int) lua.LNumber {
	l.Context().(*budget).read(l, l.Get(n))
	v, ok := toNumber(l.Get(n))
	if !ok {
		typeError(l, fn, n, "number")
	}
	return v
}

// argInt reads an integer and holds it within 32 bits, beyond which no index
// or count here means anything else.
func argInt(l *lua.LState, fn string, n int) int {
	v := argNumber(l, fn, n)
	if v != v {
		return math.MinInt32 // as for toInt
	}
	return int(max(math.MinInt32, min(v, math.MaxInt32)))
}

func optInt(l *lua.LState, fn string, n, otherwise int) int {
	if n > l.GetTop() || l.Get(n) == lua.LNil {
		return otherwise
	}
	return argInt(l, fn, n)
}

func argTable(l *lua.LState, fn string, n int) *lua.LTable {
	t, ok := l.Get(n).(*lua.LTable)
	if !ok {
		typeError(l, fn, n, "table")
	}
	return t
}

func argAny(l *lua.LState, fn string, n int) lua.LValue {
	if n > l.GetTop() {
		argError(l, fn, n, "value expected")
	}
	return l.Get(n)
}
