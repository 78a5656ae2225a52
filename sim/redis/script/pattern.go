package script

import (
	lua "github.com/yuin/gopher-lua"
)

// The patterns of Lua, after lstrlib.c of Lua 5.1, with one difference: every
// step is charged. A pattern may try again from every place for every star, so
// its time has no useful bound otherwise.

const (
	capturesMax = 32
	// Levels of Go's stack for one match. C gives up at 200 as well.
	patternDepthMax = 200
)

const (
	captureOpen     = -1 // no ")" seen yet
	capturePosition = -2 // "()"
)

type capture struct{ start, size int }

type matcher struct {
	lib      *library
	l        *lua.LState
	src, pat string
	depth    int
	level    int // captures, finished or not
	captures [capturesMax]capture
}

func (m *matcher) fail(why string) { m.l.RaiseError("%s", why) }

// match matches the pattern from p at s and returns where the match ends, or
// -1. Its loop goes on where C jumps back to its top.
func (m *matcher) match(s, p int) int {
	if m.depth++; m.depth > patternDepthMax {
		m.fail("pattern too complex")
	}
	defer func() { m.depth-- }()
	for {
		m.lib.budget.work(m.l, 1)
		if p == len(m.pat) {
			return s
		}
		switch m.pat[p] {
		case '(':
			if p+1 < len(m.pat) && m.pat[p+1] == ')' {
				return m.startCapture(s, p+2, capturePosition)
			}
			return m.startCapture(s, p+1, captureOpen)
		case ')':
			return m.endCapture(s, p+1)
		case '$':
			if p+1 == len(m.pat) {
				if s == len(m.src) {
					return s
				}
				return -1
			}
		case '%':
			switch next := m.at(p + 1); {
			case next == 'b':
				if s = m.balance(s, p+2); s < 0 {
					return -1
				}
				p += 4
				continue
			case next == 'f':
				if p += 2; m.at(p) != '[' {
					m.fail("missing '[' after '%f' in pattern")
				}
				end := m.classEnd(p)
				if m.inSet(m.before(s), p, end-1) || !m.inSet(m.under(s), p, end-1) {
					return -1
				}
				p = end
				continue
			case '0' <= next && next <= '9':
				if s = m.backReference(s, next); s < 0 {
					return -1
				}
				p += 2
				continue
			}
		}
		end := m.classEnd(p)
		switch m.at(end) {
		case '?':
			if m.single(s, p, end) {
				if found := m.match(s+1, end+1); found >= 0 {
					return found
				}
			}
			p = end + 1
		case '*':
			return m.longest(s, p, end, 0)
		case '+':
			return m.longest(s, p, end, 1)
		case '-':
			return m.shortest(s, p, end)
		default:
			if !m.single(s, p, end) {
				return -1
			}
			s, p = s+1, end
		}
	}
}

// at is a byte of the pattern, or 0 after its end.
func (m *matcher) at(p int) byte {
	if p < len(m.pat) {
		return m.pat[p]
	}
	return 0
}

// before and under are the bytes around a frontier, 0 beyond the subject.
func (m *matcher) before(s int) byte {
	if s == 0 {
		return 0
	}
	return m.src[s-1]
}

func (m *matcher) under(s int) byte {
	if s < len(m.src) {
		return m.src[s]
	}
	return 0
}

// classEnd returns where the single-character class at p ends.
func (m *matcher) classEnd(p int) int {
	c := m.pat[p]
	p++
	if c == '%' {
		if p == len(m.pat) {
			m.fail("malformed pattern (ends with '%')")
		}
		return p + 1
	}
	if c != '[' {
		return p
	}
	if m.at(p) == '^' {
		p++
	}
	for first := true; first || m.at(p) != ']'; first = false {
		if p >= len(m.pat) {
			m.fail("malformed pattern (missing ']')")
		}
		if m.pat[p] == '%' {
			p++
		}
		p++
	}
	return p + 1
}

