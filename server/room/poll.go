package room

import (
	"cmp"
	"slices"

	"lockstep/sim/trace"
)

// Text is a text by language, as HTML. One that has only its author's language has it
// under the empty key.
type Text map[string]string

// Question is what a room can be asked.
type Question struct {
	ID      string     `json:"id"`
	Predict bool       `json:"predict,omitempty"` // a lesson's: Right is what the run says
	Scene   int        `json:"scene"`             // at which it is asked
	At      trace.Time `json:"at"`                // and when
	Ask     Text       `json:"ask"`
	Options []Text     `json:"options"`
	Right   int        `json:"right"` // -1 for none
}

// Phase is how far a poll has come.
type Phase string

// The phases. A poll goes from open to talk, from there either to open again, in its second
// round, or to closed. Its second round ends closed.
const (
	Open   Phase = "open"   // answers are taken
	Talk   Phase = "talk"   // the first round is over; everybody may talk about it
	Closed Phase = "closed" // no more answers are taken
)

// Rounds is how many a poll has at most.
const Rounds = 2

// Poll is a question that is put to the room, with everybody's answers.
type Poll struct {
	ID       string   `json:"id"` // of this time that it was asked
	Question Question `json:"question"`
	Round    int      `json:"round"` // from 1
	Phase    Phase    `json:"phase"`
	Shown    bool     `json:"shown"`    // everybody sees how many chose what
	Revealed bool     `json:"revealed"` // and what is right

	answers [Rounds]map[int]int // by person, the option chosen
}

// answer takes a person's answer of the present round: the last counts.
func (p *Poll) answer(person, choice int) {
	round := &p.answers[p.Round-1]
	if *round == nil {
		*round = make(map[int]int)
	}
	(*round)[person] = choice
}

// of is what a person has answered in a round.
func (p *Poll) of(person, round int) (choice int, ok bool) {
	choice, ok = p.answers[round-1][person]
	return choice, ok
}

// answered is how many have answered in the present round.
func (p *Poll) answered() int { return len(p.answers[p.Round-1]) }

// counts is how many chose each option, by round, of those rounds that have begun.
func (p *Poll) counts() map[string][]int {
	all := make(map[string][]int)
	for round := range p.Round {
		n := make([]int, len(p.Question.Options))
		for _, choice := range p.answers[round] {
			n[choice]++
		}
		all[string(rune('1'+round))] = n
	}
	return all
}

// Answer is what somebody answered in the rounds of a poll, from 0; -1 is no answer.
type Answer [Rounds]int

// Answers are everybody's, in an order that says nothing of who answered, or when.
func (p *Poll) Answers() []Answer {
	by := make(map[int]*Answer)
	for round, answers := range p.answers {
		for person, choice := range answers {
			if by[person] == nil {
				by[person] = &Answer{-1, -1}
			}
			by[person][round] = choice
		}
	}
	all := make([]Answer, 0, len(by))
	for _, a := range by {
		all = append(all, *a)
	}
	slices.SortFunc(all, func(a, b Answer) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return all
}

// Recall puts an answer back that was stored, into whichever round.
func (p *Poll) Recall(round, person, choice int) {
	if round < 1 || round > Rounds || choice < 0 || choice >= len(p.Question.Options) {
		return
	}
	if p.answers[round-1] == nil {
		p.answers[round-1] = make(map[int]int)
	}
	p.answers[round-1][person] = choice
}
