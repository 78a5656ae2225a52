package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// options are the choices that a scenario's lock section makes and that a run's
// parameters may change.
type options struct {
	kind  string
	nodes int
	usual world.Link
	lock  lock.Redlock
}

// defaults are those of the Redis documentation's page on distributed locks,
// where it gives any.
func defaults() options {
	return options{
		kind:  "redlock",
		nodes: 5,
		usual: world.Link{Min: trace.Millisecond, Max: 4 * trace.Millisecond},
		lock: lock.Redlock{
			TTL: 10 * trace.Second, NodeTimeout: 50 * trace.Millisecond,
			Retries: 3, RetryDelay: 200 * trace.Millisecond, RetryJitter: 100 * trace.Millisecond,
			DriftPPM: 10_000, DriftConst: 2 * trace.Millisecond,
		},
	}
}

// setter changes one option to what text says.
type setter func(o *options, text string) error

// settable are the options by name.
var settable = map[string]setter{
	"kind":         oneOf(func(o *options, k string) { o.kind = k }, pair[string]{"redlock", "redlock"}),
	"key":          func(o *options, s string) error { o.lock.Key = s; return notEmpty(s) },
	"ttl":          span(func(o *options) *trace.Duration { return &o.lock.TTL }, trace.Millisecond),
	"node_timeout": span(func(o *options) *trace.Duration { return &o.lock.NodeTimeout }, trace.Microsecond),
	"retries":      whole(func(o *options) *int { return &o.lock.Retries }, 0, 1000),
	"retry_delay":  span(func(o *options) *trace.Duration { return &o.lock.RetryDelay }, 0),
	"retry_jitter": span(func(o *options) *trace.Duration { return &o.lock.RetryJitter }, 0),
	"drift":        fraction(func(o *options) *int64 { return &o.lock.DriftPPM }),
	"drift_const":  span(func(o *options) *trace.Duration { return &o.lock.DriftConst }, 0),
	"order": oneOf(func(o *options, v lock.Order) { o.lock.Order = v },
		pair[lock.Order]{"parallel", lock.Parallel}, pair[lock.Order]{"sequential", lock.Sequential}),
	"release": oneOf(func(o *options, v lock.ReleaseBy) { o.lock.ReleaseBy = v },
		pair[lock.ReleaseBy]{"script", lock.ByScript}, pair[lock.ReleaseBy]{"del", lock.ByDel}),
}

// surroundings are options that do not stand in a file's lock section.
var surroundings = map[string]setter{
	"nodes":   whole(func(o *options) *int { return &o.nodes }, 1, world.MaxNodes),
	"latency": func(o *options, text string) error { return setLatency(&o.usual, text) },
	"loss":    func(o *options, text string) error { return setLoss(&o.usual, text) },
}

// parameters are the options that a run may change: all of them.
var parameters = func() map[string]setter {
	p := maps.Clone(surroundings)
	maps.Copy(p, settable)
	return p
}()

// set changes one parameter of a run.
func (o *options) set(name, text string) error {
	set, ok := parameters[name]
	if !ok {
		return fmt.Errorf("there is no parameter %q; there is %s", name, strings.Join(sortedKeys(parameters), ", "))
	}
	if err := set(o, text); err != nil {
		return fmt.Errorf("parameter %s: %q: %w", name, text, err)
	}
	return nil
}

func notEmpty(s string) error {
	if s == "" {
		return errors.New("it is empty")
	}
	return nil
}

func span(at func(*options) *trace.Duration, least trace.Duration) setter {
	return func(o *options, text string) error {
		d, err := trace.ParseDuration(text)
		if err == nil && d < least {
			err = errors.New("it must be at least " + least.String())
		}
		*at(o) = d
		return err
	}
}

func whole(at func(*options) *int, least, most int) setter {
	return func(o *options, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("it must be a whole number from %d to %d", least, most)
		}
		*at(o) = n
		return nil
	}
}

// fraction reads a share such as 0.01 as parts per million, exactly.
func fraction(at func(*options) *int64) setter {
	return func(o *options, text string) error {
		// A share of a second in microseconds is the share in parts per million.
		d, err := trace.ParseDuration(text + "s")
		if err != nil || d > trace.Second {
			return errors.New("it must be a share from 0 to 1 such as 0.01, with at most six places")
		}
		*at(o) = int64(d)
		return nil
	}
}

// setLatency reads 5ms, or 1ms..4ms.
func setLatency(l *world.Link, text string) error {
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	least, err := trace.ParseDuration(low)
	if err != nil {
		return err
	}
	most, err := trace.ParseDuration(high)
	if err != nil {
		return err
	}
	if least < trace.Microsecond || most < least || most > trace.Duration(world.MaxTime) {
		return errors.New("a latency is 5ms or 1ms..4ms, from 1us to 10m")
	}
	l.Min, l.Max = least, most
	return nil
}

func setLoss(l *world.Link, text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > trace.Million {
		return errors.New("loss is a number of messages in a million, from 0 to 1000000")
	}
	l.LossPPM = n
	return nil
}

type pair[T any] struct {
	name  string
	value T
}

func oneOf[T any](put func(*options, T), choices ...pair[T]) setter {
	return func(o *options, text string) error {
		var all []string
		for _, c := range choices {
			if c.name == text {
				put(o, c.value)
				return nil
			}
			all = append(all, c.name)
		}
		return errors.New("it must be " + strings.Join(all, " or "))
	}
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
