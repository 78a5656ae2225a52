package lesson

import (
	"bytes"
	"errors"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lockstep/sim/strictyaml"
	"lockstep/web/phrase"
)

// render reads the Markdown and fills the lesson in.
func (l *Lesson) render(fsys fs.FS, text []byte, o Options, p *plays) error {
	body, err := l.readMatter(text)
	if err != nil {
		return err
	}
	c := &compiler{
		lesson: l, options: o, phrases: o.Phrases[l.Lang], source: body, fsys: fsys, plays: p,
		ids: map[string]bool{"lesson": true, "phrases": true}, // of the page's main, and of what its scripts say
	}
	md := markdown([]parser.Option{parser.WithHeadingAttribute(), parser.WithASTTransformers(util.Prioritized(c, 1000))},
		renderer.WithNodeRenderers(util.Prioritized(c, 100)))
	var out bytes.Buffer
	err = md.Convert(body, &out)
	if problems := errors.Join(c.problems...); problems != nil {
		return problems
	}
	l.Body, l.Edition = template.HTML(out.String()), l.edition()
	return err
}

// readMatter reads the front matter and returns the text with that part blank,
// so that lines keep their numbers.
func (l *Lesson) readMatter(markdown []byte) ([]byte, error) {
	const fence = "---\n"
	at := place{l.File, 1}
	rest, ok := strings.CutPrefix(string(markdown), fence)
	matter, body, closed := strings.Cut(rest, "\n"+fence)
	if !ok || !closed {
		return nil, at.errorf("a lesson begins with its front matter, in YAML between two lines of ---")
	}
	err := readPart(at, "front matter", []byte(matter), map[string]strictyaml.Reader{
		"title":   strictyaml.IntoText(&l.Title),
		"lede":    strictyaml.IntoText(&l.Lede),
		"summary": strictyaml.IntoText(&l.Summary),
		"order":   strictyaml.Into(&l.Order, count),
		"source": func(v strictyaml.Value) error {
			l.sourceAt = v.Place()
			return strictyaml.Into(&l.Source, digest)(v)
		},
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
	fsys     fs.FS // the lessons' tree
	plays    *plays
	problems []error

	figures []*figure
	codes   int             // how many code blocks there are
	ids     map[string]bool // of the page
	below   string          // the id of the last heading
}

func (c *compiler) problem(err error) {
	if err != nil {
		c.problems = append(c.problems, err)
	}
}

// Transform checks the tree, turns fenced blocks into figures and lists into
// steps, and lays the page out.
func (c *compiler) Transform(doc *ast.Document, r text.Reader, _ parser.Context) {
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock, *ast.RawHTML:
			c.problem(c.at(n).errorf("raw HTML is not allowed; say it in Markdown"))
		case *ast.Image:
			c.picture(n)
		case *ast.Heading:
			c.heading(n)
		case *ast.List:
			markSteps(n)
		case *ast.FencedCodeBlock:
			if n.Parent() != ast.Node(doc) {
				c.problem(c.at(n).errorf("fenced blocks stand on their own, not within a list or a quotation"))
			}
		}
		if to, ok := destination(n, c.source); ok {
			at := c.at(n)
			if err := c.link(n, to, at.line); err != nil {
				c.problem(at.errorf("%w", err))
			}
		}
		return ast.WalkContinue, nil
	})
	c.problem(err)
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			c.block(doc, n)
		case *ast.Heading:
			c.below = c.idOf(n)
		case *tables.Table:
			widen(n)
		}
		n = next
	}
	for _, f := range c.figures {
		c.light(f)
	}
	c.linkTerms(doc)
	mendBreaks(doc, c.source)
	c.layOut(doc)
}

// heading checks a heading and enters it in the table of contents.
func (c *compiler) heading(n *ast.Heading) {
	at := c.at(n)
	for _, a := range n.Attributes() {
		if string(a.Name) != "id" {
			c.problem(at.errorf("a heading has an id and no other attribute, not %q", a.Name))
		}
	}
	id := c.idOf(n)
	switch {
	case n.Level < 2 || n.Level > 3:
		c.problem(at.errorf("headings are of level 2 or 3; the title stands in the front matter"))
	case id == "":
		c.problem(at.errorf("this heading lacks an id, such as {#why-five}, the same in every language"))
	}
	switch what := c.claim(id); {
	case id == "" || what == "":
	case slices.ContainsFunc(c.lesson.Headings, func(h Heading) bool { return h.ID == id }):
		c.problem(at.errorf("two headings have the id %q", id))
	default:
		c.problem(at.errorf("%s", what))
	}
	c.lesson.Headings = append(c.lesson.Headings, Heading{ID: id, Text: plain(n, c.source), Level: n.Level, Line: at.line})
}

// idOf returns the id that a heading was given.
func (c *compiler) idOf(n *ast.Heading) string {
	value, _ := n.AttributeString("id")
	id, _ := value.([]byte)
	return string(id)
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
	return place{c.lesson.File, 1 + bytes.Count(c.source[:offset], []byte("\n"))}
}

// RegisterFuncs is part of being a renderer.
func (c *compiler) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindProse, c.renderProse)
	r.Register(kindFigure, c.renderFigure)
	r.Register(kindSection, c.renderSection)
	r.Register(kindWide, renderWide)
	r.Register(kindStepName, renderStepName)
	r.Register(kindStepText, renderStepText)
	r.Register(ast.KindFencedCodeBlock, renderCode)
}

// escape writes text as HTML.
func escape(w util.BufWriter, text []byte) { html.DefaultWriter.RawWrite(w, text) }
