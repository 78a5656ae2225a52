package lesson

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// linkTerms links each term of the glossary where the text first speaks of it. Blocks
// keep their questions to themselves, and headings, tables and links say what they say.
func (c *compiler) linkTerms(doc ast.Node) {
	var texts []*ast.Text
	// The walk's own function never fails, so the walk does not.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading, *ast.Link, *ast.Image, *ast.AutoLink, *ast.CodeSpan, *tables.Table, *stepName:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering {
				texts = append(texts, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range texts {
		c.linkTermsOf(n)
	}
}

// linkTermsOf parts a piece of text around the terms in it.
func (c *compiler) linkTermsOf(n *ast.Text) {
	start, line := n.Segment.Start, n.Parent()
	for _, use := range c.options.Glossary.Uses(c.lesson.Lang, string(n.Segment.Value(c.source))) {
		if slices.Contains(c.lesson.Terms, use.ID) || c.shadowed(use.ID) {
			continue
		}
		c.lesson.Terms = append(c.lesson.Terms, use.ID)
		from, to := start+use.From, start+use.To
		if before := n.Segment.WithStop(from); !before.IsEmpty() {
			line.InsertBefore(line, n, ast.NewTextSegment(before))
		}
		link := ast.NewLink()
		link.Destination = []byte("../glossary#" + use.ID)
		link.SetAttributeString("class", []byte("term"))
		link.AppendChild(link, ast.NewTextSegment(text.NewSegment(from, to)))
		line.InsertBefore(line, n, link)
		n.Segment = n.Segment.WithStart(to)
	}
}

// shadowed tells whether a term may be short for one that the text has used before.
func (c *compiler) shadowed(id string) bool {
	return slices.ContainsFunc(c.lesson.Terms, func(used string) bool {
		return slices.Contains(c.options.Glossary.Term(used).Shadows, id)
	})
}
