package lesson

import (
	"crypto/sha256"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// The kinds of a quiz.
const (
	QuizSingle   = "single"   // one of the answers is right
	QuizMultiple = "multiple" // some of them are
	QuizOrder    = "order"    // they are to be put in order
	QuizNumber   = "number"   // a whole number
)

// Quiz is a question that the lesson answers by itself.
type Quiz struct {
	ID      string
	Kind    string
	Ask     template.HTML
	Blank   bool // it is a sentence with a blank to fill in
	Answers []Answer
	Reply   template.HTML // single, multiple: to a right answer; else: to a wrong one
	Edition string        // the same in every language, and as long as answers mean the same

	// Of a quiz for a number.
	Number uint64
	Unit   string
	Near   []Near
	Right  template.HTML // to the right number

	spoken
}

// Near is a wrong number that is likely, and what went wrong.
type Near struct {
	Is    uint64
	Reply template.HTML
}

// MaxNumber bounds the numbers that a quiz asks for.
const MaxNumber = 999_999_999_999

// mostOptions bounds the answers of a quiz: the client writes a reader's answer as the
// numbers of the options, a digit each.
const mostOptions = 9

// blank is where a sentence is to be completed.
const blank = "____"

// whole reads a number that a quiz asks for.
func whole(text string) (uint64, error) {
	n, ok := trace.ParseWhole(text, MaxNumber)
	if !ok {
		return 0, fmt.Errorf("it must be a whole number from 0 to %d, of digits alone", MaxNumber)
	}
	return n, nil
}

// readQuiz reads a quiz of any kind.
func (c *compiler) readQuiz(at place, text []byte) (*section, error) {
	q := &Quiz{spoken: spoken{c.phrases}}
	v, err := strictyaml.ParsePart(at.file, at.line, "quiz", text)
	if err != nil {
		return nil, err
	}
	// Which fields there are depends on the kind, so that is looked up before they are read;
	// what is wrong with it is told with the rest.
	kind, _ := v.Get("kind")
	if k, err := kind.Text(); err == nil {
		q.Kind = k
	}
	known := map[string]strictyaml.Reader{
		"id":    c.readID(&q.ID),
		"kind":  strictyaml.Into(&q.Kind, oneOf(QuizSingle, QuizMultiple, QuizOrder, QuizNumber)),
		"ask":   c.inlineBlank(&q.Ask, &q.Blank),
		"reply": c.inline(&q.Reply),
	}
	required := []string{"id", "kind", "ask"}
	if q.Kind == QuizNumber {
		required = append(required, c.numberFields(q, known)...)
	} else {
		known["answers"] = func(v strictyaml.Value) error { return c.readAnswers(q, v) }
		required = append(required, "answers")
		if q.Kind == QuizOrder {
			required = append(required, "reply")
		}
	}
	if err := v.Fields(known, required...); err != nil {
		return nil, err
	}
	if err := q.check(at); err != nil {
		return nil, err
	}
	structure := q.structure()
	q.Edition = digestOf([]byte(structure))
	return &section{id: q.ID, part: q, html: quizHTML, structure: structure}, nil
}

// numberFields adds the fields of a quiz for a number to those known, and returns the
// required ones.
func (c *compiler) numberFields(q *Quiz, known map[string]strictyaml.Reader) (required []string) {
	known["number"] = strictyaml.Into(&q.Number, whole)
	known["unit"] = strictyaml.IntoText(&q.Unit)
	known["right"] = c.inline(&q.Right)
	known["near"] = func(v strictyaml.Value) error {
		return v.Each("[{is: 10000, reply: That is the TTL.}]", func(v strictyaml.Value) error {
			var n Near
			err := v.Fields(map[string]strictyaml.Reader{
				"is": strictyaml.Into(&n.Is, whole), "reply": c.inline(&n.Reply),
			}, "is", "reply")
			if err == nil && slices.ContainsFunc(q.Near, func(m Near) bool { return m.Is == n.Is }) {
				err = v.Errorf("%d stands here twice; one reply to it is enough", n.Is)
			}
			q.Near = append(q.Near, n)
			return err
		})
	}
	return []string{"number", "reply"}
}

func (c *compiler) readAnswers(q *Quiz, v strictyaml.Value) error {
	example := "{text: n2, right: true, reply: It said OK.}"
	if q.Kind == QuizOrder {
		example = "{text: Read the clock.}"
	}
	return v.Each("["+example+"]", func(v strictyaml.Value) error {
		a := Answer{at: v}
		known := map[string]strictyaml.Reader{"text": c.inline(&a.Text)}
		if q.Kind != QuizOrder {
			known["right"], known["reply"] = strictyaml.Into(&a.Right, boolean), c.inline(&a.Reply)
		}
		err := v.Fields(known, "text")
		q.Answers = append(q.Answers, a)
		return err
	})
}

// check tells whether the quiz can be answered, and each answer has its reply.
func (q *Quiz) check(at place) error {
	if q.Kind == QuizNumber {
		if slices.ContainsFunc(q.Near, func(n Near) bool { return n.Is == q.Number }) {
			return at.errorf("%d is right, so it is not among the near ones", q.Number)
		}
		return nil
	}
	if n := len(q.Answers); n < 2 || n > mostOptions {
		return at.errorf("a quiz has 2 to %d answers, and this one has %d", mostOptions, n)
	}
	rights := 0
	for i := range q.Answers {
		if q.Answers[i].Right {
			rights++
		}
	}
	switch {
	case q.Kind == QuizOrder:
		return nil
	case q.Kind == QuizSingle && rights != 1:
		return at.errorf("one answer of a single quiz is right: true, and here there are %d", rights)
	case rights == 0:
		return at.errorf("no answer is right: true; mark at least one")
	case q.Kind == QuizMultiple:
		for i := range q.Answers {
			if a := &q.Answers[i]; a.Reply == "" {
				return a.at.Errorf("every answer of a multiple quiz has a reply: choosing it or leaving it out may be the mistake")
			}
		}
	}
	return replied(q.Answers)
}

// After is what is said to whoever was right, besides the answer's own reply.
func (q *Quiz) After() template.HTML { return q.Reply }

// Shuffled are the answers in the order in which they are shown: by chance that is the
// same for everybody, and never the right one.
func (q *Quiz) Shuffled() []int {
	order := make([]int, len(q.Answers))
	for i := range order {
		order[i] = i
	}
	drawn := func(i int) string {
		sum := sha256.Sum256([]byte(q.ID + "/" + strconv.Itoa(i)))
		return string(sum[:])
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(drawn(a), drawn(b)) })
	if slices.IsSorted(order) {
		order = append(order[1:], order[0])
	}
	return order
}

