package matrix

import (
	"path"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// Scenario is one story that every variant is told.
type Scenario struct {
	ID      string
	Title   Text
	Summary Text
	Needs   []Need

	story   strictyaml.Value // with its options in it
	on      []exception
	assumed []assumption
}

// exception is what holds besides on one topology, or for one variant.
type exception struct {
	where string
	world strictyaml.Value
}

// assumption is what the cells of some variants take for granted.
type assumption struct {
	variants []string
	text     Text
}

// readScenario reads one scenario's file. Exceptions and assumptions may be of those
// variants.
func readScenario(file string, top strictyaml.Value, variants []*Variant) (*Scenario, error) {
	s := &Scenario{}
	names := make([]string, len(variants))
	for i, v := range variants {
		names[i] = v.ID
	}
	var options strictyaml.Value
	err := top.Fields(map[string]strictyaml.Reader{
		"id":      oneOf(&s.ID, []string{strings.TrimSuffix(path.Base(file), ".yaml")}),
		"title":   s.Title.Read,
		"summary": s.Summary.Read,
		"needs":   func(v strictyaml.Value) error { return v.Each("[expiry]", s.readNeed) },
		"options": func(v strictyaml.Value) error { options = v; return nil },
		"story":   func(v strictyaml.Value) error { s.story = v; return nil },
		"on": func(v strictyaml.Value) error {
			return v.Entries("{single: {faults: []}}", func(where string, v strictyaml.Value) error {
				if known := slices.Concat(Topologies, names); !slices.Contains(known, where) {
					return v.Errorf("there is no topology or variant %q; %s", where, strictyaml.Others(where, known))
				}
				s.on = append(s.on, exception{where, v})
				return nil
			})
		},
		"assumed": func(v strictyaml.Value) error {
			return v.Each("[{for: [C], en: …}]", func(v strictyaml.Value) error { return s.readAssumption(v, names) })
		},
	}, "id", "title", "summary", "story")
	if err == nil && !options.IsZero() {
		if lock, ok := s.story.Get("lock"); ok {
			options = options.Merge(lock)
		}
		s.story, err = s.story.Set("lock", options)
	}
	return s, err
}

func (s *Scenario) readNeed(v strictyaml.Value) error {
	var name string
	if err := oneOf(&name, needNames())(v); err != nil {
		return err
	}
	n, _ := need(name)
	s.Needs = append(s.Needs, n)
	return nil
}

func (s *Scenario) readAssumption(v strictyaml.Value, names []string) error {
	var a assumption
	known := a.text.into()
	known["for"] = func(v strictyaml.Value) error {
		return v.Each("[C, D]", func(v strictyaml.Value) error {
			var name string
			err := oneOf(&name, names)(v)
			a.variants = append(a.variants, name)
			return err
		})
	}
	err := v.Fields(known, append([]string{"for"}, Languages[:]...)...)
	s.assumed = append(s.assumed, a)
	return err
}

// lacks returns the first need of the scenario that the variant does not meet.
func (s *Scenario) lacks(v *Variant) (Need, bool) {
	for _, n := range s.Needs {
		if !v.has(n) {
			return n, true
		}
	}
	return Need{}, false
}

// assumes returns what the cell with that variant takes for granted.
func (s *Scenario) assumes(v *Variant) Text {
	for _, a := range s.assumed {
		if slices.Contains(a.variants, v.ID) {
			return a.text
		}
	}
	return Text{}
}

// over lays the scenario over a variant's world.
func (s *Scenario) over(v *Variant) strictyaml.Value { return v.world.Merge(s.laid(v)) }

// laid is what the scenario lays over a variant's world.
func (s *Scenario) laid(v *Variant) strictyaml.Value {
	laid := s.story
	for _, where := range []string{v.Topology, v.ID} {
		for _, x := range s.on {
			if x.where == where {
				laid = laid.Merge(x.world)
			}
		}
	}
	return laid
}
