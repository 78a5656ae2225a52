package thing

import "testing"

func TestNamesAreReadBack(t *testing.T) {
	for _, c := range []struct {
		name string
		want Thing
	}{
		{"node:n3", Thing{Kind: Node, Name: "n3"}},
		{"client:A", Thing{Kind: Client, Name: "A"}},
		{"resource:invoice-42", Thing{Kind: Resource, Name: "invoice-42"}},
		{"msg:A/1/set>n3+1", Thing{Kind: Msg, Name: "A/1/set>n3+1"}},
		{"link:A>n3", Thing{Kind: Link, Name: "A", To: "n3"}},
	} {
		got, ok := Parse(c.name)
		if !ok || got != c.want || got.String() != c.name {
			t.Errorf("%s is read as %+v, %t, and written %s", c.name, got, ok, got)
		}
	}
	for _, name := range []string{"", "node", "node:", "knot:n3", "link:A", "link:>n3", "link:A>"} {
		if got, ok := Parse(name); ok {
			t.Errorf("%q is read as %+v", name, got)
		}
	}
}
