package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// The clusters on which a lock's options are resolved: a library of the Redlock kind
// asks nodes that know nothing of each other, any other a primary that has a replica, so
// that whoever waits for copies is seen to.
const (
	manyNodes = "{independent: 5}"
	oneNode   = "{replicated: {replicas: 1}}"
)

// defaults are a library's, or those of the algorithm that it is compared with.
type defaults struct {
	lock    lock.Options
	library *profile.Profile // nil for the algorithm
}

// says tells whether a library has a default of that name. Where it has none, the
// caller gives the value, or there is none.
func (d *defaults) says(option string) bool {
	if d.library == nil {
		return false
	}
	_, ok := d.library.Lock.Get(option)
	return ok
}

// actual says what a library does where the option of that name only stands in for it,
// or returns nothing if the option is what it does. The phrase may name the time that
// the option comes to.
func (d *defaults) actual(c phrase.Catalog, option string, comesTo trace.Duration) string {
	if d.library == nil || !slices.Contains(d.library.StandsIn, option) {
		return ""
	}
	return c.Say("site.libraries.actual."+d.library.ID+"."+option, "time", d.span(c, option, comesTo))
}

// span writes a duration that an option comes to. Where the caller gives the time to
// live, what goes by that is written as a part of it.
func (d *defaults) span(c phrase.Catalog, option string, comesTo trace.Duration) string {
	if d.library == nil || d.says("ttl") {
		return span(c, comesTo)
	}
	v, _ := d.library.Lock.Get(option)
	text, err := v.Text()
	rest, relative := strings.CutPrefix(text, "ttl")
	if err != nil || !relative {
		return span(c, comesTo)
	}
	if less, ok := strings.CutPrefix(rest, "-"); ok {
		if off, err := trace.ParseDuration(less); err == nil {
			rest = " − " + span(c, off)
		}
	}
	return "TTL" + strings.ReplaceAll(rest, "*", " × ")
}

// family is libraries of one algorithm, and that algorithm as the Redis page has it.
type family struct {
	name    string
	cluster string
	page    defaults
	members []defaults
}

// families resolves all libraries: those whose lock several nodes vote on, and those
// whose lock lies on one, each by name.
func families() ([]family, error) {
	all := []family{{name: "redlock", cluster: manyNodes}, {name: "one", cluster: oneNode}}
	for i, kind := range []string{trace.LockRedlock, trace.LockToken} {
		var err error
		if all[i].page.lock, err = scenario.Resolved(all[i].cluster, "{kind: "+kind+"}"); err != nil {
			return nil, err
		}
	}
	for _, p := range profile.All() {
		f := &all[1]
		if kind, err := kindOf(&p); err != nil {
			return nil, err
		} else if kind == trace.LockRedlock {
			f = &all[0]
		}
		o, err := scenario.Resolved(f.cluster, "{profile: "+p.ID+"}")
		if err != nil {
			return nil, fmt.Errorf("the profile %s: %w", p.ID, err)
		}
		f.members = append(f.members, defaults{o, &p})
	}
	for _, f := range all {
		slices.SortStableFunc(f.members, func(a, b defaults) int {
			return cmp.Compare(strings.ToLower(a.library.Name), strings.ToLower(b.library.Name))
		})
	}
	return all, nil
}

// kindOf is the kind of lock that a library has.
func kindOf(p *profile.Profile) (string, error) {
	kind, ok := p.Lock.Get("kind")
	if !ok {
		return "", fmt.Errorf("the profile %s: it has no kind of lock", p.ID)
	}
	return kind.Text()
}

// columns are what the table of defaults has of each lock.
var columns = []column{
	{"ttl", func(c phrase.Catalog, d *defaults, _ *lock.Options) (string, bool) {
		switch {
		case d.library == nil:
			return c.Say("site.libraries.open"), false
		case !d.says("ttl"):
			return c.Say("site.libraries.ttl.given"), false
		}
		return span(c, d.lock.TTL), false
	}},
	{"attempts", func(c phrase.Catalog, d *defaults, _ *lock.Options) (string, bool) {
		switch {
		case d.library == nil:
			return c.Say("site.libraries.open"), false
		case d.lock.Retries == lock.NoLimit:
			return c.Say("site.libraries.attempts.unlimited"), false
		}
		return strconv.Itoa(d.lock.Retries + 1), false
	}},
	{"pause", pause},
	{"asks", asks},
	{"votes", quorum},
	{"drift", drift},
	{"clock", func(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
		key := "site.libraries.clock.monotonic"
		if d.lock.Clock == lock.WallClock {
			key = "site.libraries.clock.wall"
		}
		return c.Say(key), d.lock.Clock != page.Clock
	}},
	{"cleanup", cleanUp},
	{"extension", extension},
}

// column is one of them: the end of its phrase's key, and what it says of a lock, and
// whether that is otherwise than the Redis page has it. Where the page leaves
// something open, such as how often one tries, nothing is, nor where an option only
// stands in for a wait that is no wait.
type column struct {
	name string
	tell func(c phrase.Catalog, d *defaults, page *lock.Options) (text string, differs bool)
}

