package strictyaml

import "strings"

// Nearest returns the name that differs least from what was given, or nothing if
// more than a third of it is different. Of several that differ as little it is the
// one that begins alike for longer: writ is write, not wait. It is for asking what was
// meant.
func Nearest(given string, names []string) string {
	best, least := "", len(given)/3+1
	for _, name := range names {
		d := distance(given, name)
		if d < least || d == least && best != "" && alike(given, name) > alike(given, best) {
			best, least = name, d
		}
	}
	return best
}

// alike counts the bytes with which both begin.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// Others says which names there are, and first which of them was perhaps meant, as
// the end of a complaint about the given one.
func Others(given string, names []string) string {
	all := strings.Join(names, ", ")
	if near := Nearest(given, names); near != "" {
		return "did you mean " + near + "? There is " + all
	}
	return "there is " + all
}

// distance counts the bytes to change, insert, leave out or swap with the next to
// make b of a: the optimal string alignment distance.
func distance(a, b string) int {
	// before, row and next are rows of the table of distances from the first i-1, i
	// and i+1 bytes of a to the first j of b.
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
