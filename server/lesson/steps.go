package lesson

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// stepName and stepText are the bold beginning of a step and the rest of it.
type (
	stepName struct{ ast.BaseInline }
	stepText struct{ ast.BaseInline }
)

var (
	kindStepName = ast.NewNodeKind("StepName")
	kindStepText = ast.NewNodeKind("StepText")
)

func (*stepName) Kind() ast.NodeKind            { return kindStepName }
func (*stepText) Kind() ast.NodeKind            { return kindStepText }
func (s *stepName) Dump(source []byte, lev int) { ast.DumpHelper(s, source, lev, nil, nil) }
func (s *stepText) Dump(source []byte, lev int) { ast.DumpHelper(s, source, lev, nil, nil) }

// markSteps makes steps of an ordered list whose items all begin in bold.
func markSteps(list *ast.List) {
	if !list.IsOrdered() {
		return
	}
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if boldBeginning(item) == nil {
			return
		}
	}
	list.SetAttributeString("class", []byte("steps"))
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		bold := boldBeginning(item)
		line := bold.Parent()
		text := &stepText{}
		for n := bold.NextSibling(); n != nil; {
			next := n.NextSibling()
			text.AppendChild(text, n)
			n = next
		}
		name := &stepName{}
		for n := bold.FirstChild(); n != nil; {
			next := n.NextSibling()
			name.AppendChild(name, n)
			n = next
		}
		line.ReplaceChild(line, bold, name)
		line.AppendChild(line, text)
	}
}

// boldBeginning returns the bold text that an item begins with, or nil.
func boldBeginning(item ast.Node) ast.Node {
	line := item.FirstChild()
	if line == nil {
		return nil
	}
	if e, ok := line.FirstChild().(*ast.Emphasis); ok && e.Level == 2 {
		return e
	}
	return nil
}

func renderStepName(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	return tag(w, entering, "<b>", "</b>")
}

func renderStepText(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	return tag(w, entering, "<span>", "</span>")
}

func tag(w util.BufWriter, entering bool, open, shut string) (ast.WalkStatus, error) {
	text := shut
	if entering {
		text = open
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}