// pause is how long a lock waits before it tries again. The page wants that drawn, so
// that clients which collided do not again.
func pause(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
	o := &d.lock
	from, to := span(c, o.RetryDelay), span(c, o.RetryDelay+o.RetryJitter)
	if o.RetryDelay == 0 {
		from = "0" // of whatever unit
	}
	actual := d.actual(c, "retry_delay", o.RetryDelay)
	switch {
	case d.library == nil:
		return c.Say("site.libraries.pause.page"), false
	case actual != "":
		return actual, false
	case o.Retries == 0:
		return c.Say("site.libraries.none"), false
	case o.RetryDelay+o.RetryJitter == 0:
		return c.Say("site.libraries.pause.none"), true
	case o.RetryJitter == 0:
		return c.Say("site.libraries.pause.fixed", "time", from), page.RetryJitter > 0
	}
	return c.Say("site.libraries.pause.drawn", "from", from, "to", to), false
}

// asks is how nodes are asked. The page has both ways.
func asks(c phrase.Catalog, d *defaults, _ *lock.Options) (string, bool) {
	actual := cmp.Or(d.actual(c, "order", d.lock.NodeTimeout), d.actual(c, "node_timeout", d.lock.NodeTimeout))
	if actual != "" {
		return actual, false
	}
	key := "site.libraries.asks.parallel"
	switch {
	case d.lock.Kind != trace.LockRedlock:
		key = "site.libraries.asks.one"
	case d.library == nil:
		key = "site.libraries.asks.either"
	case d.lock.Order == lock.Sequential:
		key = "site.libraries.asks.sequential"
	}
	if !d.says("node_timeout") {
		return c.Say(key), false
	}
	return c.Say("site.libraries.asks.timeout", "asks", c.Say(key), "time", d.span(c, "node_timeout", d.lock.NodeTimeout)), false
}

func quorum(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
	actual := d.actual(c, "quorum", 0)
	switch o := &d.lock; {
	case actual != "":
		return actual, page.Quorum != o.Quorum
	case o.Kind != trace.LockRedlock:
		return c.Say("site.libraries.votes.one"), false
	case o.Quorum == 0:
		return c.Say("site.libraries.votes.majority"), page.Quorum != 0
	default:
		return c.Say("site.libraries.votes.fixed", "n", strconv.Itoa(o.Quorum)), page.Quorum != o.Quorum
	}
}

func drift(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
	o := &d.lock
	share := trace.Decimal(o.DriftPPM, 4) + " %"
	text := c.Say("site.libraries.none")
	switch {
	case o.DriftPPM > 0 && o.DriftConst > 0:
		text = share + " + " + span(c, o.DriftConst)
	case o.DriftPPM > 0:
		text = share
	case o.DriftConst > 0:
		text = span(c, o.DriftConst)
	}
	return text, o.DriftPPM != page.DriftPPM || o.DriftConst != page.DriftConst
}

func cleanUp(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
	o := &d.lock
	key := [...]string{lock.CleanAll: "all", lock.CleanOK: "ok", lock.CleanNone: "none", lock.CleanLast: "last"}[o.CleanUp]
	if o.Kind != trace.LockRedlock {
		key += ".one"
	}
	text := cmp.Or(d.actual(c, "cleanup", 0), c.Say("site.libraries.cleanup."+key))
	if !o.CleanUpLate {
		text = c.Say("site.libraries.cleanup.early", "cleanup", text)
	}
	return text, o.CleanUp != page.CleanUp || o.CleanUpLate != page.CleanUpLate
}

// extension is who makes a lock last longer, and how. The page has it done on request,
// and not without a limit.
func extension(c phrase.Catalog, d *defaults, page *lock.Options) (string, bool) {
	o := &d.lock
	how := c.Say("site.libraries.extension." + [...]string{lock.ExtendCompare: "compare", lock.ExtendSet: "set", lock.ExtendRecreate: "recreate"}[o.ExtendBy])
	when := cmp.Or(d.actual(c, "watchdog", o.Watchdog), c.Say("site.libraries.extension.every", "time", d.span(c, "watchdog", o.Watchdog)))
	key := "site.libraries.extension.unlimited"
	switch {
	case o.Watchdog == 0:
		key = "site.libraries.extension.asked"
	case o.MaxExtensions != lock.NoLimit:
		key = "site.libraries.extension.limited"
	}
	return c.Say(key, "how", how, "when", when, "n", strconv.Itoa(o.MaxExtensions)),
		o.ExtendBy != page.ExtendBy || o.Watchdog > 0 && o.MaxExtensions == lock.NoLimit
}

// span writes a duration exactly.
func span(c phrase.Catalog, d trace.Duration) string {
	text := d.String()
	for _, unit := range []string{"us", "ms", "s"} {
		if digits, ok := strings.CutSuffix(text, unit); ok {
			return c.Say("unit."+unit, "n", digits)
		}
	}
	return text
}
