package lesson

import (
	"html/template"
	"strconv"

	"github.com/yuin/goldmark/ast"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/running"
	"lockstep/web/words"
)

// Scene is a run that a lesson plays.
type Scene struct {
	ID     string // its own, or scene-1, scene-2 and so on within the lesson
	Run    run.Run
	Link   string // of the run, as pages carry it: see Options.Link
	Title  string
	Lang   string     // of its words
	Start  trace.Time // the instant that the picture shows first
	Until  trace.Time // where the scene ends; 0 for the run's own end
	Beside bool       // it stands beside the text where there is room
	Stops  []Stop     // in order

	steps   [][]string // the phases of each item of its list of steps
	sources []string   // the files shown with it
	at      place
}

// Labelled tells whether the phases of its run light the items of a list of steps.
func (s *Scene) Labelled() bool { return len(s.steps) > 0 }

// Frame is what a scene shows before anything moves.
type Frame struct {
	SVG      template.HTML  // the picture
	Now      string         // what has just happened, in words
	At       trace.Time     // when it happened
	Happened int            // how many events had by then
	Running  []running.Line // the lines of source that run
	Follow   string         // whose line is shown where there is room for one source
	Signs    []Sign         // what the legend explains besides the usual
}

// Stop is an instant at which playing halts, and what is said there.
type Stop struct {
	At  trace.Time
	Say template.HTML
}

// Clock is the stop's instant, as the viewer shows it.
func (s Stop) Clock() string { return words.Clocked(s.At) }

// scene puts a figure in the place of a scene block, and plays its run.
func (c *compiler) scene(doc *ast.Document, n ast.Node, at place, text []byte) {
	s, err := c.readScene(at, text)
	if err != nil {
		c.problem(err)
		return
	}
	s.Link = c.options.Link(&s.Run)
	f := &figure{scene: s}
	doc.ReplaceChild(doc, n, f)
	c.figures = append(c.figures, f)
	c.lesson.Scenes = append(c.lesson.Scenes, s)
	c.enter(Block{Kind: "scene", ID: s.ID, Line: at.line, Part: s, structure: s.structure()})
	events, err := c.plays.of(&s.Run)
	if err != nil {
		c.problem(at.errorf("%w", err))
		return
	}
	f.events = events
	if end := events[len(events)-1].T; s.Start > end {
		c.problem(at.errorf("the scene starts at %v, but its run ends at %v", trace.Duration(s.Start), trace.Duration(end)))
	}
	for _, stop := range s.Stops {
		if end := f.end(); stop.At > end {
			c.problem(at.errorf("a stop is at %v, but the scene ends at %v", trace.Duration(stop.At), trace.Duration(end)))
		}
	}
}

// end is the last instant that a figure shows.
func (f *figure) end() trace.Time {
	end := f.events[len(f.events)-1].T
	if f.scene.Until != 0 {
		end = min(end, f.scene.Until)
	}
	return end
}

// figure returns the figure of the scene with that id, or of the last one for none.
func (c *compiler) figure(at place, id string) (*figure, error) {
	var ids []string
	for _, f := range c.figures {
		if f.scene.ID == id {
			return f, nil
		}
		ids = append(ids, f.scene.ID)
	}
	switch {
	case len(ids) == 0:
		return nil, at.errorf("it asks about a scene, and there is none before it")
	case id != "":
		return nil, at.errorf("there is no scene %q before it; %s", id, strictyaml.Others(id, ids))
	}
	return c.figures[len(c.figures)-1], nil
}

// readScene reads the YAML of a scene block that opens at that place.
func (c *compiler) readScene(at place, text []byte) (*Scene, error) {
	s := &Scene{at: at, Lang: c.lesson.Lang}
	err := readPart(at, "scene", text, map[string]strictyaml.Reader{
		"id":       c.readID(&s.ID),
		"scenario": strictyaml.IntoText(&s.Run.Scenario),
		"title":    strictyaml.IntoText(&s.Title),
		"start":    strictyaml.Into(&s.Start, instant),
		"until":    strictyaml.Into(&s.Until, instant),
		"beside":   strictyaml.Into(&s.Beside, boolean),
		"seed":     strictyaml.Into(&s.Run.Seed, seed),
		"params":   readParams(&s.Run.Params),
		"stops": func(v strictyaml.Value) error {
			return v.Each("["+exampleStop+"]", func(v strictyaml.Value) error { return c.readStop(s, v) })
		},
		"steps": func(v strictyaml.Value) error { return v.Each("[ask, count, [work, let-go]]", s.readStep) },
	}, "scenario", "title")
	if err == nil && s.Until != 0 && s.Until < s.Start {
		err = at.errorf("the scene ends at %v, before its start at %v", trace.Duration(s.Until), trace.Duration(s.Start))
	}
	if err == nil && s.ID == "" {
		s.ID = "scene-" + strconv.Itoa(len(c.figures)+1)
		if what := c.claim(s.ID); what != "" {
			err = at.errorf("%s", what)
		}
	}
	return s, err
}

const exampleStop = "{at: 1.2s, say: A has its lock.}"

func (c *compiler) readStop(s *Scene, v strictyaml.Value) error {
	var stop Stop
	err := v.Fields(map[string]strictyaml.Reader{
		"at": strictyaml.Into(&stop.At, instant), "say": c.inline(&stop.Say),
	}, "at", "say")
	if n := len(s.Stops); err == nil && n > 0 && stop.At <= s.Stops[n-1].At {
		err = v.Errorf("stops stand in the order of their instants, and the one before is at %v", trace.Duration(s.Stops[n-1].At))
	}
	s.Stops = append(s.Stops, stop)
	return err
}

// readParams reads the parameters of a run.
func readParams(to *[]run.Param) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		return v.Entries("{lock.ttl: 30s}", func(name string, v strictyaml.Value) error {
			text, err := v.Text()
			*to = append(*to, run.Param{Name: name, Value: text})
			return err
		})
	}
}

// structure is all of a scene but its words. Sources are blocks of their own.
func (s *Scene) structure() string {
	parts := []any{s.Run.Link(), "from", trace.Duration(s.Start), "to", trace.Duration(s.Until), "beside", s.Beside, "stops"}
	for _, stop := range s.Stops {
		parts = append(parts, trace.Duration(stop.At))
	}
	return structured(append(parts, "steps", s.steps)...)
}
