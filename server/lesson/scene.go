package lesson

import (
	"cmp"
	"html/template"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/wasm/viewer"
)

// Scene is a run that a lesson plays.
type Scene struct {
	ID     string // scene-1, scene-2 and so on within the lesson
	Run    run.Run
	Title  string
	Lang   string     // of its words
	Start  trace.Time // the instant that the picture shows first
	Until  trace.Time // where the scene ends; 0 for the run's own end
	Beside bool       // it stands beside the text where there is room

	sources []string // the files shown with it
	at      place
}

// Link names the scene's run and the engine that plays it. A page may outlive its server:
// one of another engine then explains itself, instead of going on with events that do not
// follow from those that the page has.
func (s *Scene) Link() string {
	r := s.Run
	r.Engine = cmp.Or(r.Engine, world.Version)
	return r.Link()
}

// Frame is what a scene shows before anything moves.
type Frame struct {
	SVG      template.HTML // the picture
	Now      string        // what has just happened, in words
	At       trace.Time    // when it happened
	Happened int           // how many events had by then
	Running  []viewer.Line // the lines of source that run
	Follow   string        // whose line is shown where there is room for one source
	Signs    []Sign        // what the legend explains besides the usual
}

// readScene reads the YAML of a scene block that opens at that place.
func readScene(at place, text []byte) (*Scene, error) {
	s := &Scene{at: at}
	err := readPart(at, "scene", text, map[string]strictyaml.Reader{
		"scenario": strictyaml.IntoText(&s.Run.Scenario),
		"title":    strictyaml.IntoText(&s.Title),
		"start":    strictyaml.Into(&s.Start, instant),
		"until":    strictyaml.Into(&s.Until, instant),
		"beside":   strictyaml.Into(&s.Beside, truth),
		"seed":     strictyaml.Into(&s.Run.Seed, seed),
		"params":   s.readParams,
	}, "scenario", "title")
	if err == nil && s.Until != 0 && s.Until < s.Start {
		err = at.errorf("the scene ends at %v, before its start at %v", trace.Duration(s.Until), trace.Duration(s.Start))
	}
	return s, err
}

func (s *Scene) readParams(v strictyaml.Value) error {
	return v.Entries("{lock.ttl: 30s}", func(name string, v strictyaml.Value) error {
		text, err := v.Text()
		s.Run.Params = append(s.Run.Params, run.Param{Name: name, Value: text})
		return err
	})
}
