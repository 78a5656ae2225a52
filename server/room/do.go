package room

import (
	"strconv"
	"time"
)

// Done is what came of a command.
type Done struct {
	Changed Part
	Vote    *Vote // to be stored before the command is acknowledged; nil for none
	You     bool  // what is told to the person alone has changed
}

// Vote is an answer that was counted.
type Vote struct {
	Poll          string
	Round, Person int
	Choice        int
}

// everybody, driving and owning are who may do something.
type may uint8

const (
	everybody may = iota
	driving
	owning
)

// commands are what can be done, and by whom.
var commands = map[string]struct {
	may may
	do  func(r *Room, now time.Time, who Who, c *Command) (Done, error)
}{
	"vote":        {everybody, (*Room).vote},
	"lost":        {everybody, (*Room).getLost},
	"wheel-ask":   {everybody, (*Room).askWheel},
	"run":         {driving, (*Room).drive},
	"head":        {driving, (*Room).moveHead},
	"wheel-back":  {driving, (*Room).returnWheel},
	"wheel-give":  {owning, (*Room).handOver},
	"wheel-take":  {owning, (*Room).takeWheel},
	"scene":       {owning, (*Room).chooseScene},
	"screen":      {owning, (*Room).setScreen},
	"poll-open":   {owning, (*Room).openPoll},
	"poll-close":  {owning, (*Room).closeRound},
	"poll-again":  {owning, (*Room).askAgain},
	"poll-show":   {owning, (*Room).showPoll},
	"poll-reveal": {owning, (*Room).revealPoll},
	"poll-end":    {owning, (*Room).endPoll},
	"end":         {owning, func(r *Room, _ time.Time, _ Who, _ *Command) (Done, error) { return Done{Changed: r.end()}, nil }},
}

// Do carries out a command, or returns a [Refusal] and changes nothing.
func (r *Room) Do(now time.Time, who Who, c *Command) (Done, error) {
	x, ok := commands[c.Do]
	switch {
	case !ok:
		return Done{}, Unknown
	case r.state.Ended:
		return Done{}, Over
	case x.may == owning && !who.Owner:
		return Done{}, NotOwner
	case x.may == driving && !r.drives(who):
		return Done{}, NotDriver
	}
	done, err := x.do(r, now, who, c)
	if err == nil {
		r.state.Used = now
	}
	return done, err
}

func (r *Room) getLost(_ time.Time, who Who, c *Command) (Done, error) {
	if who.Person == 0 {
		return Done{}, Nobody
	}
	if c.On {
		r.lost[who.Person] = true
	} else {
		delete(r.lost, who.Person)
	}
	return Done{Changed: OwnChanged, You: true}, nil
}

func (r *Room) askWheel(_ time.Time, who Who, c *Command) (Done, error) {
	if who.Person == 0 {
		return Done{}, Nobody
	}
	if !r.ask(who.Person, c.On) {
		return Done{}, nil
	}
	return Done{Changed: OwnChanged, You: true}, nil
}

func (r *Room) returnWheel(time.Time, Who, *Command) (Done, error) {
	return Done{Changed: r.giveWheel(0), You: true}, nil
}

func (r *Room) takeWheel(time.Time, Who, *Command) (Done, error) {
	return Done{Changed: r.giveWheel(0)}, nil
}

func (r *Room) handOver(_ time.Time, _ Who, c *Command) (Done, error) {
	if r.people.here[c.To] == 0 {
		return Done{}, NoPerson
	}
	return Done{Changed: r.giveWheel(c.To)}, nil
}

// drive shows what the driver shows.
func (r *Room) drive(now time.Time, _ Who, c *Command) (Done, error) {
	s := &r.state.Scenes[r.state.Scene]
	if len(c.Fragment) > maxFragment {
		return Done{}, BadRun
	}
	link, ok := s.shown(c.Fragment)
	switch {
	case !ok:
		return Done{}, BadRun
	case c.Head == nil || !c.Head.valid():
		return Done{}, BadHead
	}
	s.Fragment, r.link = c.Fragment, link
	r.runs++
	r.head = moving{*c.Head, now}
	return Done{Changed: RunShown | HeadMoved}, nil
}

func (r *Room) moveHead(now time.Time, _ Who, c *Command) (Done, error) {
	if c.Head == nil || !c.Head.valid() {
		return Done{}, BadHead
	}
	r.head = moving{*c.Head, now}
	return Done{Changed: HeadMoved}, nil
}

func (r *Room) chooseScene(now time.Time, _ Who, c *Command) (Done, error) {
	if c.Index < 0 || c.Index >= len(r.state.Scenes) {
		return Done{}, NoScene
	}
	r.state.Scenes[r.state.Scene].Head = r.head.at(now)
	r.state.Scene = c.Index
	r.show(now)
	clear(r.lost)
	return Done{Changed: SceneShown | RunShown | HeadMoved | OwnChanged}, nil
}

func (r *Room) setScreen(_ time.Time, _ Who, c *Command) (Done, error) {
	r.state.CodeShown, r.state.Black = c.Code, c.Black
	return Done{Changed: ScreenChanged}, nil
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
	p.answer(who.Person, c.Choice)
	return Done{Changed: PollChanged | OwnChanged, You: true, Vote: &Vote{p.ID, p.Round, who.Person, c.Choice}}, nil
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
		r.link, _ = s.shown(s.Fragment)
		r.runs++
		r.head = moving{Head{T: q.At, Happened: -1, Speed: r.head.head.Speed}, now}
		changed |= RunShown | HeadMoved
	}
	r.state.Polls = append(r.state.Polls, &Poll{ID: "q" + strconv.Itoa(len(r.state.Polls)+1), Question: *q, Round: 1, Phase: Open})
	r.state.Asked = true
	return Done{Changed: changed}, nil
}

// question is the one that a command is about: a prediction of this scene, or one of the
// presenter's own.
func (r *Room) question(c *Command) (*Question, error) {
	if c.Predict != "" {
		for i := range r.state.Questions {
			if q := &r.state.Questions[i]; q.ID == c.Predict && q.Scene == r.state.Scene {
				return q, nil
			}
		}
		return nil, NoQuestion
	}
	ask, ok := text(c.Ask, maxAsk)
	if !ok || len(c.Options) < 2 || len(c.Options) > maxOptions {
		return nil, BadAsk
	}
	q := &Question{Scene: r.state.Scene, Ask: ask, Right: -1}
	for _, option := range c.Options {
		t, ok := text(option, maxOption)
		if !ok {
			return nil, BadAsk
		}
		q.Options = append(q.Options, t)
	}
	return q, nil
}

// closeRound ends the first round, after which there may be talk, or the poll.
func (r *Room) closeRound(time.Time, Who, *Command) (Done, error) {
	p := r.Poll()
	switch {
	case p == nil:
		return Done{}, NoPoll
	case p.Phase == Closed:
		return Done{}, RoundOver
	case p.Phase == Open && p.Round < Rounds:
		p.Phase = Talk
	default:
		p.Phase = Closed
	}
	return Done{Changed: PollChanged}, nil
}

func (r *Room) askAgain(time.Time, Who, *Command) (Done, error) {
	p := r.Poll()
	switch {
	case p == nil:
		return Done{}, NoPoll
	case p.Phase != Talk:
		return Done{}, RoundOver
	}
	p.Round, p.Phase = p.Round+1, Open
	return Done{Changed: PollChanged | OwnChanged}, nil
}

func (r *Room) showPoll(_ time.Time, _ Who, c *Command) (Done, error) {
	p := r.Poll()
	if p == nil {
		return Done{}, NoPoll
	}
	p.Shown = c.On
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
