package tree

import (
	"slices"
	"strings"
)

// maxPast bounds what Past writes, in bytes: a browser keeps a few million for a page.
const maxPast = 64 << 10

// herePrefix marks the line of the tree as it stands.
const herePrefix = "*"

// Past writes the tree with what can be undone and redone, for a page that is loaded
// anew: a fragment a line, the oldest first. Of a long past it writes the nearest.
func (t *Tree) Past() string {
	lines := []string{herePrefix + string(t.now.append(nil))}
	room := maxPast - len(lines[0])
	fits := func(s snapshot) (string, bool) {
		line := string(s.append(nil))
		room -= len(line) + 1
		return line, room >= 0
	}
	for _, s := range slices.Backward(t.undo) {
		line, ok := fits(s)
		if !ok {
			break
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	for _, s := range slices.Backward(t.redo) {
		line, ok := fits(s)
		if !ok {
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// ParsePast reads what Past wrote. Its errors are those of Parse.
func ParsePast(text string) (*Tree, error) {
	if len(text) > maxPast+maxFragment {
		return nil, ErrDamaged
	}
	var whole *Tree
	var before, after []snapshot
	for line := range strings.SplitSeq(text, "\n") {
		fragment, here := strings.CutPrefix(line, herePrefix)
		t, _, err := Parse(fragment)
		switch {
		case err != nil:
			return nil, err
		case here && whole != nil:
			return nil, ErrDamaged
		case here:
			whole = t
		case whole == nil:
			before = append(before, t.now)
		default:
			after = append(after, t.now)
		}
	}
	if whole == nil || len(before) > maxUndo || len(after) > maxUndo {
		return nil, ErrDamaged
	}
	slices.Reverse(after) // the latest of redo is the next
	whole.undo, whole.redo = before, after
	return whole, nil
}
