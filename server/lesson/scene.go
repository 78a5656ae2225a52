package lesson

import (
	"html/template"

	"github.com/goccy/go-yaml/ast"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Scene is a run that a lesson plays.
type Scene struct {
	ID     string // scene-1, scene-2 and so on within the lesson
	Run    run.Run
	Title  string
	Lang   string     // of its words
	Start  trace.Time // what the picture shows first
	Until  trace.Time // where the scene ends; 0 for the run's own end
	Beside bool       // it stands beside the text where there is room

	source string // the file shown with it, if any
	at     place
}

// Frame is what a scene shows before anything moves.
type Frame struct {
	SVG template.HTML // the picture
	Now string        // what has just happened, in words
}

// readScene reads the YAML of a scene block that opens at that place.
func readScene(at place, text []byte) (*Scene, error) {
	s := &Scene{at: at}
	err := readMapping(at, "a scene", text, map[string]reader{
		"scenario": intoText(&s.Run.Scenario),
		"title":    intoText(&s.Title),
		"start":    intoTime(&s.Start),
		"until":    intoTime(&s.Until),
		"beside":   intoBool(&s.Beside),
		"seed":     intoNumber(&s.Run.Seed),
		"params":   s.readParams,
	}, "scenario", "title")
	if err == nil && s.Until != 0 && s.Until < s.Start {
		err = at.errorf("the scene ends at %v, before its start at %v", trace.Duration(s.Until), trace.Duration(s.Start))
	}
	return s, err
}

func (s *Scene) readParams(v value) error {
	m, ok := v.node.(*ast.MappingNode)
	if !ok {
		return v.errorf("want a mapping here, such as {ttl: 30s}")
	}
	for _, pair := range m.Values {
		text, err := value{v.place, pair.Value}.text()
		if err != nil {
			return err
		}
		s.Run.Params = append(s.Run.Params, run.Param{Name: pair.Key.GetToken().Value, Value: text})
	}
	return nil
}
