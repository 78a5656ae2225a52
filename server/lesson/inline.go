package lesson

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"lockstep/sim/strictyaml"
)

// markdown returns a reader of Markdown with the extensions that lessons have.
func markdown(p []parser.Option, r ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			// Alignment by style would break the content policy.
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			// A line's end between two Chinese characters is no space.
			extension.NewCJK(extension.WithEastAsianLineBreaks(extension.EastAsianLineBreaksSimple)),
		),
		goldmark.WithParserOptions(p...),
		goldmark.WithRendererOptions(append(r, html.WithWriter(unbroken{html.DefaultWriter}))...),
	)
}

// blockMarkdown reads the texts within blocks, which have neither headings' ids nor blocks
// of ours.
var blockMarkdown = markdown(nil)

// inline reads a text of a block: one paragraph of Markdown without pictures.
func (c *compiler) inline(to *template.HTML) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		source, err := written(v)
		if err != nil {
			return err
		}
		*to, err = c.oneParagraph(v, source)
		return err
	}
}

// oneParagraph renders a text that is one paragraph, without the element around it.
func (c *compiler) oneParagraph(v strictyaml.Value, source []byte) (template.HTML, error) {
	doc := blockMarkdown.Parser().Parse(text.NewReader(source))
	p := doc.FirstChild()
	if p == nil || p.NextSibling() != nil || p.Kind() != ast.KindParagraph && p.Kind() != ast.KindHTMLBlock {
		return "", v.Errorf("this must be one paragraph of text")
	}
	html, err := c.renderWithin(v, source, p)
	return template.HTML(strings.TrimSuffix(strings.TrimPrefix(string(html), "<p>"), "</p>\n")), err
}

// hole stands for a blank while Markdown is read, to which underscores are emphasis.
const hole = "\uE000"

// inlineBlank is inline for a text that may hold a blank to fill in, and says whether
// it does.
func (c *compiler) inlineBlank(to *template.HTML, is *bool) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		source, err := written(v)
		if err != nil {
			return err
		}
		n := strings.Count(string(source), blank)
		if n > 1 {
			return v.Errorf("a sentence has one blank, and here there are %d", n)
		}
		*is = n == 1
		html, err := c.oneParagraph(v, bytes.Replace(source, []byte(blank), []byte(hole), 1))
		gap := `<span class="blank"><span class="hidden">` + template.HTMLEscapeString(c.phrases.Say("lesson.blank")) + `</span></span>`
		*to = template.HTML(strings.Replace(string(html), hole, gap, 1))
		return err
	}
}

// paragraphs reads a text of a block that has paragraphs and lists.
func (c *compiler) paragraphs(to *template.HTML) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		source, err := written(v)
		if err != nil {
			return err
		}
		doc := blockMarkdown.Parser().Parse(text.NewReader(source))
		for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
			if k := n.Kind(); k != ast.KindParagraph && k != ast.KindList && k != ast.KindHTMLBlock {
				return v.Errorf("this must be paragraphs and lists")
			}
		}
		*to, err = c.renderWithin(v, source, doc)
		return err
	}
}

// written is the Markdown of a text. YAML may have made one line of several.
func written(v strictyaml.Value) ([]byte, error) {
	var s string
	if err := strictyaml.IntoText(&s)(v); err != nil {
		return nil, err
	}
	for line := range strings.Lines(s) {
		if n := overlong([]byte(line)); n > 0 {
			return nil, v.Errorf("a line of this text has %d bytes, and there is room for %d; make it shorter", n, MaxLine)
		}
	}
	return []byte(s), nil
}

// renderWithin checks a text of a block as the lesson's text is checked, and renders
// it.
func (c *compiler) renderWithin(v strictyaml.Value, source []byte, root ast.Node) (template.HTML, error) {
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.(type) {
		case *ast.HTMLBlock, *ast.RawHTML:
			return ast.WalkStop, v.Errorf("raw HTML is not allowed; say it in Markdown")
		case *ast.Image:
			return ast.WalkStop, v.Errorf("a picture stands in the text of the lesson, not within a block")
		}
		if to, ok := destination(n, source); ok {
			if err := c.link(n, to, v.Line()); err != nil {
				return ast.WalkStop, v.Errorf("%v", err)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	mendBreaks(root, source)
	var b bytes.Buffer
	err = blockMarkdown.Renderer().Render(&b, source, root)
	return template.HTML(b.String()), err
}
