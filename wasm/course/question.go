package course

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// Kinds of question. A prediction is a single one.
const (
	Single   = "single"
	Multiple = "multiple"
	Order    = "order"
	Number   = "number"
)

// Question is a quiz or a prediction.
//
// An answer is written as the numbers of the options, each a digit: those chosen, or all
// in the reader's order. That of a number is what was typed.
type Question struct {
	ID      string
	Kind    string
	Ask     string   // without markup
	Options []string // markup, by their number
	Unit    string   // of a number
	Keys    []Key    // what is right, and what is said to answers; of an order, in the right order
	After   string   // markup: said to whoever was right, and of an order to all

	Scene string     // of a prediction: the figure that it is about; else empty
	At    trace.Time // and when

	view    QuestionView
	say     phrase.Catalog
	answer  string // that was checked last; empty for none
	checked bool   // it is shown what became of it
}

// Key is an answer as the page knows it: of an option by its number, of a number by its
// digits, or "else".
type Key struct {
	Of    string
	Right bool
	Reply string // markup
}

// predicts tells a prediction from a quiz.
func (q *Question) predicts() bool { return q.Scene != "" }

// Answered tells whether an answer was checked, ever.
func (q *Question) Answered() bool { return q.answer != "" }

// open lets the reader answer, perhaps not for the first time.
func (q *Question) open() {
	for i := range q.Options {
		q.view.Mark(i, Unmarked, "")
	}
	q.checked = false
	q.view.Answers(false)
	q.view.Ask("")
	q.view.Label(q.say.Say("lesson.check"))
	q.view.Enable(true)
}

// check takes an answer, or says what an answer would be. It tells whether it was one.
func (q *Question) check(answer string) bool {
	if !q.possible(answer) {
		q.view.Ask(q.say.Say("course.want." + q.Kind))
		return false
	}
	q.answer, q.checked = answer, true
	q.view.Ask("")
	q.view.Enable(false)
	q.view.Label(q.say.Say("course.again"))
	right, why := q.judge(answer)
	q.view.Answers(!right && (q.Kind == Number || q.Kind == Order))
	kind, watch := q.Kind, ""
	if q.predicts() {
		kind, watch = "predict", q.say.Say("course.watch", "t", words.Clocked(q.At))
	}
	ending := ".wrong"
	if right {
		ending = ".right"
	}
	q.view.Reply(right, q.say.Say("course."+kind+ending), why, watch)
	return true
}

// restore shows what was kept: a draft, and an answer that was checked. The page has both
// if the reader was trying again.
func (q *Question) restore(answer, draft string) {
	if q.possible(answer) {
		q.view.Fill(answer)
		q.check(answer)
	}
	if q.possible(draft) && draft != answer {
		q.open()
		q.view.Fill(draft)
	}
}

// possible tells whether an answer can be one, right or wrong.
func (q *Question) possible(answer string) bool {
	if q.Kind == Number {
		_, ok := ParseNumber(answer, q.Unit)
		return ok
	}
	seen := 0 // a set of options, as bits: there are 9 at most, as each is a digit
	for i := range len(answer) {
		n := int(answer[i]) - '0'
		if n < 0 || n >= len(q.Options) || seen&(1<<n) != 0 {
			return false
		}
		seen |= 1 << n
	}
	switch q.Kind {
	case Single:
		return len(answer) == 1
	case Order:
		return len(answer) == len(q.Options)
	}
	return answer != ""
}

// moved tells where an option of an order is now.
func (q *Question) moved(option, answer string) {
	for i := range answer {
		if answer[i:i+1] == option {
			q.view.Tell(q.say.Say("course.moved", "n", digit(i+1), "of", digit(len(answer))))
		}
	}
}

func digit(n int) string { return string(rune('0' + n)) }
