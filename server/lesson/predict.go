package lesson

import (
	"errors"
	"fmt"
	"html/template"
	"strings"

	"lockstep/sim/goal"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/words"
)

// Predict is a question about what a scene's run will bring, asked at an instant of it.
type Predict struct {
	ID      string
	Scene   *Scene
	At      trace.Time
	Ask     template.HTML
	Answers []Answer // the run makes one of them right
	Edition string   // see [Quiz]

	spoken
}

// Answer is what one may choose.
type Answer struct {
	Text  template.HTML
	Right bool
	Reply template.HTML // to whoever chose it; empty if there is none

	when *goal.Goal // of a prediction; nil if it is right when no other is
	at   strictyaml.Value
}

// After is what is said to whoever was right, besides the answer's own reply: nothing.
func (p *Predict) After() template.HTML { return "" }

// Clock is the instant at which it is asked, as the viewer shows it.
func (p *Predict) Clock() string { return words.Clocked(p.At) }

// mostAnswers bounds those of a prediction, which is a guess and no search through a
// list.
const mostAnswers = 5

const exampleAnswer = "{text: Yes., when: holds(A), reply: Three of five are enough.}"

// readPredict reads a prediction and lets the run say which answer is right.
func (c *compiler) readPredict(at place, text []byte) (*section, error) {
	p := &Predict{spoken: spoken{c.phrases}}
	var of string
	err := readPart(at, "predict", text, map[string]strictyaml.Reader{
		"id":    c.readID(&p.ID),
		"scene": strictyaml.IntoText(&of),
		"at":    strictyaml.Into(&p.At, instant),
		"ask":   c.inline(&p.Ask),
		"answers": func(v strictyaml.Value) error {
			return v.Each("["+exampleAnswer+"]", func(v strictyaml.Value) error {
				a, err := c.readPrediction(v)
				p.Answers = append(p.Answers, a)
				return err
			})
		},
	}, "id", "at", "ask", "answers")
	if err != nil {
		return nil, err
	}
	if n := len(p.Answers); n < 2 || n > mostAnswers {
		return nil, at.errorf("a prediction has 2 to %d answers, and this one has %d", mostAnswers, n)
	}
	f, err := c.figure(at, of)
	if err != nil {
		return nil, err
	}
	p.Scene = f.scene
	if err := p.judge(at, f); err != nil {
		return nil, err
	}
	structure := p.structure()
	p.Edition = digestOf([]byte(structure))
	return &section{id: p.ID, part: p, html: predictHTML, structure: structure}, nil
}

// readPrediction reads an answer with the condition under which it is right.
func (c *compiler) readPrediction(v strictyaml.Value) (Answer, error) {
	a := Answer{at: v}
	err := v.Fields(map[string]strictyaml.Reader{
		"text":  c.inline(&a.Text),
		"reply": c.inline(&a.Reply),
		"when": strictyaml.Set(func(text string) (err error) {
			if text != "otherwise" {
				a.when, err = parseGoal(text)
			}
			return err
		}),
	}, "text", "when")
	return a, err
}

// parseGoal reads a goal for a reader of YAML, who says what stands there.
func parseGoal(text string) (*goal.Goal, error) {
	g, err := goal.Parse(text)
	if wrong, ok := errors.AsType[*goal.Error](err); ok {
		err = fmt.Errorf("column %d: %s", wrong.Column, wrong.Text)
	}
	return g, err
}

// judge marks the answer that is right in the figure's run.
func (p *Predict) judge(at place, f *figure) error {
	if len(f.events) == 0 {
		return nil // it could not be played: that is told already
	}
	if end := f.end(); p.At > end {
		return at.errorf("it is asked at %v, but its scene ends at %v", trace.Duration(p.At), trace.Duration(end))
	}
	right, otherwise := 0, -1
	for i := range p.Answers {
		a := &p.Answers[i]
		if a.when == nil {
			if otherwise >= 0 {
				return a.at.Errorf("only one answer is right otherwise, and there is one above")
			}
			otherwise = i
			continue
		}
		if err := a.when.Check(f.events); err != nil {
			return a.at.Errorf("%v", err)
		}
		if a.Right = a.when.Met(f.events); a.Right {
			right++
		}
	}
	switch {
	case right == 0 && otherwise < 0:
		return at.errorf("none of these answers is right in the run: let one be right when: otherwise, or say when it is")
	case right > 1:
		return at.errorf("more than one of these answers is right in the run: %s", strings.Join(p.rights(), "; "))
	case otherwise >= 0:
		p.Answers[otherwise].Right = right == 0
	}
	return replied(p.Answers)
}

// rights are the conditions that the run meets.
func (p *Predict) rights() []string {
	var list []string
	for i := range p.Answers {
		if a := &p.Answers[i]; a.Right {
			list = append(list, a.when.String())
		}
	}
	return list
}

// replied tells whether each wrong answer has its reply.
func replied(answers []Answer) error {
	for i := range answers {
		if a := &answers[i]; !a.Right && a.Reply == "" {
			return a.at.Errorf("this answer is wrong, and whoever chooses it is told why: it needs a reply")
		}
	}
	return nil
}

func (p *Predict) structure() string {
	parts := []any{p.Scene.ID, trace.Duration(p.At)}
	for i := range p.Answers {
		if w := p.Answers[i].when; w != nil {
			parts = append(parts, "/", w)
		} else {
			parts = append(parts, "/", "otherwise")
		}
	}
	return structured(parts...)
}

// questions are what predictions and quizzes have alike: how one answers, and what is
// right, for whoever reads without JavaScript.
var questions = template.Must(template.New("questions").Parse(`
{{- define "check"}}<div class="do"><button class="btn btn-main" type="button" data-do="check" disabled>{{.Say "lesson.check"}}</button></div>
<div class="reply" role="status" data-part="reply"></div>
{{end}}
{{- define "answers"}}<details class="answers" data-part="answers"><summary>{{.Say "lesson.answers"}}</summary>
<ol>
{{- range $i, $a := .Answers}}
<li data-of="{{$i}}"{{if .Right}} data-right{{end}}><b>{{.Text}}</b>{{if .Right}} <span class="chip chip-agree"><span class="sign" aria-hidden="true">=</span> {{$.Say "lesson.right"}}</span>{{end}}
{{- with .Reply}}<div data-part="why">{{.}}</div>{{end}}</li>
{{- end}}
</ol>
{{- with .After}}
<div data-part="right">{{.}}</div>
{{- end}}
</details>
{{end}}`))

var predictHTML = template.Must(template.Must(questions.Clone()).New("predict").Parse(`<section class="block predict" id="{{.ID}}" data-block="predict" data-scene="{{.Scene.ID}}" data-at="{{printf "%d" .At}}" data-edition="{{.Edition}}" aria-labelledby="{{.ID}}-ask">
<p class="block-kind">{{.Say "lesson.predict" "t" .Clock}}</p>
<h3 id="{{.ID}}-ask">{{.Ask}}</h3>
<div class="options" role="radiogroup" aria-labelledby="{{.ID}}-ask">
{{- range $i, $a := .Answers}}
<label class="option"><input type="radio" name="{{$.ID}}" value="{{$i}}" disabled><span>{{.Text}}</span></label>
{{- end}}
</div>
{{template "check" .}}{{template "answers" .}}</section>
`))
