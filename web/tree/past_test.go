package tree

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A page that is loaded anew can undo and redo what the one before could.
func TestThePastIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		for range rapid.IntRange(0, 5).Draw(t, "undone") {
			tree.Undo()
		}
		read, err := ParsePast(tree.Past())
		if err != nil {
			t.Fatal(err)
		}
		if len(read.undo) != len(tree.undo) || len(read.redo) != len(tree.redo) {
			t.Fatalf("%d to undo and %d to redo, want %d and %d", len(read.undo), len(read.redo), len(tree.undo), len(tree.redo))
		}
		for more := true; more; more = read.Redo() && tree.Redo() {
			if told(read) != told(tree) {
				t.Fatalf("it is\n%s, want\n%s", told(read), told(tree))
			}
		}
		for read.Undo() && tree.Undo() {
			if told(read) != told(tree) {
				t.Fatalf("undone it is\n%s, want\n%s", told(read), told(tree))
			}
		}
	})
}

// Of a past that is too long for the browser what is nearest stays.
func TestALongPast(t *testing.T) {
	tree := grown(t, slices.Repeat([]string{"n1"}, 300)...)
	for i := range maxUndo {
		tree.Rename(0, strings.Repeat("x", 1+i%2))
	}
	text := tree.Past()
	read, err := ParsePast(text)
	if err != nil || len(text) > maxPast {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	if len(read.undo) == 0 || len(read.undo) >= len(tree.undo) {
		t.Errorf("%d of %d changes can be undone", len(read.undo), len(tree.undo))
	}
	if tree.Undo(); !read.Undo() || told(read) != told(tree) {
		t.Errorf("the nearest is\n%s, want\n%s", told(read), told(tree))
	}
}

// What somebody else has written there is no past.
func TestParsePastRefuses(t *testing.T) {
	link := grown(t).Branches()[0].Link
	for name, text := range map[string]string{
		"nothing": "", "no present": "r=" + link, "two presents": "*r=" + link + "\n*r=" + link, "no run": "*t=1", "damage": "r=%\n*r=" + link,
		"too much": "*r=" + link + strings.Repeat("\nr="+link, maxUndo+1), "far too much": strings.Repeat("x", maxPast+maxFragment+1),
	} {
		if _, err := ParsePast(text); err == nil {
			t.Errorf("%s is a past", name)
		}
	}
}
