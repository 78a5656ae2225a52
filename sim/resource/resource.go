package resource

import (
	"fmt"
	"strconv"

	"lockstep/sim/trace"
)

// Config describes a resource.
type Config struct {
	ID      string
	Kind    Kind
	Guard   Guard
	Initial string // its value at first; "" is unpaid, one item, or an empty file
}

// A Resource is one thing that clients read and write.
type Resource struct {
	config  Config
	value   string
	version int64 // writes applied so far
	issued  int64 // the last number that NUMBER gave out

	highest holder           // the highest fencing number seen, and whose it is
	keys    map[string]int64 // under IdempotencyKey: the version that each applied key made
	done    map[string]bool  // under UniqueConstraint: what has been done
}

type holder struct {
	number int64
	who    string
}

// New returns a resource at version 0. The error is for whoever wrote the
// scenario.
func New(c Config) (*Resource, error) {
	if c.Initial == "" {
		c.Initial = kinds[c.Kind].initial
	}
	if wrong := c.Kind.check(c.Initial); wrong != "" {
		return nil, fmt.Errorf("resource %s cannot start so: %s", c.ID, wrong)
	}
	return &Resource{config: c, value: c.Initial, keys: make(map[string]int64), done: make(map[string]bool)}, nil
}

// Value returns what the resource holds.
func (r *Resource) Value() string { return r.value }

// A Result is what a command came to.
type Result struct {
	Reply string // for who asked

	// The facts for the trace. Op is "" if the command was neither a read nor a
	// write that the resource understood: then there is nothing to tell.
	Op      string // OpRead, or what was to be written
	OK      bool   // the resource did not refuse
	Why     string // why it was refused, or was not applied: trace.WhyStaleNumber and its like
	Value   string // what the resource holds afterwards
	Version int64  // and at which version
	Base    int64  // of a write: the version that it followed from
	Fence   int64  // the number shown; 0 for none
}

// Do carries out one command from who, a client or an operator.
func (r *Resource) Do(who string, cmd []string) Result {
	req, wrong := parse(r.config.Kind, cmd)
	if wrong != "" {
		return Result{Reply: "(error) ERR " + wrong, Value: r.value, Version: r.version}
	}
	switch req.verb {
	case "READ":
		return r.read(who, req)
	case "WRITE":
		return r.write(who, req)
	}
	r.issued++
	return Result{Reply: "(integer) " + strconv.FormatInt(r.issued, 10), Value: r.value, Version: r.version}
}

func (r *Resource) read(who string, req request) Result {
	if r.config.Guard == Fencing && req.fence != 0 {
		if why := r.fence(who, req.fence); why != "" {
			return r.refused(OpRead, req, why)
		}
	}
	shown := r.value
	if r.config.Kind == File {
		shown = strconv.Quote(shown)
	}
	return r.result(Result{Reply: strconv.FormatInt(r.version, 10) + " " + shown, Op: OpRead, OK: true}, req)
}

func (r *Resource) write(who string, req request) Result {
	if first, ok := r.keys[req.key]; ok {
		return r.result(Result{Reply: accepted(first), Op: req.op, OK: true, Why: trace.WhyDoneAlready}, req)
	}
	if why := r.guard(who, req); why != "" {
		return r.refused(req.op, req, why)
	}
	r.value = req.value
	r.version++
	r.remember(req)
	return r.result(Result{Reply: accepted(r.version), Op: req.op, OK: true}, req)
}

func accepted(version int64) string { return "OK " + strconv.FormatInt(version, 10) }

func (r *Resource) refused(op string, req request, why string) Result {
	return r.result(Result{Reply: "REFUSED " + why, Op: op, Why: why}, req)
}

// result adds to res what the resource holds now and what was asked.
func (r *Resource) result(res Result, req request) Result {
	res.Value, res.Version = r.value, r.version
	res.Base, res.Fence = req.base, req.fence
	return res
}
