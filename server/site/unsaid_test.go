package site

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/web/phrase"
)

// What a viewer says by name is among the phrases that its page carries.
func TestPagesCarryWhatTheViewerSays(t *testing.T) {
	said, err := lessons.Phrases(lessons.FS, phrase.Languages[0])
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, dir := range []string{"wasm", "web/draw", "web/narrate", "web/scene", "web/spacetime", "web/truth", "web/words"} {
		for _, text := range texts(t, "../../"+dir) {
			if !said.Has(text) {
				continue
			}
			if named++; unsaid(text) {
				t.Errorf("%s says %q, which its pages do not carry", dir, text)
			}
		}
	}
	if named < 200 {
		t.Errorf("only %d phrases are said by name", named)
	}
	for key, want := range map[string]bool{
		"verdict.ok": false, "verdict.broken": false, "viewer.pending": false, "event.end": false,
		"verdict.head.held": true, "verdict.pending": true, "compare.equal": true, "site.home": true,
	} {
		if unsaid(key) != want {
			t.Errorf("unsaid(%q) is %t", key, !want)
		}
	}
}

// texts are the texts in the Go sources below a folder, without its tests.
func texts(t *testing.T, dir string) (all []string) {
	t.Helper()
	tree := os.DirFS(dir)
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value) // the parser has taken it
				all = append(all, text)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
