package site

import (
	"errors"
	"strings"
	"testing"

	"lockstep/server/playground"
	"lockstep/sim/strictyaml"
)

// The list has each group with its scenarios, and those of no group last.
func TestPlaygroundLists(t *testing.T) {
	s, _ := newSite(t)
	list := parseHTML(t, get(s, "/zh/play").Body.String())
	if h, ok := find(list, "h2", "id", "majority"); !ok || h.text != "甲与乙" {
		t.Errorf("the group is called %q", h.text)
	}
	if a, ok := find(list, "a", "href", "play/redlock"); !ok || a.attr["class"] != "next" {
		t.Error("the scenario is not there")
	}
	groups := append(s.config.Groups, playground.Group{Scenarios: s.config.Groups[0].Scenarios})
	v := s.view("en", "play")
	x := v.playground(groups, nil)
	if last := x.Groups[len(x.Groups)-1]; last.ID != "more" || last.Title != "More scenarios" || last.Worlds[0].ID != "redlock" {
		t.Errorf("the last group is %+v", last)
	}
	if n := worldsListed(groups); n != 2 {
		t.Errorf("%d scenarios are counted, want 2", n)
	}
}

// Where the list's file is wrong the page says where, and of any other mishap only what
// it is about.
func TestPlaygroundWithoutAList(t *testing.T) {
	s, _ := newSite(t)
	v := s.view("en", "play")
	for _, row := range []struct {
		err  error
		want string
	}{
		{&strictyaml.Error{File: "playground.yaml", Line: 3, Text: "this is wrong"}, "playground.yaml:3: this is wrong"},
		{errors.New("/secret/disk is on fire"), "playground.yaml"},
	} {
		if x := v.playground(nil, row.err); x.Amiss != row.want {
			t.Errorf("%v is told as %q, want %q", row.err, x.Amiss, row.want)
		}
	}
	c := s.config
	c.Groups, c.NoGroups = nil, &strictyaml.Error{File: "playground.yaml", Line: 3, Text: "this is wrong"}
	other, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if body := get(other, "/en/play").Body.String(); !strings.Contains(body, "playground.yaml:3: this is wrong") {
		t.Error("the page does not say what is wrong")
	}
}
