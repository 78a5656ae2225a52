package trace

import (
	"reflect"
	"testing"
)

// full is a state in which nothing that a state may hold is missing.
func full() *State {
	return &State{
		Nodes: []NodeState{{Keys: []HeldKey{{Name: "k"}}, Ghosts: []Ghost{{Name: "k"}}, Doubters: []NodeID{"s1"}}},
		Clients: []ClientState{{
			Votes: []Vote{Granted}, Belief: &Belief{Key: "k"}, Others: []ActivityState{{Name: "watchdog"}}, awaited: []MsgName{{Node: "n1"}},
		}},
		Resources: []ResourceState{{Version: 1}},
		Messages:  []Message{{Name: "A/1/set>n1"}},
		Links:     []LinkState{{From: "A", To: "n1"}},
		Broken:    []Event{{Kind: Violation}},
	}
}

// eventsOwn is what belongs to events, which never change.
var eventsOwn = map[string]bool{"Cmd": true, "ClientInfo": true, "Last": true, "Stopped": true, "Count": true, "Broken[]": true}

// shared lists what two states have in common that either may change, and what
// is too empty to tell.
func shared(a, b reflect.Value, path string) (found []string) {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if name := a.Type().Field(i).Name; !eventsOwn[name] {
				found = append(found, shared(a.Field(i), b.Field(i), name)...)
			}
		}
	case reflect.Slice, reflect.Pointer, reflect.Map:
		switch {
		case a.IsNil() || b.IsNil():
			return []string{path + " is missing"}
		case a.Pointer() == b.Pointer():
			return []string{path + " is shared"}
		case a.Kind() == reflect.Pointer:
			return shared(a.Elem(), b.Elem(), path)
		case a.Kind() == reflect.Map:
			return []string{path + " is a map, which the state has none of"}
		case !eventsOwn[path+"[]"]:
			return shared(a.Index(0), b.Index(0), path+"[]")
		}
	case reflect.Interface, reflect.Chan, reflect.Func:
		return []string{path + " is nothing that can be cloned"}
	}
	return found
}

func TestCloneSharesNothing(t *testing.T) {
	s := full()
	c := s.Clone()
	if !reflect.DeepEqual(s, c) {
		t.Fatalf("the clone is another state:\n%+v\n%+v", s, c)
	}
	for _, what := range shared(reflect.ValueOf(s), reflect.ValueOf(c), "State") {
		t.Error(what)
	}
	if empty := (&State{}).Clone(); !reflect.DeepEqual(empty, &State{}) {
		t.Errorf("the clone of nothing is %+v", empty)
	}
}

// The search finds what a forgetful Clone would share.
func TestSharedIsFound(t *testing.T) {
	s := full()
	lazy := *s
	lazy.Nodes = append([]NodeState(nil), s.Nodes...)
	lazy.Clients = append([]ClientState(nil), s.Clients...)
	got := shared(reflect.ValueOf(s), reflect.ValueOf(&lazy), "State")
	want := []string{
		"Keys is shared", "Ghosts is shared", "Doubters is shared", "Votes is shared", "Belief is shared", "Others is shared", "awaited is shared",
		"Resources is shared", "Messages is shared", "Links is shared", "Broken is shared",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
