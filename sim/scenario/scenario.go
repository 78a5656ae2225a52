package scenario

import (
	"path"
	"regexp"
	"slices"
	"strings"

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
		"clients":  func(v value) error { return v.each(s.readClient) },
		"faults":   func(v value) error { faults = v; return nil },
	}, "title", "summary", "resource", "lock", "clients")
	if err != nil {
		return nil, err
	}
	if len(s.clients) == 0 || len(s.clients) > world.MaxClients {
		return nil, top.errorf("a scenario has 1 to %d clients, and this one %d", world.MaxClients, len(s.clients))
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

func (s *Scenario) readClient(v value) error {
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
	b, err := v.json()
	if err != nil {
		return err
	}
	a, err := runjson.Action(b)
	if err != nil {
		return v.errorf("%v", err)
	}
	if len(s.faults) == run.MaxActions {
		return v.errorf("a scenario has at most %d faults", run.MaxActions)
	}
	s.faults = append(s.faults, a)
	return nil
}

func (s *Scenario) hasClient(id trace.ClientID) bool {
	return slices.ContainsFunc(s.clients, func(c client) bool { return c.id == id })
}

func (s *Scenario) nodes() []trace.NodeID { return nodeIDs(s.options.nodes) }
