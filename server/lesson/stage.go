package lesson

import (
	"bytes"
	"html/template"

	"lockstep/sim/because"
	"lockstep/sim/trace"
	"lockstep/web/scene"
	"lockstep/web/spacetime"
)

// Stage is what the stage shows of a run before anybody plays it: pictures for a wide
// page and a narrow one, and the panels that it has in common with a lesson's figure.
type Stage struct {
	Wide, Narrow   Frame         // the same instant
	Space          template.HTML // the space-time diagram up to then
	Buttons, Speed template.HTML // those that move in time
	Sources        template.HTML // of the algorithms that the run goes through; empty if it goes through none
	Signs          template.HTML // what the marks of the picture mean
}

// OnStage returns the stage of a scene. The events are the whole of its run.
func OnStage(s *Scene, events []trace.Event, o Options) (*Stage, error) {
	v := viewOf(s, events, o)
	v.Frame = framed(s, events, v.phrases, scene.Options{Layout: scene.Stage, ID: s.ID})
	x := &Stage{
		Wide:   v.Frame,
		Narrow: framed(s, events, v.phrases, scene.Options{Layout: scene.Narrow, ID: s.ID + "-narrow"}),
		Space:  diagram(&v.Frame, events, spacetime.Options{Words: v.phrases, Lang: s.Lang, ID: s.ID + "-space"}),
	}
	for _, panel := range []struct {
		name string
		to   *template.HTML
	}{{"buttons", &x.Buttons}, {"speed", &x.Speed}, {"sources", &x.Sources}, {"signs", &x.Signs}} {
		var b bytes.Buffer
		if err := figureHTML.ExecuteTemplate(&b, panel.name, v); err != nil {
			return nil, err
		}
		*panel.to = template.HTML(b.String())
	}
	return x, nil
}

// diagramWidth is how wide the diagram is before the viewer fits it to its page, in
// pixels.
const diagramWidth = 980

// diagram draws a run up to what a frame shows.
func diagram(f *Frame, events []trace.Event, o spacetime.Options) template.HTML {
	story := new(spacetime.Story)
	story.Add(because.Pointers(events), true)
	v := story.Follow(spacetime.View{Width: diagramWidth}, f.At)
	return template.HTML(spacetime.Draw(story, f.Happened, f.At, v, o).SVG())
}

// Keyed returns what a control of the figure does, and the key that does it too.
func Keyed(say func(key string, args ...string) string, do string) string {
	return say("figure.keyed", "what", say("figure."+do), "key", say("key."+do))
}
