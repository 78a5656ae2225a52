package site

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/profile"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// told is all that the page says of a lock, and how much of it is marked.
func told(c phrase.Catalog, d *defaults, page *lock.Options) (text string, marked int) {
	for i := range columns {
		cell, differs := columns[i].tell(c, d, page)
		if differs {
			marked++
		}
		text += columns[i].name + ": " + cell + "\n"
	}
	more := besides(c, d, page)
	return text + strings.Join(more, "\n"), marked + len(more)
}

// Whatever option of a lock a library has otherwise, the page says something else of
// it, and marks it unless the Redis page leaves it open.
func TestEveryOptionIsTold(t *testing.T) {
	s, _ := newSite(t)
	tables, err := families()
	if err != nil {
		t.Fatal(err)
	}
	open := []string{"TTL", "NodeTimeout", "Order", "Retries", "RetryDelay", "RetryJitter"}
	// Whose it is, what it asks, and FenceOnRead, which goes with Fence.
	untold := []string{"Profile", "Claims", "Key", "Nodes", "Sentinels", "Members", "FenceOnRead"}
	redsync := *tables[0].members[slices.IndexFunc(tables[0].members, func(d defaults) bool { return d.library.ID == "redsync" })].library
	redsync.StandsIn = nil // its options are what it does
	page := &tables[0].page.lock
	for _, lang := range phrase.Languages {
		c := s.config.Phrases[lang]
		for i := range reflect.TypeFor[lock.Options]().NumField() {
			name := reflect.TypeFor[lock.Options]().Field(i).Name
			if slices.Contains(untold, name) {
				continue
			}
			same := defaults{*page, &redsync}
			if name == "MaxExtensions" { // of a lock that is renewed
				same.lock.Watchdog = trace.Second
			}
			other := same
			change(t, name, reflect.ValueOf(&other.lock).Elem().Field(i))
			plain, before := told(c, &same, page)
			text, after := told(c, &other, page)
			if text == plain {
				t.Errorf("%s: with another %s the page says the same: %s", lang, name, text)
			}
			want := 1
			if slices.Contains(open, name) {
				want = 0
			}
			if name == "MaxExtensions" { // without a limit it is not as on the page
				before, want = 0, 0
			}
			if before != 0 || after != want {
				t.Errorf("%s: with another %s %d things are marked, and %d without; want %d", lang, name, after, before, want)
			}
			if strings.Contains(text, "site.libraries") || strings.Contains(text, "{") {
				t.Errorf("%s: with another %s it says %q", lang, name, text)
			}
		}
	}
}

// change gives an option another value than it has.
func change(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	switch {
	case name == "Kind":
		v.SetString(trace.LockReentrant)
	case name == "MaxExtensions":
		v.SetInt(3)
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(v.Int() + 7*int64(trace.Millisecond))
		if name == "Quorum" || name == "Retries" {
			v.SetInt(7)
		}
	case v.CanUint():
		v.SetUint(v.Uint() + 1)
	case v.Kind() == reflect.String:
		v.SetString(string(lock.FromConsensus))
	case name == "Wait":
		v.Set(reflect.ValueOf(lock.Copies{Replicas: 1, Timeout: trace.Second}))
	default:
		t.Fatalf("%s: what would be another value of it?", name)
	}
}

