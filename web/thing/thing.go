// Package thing names what a picture shows and a hand can take hold of: a node, a
// client, a resource, a message on its way, a link. The scene writes the name into
// the attribute data-thing of what stands for it; the viewer reads it back to say
// what can be done to it.
package thing

import "strings"

// Kind is what sort of thing it is.
type Kind uint8

// The kinds.
const (
	Node Kind = iota + 1 // whatever answers: a Redis node, a sentinel, a member of a lock service
	Client
	Resource
	Msg  // a message on its way, by its name: A/1/set>n3
	Link // from one machine to another, that way alone
)

// Thing is one of them.
type Thing struct {
	Kind Kind
	Name string
	To   string // of a link: where it leads; Name is where it begins
}

var prefixes = [...]string{Node: "node", Client: "client", Resource: "resource", Msg: "msg", Link: "link"}

// String returns the thing's name as it stands in data-thing, such as node:n3,
// msg:A/1/set>n3 or link:A>n3.
func (t Thing) String() string {
	s := prefixes[t.Kind] + ":" + t.Name
	if t.Kind == Link {
		s += ">" + t.To
	}
	return s
}

// Parse reads what String wrote.
func Parse(s string) (Thing, bool) {
	prefix, name, ok := strings.Cut(s, ":")
	if !ok || name == "" {
		return Thing{}, false
	}
	for k := Node; k <= Link; k++ {
		if prefixes[k] != prefix {
			continue
		}
		t := Thing{Kind: k, Name: name}
		if k == Link {
			t.Name, t.To, ok = strings.Cut(name, ">")
			ok = ok && t.Name != "" && t.To != ""
		}
		return t, ok
	}
	return Thing{}, false
}
