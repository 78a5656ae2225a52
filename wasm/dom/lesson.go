//go:build js

package dom

import (
	"math"
	"strings"

	"lockstep/sim/trace"
	"lockstep/wasm/course"
	"lockstep/web/draw"
	"lockstep/web/phrase"
)

// lessons is what a lesson needs of the browser: a course.Page.
type lessons struct{ *page }

func (l lessons) Load(name string) string { return l.host.load.Invoke(name).String() }

func (l lessons) Save(name, text string) { l.host.save.Invoke(name, text) }

func (l lessons) Update() { l.RequestFrame() }

// beginLesson gives the lesson that the page is, if it is one, to its reader.
func (p *page) beginLesson(say phrase.Catalog) {
	r := reading{changes: &p.changes, at: element(p.host.next.Invoke().Int())}
	r.rest = p.host.lesson.Invoke().String()
	if r.rest == "" {
		return
	}
	l := course.New(lessons{p}, say, r.text(), r.text())
	for range r.count() {
		l.AddQuestion(r.question())
	}
	for _, f := range p.figures {
		s, view := r.scene(f)
		l.AddScene(s, view, f.driven)
	}
	p.lesson = l
	l.Begin()
}

// reading is what question.js says of a lesson, and the elements that it has kept for it: both
// are taken in its order.
type reading struct {
	rest    string // texts, each ended by a zero
	at      element
	changes *list
}

func (r *reading) text() (text string) {
	text, r.rest, _ = strings.Cut(r.rest, "\x00")
	return text
}

func (r *reading) count() int {
	n, _ := trace.ParseWhole(r.text(), math.MaxInt)
	return int(n)
}

// elements takes so many elements and returns the first.
func (r *reading) elements(n int) element {
	r.at += element(n)
	return r.at - element(n)
}

func (r *reading) question() (*course.Question, *question) {
	q := &course.Question{
		ID: r.text(), Kind: r.text(), Ask: r.text(), After: r.text(), Unit: r.text(), Scene: r.text(), At: trace.Time(r.count()),
	}
	q.Options = make([]string, r.count())
	for i := range q.Options {
		q.Options[i] = r.text()
	}
	q.Keys = make([]course.Key, r.count())
	for i := range q.Keys {
		q.Keys[i] = course.Key{Of: r.text(), Right: r.text() != "", Reply: r.text()}
	}
	v := &question{changes: r.changes, block: r.elements(5), options: r.elements(len(q.Options)), count: r.count(), place: r.count()}
	v.controls = r.elements(v.count)
	v.chips = make([]bool, len(q.Options))
	r.changes.drop(v.block+ofCheck, "disabled")
	return q, v
}

// question is a course.QuestionView.
type question struct {
	changes  *list
	block    element // and after it those below
	options  element // the first
	controls element // the first of what one answers with
	count    int     // of those
	chips    []bool  // which options have one
	place    int     // where in an option it is
}

// What follows a question's block, as question.js keeps it.
const (
	ofSaid element = iota + 1
	ofCheck
	ofReply
	ofAnswers
)

func (v *question) Enable(on bool) {
	for i := range v.count {
		v.changes.flag(v.controls+element(i), "disabled", !on)
	}
}

func (v *question) Fill(answer string) { v.changes.answer(v.block, answer) }

// The signs are there for whoever sees no colour, the words for whoever sees no sign.
const (
	agree = `="chip chip-agree"><span class="sign" aria-hidden="true">=</span> `
	part  = `="chip chip-parted"><span class="sign" aria-hidden="true">≠</span> `
)

func (v *question) Mark(option int, m course.Mark, word string) {
	el := v.options + element(option)
	v.changes.class(el, "option-believed", m == course.Believed)
	v.changes.class(el, "option-true", m >= course.Missed)
	if v.chips[option] {
		v.changes.child(el, draw.Remove, v.place, nil)
	}
	v.chips[option] = word != ""
	if word != "" {
		chip := part
		if m == course.True {
			chip = agree
		}
		v.changes.child(el, draw.Insert, v.place, []byte("<span class"+chip+word+"</span>"))
	}
}

func (v *question) Reply(agree bool, headline string, why []string, watch string) {
	sign := "≠"
	if agree {
		sign = "="
	}
	markup := `<p><b><span class="sign" aria-hidden="true">` + sign + "</span> " + headline + "</b></p>"
	for _, w := range why {
		markup += "<p>" + w + "</p>"
	}
	if watch != "" {
		markup += `<button type="button" class="btn btn-line" data-do="watch">` + watch + "</button>"
	}
	v.changes.html(v.block+ofReply, []byte(markup))
}

func (v *question) Ask(words string) {
	v.changes.flag(v.block, "data-asked", words != "")
	v.changes.text(v.block+ofReply, words)
}

func (v *question) Label(text string) { v.changes.text(v.block+ofCheck, text) }

func (v *question) Answers(on bool) { v.changes.flag(v.block+ofAnswers, "hidden", !on) }

func (v *question) Tell(sentence string) { v.changes.text(v.block+ofSaid, sentence) }

func (r *reading) scene(f *figure) (*course.Scene, *lessonScene) {
	s := &course.Scene{ID: r.text(), Stops: make([]course.Stop, r.count())}
	for i := range s.Stops {
		s.Stops[i] = course.Stop{At: trace.Time(r.count()), Say: r.text()}
	}
	s.Steps = make([]string, r.count())
	for i := range s.Steps {
		s.Steps[i] = r.text()
	}
	v := &lessonScene{changes: r.changes, figure: f.parts[0], waits: r.elements(2), stops: r.elements(len(s.Stops)), steps: r.elements(len(s.Steps)), count: len(s.Steps), shown: -1}
	return s, v
}

// lessonScene is a course.SceneView.
type lessonScene struct {
	changes *list
	figure  element
	waits   element // the line that leads to a prediction, and after it the link in it
	stops   element // the first sentence
	shown   int     // the one that is; -1 for none
	steps   element // the first item
	count   int     // of steps
}

func (v *lessonScene) Stop(i int) {
	if v.shown >= 0 {
		v.changes.class(v.stops+element(v.shown), "shown", false)
	}
	if v.shown = i; i >= 0 {
		v.changes.class(v.stops+element(i), "shown", true)
	}
}

func (v *lessonScene) Light(step int) {
	for i := range v.count {
		li := v.steps + element(i)
		v.changes.class(li, "done", i < step)
		v.changes.class(li, "active", i == step)
		v.changes.drop(li, "aria-current")
		if i == step {
			v.changes.attr(li, "aria-current", "step")
		}
	}
}

func (v *lessonScene) Wait(words, id string) {
	v.changes.flag(v.waits, "hidden", words == "")
	v.changes.text(v.waits+1, words)
	v.changes.attr(v.waits+1, "href", "#"+id)
}

func (v *lessonScene) Approach() { v.changes.approach(v.figure) }
