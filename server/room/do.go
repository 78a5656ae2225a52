package room

import "time"

// Done is what came of a command.
type Done struct {
	Changed Part
	Vote    *Vote // to be stored before the command is acknowledged; nil for none
	Instead *Vote // of what the vote takes the place; nil for of none
	You     bool  // what is told to the person alone has changed
}

// may is who may do something.
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
	"poll-close":  {owning, (*Room).advancePoll},
	"poll-again":  {owning, (*Room).advancePoll},
	"poll-show":   {owning, (*Room).showPoll},
	"poll-reveal": {owning, (*Room).revealPoll},
	"poll-end":    {owning, (*Room).endPoll},
	"end":         {owning, (*Room).end},
}

// Do carries out a command, or returns a [Refusal] and changes nothing.
func (r *Room) Do(now time.Time, who Who, c *Command) (Done, error) {
	if err := r.refuses(who, c); err != nil {
		return Done{}, err
	}
	done, err := commands[c.Do].do(r, now, who, c)
	if err == nil {
		r.state.Used = now
	}
	return done, err
}

// refuses tells why nobody looks at what exactly a command says.
func (r *Room) refuses(who Who, c *Command) error {
	x, ok := commands[c.Do]
	switch {
	case !ok:
		return Unknown
	case r.state.Ended:
		return Over
	case x.may == owning && !who.Owner:
		return NotOwner
	case x.may == driving && !r.drives(who):
		return NotDriver
	}
	return nil
}

func (r *Room) setScreen(_ time.Time, _ Who, c *Command) (Done, error) {
	r.state.CodeShown, r.state.Black = c.Code, c.Black
	return Done{Changed: ScreenChanged}, nil
}

func (r *Room) end(time.Time, Who, *Command) (Done, error) {
	r.End()
	return Done{Changed: Ended}, nil
}