// Measured is a number with its unit.
func (q *Quiz) Measured(n uint64) string {
	return strings.TrimSpace(strconv.FormatUint(n, 10) + " " + q.Unit)
}

func (q *Quiz) structure() string {
	parts := []any{q.Kind, "blank", q.Blank, "answers", len(q.Answers), "right"}
	for i := range q.Answers {
		if q.Answers[i].Right {
			parts = append(parts, i)
		}
	}
	if q.Kind == QuizNumber {
		parts = append(parts, q.Number)
		for _, n := range q.Near {
			parts = append(parts, "near", n.Is)
		}
	}
	return structured(parts...)
}

var quizHTML = template.Must(template.Must(questions.Clone()).New("quiz").Parse(`<section class="block quiz quiz-{{.Kind}}" id="{{.ID}}" data-block="quiz" data-kind="{{.Kind}}" data-edition="{{.Edition}}" aria-labelledby="{{.ID}}-ask">
<p class="block-kind">{{if .Blank}}{{.Say "lesson.quiz.blank"}}{{else}}{{.Say (printf "lesson.quiz.%s" .Kind)}}{{end}}</p>
<h3 id="{{.ID}}-ask">{{.Ask}}</h3>
{{- if eq .Kind "number"}}
<label class="field"><span class="hidden">{{.Say "lesson.number"}}</span><input type="text" inputmode="numeric" autocomplete="off" data-part="number" disabled> {{.Unit}}</label>
{{template "check" .}}<details class="answers" data-part="answers"><summary>{{.Say "lesson.answers"}}</summary>
<ol>
<li data-of="{{.Number}}" data-right><b>{{.Measured .Number}}</b> <span class="chip chip-agree"><span class="sign" aria-hidden="true">=</span> {{.Say "lesson.right"}}</span>{{with .Right}}<div data-part="why">{{.}}</div>{{end}}</li>
{{- range .Near}}
<li data-of="{{.Is}}"><b>{{$.Measured .Is}}</b><div data-part="why">{{.Reply}}</div></li>
{{- end}}
<li data-of="else"><b>{{.Say "lesson.number.else"}}</b><div data-part="why">{{.Reply}}</div></li>
</ol>
</details>
{{else if eq .Kind "order"}}
<ol class="options order">
{{- range .Shuffled}}
<li class="option" data-of="{{.}}"><span>{{(index $.Answers .).Text}}</span>
{{- template "move" $}}</li>
{{- end}}
</ol>
{{template "check" .}}<details class="answers" data-part="answers"><summary>{{.Say "lesson.answers"}}</summary>
<ol>
{{- range $i, $a := .Answers}}
<li data-of="{{$i}}" data-right><b>{{.Text}}</b></li>
{{- end}}
</ol>
<div data-part="why">{{.Reply}}</div>
</details>
{{else}}
<div class="options" role="{{if eq .Kind "single"}}radiogroup{{else}}group{{end}}" aria-labelledby="{{.ID}}-ask">
{{- range $i, $a := .Answers}}
<label class="option"><input type="{{if eq $.Kind "single"}}radio{{else}}checkbox{{end}}" name="{{$.ID}}" value="{{$i}}" disabled><span>{{.Text}}</span></label>
{{- end}}
</div>
{{template "check" .}}{{template "answers" .}}{{end}}</section>
{{- define "move"}}<button class="btn" type="button" data-do="up" aria-label="{{.Say "lesson.up"}}" title="{{.Say "lesson.up"}}" disabled><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 10.5 8 5.5l5 5"/></svg></button><button class="btn" type="button" data-do="down" aria-label="{{.Say "lesson.down"}}" title="{{.Say "lesson.down"}}" disabled><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 5.5l5 5 5-5"/></svg></button>{{end}}
`))
