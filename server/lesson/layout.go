package lesson

import (
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// prose is a column of text: the lead with the title, or what comes after the
// figure that stands beside the text.
type prose struct {
	ast.BaseBlock
	lead bool
}

var kindProse = ast.NewNodeKind("Prose")

func (*prose) Kind() ast.NodeKind            { return kindProse }
func (p *prose) Dump(source []byte, lev int) { ast.DumpHelper(p, source, lev, nil, nil) }

// layOut parts the text: what comes before the figure beside it, that figure, and the
// rest. In this order it reads on a phone, too.
func (c *compiler) layOut(doc *ast.Document) {
	var beside *figure
	for _, f := range c.figures {
		if !f.scene.Beside {
			continue
		}
		if beside != nil {
			c.problem(f.scene.at.errorf("only one scene stands beside the text, and that is the one of line %d", beside.scene.at.line))
		}
		beside = f
	}
	lead, rest := &prose{lead: true}, &prose{}
	into := lead
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		doc.RemoveChild(doc, n)
		if n == ast.Node(beside) {
			into = rest
		} else {
			into.AppendChild(into, n)
		}
		n = next
	}
	doc.AppendChild(doc, lead)
	if beside != nil {
		doc.AppendChild(doc, beside)
		doc.AppendChild(doc, rest)
	}
}

var leadHTML = template.Must(template.New("lead").Parse(`<div class="prose prose-lead">
<h1>{{.Title}}</h1>
<p class="lede">{{.Lede}}</p>
`))

func (c *compiler) renderProse(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	var err error
	switch {
	case !entering:
		_, err = w.WriteString("</div>\n")
	case n.(*prose).lead:
		err = leadHTML.Execute(w, c.lesson)
	default:
		_, err = w.WriteString("<div class=\"prose prose-rest\">\n")
	}
	return ast.WalkContinue, err
}
