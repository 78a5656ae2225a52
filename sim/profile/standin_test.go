package profile

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	remark = regexp.MustCompile(`(?:^| )#(.*)$`)
	option = regexp.MustCompile(`^  ([a-z0-9_]+):`)
	here   = regexp.MustCompile(`(?i)\bhere\b`)
)

// remarked lists the options of a profile's file of which a comment, above them or
// beside them, says what is done here.
func remarked(text string) (options []string) {
	var said string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if found := remark.FindStringSubmatch(line); found != nil {
			said += found[1] + " "
		}
		if named := option.FindStringSubmatch(line); named != nil {
			if here.MatchString(said) {
				options = append(options, named[1])
			}
			said = ""
		}
	}
	return options
}

// What a profile's comments tell of what is done here, in place of what the library
// does, its stands_in names, and nothing else.
func TestStandsIn(t *testing.T) {
	stood := 0
	for _, p := range All() {
		text, err := fs.ReadFile(files, p.ID+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		told, named := remarked(string(text)), slices.Clone(p.StandsIn)
		slices.Sort(told)
		slices.Sort(named)
		if !slices.Equal(told, named) {
			t.Errorf("%s: comments tell what is done here of %q, and stands_in names %q", p.ID, told, named)
		}
		stood += len(named)
	}
	if stood == 0 {
		t.Error("nothing stands in for anything")
	}
}

func TestRemarked(t *testing.T) {
	const text = "lock:\n  # Here it is\n  # otherwise.\n  a: 1\n  b: 2 # not here: there\n  c: 3 # there\n  # there\n  d: 4\n"
	if got := remarked(text); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the options are %q, want a and b", got)
	}
}

// What stands in for something is an option that the profile has.
func TestReadStandsIn(t *testing.T) {
	with := func(named string) ([]Profile, error) {
		return read(file("mylock.yaml", good+"stands_in: "+named+"\n"))
	}
	if list, err := with("[ttl, kind]"); err != nil || !slices.Equal(list[0].StandsIn, []string{"ttl", "kind"}) {
		t.Errorf("%+v, %v", list, err)
	}
	for named, want := range map[string]string{
		"[ttl, retries]": `mylock.yaml:7: stands_in.1: "retries": the lock has no such option`,
		"ttl":            "mylock.yaml:7: stands_in: this must be a list, such as [retry_delay]",
	} {
		if _, err := with(named); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", named, err, want)
		}
	}
}
