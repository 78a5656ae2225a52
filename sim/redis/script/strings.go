package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

func (lib *library) openStrings() {
	t := lib.module("string", map[string]lua.LGFunction{
		"byte": lib.stringByte, "char": lib.char, "find": lib.find, "format": lib.format, "gmatch": lib.gmatch,
		"gsub": lib.gsub, "len": lib.stringLen, "lower": lib.lower, "match": lib.matchString, "rep": lib.rep,
		"reverse": lib.reverse, "sub": lib.sub, "upper": lib.upper,
	})
	meta := lib.state.NewTable()
	meta.RawSetString("__index", t)
	lib.protected[meta] = true
	lib.state.SetMetatable(lua.LString(""), meta)
}

// span turns positions as Lua counts them, from 1, or from the end if negative,
// into a slice of a string of n bytes.
func span(from, to, n int) (start, end int) {
	if from < 0 {
		from = max(1, n+from+1)
	}
	if to < 0 {
		to = n + to + 1
	}
	start, end = max(from, 1)-1, min(to, n)
	if start >= end {
		return 0, 0
	}
	return start, end
}

func (lib *library) stringByte(l *lua.LState) int {
	s := argString(l, "byte", 1)
	from := optInt(l, "byte", 2, 1)
	start, end := span(from, optInt(l, "byte", 3, from), len(s))
	if end-start > unpackMax {
		l.RaiseError("string slice too long")
	}
	lib.budget.work(l, end-start)
	for i := start; i < end; i++ {
		l.Push(lua.LNumber(s[i]))
	}
	return end - start
}

func (lib *library) char(l *lua.LState) int {
	b := make([]byte, l.GetTop())
	for i := range b {
		c := argInt(l, "char", i+1)
		if c < 0 || c > 255 {
			argError(l, "char", i+1, "invalid value")
		}
		b[i] = byte(c)
	}
	return lib.pushText(l, string(b))
}

// pushText returns a string that is made already, and small.
func (lib *library) pushText(l *lua.LState, s string) int {
	lib.budget.text(l, len(s))
	l.Push(lua.LString(s))
	return 1
}

func (lib *library) stringLen(l *lua.LState) int {
	l.Push(lua.LNumber(len(argString(l, "len", 1))))
	return 1
}

func (lib *library) sub(l *lua.LState) int {
	s := argString(l, "sub", 1)
	start, end := span(argInt(l, "sub", 2), optInt(l, "sub", 3, -1), len(s))
	return lib.pushText(l, s[start:end])
}

func (lib *library) rep(l *lua.LState) int {
	s, n := argString(l, "rep", 1), max(0, argInt(l, "rep", 2))
	if len(s) == 0 {
		n = 0
	}
	lib.budget.text(l, len(s)*n) // both fit 32 bits
	l.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}

func (lib *library) reverse(l *lua.LState) int {
	s := argString(l, "reverse", 1)
	lib.budget.text(l, len(s))
	b := make([]byte, len(s))
	for i := range len(s) {
		b[len(s)-1-i] = s[i]
	}
	l.Push(lua.LString(b))
	return 1
}

func (lib *library) lower(l *lua.LState) int { return lib.mapBytes(l, "lower", 'A', 'Z') }
func (lib *library) upper(l *lua.LState) int { return lib.mapBytes(l, "upper", 'a', 'z') }

// mapBytes flips the case of the letters in a range. Other bytes stay, as in
// the C locale.
func (lib *library) mapBytes(l *lua.LState, name string, from, to byte) int {
	s := argString(l, name, 1)
	lib.budget.text(l, len(s))
	b := []byte(s)
	for i, c := range b {
		if from <= c && c <= to {
			b[i] = c ^ 0x20
		}
	}
	l.Push(lua.LString(b))
	return 1
}

