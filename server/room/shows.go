package room

// Shows is the run, in link form, that a command would show if it were carried out now;
// empty if it would show no other than is shown, or is not for whoever sends it. So that run
// can be played before.
func (r *Room) Shows(who Who, c *Command) string {
	link, ok := "", false
	switch x := commands[c.Do]; {
	case r.state.Ended, x.may == owning && !who.Owner, x.may == driving && !r.drives(who):
		return ""
	case c.Do == "run" && len(c.Fragment) <= maxFragment:
		link, ok = r.state.Scenes[r.state.Scene].shown(c.Fragment)
	case c.Do == "scene" && c.Index >= 0 && c.Index < len(r.state.Scenes):
		s := &r.state.Scenes[c.Index]
		link, ok = s.shown(s.Fragment)
	case c.Do == "poll-open" && c.Predict != "":
		s := &r.state.Scenes[r.state.Scene]
		link, ok = s.shown(s.own())
	}
	if !ok || link == r.link {
		return ""
	}
	return link
}

// Knows tells whether a person has a number here.
func (r *Room) Knows(name Name) bool { return r.people.numbers[name] > 0 }
