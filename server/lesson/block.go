package lesson

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lockstep/sim/strictyaml"
	"lockstep/web/phrase"
)

// Block is a fenced block of a lesson.
type Block struct {
	Kind  string // as it is fenced: scene, predict
	ID    string // of what has one
	Line  int    // of the file
	Below string // the id of the heading that it stands below, or nothing

	// Part is what the block says: a *Scene, *Source, *Predict, *Quiz, *Challenge,
	// *Code, *Note or *Decision.
	Part any

	structure string // what is the same in every language
}

// readers take what stands in a fenced block, by its kind.
var readers = map[string]func(*compiler, place, []byte) (*section, error){
	"predict":   (*compiler).readPredict,
	"quiz":      (*compiler).readQuiz,
	"challenge": (*compiler).readChallenge,
	"code":      (*compiler).readCode,
	"note":      (*compiler).readNote,
	"decision":  (*compiler).readDecision,
}

// plainCode are the kinds of blocks that are code and nothing else, as is one of no kind.
var plainCode = []string{"go", "js", "lua", "redis", "text"}

// section is a block that a template writes.
type section struct {
	ast.BaseBlock
	id        string
	part      any
	structure string
	html      *template.Template
}

var kindSection = ast.NewNodeKind("Section")

func (*section) Kind() ast.NodeKind            { return kindSection }
func (s *section) Dump(source []byte, lev int) { ast.DumpHelper(s, source, lev, nil, nil) }

func (c *compiler) renderSection(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering || len(c.problems) > 0 {
		return ast.WalkContinue, nil
	}
	s := n.(*section)
	return ast.WalkContinue, s.html.Execute(w, s.part)
}

// spoken is what a template says in the lesson's language.
type spoken struct{ phrases phrase.Catalog }

// Say returns a phrase.
func (s spoken) Say(key string, args ...string) string { return s.phrases.Say(key, args...) }

// block replaces a fenced block of ours by what it stands for.
func (c *compiler) block(doc *ast.Document, n *ast.FencedCodeBlock) {
	at, content, kind := c.at(n), n.Lines().Value(c.source), string(n.Language(c.source))
	if kind == "" || slices.Contains(plainCode, kind) {
		return
	}
	switch kind {
	case "scene":
		c.scene(doc, n, at, content)
	case "source":
		c.attach(at, content)
		doc.RemoveChild(doc, n)
	default:
		read := readers[kind]
		if read == nil {
			kinds := slices.Concat([]string{"scene", "source"}, slices.Sorted(maps.Keys(readers)))
			c.problem(at.errorf("there is no block %q; %s; and for code as it is %s", kind, strictyaml.Others(kind, kinds), strings.Join(plainCode, ", ")))
			return
		}
		s, err := read(c, at, content)
		if err != nil {
			c.problem(err)
			return
		}
		c.enter(Block{Kind: kind, ID: s.id, Line: at.line, Part: s.part, structure: s.structure})
		doc.ReplaceChild(doc, n, s)
	}
}

// enter enters a block in the list of the lesson's.
func (c *compiler) enter(b Block) {
	b.Below = c.below
	c.lesson.Blocks = append(c.lesson.Blocks, b)
}

// readID reads a block's id and keeps others from having it.
func (c *compiler) readID(to *string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		if err := strictyaml.Into(to, strictyaml.Identifier)(v); err != nil {
			return err
		}
		if what := c.claim(*to); what != "" {
			return v.Errorf("%s", what)
		}
		return nil
	}
}

// claim takes an id for the page, or says that it is taken.
func (c *compiler) claim(id string) string {
	if c.ids[id] {
		return fmt.Sprintf("the page has the id %q already; want one of its own", id)
	}
	c.ids[id] = true
	return ""
}

// oneOf reads one of some words.
func oneOf(names ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if !slices.Contains(names, text) {
			return "", fmt.Errorf("%s", strictyaml.Others(text, names))
		}
		return text, nil
	}
}

// structured joins what is the same in every language.
func structured(parts ...any) string {
	return strings.TrimSuffix(fmt.Sprintln(parts...), "\n")
}

// appendText reads a text that is not empty into the end of a list.
func appendText(to *[]string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		var s string
		err := strictyaml.IntoText(&s)(v)
		*to = append(*to, s)
		return err
	}
}