// find is string.find(s, pattern, from, plain).
func (lib *library) find(l *lua.LState) int {
	s, pattern := argString(l, "find", 1), argString(l, "find", 2)
	from := startAt(optInt(l, "find", 3, 1), len(s))
	if lua.LVAsBool(l.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-") {
		lib.budget.work(l, len(s)>>6+len(pattern)>>6)
		at := strings.Index(s[from:], pattern)
		if at < 0 {
			l.Push(lua.LNil)
			return 1
		}
		l.Push(lua.LNumber(from + at + 1))
		l.Push(lua.LNumber(from + at + len(pattern)))
		return 2
	}
	m := lib.matcher(l, s, pattern)
	start, end := m.search(from)
	if start < 0 {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(lua.LNumber(start + 1))
	l.Push(lua.LNumber(end))
	if m.level == 0 {
		return 2
	}
	return 2 + m.pushCaptures(start, end)
}

func (lib *library) matchString(l *lua.LState) int {
	s, pattern := argString(l, "match", 1), argString(l, "match", 2)
	m := lib.matcher(l, s, pattern)
	start, end := m.search(startAt(optInt(l, "match", 3, 1), len(s)))
	if start < 0 {
		l.Push(lua.LNil)
		return 1
	}
	return m.pushCaptures(start, end)
}

// startAt turns the position where a search starts into an offset.
func startAt(from, n int) int {
	if from < 0 {
		from = n + from + 1
	}
	return min(max(from, 1)-1, n)
}

func (lib *library) matcher(l *lua.LState, s, pattern string) *matcher {
	return &matcher{lib: lib, l: l, src: s, pat: pattern}
}

// search finds the first match from an offset on, or returns -1.
func (m *matcher) search(from int) (start, end int) {
	p := 0
	anchored := m.at(0) == '^'
	if anchored {
		p = 1
	}
	for s := from; s <= len(m.src); s++ {
		m.level = 0
		if end := m.match(s, p); end >= 0 {
			return s, end
		}
		if anchored {
			break
		}
	}
	return -1, -1
}

func (lib *library) gmatch(l *lua.LState) int {
	s, pattern := argString(l, "gmatch", 1), argString(l, "gmatch", 2)
	lib.budget.memory(l, 128)
	at := 0
	l.Push(l.NewFunction(func(l *lua.LState) int {
		m := lib.matcher(l, s, pattern)
		for ; at <= len(s); at++ {
			m.level = 0
			end := m.match(at, 0)
			if end < 0 {
				continue
			}
			start := at
			if at = end; end == start {
				at++ // an empty match: step on, or it would come again
			}
			return m.pushCaptures(start, end)
		}
		l.Push(lua.LNil)
		return 1
	}))
	return 1
}

// gsub is string.gsub(s, pattern, replacement, limit).
func (lib *library) gsub(l *lua.LState) int {
	s, pattern := argString(l, "gsub", 1), argString(l, "gsub", 2)
	repl := argAny(l, "gsub", 3)
	switch repl.Type() {
	case lua.LTString, lua.LTNumber, lua.LTTable, lua.LTFunction:
	default:
		typeError(l, "gsub", 3, "string/function/table")
	}
	limit := optInt(l, "gsub", 4, len(s)+1)
	anchored := strings.HasPrefix(pattern, "^")
	p := 0
	if anchored {
		p = 1
	}
	m := lib.matcher(l, s, pattern)
	var b strings.Builder
	count, at := 0, 0
	for count < limit {
		m.level = 0
		end := m.match(at, p)
		if end >= 0 {
			count++
			lib.write(l, &b, m.replacement(repl, at, end))
		}
		switch {
		case end > at:
			at = end
		case at < len(s):
			lib.write(l, &b, s[at:at+1])
			at++
		default:
			at++
		}
		if at > len(s) || anchored {
			break
		}
	}
	if at < len(s) {
		lib.write(l, &b, s[at:])
	}
	l.Push(lua.LString(b.String()))
	l.Push(lua.LNumber(count))
	return 2
}

// write adds to a result and charges for it.
func (lib *library) write(l *lua.LState, b *strings.Builder, s string) {
	if b.Len()+len(s) > StringMax {
		l.RaiseError("resulting string too large")
	}
	lib.budget.memory(l, len(s))
	b.WriteString(s)
}

// replacement is what gsub puts in place of one match.
func (m *matcher) replacement(repl lua.LValue, s, end int) string {
	var v lua.LValue
	switch r := repl.(type) {
	case *lua.LTable:
		v = m.l.GetTable(r, m.captured(0, s, end))
	case *lua.LFunction:
		m.l.Push(r)
		m.l.Call(m.pushCaptures(s, end), 1)
		v = m.l.Get(-1)
		m.l.Pop(1)
	default:
		return m.expand(toString(repl), s, end)
	}
	switch {
	case !lua.LVAsBool(v):
		return m.src[s:end]
	case !isText(v):
		m.l.RaiseError("invalid replacement value (a %s)", v.Type())
	}
	return toString(v)
}

// expand replaces %0 to %9 in a replacement.
func (m *matcher) expand(repl string, s, end int) string {
	if !strings.Contains(repl, "%") {
		return repl
	}
	var b strings.Builder
	for i := 0; i < len(repl); i++ {
		c := repl[i]
		if c == '%' && i+1 < len(repl) {
			i++
			switch c = repl[i]; {
			case c == '0':
				m.lib.write(m.l, &b, m.src[s:end])
				continue
			case isDigit(c):
				m.lib.write(m.l, &b, toString(m.captured(int(c-'1'), s, end)))
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
