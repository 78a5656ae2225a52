//go:build js

package dom

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
	"lockstep/web/spacetime"
	"lockstep/web/thing"
)

// topology is a picture of machines and clients.
type topology struct {
	picture
	of      world // that it shows
	options scene.Options
}

// world is what a topology shows. The player has one state, which becomes another with
// each event.
type world struct {
	state  *trace.State
	events int
	last   *trace.Event
	layout scene.Layout
	held   thing.Thing
	passes bool
}

// draw shows the state s as it is at t.
func (g *topology) draw(c *list, s *trace.State, t trace.Time) {
	of := world{state: s, events: s.Seq, last: s.Last, layout: g.options.Layout, held: g.options.Held, passes: g.options.Passing}
	same := g.of == of
	g.of = of
	g.show(c, same, t, func(p *draw.Picture) { scene.Redraw(p, s, t, g.options) })
}

// diagram is a space-time diagram.
type diagram struct {
	picture
	of      stretch // that it shows
	width   int     // of its room, in pixels
	options spacetime.Options
}

// stretch is what a diagram shows: as much of a story as has happened, in a view.
type stretch struct {
	story    *spacetime.Story
	known    int // events
	happened int
	view     spacetime.View
}

// draw shows a story after so many events, at t, as v has it.
func (g *diagram) draw(c *list, story *spacetime.Story, happened int, t trace.Time, v spacetime.View) {
	of := stretch{story: story, known: story.Len(), happened: happened, view: v}
	same := g.of == of
	g.of = of
	g.show(c, same, t, func(p *draw.Picture) { spacetime.Redraw(p, story, happened, t, v, g.options) })
}