// What the cells say, in the words of English.
func TestCells(t *testing.T) {
	s, _ := newSite(t)
	c := s.config.Phrases["en"]
	tables, err := families()
	if err != nil {
		t.Fatal(err)
	}
	page := &tables[0].page
	of := func(id string) *defaults {
		for i := range tables {
			for j := range tables[i].members {
				if d := &tables[i].members[j]; d.library.ID == id {
					return d
				}
			}
		}
		t.Fatalf("there is no library %s", id)
		return nil
	}
	for name, row := range map[string]struct {
		d            *defaults
		column, want string
		differs      bool
	}{
		"the page leaves it open":        {page, "ttl", "left open", false},
		"what it says of the pause":      {page, "pause", "drawn, of any length", false},
		"it has both orders":             {page, "asks", "at once or in turn", false},
		"a default":                      {of("redsync"), "ttl", "8 s", false},
		"attempts, the first included":   {of("redsync"), "attempts", "32", false},
		"a drawn pause":                  {of("redsync"), "pause", "50 ms to 249 ms, drawn", false},
		"what cannot be played":          {of("redsync"), "asks", "all at once, 400 ms together; to read, 5 s unless go-redis heeds deadlines", false},
		"a wait that is none":            {of("redisson"), "pause", "woken when the key is deleted or runs out", false},
		"a pause from nothing on":        {of("redlock-net"), "pause", "0 to 399 ms, drawn", false},
		"tried for ever":                 {of("redisson"), "attempts", "without limit", false},
		"keys that are no nodes":         {of("rueidislock"), "votes", "two of three keys on one client", false},
		"let go where it may be":         {of("redisson-redlock"), "cleanup", "only where OK was heard, or nothing in time", true},
		"a part of the default":          {of("redlock-universal"), "extension", "every 24 s until one fails, without limit: compare, then PEXPIRE", true},
		"without the 2 ms":               {of("redsync"), "drift", "1 %", true},
		"none of its own":                {of("node-redlock"), "ttl", "given by the caller", false},
		"no limit of its own for a node": {of("node-redlock"), "asks", "all at once, with no time limit", false},
		"a pause that is never drawn":    {of("redlock-py"), "pause", "always 200 ms", true},
		"in turn":                        {of("redlock-rb"), "asks", "in turn, 100 ms each", false},
		"a part of what the caller says": {of("redlock-net"), "extension", "every TTL/2, also after a refusal, without limit: creates the key if it is gone", true},
		"less than the caller says":      {of("node-redlock"), "extension", "500 ms before its end, in up to 11 attempts, without limit: compare, then SET", true},
		"one node":                       {of("redisson"), "votes", "one", false},
	} {
		i := slices.IndexFunc(columns, func(col column) bool { return col.name == row.column })
		if got, differs := columns[i].tell(c, row.d, &page.lock); got != row.want || differs != row.differs {
			t.Errorf("%s: %q, marked: %t; want %q, %t", name, got, differs, row.want, row.differs)
		}
	}
}

// Where an option only stands in for what a library does, the page says that, in every
// language.
func TestActualDefaultsAreTold(t *testing.T) {
	s, _ := newSite(t)
	tables, err := families()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		c := s.config.Phrases[lang]
		for _, f := range tables {
			for i := range f.members {
				d := &f.members[i]
				text, _ := told(c, d, &f.page.lock)
				for _, option := range d.library.StandsIn {
					key := "site.libraries.actual." + d.library.ID + "." + option
					// Up to what is filled in.
					if want, _, _ := strings.Cut(c[key], "{"); !c.Has(key) || !strings.Contains(text, want) {
						t.Errorf("%s: of %s it does not say %s %q: %s", lang, d.library.ID, key, want, text)
					}
				}
				if strings.Contains(text, "{") || strings.Contains(text, "site.libraries") {
					t.Errorf("%s: of %s it says %s", lang, d.library.ID, text)
				}
			}
		}
	}
}

// A part of what the caller says is written as such.
func TestSpansOfTheCallers(t *testing.T) {
	s, _ := newSite(t)
	for watchdog, want := range map[string]string{"ttl": "TTL", "ttl/3": "TTL/3", "ttl*4/5": "TTL × 4/5", "ttl-1500ms": "TTL − 1.5 s", "2s": "8 s"} {
		v, err := strictyaml.ParseGiven("a profile", "{watchdog: "+watchdog+"}")
		if err != nil {
			t.Fatal(err)
		}
		d := defaults{library: &profile.Profile{Lock: v}}
		if got := d.span(s.config.Phrases["en"], "watchdog", 8*trace.Second); got != want {
			t.Errorf("%s: %q, want %q", watchdog, got, want)
		}
	}
}

// Every library stands in one table, by what its lock is.
func TestFamilies(t *testing.T) {
	tables, err := families()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tables {
		if len(f.members) == 0 {
			t.Errorf("the table %s has no library", f.name)
		}
		for _, d := range f.members {
			if (d.lock.Kind == trace.LockRedlock) != (f.name == "redlock") || d.lock.Profile != d.library.ID {
				t.Errorf("%s, a %s, stands in the table %s with the options of %q", d.library.ID, d.lock.Kind, f.name, d.lock.Profile)
			}
		}
	}
}
