package scenario

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"lockstep/sim/run"
	"lockstep/sim/run/runjson"
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
func read(file string, text []byte) (*Scenario, error) {
	top, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	s := &Scenario{
		Name:    strings.TrimSuffix(path.Base(file), ".yaml"),
		options: defaults(),
	}
	var links, faults value // read once nodes and clients are known
	err = top.fields(map[string]reader{
		"title":    func(v value) error { return v.into(&s.Title) },
		"summary":  func(v value) error { return v.into(&s.Summary) },
		"resource": func(v value) error { return v.into(&s.resource) },
		"nodes":    s.option("nodes"),
		"network":  func(v value) error { return s.readNetwork(v, &links) },
		"lock":     s.readLock,
		"clients":  s.readClients,
		"faults":   func(v value) error { faults = v; return nil },
	}, "title", "summary", "resource", "lock", "clients")
	if err != nil {
		return nil, err
	}
	if links.node != nil {
		if err := links.each(s.readLink); err != nil {
			return nil, err
		}
	}
	if faults.node != nil {
		if err := faults.each(s.readFault); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// option reads one option where it stands in the file.
func (s *Scenario) option(name string) reader {
	return func(v value) error {
		text, err := v.text()
		if err != nil {
			return err
		}
		if err := parameters[name](&s.options, text); err != nil {
			return v.errorf("%q: %v", text, err)
		}
		return nil
	}
}

func (s *Scenario) readLock(v value) error {
	known := make(map[string]reader)
	for _, name := range sortedKeys(settable) {
		known[name] = s.option(name)
	}
	return v.fields(known, "kind", "key")
}

func (s *Scenario) readNetwork(v value, links *value) error {
	return v.fields(map[string]reader{
		"latency": s.option("latency"),
		"loss":    s.option("loss"),
		"links":   func(v value) error { *links = v; return nil },
	})
}

func (s *Scenario) readLink(v value) error {
	x := world.LinkException{Link: s.options.usual}
	var ends []string
	err := v.fields(map[string]reader{
		"between": func(v value) error {
			return v.each(func(v value) error {
				end, err := v.text()
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
		return v.errorf("between names a client and a node of this scenario, such as [%s, n1]", s.clients[0].id)
	}
	x.Client, x.Node = trace.ClientID(ends[0]), trace.NodeID(ends[1])
	s.links = append(s.links, x)
	return nil
}

func onLink(l *world.Link, set func(*world.Link, string) error) reader {
	return func(v value) error {
		text, err := v.text()
		if err != nil {
			return err
		}
		if err := set(l, text); err != nil {
			return v.errorf("%q: %v", text, err)
		}
		return nil
	}
}

func (s *Scenario) readClients(v value) error {
	if err := v.each(s.readClient); err != nil {
		return err
	}
	if len(s.clients) == 0 {
		return v.errorf("a scenario has at least one client, such as {id: A, takes: 400ms}")
	}
	return nil
}

func (s *Scenario) readClient(v value) error {
	if len(s.clients) == world.MaxClients {
		return v.errorf("a scenario has at most %d clients", world.MaxClients)
	}
	var c client
	err := v.fields(map[string]reader{
		"id": func(v value) error {
			id, err := v.text()
			if err == nil && !identifier.MatchString(id) {
				return v.errorf("%q: a client is called by a capital letter and up to 15 letters, digits, - or _ more", id)
			}
			if s.hasClient(trace.ClientID(id)) {
				return v.errorf("two clients are called %q", id)
			}
			c.id = trace.ClientID(id)
			return err
		},
		"start": func(v value) error {
			d, err := v.duration()
			if err == nil && trace.Time(d) > world.MaxTime {
				err = v.errorf("%v: a run lasts at most 10 virtual minutes", d)
			}
			c.start = trace.Time(d)
			return err
		},
		"takes": func(v value) (err error) {
			c.takes, err = v.duration()
			return err
		},
	}, "id", "takes")
	s.clients = append(s.clients, c)
	return err
}

func (s *Scenario) readFault(v value) error {
	if _, ok := v.node.(*ast.MappingNode); !ok {
		return v.errorf("this must be a mapping, such as {at: 2s, restart: {node: n3}}")
	}
	form, err := v.json()
	if err != nil {
		return err
	}
	b, err := json.Marshal(form)
	if err != nil {
		return v.errorf("%v", err)
	}
	a, err := runjson.Action(b)
	if err != nil {
		return v.errorf("%v", err)
	}
	switch {
	case len(s.faults) == run.MaxActions:
		return v.errorf("a scenario has at most %d faults", run.MaxActions)
	case a.Node != "" && !slices.Contains(s.nodes(), a.Node):
		return v.errorf("there is no node %q in this scenario; there is n1 to n%d", a.Node, s.options.nodes)
	case a.Who != "" && !s.hasClient(a.Who):
		return v.errorf("there is no client %q in this scenario", a.Who)
	}
	s.faults = append(s.faults, a)
	return nil
}

func (s *Scenario) hasClient(id trace.ClientID) bool {
	return slices.ContainsFunc(s.clients, func(c client) bool { return c.id == id })
}

func (s *Scenario) nodes() []trace.NodeID { return nodeIDs(s.options.nodes) }
