package redis

// globStepsMax bounds the work of one KEYS or SCAN. All names a node can hold
// fit in many times over, unless pattern and names are made to be slow.
const globStepsMax = 1 << 18

// A globber matches names with a pattern of KEYS: * and ? and [a-z], [^a-z],
// and \ before a character that shall stand for itself. As in Redis a range may
// be given backwards and a class may stay open.
type globber struct {
	pattern string
	steps   int // left; negative once it had to give up
}

// match reports whether s matches. When a match fails after a star, only the
// last star needs another try, so the work is at most the product of the two
// lengths.
func (g *globber) match(s string) bool {
	p, i := 0, 0
	star, resume := -1, 0
	for i < len(s) {
		if g.steps--; g.steps < 0 {
			return false
		}
		if p < len(g.pattern) && g.pattern[p] == '*' {
			star, resume = p, i
			if p++; p == len(g.pattern) {
				return true
			}
			continue
		}
		if p < len(g.pattern) {
			width, ok := globOne(g.pattern[p:], s[i])
			g.steps -= width >> 3 // a class may be long
			if ok {
				p += width
				i++
				continue
			}
		}
		if star < 0 {
			return false
		}
		resume++
		p, i = star+1, resume
	}
	for p < len(g.pattern) && g.pattern[p] == '*' {
		p++
	}
	return p == len(g.pattern)
}

// globOne matches one byte with the front of a pattern and tells how much of
// the pattern that took.
func globOne(pattern string, c byte) (width int, ok bool) {
	switch {
	case pattern[0] == '?':
		return 1, true
	case pattern[0] == '[':
		return globClass(pattern, c)
	case pattern[0] == '\\' && len(pattern) > 1:
		return 2, pattern[1] == c
	}
	return 1, pattern[0] == c
}

func globClass(pattern string, c byte) (width int, ok bool) {
	p := 1
	not := p < len(pattern) && pattern[p] == '^'
	if not {
		p++
	}
	for p < len(pattern) && pattern[p] != ']' {
		switch {
		case pattern[p] == '\\' && p+1 < len(pattern):
			ok = ok || pattern[p+1] == c
			p += 2
		case p+2 < len(pattern) && pattern[p+1] == '-':
			low, high := min(pattern[p], pattern[p+2]), max(pattern[p], pattern[p+2])
			ok = ok || low <= c && c <= high
			p += 3
		default:
			ok = ok || pattern[p] == c
			p++
		}
	}
	return min(p+1, len(pattern)), ok != not
}
