package stage

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/course"
	"lockstep/wasm/hands"
	"lockstep/web/tree"
)

// Challenge is what a page sets its reader: to change the run until it meets a goal. The
// zero Challenge is none. Whether a run meets it the server says; what is not allowed is
// not offered here, and does not count there.
type Challenge struct {
	Name     string // the slug of its lesson, a slash and its id
	Allow    string // the verbs that may be used, parted by spaces
	Most     int    // how many actions a run may have; 0 for any number
	Solution string // a run that meets it, in link form
}

// barred is why an action is not taken: the key of a phrase.
type barred string

func (b barred) Error() string { return "stage: " + string(b) }

// Why an action is barred.
const (
	barredVerb barred = "viewer.challenge.barred"
	barredFull barred = "viewer.challenge.full"
)

// whyBarred tells why the challenge has no room for an action now, or returns nothing.
func (s *Stage) whyBarred(v run.Verb) barred {
	c := &s.challenge
	if c.Name == "" {
		return ""
	}
	if !strings.Contains(" "+c.Allow+" ", " "+v.String()+" ") {
		return barredVerb
	}
	stay := 0 // how many actions would: those after now are of the branch that is left
	for _, a := range s.presentRun().Actions {
		if a.At <= s.now()+1 {
			stay++
		}
	}
	if c.Most > 0 && stay >= c.Most {
		return barredFull
	}
	return ""
}

// barOffers blocks the offers that the challenge has no room for. One that leads to more is
// blocked if all of those are.
func (s *Stage) barOffers(offers []hands.Offer) {
	for i := range offers {
		o := &offers[i]
		verb := o.Action.Verb
		if o.Console {
			verb = run.Command
		}
		switch {
		case o.Blocked != "":
		case len(o.More) == 0:
			if why := s.whyBarred(verb); why != "" {
				o.Blocked = s.say.Say(string(why))
			}
		default:
			s.barOffers(o.More)
			o.Blocked = o.More[0].Blocked
			for j := range o.More {
				if o.More[j].Blocked == "" {
					o.Blocked = ""
				}
			}
		}
	}
}

// drawAttempt says whether the run that is shown meets the challenge. One that does is
// remembered as met, unless it is the solution as it was opened to be watched.
func (s *Stage) drawAttempt() {
	l, c := s.shown, &s.challenge
	if c.Name == "" {
		return
	}
	said := s.say.Say("viewer.challenge.pending")
	if l.verdict != nil {
		said = l.attempt.Judge
	}
	s.view.DropAttr(Attempt, "data-met")
	if l.attempt.Met {
		s.view.SetAttr(Attempt, "data-met", "")
		if l.link == c.Solution && s.opened(l.link) {
			said = s.say.Say("viewer.challenge.watched")
		} else {
			slug, id, _ := strings.Cut(c.Name, "/")
			course.Meet(s.page, slug, id)
		}
	}
	s.view.SetText(AttemptSaid, said)
}

// opened tells whether a run is one that was opened: it grew from no other.
func (s *Stage) opened(link string) bool {
	i := s.branchWith(link)
	return i >= 0 && s.tree.Branches()[i].Parent < 0
}

// watchSolution shows the solution in a branch of its own, from just before it does
// something, and plays it.
func (s *Stage) watchSolution(arg string) {
	if s.wait(s.watchSolution, arg) {
		return
	}
	r, err := run.Parse(s.challenge.Solution)
	if err == nil {
		err = s.alter(func(t *tree.Tree) error { return t.Open(r, s.say.Say("viewer.challenge.solution")) })
	}
	if err != nil {
		s.refuse(err)
		return
	}
	var at trace.Time
	if len(r.Actions) > 0 {
		at = max(r.Actions[0].At-1, 0)
	}
	s.changed(landing{at: at, happened: -1, play: true, words: s.branchSaid(s.tree.Present()), push: true})
}

// presentRun is the tree's present run.
func (s *Stage) presentRun() *run.Run { return s.tree.Branches()[s.tree.Present()].Run }