// single matches one character of the subject with the class from p to end.
func (m *matcher) single(s, p, end int) bool {
	if s >= len(m.src) {
		return false
	}
	c := m.src[s]
	switch m.pat[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pat[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.pat[p] == c
}

// inSet looks for c in the set from the "[" at p to the "]" at end.
func (m *matcher) inSet(c byte, p, end int) bool {
	m.lib.budget.work(m.l, (end-p)>>3)
	found := true
	p++
	if m.pat[p] == '^' {
		found = false
		p++
	}
	for ; p < end; p++ {
		switch {
		case m.pat[p] == '%':
			p++
			if inClass(c, m.pat[p]) {
				return found
			}
		case p+2 < end && m.pat[p+1] == '-':
			if m.pat[p] <= c && c <= m.pat[p+2] {
				return found
			}
			p += 2
		case m.pat[p] == c:
			return found
		}
	}
	return !found
}

// inClass is %a and so on; the capital letter is the complement.
func inClass(c, class byte) bool {
	lower := class | 0x20
	var in bool
	switch lower {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < 0x20 || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = 0x20 < c && c < 0x7f && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return class == c
	}
	if 'A' <= class && class <= 'Z' {
		return !in
	}
	return in && isLetter(class) || !isLetter(class) && class == c
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// longest is * (from 0) and + (from 1): as many as there are, then fewer.
func (m *matcher) longest(s, p, end, least int) int {
	n := 0
	for m.single(s+n, p, end) {
		m.lib.budget.work(m.l, 1)
		n++
	}
	for ; n >= least; n-- {
		if found := m.match(s+n, end+1); found >= 0 {
			return found
		}
	}
	return -1
}

// shortest is -: none, then more.
func (m *matcher) shortest(s, p, end int) int {
	for {
		if found := m.match(s, end+1); found >= 0 {
			return found
		}
		if !m.single(s, p, end) {
			return -1
		}
		s++
	}
}

// balance is %bxy.
func (m *matcher) balance(s, p int) int {
	if p+1 >= len(m.pat) {
		m.fail("unbalanced pattern")
	}
	if s >= len(m.src) || m.src[s] != m.pat[p] {
		return -1
	}
	open := 1
	for s++; s < len(m.src); s++ {
		m.lib.budget.work(m.l, 1)
		switch m.src[s] {
		case m.pat[p+1]:
			if open--; open == 0 {
				return s + 1
			}
		case m.pat[p]:
			open++
		}
	}
	return -1
}

func (m *matcher) startCapture(s, p, size int) int {
	if m.level == capturesMax {
		m.fail("too many captures")
	}
	m.captures[m.level] = capture{s, size}
	m.level++
	found := m.match(s, p)
	if found < 0 {
		m.level--
	}
	return found
}

func (m *matcher) endCapture(s, p int) int {
	i := m.level - 1
	for i >= 0 && m.captures[i].size != captureOpen {
		i--
	}
	if i < 0 {
		m.fail("invalid pattern capture")
	}
	m.captures[i].size = s - m.captures[i].start
	found := m.match(s, p)
	if found < 0 {
		m.captures[i].size = captureOpen
	}
	return found
}

// backReference is %1 and so on.
func (m *matcher) backReference(s int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].size == captureOpen {
		m.fail("invalid capture index")
	}
	text := m.src[m.captures[i].start:][:max(0, m.captures[i].size)]
	m.lib.budget.work(m.l, len(text)>>4)
	if len(m.src)-s < len(text) || m.src[s:s+len(text)] != text {
		return -1
	}
	return s + len(text)
}

// captured is the value of a capture; the whole match if there are none.
func (m *matcher) captured(i, s, end int) lua.LValue {
	if i >= m.level {
		if i != 0 {
			m.fail("invalid capture index")
		}
		return lua.LString(m.src[s:end])
	}
	switch c := m.captures[i]; c.size {
	case captureOpen:
		m.fail("unfinished capture")
		return lua.LNil
	case capturePosition:
		return lua.LNumber(c.start + 1)
	default:
		return lua.LString(m.src[c.start : c.start+c.size])
	}
}

// pushCaptures pushes all captures, or the whole match if there are none.
func (m *matcher) pushCaptures(s, end int) int {
	n := max(1, m.level)
	for i := range n {
		m.l.Push(m.captured(i, s, end))
	}
	return n
}
