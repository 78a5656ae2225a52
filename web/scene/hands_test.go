package scene_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
	"lockstep/web/thing"
)

var target = regexp.MustCompile(`<rect class="hit" data-thing="([^"]*)" role="button" tabindex="0" aria-haspopup="dialog"[^>]*? height="([0-9.]+)" width="([0-9.]+)"[^>]* aria-label="([^"]+)"/>`)

// line is what a pointer takes hold of a link by that is as usual.
var line = regexp.MustCompile(`<g class="hold" data-thing="([^"]*)" aria-hidden="true"><(?:line|polyline) class="hit" [^>]*/></g>`)

// targets returns the label of each thing that the picture offers.
func targets(t *testing.T, svg []byte) map[thing.Thing]string {
	t.Helper()
	all := make(map[thing.Thing]string)
	for _, m := range target.FindAllSubmatch(svg, -1) {
		th, ok := thing.Parse(html.UnescapeString(string(m[1])))
		if !ok {
			t.Errorf("%q names no thing", m[1])
		}
		if all[th] != "" {
			t.Errorf("%s has two targets", th)
		}
		if number(t, string(m[2])) < 44 || number(t, string(m[3])) < 44 {
			t.Errorf("the target of %s, %s by %s, is too small for a finger", th, m[3], m[2])
		}
		all[th] = string(m[4])
	}
	if got, want := len(all), bytes.Count(svg, []byte("data-thing"))-len(line.FindAll(svg, -1)); got != want {
		t.Errorf("%d of %d targets are well-formed", got, want)
	}
	return all
}

// What a hand can take hold of has one target each, and a picture that nobody can act
// upon has none.
func TestEachThingHasATarget(t *testing.T) {
	each(t, func(t *testing.T, _ string, st *trace.State, at trace.Time, o scene.Options) {
		if bytes.Contains(scene.Draw(st, at, o).SVG(), []byte("hit")) {
			t.Error("there are targets where nothing can be done")
		}
		o.Hands = true
		svg := scene.Draw(st, at, o).SVG()
		checkMarkup(t, svg)
		checkHidden(t, svg)
		got := targets(t, svg)
		var want []thing.Thing
		for i := range st.Clients {
			want = append(want, thing.Thing{Kind: thing.Client, Name: string(st.Clients[i].ID)})
		}
		for i := range st.Nodes {
			want = append(want, thing.Thing{Kind: thing.Node, Name: string(st.Nodes[i].ID)})
		}
		for i := range st.Resources {
			want = append(want, thing.Thing{Kind: thing.Resource, Name: st.Resources[i].ID})
		}
		for i := range st.Messages {
			if m := &st.Messages[i]; !m.Lost {
				want = append(want, thing.Thing{Kind: thing.Msg, Name: m.Name})
			}
		}
		for _, th := range want {
			if got[th] == "" {
				t.Errorf("%s has no target", th)
			}
			delete(got, th)
		}
		for th := range got {
			if th.Kind != thing.Link {
				t.Errorf("%s has a target and is not there", th)
			} else if st.Link(th.Name, th.To) == (trace.LinkState{From: th.Name, To: th.To}) {
				t.Errorf("%s has a target although nothing happened to it", th)
			}
		}
	})
}

// A line between a client and a node is the link between them, for a pointer: once, and
// unless the link has a target.
func TestLinesAreLinks(t *testing.T) {
	lines := 0
	each(t, func(t *testing.T, _ string, st *trace.State, at trace.Time, o scene.Options) {
		o.Hands = true
		svg := scene.Draw(st, at, o).SVG()
		held := targets(t, svg)
		for _, m := range line.FindAllSubmatch(svg, -1) {
			lines++
			th, _ := thing.Parse(html.UnescapeString(string(m[1])))
			switch l := st.Link(th.Name, th.To); {
			case th.Kind != thing.Link || st.Client(trace.ClientID(th.Name)) == nil || st.Node(trace.NodeID(th.To)) == nil:
				t.Errorf("%s is no link from a client to a node", m[1])
			case l != (trace.LinkState{From: th.Name, To: th.To}):
				t.Errorf("%s is changed, and its line would be in the way of its target", m[1])
			case held[th] != "":
				t.Errorf("%s can be taken hold of twice", m[1])
			}
			held[th] = "its line"
		}
	})
	if lines == 0 {
		t.Error("no picture has such a line")
	}
}

