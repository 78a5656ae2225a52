package playground

import (
	"slices"
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Knob is one value of a scenario that a reader may set: a parameter of its runs.
type Knob struct {
	Path    string // the parameter's name, such as clients.A.lock.ttl
	Part    Part
	Of      string // which client or resource; empty where there is one for all
	Topic   string // what it is called: ttl
	Form    Form
	Default string // what the scenario itself comes to; empty for a library where it has none

	Options     []string // of a Choice, the default among them
	Least, Most string   // of the other forms: both can be had
	Kinds       []string // the kinds of lock, as the knob beside it has them, with which it counts; nil for all
	Unbounded   bool     // Most is the longest span that there is, which nobody need be told
	Usual       []Usual  // what it comes to with libraries, where that is not Default
}

// Usual is what an option of a lock comes to with a library's profile, as long as nobody
// sets it.
type Usual struct{ Library, Value string }

// Part is what of a scenario a knob belongs to.
type Part uint8

// The parts, in the order in which a form has them.
const (
	Lock Part = iota
	Client
	Resource
	Around // nodes and network
)

// Form is how the value of a knob is written.
type Form uint8

// The forms.
const (
	Choice Form = iota
	Whole       // 5
	Times       // 3, or none for no limit
	Share       // 0.01
	Span        // 10s
	Spread      // 5ms, or 1ms..4ms
	Limit       // 10s, or none for no limit
	Name        // lock:invoice-42
)

// Knobs lists what may be set of a scenario, for its own kinds of lock and for the others
// that it offers. All has been tried: the scenario compiles with each option, with the
// least and with the most, as long as nothing else is changed but the kind, where a knob
// counts with others only. Trying is bounded: what a scenario of very many clients leaves
// undecided is offered untried, and who has such a run played is told what does not fit.
func Knobs(s *scenario.Scenario) ([]Knob, error) {
	c, err := s.Compile(nil)
	if err != nil {
		return nil, err
	}
	t := newTrial(s, c, nil)
	t.all()
	return inOrder(t.knobs), nil
}

// all adds every knob that there is.
func (t *trial) all() {
	t.locks()
	t.otherKinds()
	t.otherLibraries()
	for i := range t.config.Clients {
		id, job := string(t.config.Clients[i].ID), &t.config.Clients[i].Job
		t.span(Knob{Path: "clients." + id + ".work.takes", Part: Client, Of: id, Topic: "takes"}, job.Takes)
		t.span(Knob{Path: "clients." + id + ".work.write_at", Part: Client, Of: id, Topic: "write_at"}, job.WriteAt)
	}
	t.resources()
	t.around()
}

// inOrder puts what belongs to one part, and there to one client or resource, together.
func inOrder(knobs []Knob) []Knob {
	var list []Knob
	taken := make([]bool, len(knobs))
	for part := Lock; part <= Around; part++ {
		for i := range knobs {
			for j := i; knobs[i].Part == part && j < len(knobs); j++ {
				if !taken[j] && knobs[j].Part == part && knobs[j].Of == knobs[i].Of {
					taken[j] = true
					list = append(list, knobs[j])
				}
			}
		}
	}
	return list
}

// trial makes knobs by trying what a scenario can be compiled with.
type trial struct {
	scenario *scenario.Scenario
	config   *world.Config // of the scenario as it stands, but for those:
	with     []run.Param
	knobs    []Knob
	left     *int // how much may still be tried: see try
}

// tries bounds how much is tried for one list of knobs. No scenario of the course or cell of
// the matrix needs more than half of it.
const tries = 24_000

func newTrial(s *scenario.Scenario, c *world.Config, with []run.Param) *trial {
	left := tries
	return &trial{scenario: s, config: c, with: with, left: &left}
}

// try tells whether one thing more may be tried. It takes as long as there are clients.
func (t *trial) try() bool {
	*t.left -= len(t.config.Clients)
	return *t.left >= 0
}

// compiles tells whether the scenario can be read with that value, as far as that may be
// tried.
func (t *trial) compiles(path, value string) bool {
	if !t.try() {
		return true
	}
	_, err := t.scenario.Compile(append(slices.Clip(t.with), run.Param{Name: path, Value: value}))
	return err == nil
}

// has tells whether the scenario's document has something at a path of mappings.
func (t *trial) has(names ...string) bool {
	v := t.scenario.Tree()
	for _, name := range names {
		var ok bool
		if v, ok = v.Get(name); !ok {
			return false
		}
	}
	return true
}

// choice adds a knob with those of the options that compile, if that leaves a choice.
func (t *trial) choice(k Knob, options []string) {
	k.Form = Choice
	for _, option := range options {
		if option == k.Default || t.compiles(k.Path, option) {
			k.Options = append(k.Options, option)
		}
	}
	if len(k.Options) > 1 {
		t.knobs = append(t.knobs, k)
	}
}

// whole adds a knob for a whole number: from as few as compile to as many, without a
// gap.
func (t *trial) whole(k Knob, value, least, most int) {
	fits := func(n int) bool { return t.compiles(k.Path, strconv.Itoa(n)) }
	low, high := value, value
	for low > least && fits(low-1) {
		low--
	}
	for high < most && fits(high+1) {
		high++
	}
	if low < high {
		k.Form, k.Default, k.Least, k.Most = Whole, strconv.Itoa(value), strconv.Itoa(low), strconv.Itoa(high)
		t.knobs = append(t.knobs, k)
	}
}

// shortest are the least durations that values of a scenario may have, of one sort or
// another.
var shortest = []trace.Duration{0, trace.Microsecond, trace.Millisecond, 50 * trace.Millisecond}

// span adds a knob for a duration: up to the longest that there is, where it compiles.
func (t *trial) span(k Knob, value trace.Duration) {
	fits := func(d trace.Duration) bool { return t.compiles(k.Path, d.String()) }
	if !fits(value) {
		return
	}
	least := value
	for _, d := range shortest {
		if d <= value && fits(d) {
			least = d
			break
		}
	}
	if least == value {
		least = edge(0, value, fits)
	}
	most := trace.Duration(trace.MaxSpan)
	if !fits(most) {
		most = edge(most, value, fits)
	}
	k.Form, k.Default, k.Least, k.Most = Span, value.String(), least.String(), long(most)
	k.Unbounded = most == trace.Duration(trace.MaxSpan)
	t.knobs = append(t.knobs, k)
}

// long writes a duration that may be so long that hours are better read.
func long(d trace.Duration) string {
	const hour = 60 * trace.Minute
	if d >= hour && d%hour == 0 {
		return strconv.FormatInt(int64(d/hour), 10) + "h"
	}
	return d.String()
}

// edge returns the duration nearest to one that does not fit, in whole milliseconds from
// one that does, that fits as well.
func edge(not, fitting trace.Duration, fits func(trace.Duration) bool) trace.Duration {
	for steps := (not - fitting) / trace.Millisecond; steps > 1 || steps < -1; steps = (not - fitting) / trace.Millisecond {
		if half := fitting + steps/2*trace.Millisecond; fits(half) {
			fitting = half
		} else {
			not = half
		}
	}
	return fitting
}

// resources adds the guard of each resource.
func (t *trial) resources() {
	for i := range t.config.Resources {
		r := &t.config.Resources[i]
		t.choice(Knob{Path: "resources." + r.ID + ".guard", Part: Resource, Of: r.ID, Topic: "guard", Default: r.Guard.String()}, guards())
	}
}

// around adds what there is of nodes, and how messages travel between all.
func (t *trial) around() {
	count := func(role string) int {
		n := 0
		for i := range t.config.Nodes {
			if t.config.Nodes[i].Role == role {
				n++
			}
		}
		return n
	}
	switch {
	case t.has("cluster", "independent"):
		t.whole(Knob{Path: "cluster.independent", Part: Around, Topic: "nodes"}, count(trace.RoleMaster), 1, world.MaxNodes)
	case t.has("cluster", "replicated"):
		t.whole(Knob{Path: "cluster.replicated.replicas", Part: Around, Topic: "replicas"}, count(trace.RoleReplica), 1, world.MaxNodes-1)
		t.span(Knob{Path: "cluster.replicated.lag", Part: Around, Topic: "lag"}, t.config.Replication.Lag)
	}
	usual := t.config.Network.Usual
	latency := usual.Min.String()
	if usual.Max != usual.Min {
		latency += ".." + usual.Max.String()
	}
	t.knobs = append(t.knobs, Knob{
		Path: "network.latency", Part: Around, Topic: "latency", Form: Spread,
		Default: latency, Least: trace.Microsecond.String(), Most: trace.Duration(run.MaxTime).String(),
	})
}
