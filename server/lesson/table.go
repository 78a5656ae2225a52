package lesson

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// wide is around a table, which may be wider than a phone: it is panned by itself,
// by keyboard too.
type wide struct{ ast.BaseBlock }

var kindWide = ast.NewNodeKind("Wide")

func (*wide) Kind() ast.NodeKind            { return kindWide }
func (x *wide) Dump(source []byte, lev int) { ast.DumpHelper(x, source, lev, nil, nil) }

// widen puts a table into one.
func widen(table ast.Node) {
	x := &wide{}
	table.Parent().ReplaceChild(table.Parent(), table, x)
	x.AppendChild(x, table)
}

func renderWide(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	return tag(w, entering, "<div class=\"wide\" tabindex=\"0\">\n", "</div>\n")
}