// checkHidden finds words that would be read out besides the targets' labels.
func checkHidden(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	hidden := 0 // how deep within something hidden
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch el := token.(type) {
		case xml.StartElement:
			for _, a := range el.Attr {
				if a.Name.Local == "data-thing" && hidden > 0 {
					t.Errorf("the target of %s is hidden", a.Value)
				}
				if a.Name.Local == "aria-hidden" && hidden == 0 {
					hidden = 1
					break
				}
			}
			if hidden > 0 {
				hidden++
			}
		case xml.EndElement:
			if hidden > 0 {
				hidden--
			}
			if hidden == 1 {
				hidden = 0
			}
		case xml.CharData:
			if words := strings.TrimSpace(string(el)); hidden == 0 && words != "" {
				t.Errorf("%q would be read out", words)
			}
		}
	}
}

// Between two events no label changes: it would be read out again and again.
func TestLabelsStayBetweenEvents(t *testing.T) {
	for _, name := range []string{"asking", "paused", "stalled", "clocks", "delayed", "partitioned", "replicating"} {
		c := caseNamed(t, name)
		st := trace.Fold(c.story().events, c.at)
		o := scene.Options{Words: words(t, "en"), Hands: true}
		from, to := scene.Draw(st, c.at, o), scene.Draw(st, c.at+ms, o)
		var d draw.Delta
		d.Between(from, to)
		if d.Whole || len(d.Changes) > 0 {
			t.Errorf("%s: %d parts change with bare time", name, len(d.Changes))
		}
	}
}

// The thing whose menu is open looks so, and no other does.
func TestHeldThingIsMarked(t *testing.T) {
	c := caseNamed(t, "partitioned")
	st := trace.Fold(c.story().events, c.at)
	for _, name := range []string{"client:A", "node:n3", "resource:invoice-42", "link:A>n4", "link:B>n1"} {
		held, _ := thing.Parse(name)
		svg := scene.Draw(st, c.at, scene.Options{Words: words(t, "en"), Hands: true, Held: held}).SVG()
		marked := regexp.MustCompile(`class="[^"]* selected"`).FindAll(svg, -1)
		part := regexp.MustCompile(`(?s)class="[^"]* selected".*?data-thing="([^"]*)"`).FindSubmatch(svg)
		if len(marked) != 1 || part == nil || html.UnescapeString(string(part[1])) != name {
			t.Errorf("%s is held, and %s is marked", name, marked)
		}
	}
}

// What is said of a thing is what is so.
func TestLabelsSayWhatIsSo(t *testing.T) {
	for i, row := range []struct{ of, thing, label string }{
		{"replicating", "node:n1", "n1: primary, key of A"},
		{"held", "node:n2", "node n2: key of A"},
		{"held", "client:A", "client A: step 5 of 5, works inside; believes it holds the lock, which is true: 5 of 5"},
		{"before", "client:B", "client B: has not begun"},
		{"electing", "node:s1", "s1: sentinel, n1 down"},
		{"promoted", "node:n2", "n2: primary, by s1, key of B"},
		{"split", "node:n1", "n1: old primary, key of A"},
		{"replicating", "node:n2", "n2: replica, lacks 1, no key"},
		{"broken", "resource:invoice-42", "invoice-42: two are inside, not promised here"},
		{"refused", "msg:B/1/set<n4", "(nil), the reply of n4 to B"},
		{"refused", "msg:B/1/set<n5", "(nil), the reply of n5 to B, late"},
		{"partitioned", "link:A>n4", "link from A to n4: cut"},
	} {
		c := caseNamed(t, row.of)
		svg := scene.Draw(trace.Fold(c.story().events, c.at), c.at, scene.Options{Words: words(t, "en"), Hands: true}).SVG()
		th, _ := thing.Parse(row.thing)
		if got := targets(t, svg)[th]; got != row.label {
			t.Errorf("row %s: %s is called %q, want %q", strconv.Itoa(i), row.thing, got, row.label)
		}
	}
}
