package stage

import (
	"math"
	"slices"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/tree"
)

// seedField is the form's field for the seed, which is no parameter.
const seedField = "seed"

// seeds is how many seeds a new one is drawn from: few enough to be told to somebody.
const seeds = 10_000

// openParams shows the parameters of the present run.
func (s *Stage) openParams(arg string) {
	if s.wait(s.openParams, arg) {
		return
	}
	r := s.tree.Branches()[s.tree.Present()].Run
	values := []Field{{Name: seedField, Value: seedOf(r)}}
	for _, p := range r.Params {
		values = append(values, Field{Name: p.Name, Value: p.Value})
	}
	s.openDialog(Params)
	s.view.SetText(ParamsProblem, "")
	s.view.Fill(ParamsForm, values)
}

// submitParams runs it again with the parameters as they stand in the form.
func (s *Stage) submitParams(fields []Field) {
	seed, ok := trace.ParseWhole(value(fields, seedField), math.MaxUint64)
	if !ok {
		s.view.SetText(ParamsProblem, s.say.Say("viewer.seed.wrong"))
		return
	}
	if name, wrong := s.wrong(fields); wrong != "" {
		s.view.SetText(ParamsProblem, wrong)
		s.view.FocusField(ParamsForm, name)
		return
	}
	if s.grip.dialog == Params {
		s.grip.tried = fields
	}
	s.restart(func(r *run.Run) {
		r.Seed = seed
		r.Params = overlaid(r.Params, fields)
	})
}

// wrong says which field can be seen not to do, and why. Limits are those of one parameter
// that is changed alone: of several the server knows.
func (s *Stage) wrong(fields []Field) (name, why string) {
	alone := len(overlaid(s.tree.Branches()[s.tree.Present()].Run.Params, fields)) == 1
	for _, f := range fields {
		if f.Name == seedField || f.Value == f.Usual {
			continue
		}
		from, to, both := strings.Cut(f.Value, "..")
		if !both {
			to = from
		}
		low, ok := quantity(from)
		high, good := quantity(to)
		least, most := s.view.Limits(ParamsForm, f.Name)
		switch {
		case !ok || !good:
		case low > high:
			return f.Name, s.say.Say("viewer.params.reversed")
		case alone && least != "" && !within(low, high, least, most):
			return f.Name, s.say.Say("viewer.params.outside", "least", least, "most", most)
		}
	}
	return "", ""
}

// within tells whether low to high lies within limits that are written.
func within(low, high int64, least, most string) bool {
	from, ok := quantity(least)
	to, good := quantity(most)
	return !ok || !good || from <= low && high <= to
}

// quantity reads a whole number or a span of time: a form's field holds one sort.
func quantity(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	if n, ok := trace.ParseWhole(text, math.MaxInt64); ok {
		return int64(n), true
	}
	d, err := trace.ParseSignedDuration(text)
	return int64(d), err == nil
}

// refuseParams says in the form why the parameters that were tried make no run, and goes
// to the field that the problem names.
func (s *Stage) refuseParams(problem string) {
	named := ""
	for _, f := range s.grip.tried {
		if len(f.Name) > len(named) && strings.Contains(problem, f.Name) {
			named = f.Name
		}
	}
	s.grip.tried = nil
	s.view.SetText(ParamsProblem, problem)
	s.view.FocusField(ParamsForm, named)
}

// overlaid returns parameters with those of the fields that differ from the usual,
// instead of what they were for these fields. A field that is left blank changes nothing,
// unless to be blank is usual.
func overlaid(params []run.Param, fields []Field) []run.Param {
	set := func(f Field) bool { return f.Name != seedField && (strings.TrimSpace(f.Value) != "" || f.Usual == "") }
	var all []run.Param
	for _, p := range params {
		if !slices.ContainsFunc(fields, func(f Field) bool { return f.Name == p.Name && set(f) }) {
			all = append(all, p)
		}
	}
	for _, f := range fields {
		if set(f) && f.Value != f.Usual {
			all = append(all, run.Param{Name: f.Name, Value: f.Value})
		}
	}
	return all
}

// newSeed runs it again with a seed drawn at random.
func (s *Stage) newSeed(string) {
	s.restart(func(r *run.Run) {
		for old := r.Seed; r.Seed == old; {
			r.Seed = uint64(1 + s.page.Random(seeds))
		}
	})
}

// restart runs the same actions in another world, from the beginning to the instant that
// is shown.
func (s *Stage) restart(change func(*run.Run)) {
	played, before := s.grip.played || s.shown.player.Playing(), s.presentLink()
	if err := s.alter(func(t *tree.Tree) error { return t.Restart(change) }); err != nil {
		if s.grip.tried != nil {
			s.refuseParams(s.explain(err))
		} else {
			s.refuse(err)
		}
		return
	}
	if s.presentLink() == before {
		s.pending = s.pending[:len(s.pending)-1]
		s.grip.tried = nil
		s.view.SetText(ParamsProblem, s.say.Say("viewer.params.same"))
		return
	}
	s.grew(landing{at: s.now(), happened: -1, play: played})
	if s.coming == nil {
		s.closeDialog()
	}
}
