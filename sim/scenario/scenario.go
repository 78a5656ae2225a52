package scenario

import (
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Scenario is one scenario file.
type Scenario struct {
	Name    string // the file's name without .yaml
	Title   string
	Summary string

	resource string
	options  options
	links    []world.LinkException
	clients  []client
	faults   []run.Action
}

type client struct {
	id    trace.ClientID
	start trace.Time
	takes trace.Duration
}

// identifier is what clients may be called: a name stands in message names and
// choice keys, where / . > < + have meanings of their own.
var identifier = regexp.MustCompile(`^[A-Z][A-Za-z0-9_-]{0,15}$`)

// read reads a scenario file.
func read(file string, top strictyaml.Value) (*Scenario, error) {
	s := &Scenario{
		Name:    strings.TrimSuffix(path.Base(file), ".yaml"),
		options: defaults(),
	}
	var links, faults strictyaml.Value // read once nodes and clients are known
	err := top.Fields(map[string]strictyaml.Reader{
		"title":    strictyaml.IntoText(&s.Title),
		"summary":  strictyaml.IntoText(&s.Summary),
		"resource": strictyaml.IntoText(&s.resource),
		"nodes":    s.option("nodes"),
		"network":  func(v strictyaml.Value) error { return s.readNetwork(v, &links) },
		"lock":     s.readLock,
		"clients":  s.readClients,
		"faults":   func(v strictyaml.Value) error { faults = v; return nil },
	}, "title", "summary", "resource", "lock", "clients")
	if err != nil {
		return nil, err
	}
	if !links.IsZero() {
		if err := links.Each(s.readLink); err != nil {
			return nil, err
		}
	}
	if !faults.IsZero() {
		if err := faults.Each(s.readFault); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// option reads one option where it stands in the file.
func (s *Scenario) option(name string) strictyaml.Reader {
	return strictyaml.Set(func(text string) error { return parameters[name](&s.options, text) })
}

func (s *Scenario) readLock(v strictyaml.Value) error {
	known := make(map[string]strictyaml.Reader)
	for _, name := range sortedKeys(settable) {
		known[name] = s.option(name)
	}
	return v.Fields(known, "kind", "key")
}

func (s *Scenario) readNetwork(v strictyaml.Value, links *strictyaml.Value) error {
	return v.Fields(map[string]strictyaml.Reader{
		"latency": s.option("latency"),
		"loss":    s.option("loss"),
		"links":   func(v strictyaml.Value) error { *links = v; return nil },
	})
}

func (s *Scenario) readLink(v strictyaml.Value) error {
	x := world.LinkException{Link: s.options.usual}
	var ends []string
	err := v.Fields(map[string]strictyaml.Reader{
		"between": func(v strictyaml.Value) error {
			return v.Each(func(v strictyaml.Value) error {
				end, err := v.Text()
				ends = append(ends, end)
				return err
			})
		},
		"latency": onLink(&x.Link, setLatency),
		"loss":    onLink(&x.Link, setLoss),
	}, "between")
	if err != nil {
		return err
	}
	if len(ends) != 2 || !s.hasClient(trace.ClientID(ends[0])) || !slices.Contains(s.nodes(), trace.NodeID(ends[1])) {
		return v.Errorf("between names a client and a node of this scenario, such as [%s, n1]", s.clients[0].id)
	}
	x.Client, x.Node = trace.ClientID(ends[0]), trace.NodeID(ends[1])
	s.links = append(s.links, x)
	return nil
}

func onLink(l *world.Link, set func(*world.Link, string) error) strictyaml.Reader {
	return strictyaml.Set(func(text string) error { return set(l, text) })
}

func (s *Scenario) readClients(v strictyaml.Value) error {
	if err := v.Each(s.readClient); err != nil {
		return err
	}
	if len(s.clients) == 0 {
		return v.Errorf("a scenario has at least one client, such as {id: A, takes: 400ms}")
	}
	return nil
}

func (s *Scenario) readClient(v strictyaml.Value) error {
	if len(s.clients) == world.MaxClients {
		return v.Errorf("a scenario has at most %d clients", world.MaxClients)
	}
	var c client
	err := v.Fields(map[string]strictyaml.Reader{
		"id": strictyaml.Set(func(id string) error {
			if !identifier.MatchString(id) {
				return errors.New("a client is called by a capital letter and up to 15 letters, digits, - or _ more")
			}
			if s.hasClient(trace.ClientID(id)) {
				return errors.New("another client is called so")
			}
			c.id = trace.ClientID(id)
			return nil
		}),
		"start": strictyaml.Into(&c.start, startOf),
		"takes": strictyaml.Into(&c.takes, trace.ParseDuration),
	}, "id", "takes")
	s.clients = append(s.clients, c)
	return err
}

// startOf reads when a client starts.
func startOf(text string) (trace.Time, error) {
	d, err := trace.ParseDuration(text)
	if err == nil && trace.Time(d) > world.MaxTime {
		err = errors.New("a run lasts at most 10 virtual minutes")
	}
	return trace.Time(d), err
}

func (s *Scenario) readFault(v strictyaml.Value) error {
	b, err := v.JSON("{at: 2s, restart: {node: n3}}")
	if err != nil {
		return err
	}
	a, err := runjson.Action(b)
	if err != nil {
		return v.Errorf("%v", err)
	}
	switch {
	case len(s.faults) == run.MaxActions:
		return v.Errorf("a scenario has at most %d faults", run.MaxActions)
	case a.Node != "" && !slices.Contains(s.nodes(), a.Node):
		return v.Errorf("there is no node %q in this scenario; there is n1 to n%d", a.Node, s.options.nodes)
	case a.Who != "" && !s.hasClient(a.Who):
		return v.Errorf("there is no client %q in this scenario", a.Who)
	}
	s.faults = append(s.faults, a)
	return nil
}

func (s *Scenario) hasClient(id trace.ClientID) bool {
	return slices.ContainsFunc(s.clients, func(c client) bool { return c.id == id })
}

func (s *Scenario) nodes() []trace.NodeID { return nodeIDs(s.options.nodes) }
