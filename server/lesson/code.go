package lesson

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// renderCode writes a block of plain code. It takes the focus, so that it can be
// scrolled by keyboard.
func renderCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		if _, err := w.WriteString(`<div class="code"><pre tabindex="0"><code>`); err != nil {
			return ast.WalkStop, err
		}
		escape(w, n.Lines().Value(source))
		if _, err := w.WriteString("</code></pre></div>\n"); err != nil {
			return ast.WalkStop, err
		}
	}
	return ast.WalkContinue, nil
}
