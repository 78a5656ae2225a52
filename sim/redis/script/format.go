package script

import (
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// format is string.format. Widths and precisions have two digits at most, as
// in C's Lua: the longest conversion is bounded before it is made.
func (lib *library) format(l *lua.LState) int {
	f := argString(l, "format", 1)
	lib.budget.work(l, len(f)>>2)
	var b strings.Builder
	arg := 1
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		if i++; i < len(f) && f[i] == '%' {
			b.WriteByte('%')
			continue
		}
		spec, verb := parseSpec(l, f[i:])
		i += len(spec)
		arg++
		lib.write(l, &b, lib.convert(l, spec, verb, arg))
	}
	return lib.pushText(l, b.String())
}

// parseSpec reads the flags, width and precision of a conversion.
func parseSpec(l *lua.LState, f string) (spec string, verb byte) {
	i := 0
	for i < len(f) && strings.IndexByte("-+ #0", f[i]) >= 0 {
		i++
	}
	if i > 5 {
		l.RaiseError("invalid format (repeated flags)")
	}
	digits := func() {
		for n := 0; i < len(f) && isDigit(f[i]); n++ {
			if n == 2 {
				l.RaiseError("invalid format (width or precision too long)")
			}
			i++
		}
	}
	digits()
	if i < len(f) && f[i] == '.' {
		i++
		digits()
	}
	if i == len(f) {
		l.RaiseError("invalid option '%%' to 'format'")
	}
	return f[:i], f[i]
}

func (lib *library) convert(l *lua.LState, spec string, verb byte, arg int) string {
	switch verb {
	case 'c':
		return fmt.Sprintf("%"+spec+"s", string([]byte{byte(argInt(l, "format", arg))}))
	case 'd', 'i':
		return fmt.Sprintf("%"+spec+"d", toInt(argNumber(l, "format", arg)))
	case 'u':
		return fmt.Sprintf("%"+spec+"d", uint64(toInt(argNumber(l, "format", arg))))
	case 'o', 'x', 'X':
		return fmt.Sprintf("%"+spec+string(verb), uint64(toInt(argNumber(l, "format", arg))))
	case 'e', 'E', 'f', 'g', 'G':
		return formatFloat(spec, verb, argNumber(l, "format", arg))
	case 'q':
		return quote(argString(l, "format", arg))
	case 's':
		v := lib.display(l, argAny(l, "format", arg))
		if !isText(v) {
			l.RaiseError("'tostring' must return a string to 'format'")
		}
		return lib.padded(l, spec, toString(v))
	}
	l.RaiseError("invalid option '%%%c' to 'format'", verb)
	return ""
}

// padded is %s. Where C's Lua hands the string to sprintf, it ends at a zero.
func (lib *library) padded(l *lua.LState, spec, s string) string {
	precise := strings.Contains(spec, ".")
	if !precise && len(s) >= 100 {
		return s
	}
	s, _, _ = strings.Cut(s, "\x00")
	if spec == "" {
		return s
	}
	lib.budget.text(l, len(s)) // a copy, counted in runes where C counts bytes
	return fmt.Sprintf("%"+spec+"s", s)
}

// formatFloat gives %g the precision that C has and Go has not by default.
func formatFloat(spec string, verb byte, n lua.LNumber) string {
	if n != n || n-n != 0 {
		return formatNumber(n, 6)
	}
	if !strings.Contains(spec, ".") {
		spec += ".6"
	}
	return fmt.Sprintf("%"+spec+string(verb), float64(n))
}

// quote is %q: a string as a Lua program would write it.
func quote(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\', '\n':
			b = append(b, '\\', c)
		case '\r':
			b = append(b, `\r`...)
		case 0:
			b = append(b, `\000`...)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// parseInBase is tonumber with a base.
func parseInBase(s string, base int) (lua.LNumber, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), base, 64)
	return lua.LNumber(n), err == nil
}
