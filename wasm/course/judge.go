package course

import (
	"math"
	"strings"

	"lockstep/sim/trace"
)

// judge compares an answer with what is right, and marks the options. Why is markup.
func (q *Question) judge(answer string) (right bool, why []string) {
	switch q.Kind {
	case Order:
		return q.judgeOrder(answer)
	case Number:
		return q.judgeNumber(answer)
	}
	return q.judgeChosen(answer)
}

// judgeChosen judges answers that were chosen, one or some: to one it is said why, of some
// to each that was a mistake to choose, or to leave out.
func (q *Question) judgeChosen(answer string) (right bool, why []string) {
	right = true
	several := q.Kind == Multiple
	for i, k := range q.Keys {
		chosen := strings.Contains(answer, k.Of)
		switch {
		case chosen && k.Right:
			q.mark(i, True, "both")
		case chosen:
			q.mark(i, Believed, "mine")
		case k.Right && several:
			q.mark(i, Missed, "missed")
		case k.Right:
			q.mark(i, True, "truth")
		}
		if chosen != k.Right {
			right = false
		}
		if several && chosen != k.Right {
			why = append(why, "<b>"+q.Options[i]+"</b> "+k.Reply)
		} else if !several && chosen && k.Reply != "" {
			why = append(why, k.Reply)
		}
	}
	if right && q.After != "" {
		why = append(why, q.After)
	}
	return right, why
}

// mark marks an option with a chip. What a prediction is measured by is the run.
func (q *Question) mark(option int, m Mark, chip string) {
	of := "quiz."
	if q.predicts() {
		of = "predict."
	}
	q.view.Mark(option, m, q.say.Say("course."+of+chip))
}

func (q *Question) judgeOrder(answer string) (right bool, why []string) {
	right = true
	for i, k := range q.Keys {
		option := int(k.Of[0] - '0')
		if answer[i:i+1] == k.Of {
			q.view.Mark(option, True, q.say.Say("lesson.right"))
		} else {
			right = false
			q.view.Mark(option, Believed, q.say.Say("course.belongs", "n", digit(i+1)))
		}
	}
	return right, []string{q.After}
}

func (q *Question) judgeNumber(answer string) (right bool, why []string) {
	n, _ := ParseNumber(answer, q.Unit)
	for _, k := range q.Keys {
		is, ok := trace.ParseWhole(k.Of, math.MaxInt64)
		if ok && is != n {
			continue
		} // else is no number, comes last, and is the key of all that are not above
		if k.Reply != "" {
			why = []string{k.Reply}
		}
		return k.Right, why
	}
	return false, nil
}
