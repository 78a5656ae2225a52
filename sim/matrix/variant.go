package matrix

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/world"
)

// Variant is one kind of lock, with the machines that it lives on.
type Variant struct {
	ID       string
	Title    Text
	Topology string // one of Topologies

	world  strictyaml.Value // common, and its own laid over that
	guard  strictyaml.Value // of its resources; zero for none
	config *world.Config    // of its world with no scenario in it
}

// Topologies are the shapes that a scenario may tell apart.
var Topologies = []string{"single", "replicated", "independent", "consensus"}

// readVariants reads variants.yaml.
func readVariants(file strictyaml.Value) (all []*Variant, err error) {
	var common strictyaml.Value
	err = file.Fields(map[string]strictyaml.Reader{
		"common": func(v strictyaml.Value) error { common = v; return nil },
		"variants": func(v strictyaml.Value) error {
			return v.Each("[{id: C}]", func(v strictyaml.Value) error {
				x, err := readVariant(v, common)
				all = append(all, x)
				return err
			})
		},
	}, "common", "variants")
	return all, err
}

func readVariant(v, common strictyaml.Value) (*Variant, error) {
	x := &Variant{}
	err := v.Fields(map[string]strictyaml.Reader{
		"id":       strictyaml.IntoText(&x.ID),
		"title":    x.Title.Read,
		"topology": oneOf(&x.Topology, Topologies),
		"world":    func(v strictyaml.Value) error { x.world = common.Merge(v); return nil },
		"guard":    func(v strictyaml.Value) error { x.guard = v; return nil },
	}, "id", "title", "topology", "world")
	if err != nil {
		return nil, err
	}
	// By itself it must be a world that can be run, too.
	alone, err := x.compose(x.ID, x.Title, Text{}, x.world)
	if err != nil {
		return nil, err
	}
	x.config, err = alone.Compile(nil)
	return x, err
}

// lock returns the options that the variant's lock has while no scenario sets any.
func (x *Variant) lock() *lock.Options { return &x.config.Clients[0].Lock }

// has tells whether the variant has what a scenario needs.
func (x *Variant) has(n Need) bool { return n.has(x.config, x.lock()) }

// compose makes a scenario of a world that has been laid over the variant's own.
func (x *Variant) compose(id string, title, summary Text, world strictyaml.Value) (*scenario.Scenario, error) {
	var err error
	if !x.guard.IsZero() {
		resources, ok := world.Get("resources")
		if !ok {
			return nil, x.guard.Errorf("there are no resources to guard; want some, such as resources: {invoice-42: {kind: ledger}}")
		}
		err = resources.Entries("{invoice-42: {kind: ledger}}", func(name string, _ strictyaml.Value) error {
			var err error
			world, err = world.Set("resources."+name+".guard", x.guard)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if world, err = told(world, "id", id); err != nil {
		return nil, err
	}
	for i, lang := range Languages {
		if world, err = told(world, "title."+lang, title[i]); err != nil {
			return nil, err
		}
		if summary.IsZero() {
			continue
		}
		if world, err = told(world, "summary."+lang, summary[i]); err != nil {
			return nil, err
		}
	}
	return scenario.New(world)
}

// told puts a text into a world.
func told(world strictyaml.Value, path, text string) (strictyaml.Value, error) {
	x, err := strictyaml.ParseGiven("the matrix", strconv.Quote(text))
	if err != nil {
		return world, err
	}
	return world.Set(path, x)
}

// oneOf returns a reader of a text that must be one of those.
func oneOf(to *string, names []string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		text, err := v.Text()
		if err != nil {
			return err
		}
		for _, name := range names {
			if text == name {
				*to = text
				return nil
			}
		}
		return v.Errorf("there is no %q; %s", text, strictyaml.Others(text, names))
	}
}
