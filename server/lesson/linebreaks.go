package lesson

import (
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"lockstep/web/words"
)

// unbroken writes texts, but not code, with a number and its unit on one line.
type unbroken struct{ html.Writer }

func (u unbroken) Write(w util.BufWriter, text []byte) {
	u.Writer.Write(w, []byte(words.Unbroken(string(text))))
}

// mendBreaks makes the ends of lines what they are to a reader: a space, but nothing
// between two Chinese characters. Goldmark itself looks no further than the text on
// both sides, and drops the end of a line before a link, code or emphasis.
func mendBreaks(root ast.Node, source []byte) {
	var broken []*ast.Text
	// The walk's own function never fails, so the walk does not.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering && t.SoftLineBreak() && !t.HardLineBreak() {
			broken = append(broken, t)
		}
		return ast.WalkContinue, nil
	})
	for _, t := range broken {
		t.SetSoftLineBreak(false)
		next := t.NextSibling()
		if next == nil {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(said(t, source))
		if t.Segment.IsEmpty() && t.PreviousSibling() != nil {
			before, _ = utf8.DecodeLastRuneInString(said(t.PreviousSibling(), source))
		}
		after, _ := utf8.DecodeRuneInString(said(next, source))
		if !util.IsEastAsianWideRune(before) || !util.IsEastAsianWideRune(after) {
			t.Parent().InsertAfter(t.Parent(), t, ast.NewString([]byte("\n")))
		}
	}
}

// said is the text of an inline node without its markup.
func said(n ast.Node, source []byte) string {
	if t, ok := n.(*ast.Text); ok {
		return string(t.Segment.Value(source))
	}
	return plain(n, source)
}
