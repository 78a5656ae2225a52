package scenario

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
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
	network  world.Network
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
		network: world.Network{Usual: world.Link{Min: trace.Millisecond, Max: 4 * trace.Millisecond}},
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
	usual := &s.network.Usual
	return v.fields(map[string]reader{
		"latency": func(v value) error { return readLatency(v, usual) },
		"loss":    func(v value) error { return readLoss(v, usual) },
		"links":   func(v value) error { *links = v; return nil },
	})
}

// readLatency reads 5ms, or 1ms..4ms.
func readLatency(v value, l *world.Link) error {
	text, err := v.text()
	if err != nil {
		return err
	}
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	if l.Min, err = trace.ParseDuration(low); err == nil {
		l.Max, err = trace.ParseDuration(high)
	}
	switch {
	case err != nil:
		return v.errorf("%q: %v, or 1ms..4ms", text, err)
	case l.Min < trace.Microsecond || l.Max < l.Min || l.Max > trace.Duration(world.MaxTime):
		return v.errorf("%q: latency goes from at least 1us up to at most 10 minutes", text)
	}
	return nil
}

func readLoss(v value, l *world.Link) error {
	text, err := v.text()
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > trace.Million {
		return v.errorf("%q: loss is a number of messages in a million, from 0 to 1000000", text)
	}
	l.LossPPM = n
	return nil
}

func (s *Scenario) readLink(v value) error {
	x := world.LinkException{Link: s.network.Usual}
	var ends []string
	err := v.fields(map[string]reader{
		"between": func(v value) error {
			return v.each(func(v value) error {
				end, err := v.text()
				ends = append(ends, end)
				return err
			})
		},
		"latency": func(v value) error { return readLatency(v, &x.Link) },
		"loss":    func(v value) error { return readLoss(v, &x.Link) },
	}, "between")
	if err != nil {
		return err
	}
	if len(ends) != 2 || !s.hasClient(trace.ClientID(ends[0])) || !slices.Contains(s.nodes(), trace.NodeID(ends[1])) {
		return v.errorf("between names a client and a node of this scenario, such as [%s, n1]", s.clients[0].id)
	}
	x.Client, x.Node = trace.ClientID(ends[0]), trace.NodeID(ends[1])
	s.network.Links = append(s.network.Links, x)
	return nil
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

// Library is the scenarios of a folder.
type Library struct {
	scenarios []*Scenario // by name
}

// Open reads every scenarios/*.yaml of fsys.
func Open(fsys fs.FS) (*Library, error) {
	files, err := fs.Glob(fsys, "scenarios/*.yaml")
	if err != nil {
		return nil, err
	}
	l := &Library{}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, fmt.Errorf("scenario: %w", err)
		}
		s, err := read(file, text)
		if err != nil {
			return nil, err
		}
		l.scenarios = append(l.scenarios, s)
	}
	return l, nil
}

// Names returns the names of the scenarios, in order.
func (l *Library) Names() []string {
	names := make([]string, len(l.scenarios))
	for i, s := range l.scenarios {
		names[i] = s.Name
	}
	return names
}

// Get returns the scenario of that name.
func (l *Library) Get(name string) (*Scenario, bool) {
	for _, s := range l.scenarios {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

// locker makes the lock that the options describe.
func (o *options) locker() lock.Locker {
	r := o.lock
	r.Nodes = nodeIDs(o.nodes)
	return &r
}
