package lesson

import (
	"html/template"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// Decision is questions that lead to an advice, one after the other.
type Decision struct {
	ID    string
	Start string
	Nodes []*DecisionNode // the first asked comes first

	spoken
}

// DecisionNode is a question with ways on, or an advice.
type DecisionNode struct {
	Name         string
	Ask          template.HTML
	Options      []DecisionOption
	Advice, Cost template.HTML

	at strictyaml.Value
}

// DecisionOption is a way on.
type DecisionOption struct {
	Text template.HTML
	To   string
}

// MaxDecision bounds the nodes of a decision.
const MaxDecision = 40

const exampleNode = "{purpose: {ask: What for?, options: [{text: To save work., to: one-node}]}, one-node: {advice: One node is enough.}}"

func (c *compiler) readDecision(at place, text []byte) (*section, error) {
	d := &Decision{spoken: spoken{c.phrases}}
	var start strictyaml.Value
	err := readPart(at, "decision", text, map[string]strictyaml.Reader{
		"id": c.readID(&d.ID),
		"start": func(v strictyaml.Value) error {
			start = v
			return strictyaml.IntoText(&d.Start)(v)
		},
		"nodes": func(v strictyaml.Value) error {
			return v.Entries(exampleNode, func(name string, v strictyaml.Value) error { return c.readNode(d, name, v) })
		},
	}, "id", "start", "nodes")
	if err != nil {
		return nil, err
	}
	if d.node(d.Start) == nil {
		return nil, start.Errorf("there is no node %q; %s", d.Start, strictyaml.Others(d.Start, d.names()))
	}
	for _, n := range d.Nodes {
		if what := c.claim(d.ID + "-" + n.Name); what != "" {
			return nil, n.at.Errorf("%s", what)
		}
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	first := d.node(d.Start)
	d.Nodes = append([]*DecisionNode{first}, slices.DeleteFunc(d.Nodes, func(n *DecisionNode) bool { return n == first })...)
	return &section{id: d.ID, part: d, html: decisionHTML, structure: d.structure()}, nil
}

func (c *compiler) readNode(d *Decision, name string, v strictyaml.Value) error {
	n := &DecisionNode{Name: name, at: v}
	if _, err := strictyaml.Identifier(name); err != nil {
		return v.Errorf("%q: %v", name, err)
	}
	if len(d.Nodes) == MaxDecision {
		return v.Errorf("a decision has at most %d nodes", MaxDecision)
	}
	d.Nodes = append(d.Nodes, n)
	if err := v.Fields(map[string]strictyaml.Reader{
		"ask":    c.inline(&n.Ask),
		"advice": c.inline(&n.Advice),
		"cost":   c.inline(&n.Cost),
		"options": func(v strictyaml.Value) error {
			return v.Each("[{text: To save work., to: one-node}]", func(v strictyaml.Value) error {
				var o DecisionOption
				err := v.Fields(map[string]strictyaml.Reader{"text": c.inline(&o.Text), "to": strictyaml.IntoText(&o.To)}, "text", "to")
				n.Options = append(n.Options, o)
				return err
			})
		},
	}); err != nil {
		return err
	}
	switch {
	case (n.Ask == "") == (n.Advice == ""):
		return v.Errorf("a node asks or gives an advice: want ask and options, or advice and cost")
	case n.Ask != "" && len(n.Options) < 2:
		return v.Errorf("a question has two options or more")
	case n.Ask != "" && n.Cost != "", n.Advice != "" && len(n.Options) > 0:
		return v.Errorf("options go with ask, and cost with advice")
	}
	return nil
}

func (d *Decision) node(name string) *DecisionNode {
	for _, n := range d.Nodes {
		if n.Name == name {
			return n
		}
	}
	return nil
}

func (d *Decision) names() []string {
	var names []string
	for _, n := range d.Nodes {
		names = append(names, n.Name)
	}
	return names
}

// check tells whether every way leads to an advice, and every node is led to.
func (d *Decision) check() error {
	const under, done = 1, 2
	state := make(map[string]int)
	var walk func(n *DecisionNode) error
	walk = func(n *DecisionNode) error {
		state[n.Name] = under
		for _, o := range n.Options {
			next := d.node(o.To)
			if next == nil {
				return n.at.Errorf("it leads to %q, which is not there; %s", o.To, strictyaml.Others(o.To, d.names()))
			}
			if state[o.To] == under {
				return n.at.Errorf("it leads back to %q: nobody would come to an advice", o.To)
			}
			if state[o.To] == 0 {
				if err := walk(next); err != nil {
					return err
				}
			}
		}
		state[n.Name] = done
		return nil
	}
	if err := walk(d.node(d.Start)); err != nil {
		return err
	}
	for _, n := range d.Nodes {
		if state[n.Name] == 0 {
			return n.at.Errorf("no way leads to %q; let an option lead there, or leave it out", n.Name)
		}
	}
	return nil
}

func (d *Decision) structure() string {
	parts := []any{"start", d.Start}
	for _, n := range slices.SortedFunc(slices.Values(d.Nodes), func(a, b *DecisionNode) int { return strings.Compare(a.Name, b.Name) }) {
		parts = append(parts, "/", n.Name)
		for _, o := range n.Options {
			parts = append(parts, o.To)
		}
	}
	return structured(parts...)
}

var decisionHTML = template.Must(template.New("decision").Parse(`<section class="block decision" id="{{.ID}}" data-block="decision" data-start="{{.Start}}" aria-labelledby="{{.ID}}-kind">
<p class="block-kind" id="{{.ID}}-kind">{{.Say "lesson.decision"}}</p>
{{- range .Nodes}}
<section class="node" id="{{$.ID}}-{{.Name}}" data-node="{{.Name}}" aria-labelledby="{{$.ID}}-{{.Name}}-ask">
{{- if .Ask}}
<h3 id="{{$.ID}}-{{.Name}}-ask">{{.Ask}}</h3>
<ul class="ways">
{{- range .Options}}
<li><a href="#{{$.ID}}-{{.To}}">{{.Text}}</a></li>
{{- end}}
</ul>
{{- else}}
<h3 id="{{$.ID}}-{{.Name}}-ask">{{.Advice}}</h3>
{{- with .Cost}}
<p class="cost"><b>{{$.Say "lesson.cost"}}</b> {{.}}</p>
{{- end}}
{{- end}}
</section>
{{- end}}
</section>
`))
