package lesson

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
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

// isSteps tells a list of steps.
func isSteps(n ast.Node) bool {
	list, ok := n.(*ast.List)
	if !ok {
		return false
	}
	class, _ := list.AttributeString("class")
	name, _ := class.([]byte)
	return string(name) == "steps"
}

// readStep reads the phases that light an item of the list of steps.
func (s *Scene) readStep(v strictyaml.Value) error {
	phase := oneOf(trace.Phases[:]...)
	if one, err := v.Text(); err == nil {
		if _, err := phase(one); err != nil {
			return v.Errorf("there is no phase %q; %v", one, err)
		}
		s.steps = append(s.steps, []string{one})
		return nil
	}
	var several []string
	err := v.Each("[work, let-go]", strictyaml.Set(func(text string) error {
		_, err := phase(text)
		several = append(several, text)
		return err
	}))
	s.steps = append(s.steps, several)
	return err
}

// light has the run of a figure light the items of its list of steps: the nearest
// before it without a heading between, or else the nearest after it.
func (c *compiler) light(f *figure) {
	s := f.scene
	if s.steps == nil {
		return
	}
	list := c.listOf(f)
	if list == nil {
		c.problem(s.at.errorf("steps light the items of a list of steps, and there is none near this scene, before the next heading or since the last: an ordered list whose items begin in bold"))
		return
	}
	if _, taken := list.AttributeString("data-scene"); taken {
		c.problem(s.at.errorf("another scene lights the list of steps near this one"))
		return
	}
	if n := list.ChildCount(); n != len(s.steps) {
		c.problem(s.at.errorf("steps has %d items, and the list near this scene has %d", len(s.steps), n))
		return
	}
	list.SetAttributeString("data-scene", []byte(s.ID))
	list.SetAttributeString("data-steps", []byte(""))
	item := list.FirstChild()
	for _, phases := range s.steps {
		item.SetAttributeString("data-phases", []byte(strings.Join(phases, " ")))
		item = item.NextSibling()
	}
}

func (c *compiler) listOf(f *figure) ast.Node {
	for _, next := range []func(ast.Node) ast.Node{ast.Node.PreviousSibling, ast.Node.NextSibling} {
		for n := next(f); n != nil && n.Kind() != ast.KindHeading; n = next(n) {
			if isSteps(n) {
				return n
			}
		}
	}
	return nil
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
