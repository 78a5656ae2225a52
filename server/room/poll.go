package room

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// Phase is how far a round of a poll has come.
type Phase string

// The phases.
const (
	Open   Phase = "open"   // answers are taken
	Talk   Phase = "talk"   // the first round is over; everybody may talk about it
	Closed Phase = "closed" // no more answers are taken
)

// Rounds is how many a poll has at most.
const Rounds = 2

// stage is how far a poll has come.
type stage struct {
	round int
	phase Phase
}

// stages are where a command brings a poll that has come so far. Every other is refused.
// Two rounds with talk between them are Mazur's peer instruction; who wants but one closes
// it twice.
var stages = map[string]map[stage]stage{
	"poll-close": {{1, Open}: {1, Talk}, {1, Talk}: {1, Closed}, {2, Open}: {2, Closed}},
	"poll-again": {{1, Talk}: {2, Open}},
}

// Poll is a question that is put to the room, with everybody's answers.
type Poll struct {
	ID       string   `json:"id"` // of this time that it was asked
	Question Question `json:"question"`
	Round    int      `json:"round"` // from 1
	Phase    Phase    `json:"phase"`
	Shown    int      `json:"shown"`    // the round at which everybody was let see how many chose what; 0 for not
	Revealed bool     `json:"revealed"` // everybody sees what is right

	answers [Rounds]map[int]int // by person, the option chosen
}

// lawful tells whether a poll can have come so far.
func (p *Poll) lawful() bool {
	_, goesOn := stages["poll-close"][stage{p.Round, p.Phase}]
	over := p.Phase == Closed && p.Round >= 1 && p.Round <= Rounds
	return (goesOn || over) && p.Shown >= 0 && p.Shown <= p.Round
}

// answer takes a person's answer of a round: the last counts.
func (p *Poll) answer(round, person, choice int) {
	if p.answers[round-1] == nil {
		p.answers[round-1] = make(map[int]int)
	}
	p.answers[round-1][person] = choice
}

// of is what a person has answered in a round.
func (p *Poll) of(person, round int) (choice int, ok bool) {
	choice, ok = p.answers[round-1][person]
	return choice, ok
}

// answered is how many have answered in the present round.
func (p *Poll) answered() int { return len(p.answers[p.Round-1]) }

// counts is how many chose each option, by round, of the first rounds.
func (p *Poll) counts(rounds int) map[string][]int {
	all := make(map[string][]int)
	for round := range rounds {
		n := make([]int, len(p.Question.Options))
		for _, choice := range p.answers[round] {
			n[choice]++
		}
		all[strconv.Itoa(round+1)] = n
	}
	return all
}

// shown is how many rounds everybody may see the counts of: while a new one goes on it is
// not among them unless the presenter says so again, lest it follow the first answers.
func (p *Poll) shown() int {
	switch {
	case p.Shown == 0:
		return 0
	case p.Phase == Open:
		return p.Shown
	}
	return p.Round
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

// Vote is an answer that was counted.
type Vote struct {
	Poll          string
	Round, Person int
	Choice        int
}

func (r *Room) vote(_ time.Time, who Who, c *Command) (Done, error) {
	p := r.Poll()
	switch {
	case who.Person == 0:
		return Done{}, Nobody
	case p == nil || p.ID != c.Poll:
		return Done{}, NoPoll
	case p.Phase != Open || p.Round != c.Round:
		return Done{}, RoundOver
	case c.Choice < 0 || c.Choice >= len(p.Question.Options):
		return Done{}, NoChoice
	}
	done := Done{Changed: AnswersChanged | OwnChanged, You: true, Vote: &Vote{p.ID, p.Round, who.Person, c.Choice}}
	if before, ok := p.of(who.Person, p.Round); ok {
		done.Instead = &Vote{p.ID, p.Round, who.Person, before}
	}
	p.answer(p.Round, who.Person, c.Choice)
	return done, nil
}

// Unvote takes back a vote that could not be stored: what it took the place of counts again,
// unless that person has answered anew meanwhile.
func (r *Room) Unvote(v, instead *Vote) Part {
	for _, p := range r.state.Polls {
		if p.ID != v.Poll {
			continue
		}
		if now, ok := p.of(v.Person, v.Round); !ok || now != v.Choice {
			return 0
		}
		delete(p.answers[v.Round-1], v.Person)
		if instead != nil {
			p.answer(v.Round, v.Person, instead.Choice)
		}
	}
	return AnswersChanged | OwnChanged
}

// openPoll puts a question to the room. A prediction is about the scene's own run, at its
// instant: that is shown.
func (r *Room) openPoll(now time.Time, _ Who, c *Command) (Done, error) {
	switch {
	case r.state.Asked:
		return Done{}, HasPoll
	case len(r.state.Polls) >= MaxPolls:
		return Done{}, Full
	}
	changed := PollChanged | OwnChanged
	q, err := r.question(c)
	if err != nil {
		return Done{}, err
	}
	if q.Predict {
		s := &r.state.Scenes[r.state.Scene]
		s.back()
		r.showRun(s)
		r.head = moving{Head{T: q.At, Happened: -1, Speed: r.head.head.Speed}, now}
		changed |= RunShown | HeadMoved
	}
	r.state.Polls = append(r.state.Polls, &Poll{ID: "q" + strconv.Itoa(len(r.state.Polls)+1), Question: *q, Round: 1, Phase: Open})
	r.state.Asked = true
	return Done{Changed: changed}, nil
}

// advancePoll brings the poll to where the command leads from where it is.
func (r *Room) advancePoll(_ time.Time, _ Who, c *Command) (Done, error) {
	p := r.Poll()
	if p == nil {
		return Done{}, NoPoll
	}
	next, ok := stages[c.Do][stage{p.Round, p.Phase}]
	if !ok {
		return Done{}, RoundOver
	}
	p.Round, p.Phase = next.round, next.phase
	return Done{Changed: PollChanged | OwnChanged}, nil
}

func (r *Room) showPoll(_ time.Time, _ Who, c *Command) (Done, error) {
	p := r.Poll()
	if p == nil {
		return Done{}, NoPoll
	}
	if p.Shown = 0; c.On {
		p.Shown = p.Round
	}
	return Done{Changed: PollChanged}, nil
}

func (r *Room) revealPoll(_ time.Time, _ Who, c *Command) (Done, error) {
	p := r.Poll()
	if p == nil {
		return Done{}, NoPoll
	}
	p.Revealed = c.On
	return Done{Changed: PollChanged}, nil
}

func (r *Room) endPoll(time.Time, Who, *Command) (Done, error) {
	p := r.Poll()
	if p == nil {
		return Done{}, NoPoll
	}
	p.Phase, r.state.Asked = Closed, false
	return Done{Changed: PollChanged}, nil
}
