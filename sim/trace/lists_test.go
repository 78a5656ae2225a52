package trace_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// A list has every word of its sort, in the order of words.go.
func TestListsAreWhole(t *testing.T) {
	for prefix, got := range map[string][]string{
		"Lock": trace.Locks[:], "Phase": trace.Phases[:], "Rule": trace.Rules[:], "Verdict": trace.Verdicts[:],
	} {
		if want := wordsOf(t, prefix); !slices.Equal(got, want) {
			t.Errorf("of %s it lists\n%q, and there is\n%q", prefix, got, want)
		}
	}
}

// wordsOf reads the constants whose names begin so out of words.go.
func wordsOf(t *testing.T, prefix string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "words.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, prefix) {
			return true
		}
		word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, word)
		return true
	})
	return words
}
