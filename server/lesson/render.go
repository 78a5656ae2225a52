package lesson

import (
	"bytes"
	"errors"
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lockstep/sim/strictyaml"
	"lockstep/web/phrase"
)

// render reads the Markdown and fills the lesson in.
func (l *Lesson) render(markdown []byte, o Options) error {
	body, err := l.readMatter(markdown)
	if err != nil {
		return err
	}
	c := &compiler{lesson: l, options: o, phrases: o.Phrases[l.Lang], source: body}
	md := goldmark.New(
		goldmark.WithExtensions(
			// Alignment by style would break the content policy.
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			// A line's end between two Chinese characters is no space.
			extension.NewCJK(extension.WithEastAsianLineBreaks(extension.EastAsianLineBreaksSimple)),
		),
		goldmark.WithParserOptions(
			parser.WithHeadingAttribute(),
			parser.WithASTTransformers(util.Prioritized(c, 1000)),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(c, 100))),
	)
	var out bytes.Buffer
	err = md.Convert(body, &out)
	if problems := errors.Join(c.problems...); problems != nil {
		return problems
	}
	l.Body = template.HTML(out.String())
	return err
}

// readMatter reads the front matter and returns the text with that part blank,
// so that lines keep their numbers.
func (l *Lesson) readMatter(markdown []byte) ([]byte, error) {
	const fence = "---\n"
	at := place{l.file, 1}
	text := strings.ReplaceAll(string(markdown), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, fence)
	matter, body, closed := strings.Cut(rest, "\n"+fence)
	if !ok || !closed {
		return nil, at.errorf("a lesson begins with its front matter, in YAML between two lines of ---")
	}
	err := readPart(at, "front matter", []byte(matter), map[string]strictyaml.Reader{
		"title":   strictyaml.IntoText(&l.Title),
		"lede":    strictyaml.IntoText(&l.Lede),
		"summary": strictyaml.IntoText(&l.Summary),
		"order":   strictyaml.Into(&l.Order, order),
	}, "title", "lede", "summary", "order")
	blank := strings.Repeat("\n", strings.Count(matter, "\n")+3)
	return []byte(blank + body), err
}

// compiler turns one lesson's syntax tree into what is rendered: it is a
// transformer and a renderer of goldmark's.
type compiler struct {
	lesson   *Lesson
	options  Options
	phrases  phrase.Catalog
	source   []byte
	problems []error
}

func (c *compiler) problem(err error) {
	if err != nil {
		c.problems = append(c.problems, err)
	}
}

// Transform checks the tree, turns fenced blocks into figures and lists into
// steps, and lays the page out.
func (c *compiler) Transform(doc *ast.Document, r text.Reader, _ parser.Context) {
	var figures []*figure
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock, *ast.RawHTML:
			c.problem(c.at(n).errorf("raw HTML is not allowed; say it in Markdown"))
		case *ast.Image:
			c.picture(n)
		case *ast.Link:
			markForeign(n, n.Destination)
		case *ast.AutoLink:
			markForeign(n, n.URL(c.source))
		case *ast.Heading:
			c.heading(n)
		case *ast.List:
			markSteps(n)
		case *ast.FencedCodeBlock:
			if n.Parent() != ast.Node(doc) {
				c.problem(c.at(n).errorf("fenced blocks stand on their own, not within a list or a quotation"))
			}
		}
		return ast.WalkContinue, nil
	})
	c.problem(err)
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		if block, ok := n.(*ast.FencedCodeBlock); ok {
			figures = c.block(doc, block, figures)
		}
		n = next
	}
	c.layOut(doc, figures)
}

// block replaces a fenced block of ours by what it stands for.
func (c *compiler) block(doc *ast.Document, n *ast.FencedCodeBlock, figures []*figure) []*figure {
	at := c.at(n)
	content := n.Lines().Value(c.source)
	switch language := string(n.Language(c.source)); language {
	case "scene":
		s, err := readScene(at, content)
		if err != nil {
			c.problem(err)
			break
		}
		s.Lang = c.lesson.Lang
		f := &figure{scene: s}
		doc.ReplaceChild(doc, n, f)
		figures = append(figures, f)
	case "source":
		src, err := readSource(at, content, c.options.Source)
		switch {
		case err != nil:
			c.problem(err)
		case len(figures) == 0:
			c.problem(at.errorf("a source stands after the scene that runs it, and there is none before this one"))
		default:
			f := figures[len(figures)-1]
			if slices.Contains(f.scene.sources, src.File) {
				c.problem(at.errorf("the scene before this source shows %s already", src.File))
			}
			f.sources = append(f.sources, src)
			f.scene.sources = append(f.scene.sources, src.File)
		}
		doc.RemoveChild(doc, n)
	case "", "text", "go", "lua", "redis":
	default:
		c.problem(at.errorf("there is no block %q; there is scene and source, and go, lua, redis and text for code", language))
	}
	return figures
}

// heading checks a heading and enters it in the table of contents.
func (c *compiler) heading(n *ast.Heading) {
	at := c.at(n)
	id := ""
	for _, a := range n.Attributes() {
		if string(a.Name) != "id" {
			c.problem(at.errorf("a heading has an id and no other attribute, not %q", a.Name))
			continue
		}
		if b, ok := a.Value.([]byte); ok {
			id = string(b)
		}
	}
	switch {
	case n.Level < 2 || n.Level > 3:
		c.problem(at.errorf("headings are of level 2 or 3; the title stands in the front matter"))
	case id == "":
		c.problem(at.errorf("this heading lacks an id, such as {#why-five}, the same in every language"))
	}
	for _, h := range c.lesson.Headings {
		if h.ID == id {
			c.problem(at.errorf("two headings have the id %q", id))
		}
	}
	c.lesson.Headings = append(c.lesson.Headings, Heading{ID: id, Text: plain(n, c.source), Level: n.Level})
}

// plain returns the text of a node without its markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if t, ok := child.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
			continue
		}
		b.WriteString(plain(child, source))
	}
	return b.String()
}

// at returns where a node begins.
func (c *compiler) at(n ast.Node) place {
	offset := 0
	switch {
	case n.Kind() == ast.KindFencedCodeBlock && n.(*ast.FencedCodeBlock).Info != nil:
		offset = n.(*ast.FencedCodeBlock).Info.Segment.Start
	case n.Kind() == ast.KindRawHTML:
		offset = n.(*ast.RawHTML).Segments.At(0).Start
	case n.Type() == ast.TypeInline:
		offset = max(0, n.Pos())
	case n.Type() == ast.TypeBlock && n.Lines().Len() > 0:
		offset = n.Lines().At(0).Start
	}
	return place{c.lesson.file, 1 + bytes.Count(c.source[:offset], []byte("\n"))}
}

// RegisterFuncs is part of being a renderer.
func (c *compiler) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindProse, c.renderProse)
	r.Register(kindFigure, c.renderFigure)
	r.Register(kindStepName, renderStepName)
	r.Register(kindStepText, renderStepText)
	r.Register(ast.KindFencedCodeBlock, renderCode)
}

// escape writes text as HTML.
func escape(w util.BufWriter, text []byte) { html.DefaultWriter.RawWrite(w, text) }
