package redis

// glob reports whether s matches a pattern of KEYS: * and ? and [a-z], [^a-z],
// and \ before a character that shall stand for itself. As in Redis a range may
// be given backwards and a class may stay open.
//
// When a match fails after a star, only the last star needs another try, so
// the work is at most the product of the two lengths.
func glob(pattern, s string) bool {
	p, i := 0, 0
	star, resume := -1, 0
	for i < len(s) {
		if p < len(pattern) && pattern[p] == '*' {
			star, resume = p, i
			p++
			continue
		}
		if p < len(pattern) {
			if width, ok := globOne(pattern[p:], s[i]); ok {
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
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
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
