package scene_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/scene"
	"lockstep/web/style"
	"lockstep/web/thing"
)

var (
	update = flag.Bool("update", false, "rewrite the pictures in testdata")
	look   = flag.String("look", "", "a folder to write every case into, in every layout and language, to look at")
)

var layouts = map[string]scene.Layout{"figure": scene.Figure, "stage": scene.Stage, "narrow": scene.Narrow}

// loaded are the catalogs that were read: to read one takes longer than to draw with it.
var loaded = make(map[string]phrase.Catalog)

// words returns the catalog of one language.
func words(t testing.TB, lang string) phrase.Catalog {
	t.Helper()
	if c, ok := loaded[lang]; ok {
		return c
	}
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	loaded[lang] = c
	return c
}

// each calls f for every case in every layout and language.
func each(t *testing.T, f func(t *testing.T, name string, st *trace.State, at trace.Time, o scene.Options)) {
	for _, lang := range phrase.Languages {
		w := words(t, lang)
		for layoutName, layout := range layouts {
			for _, c := range allCases() {
				name := c.name + "-" + layoutName + "-" + lang
				t.Run(name, func(t *testing.T) {
					st := trace.Fold(c.story().events, c.at)
					f(t, name, st, c.at, scene.Options{Layout: layout, Words: w, Lang: lang, ID: c.name})
				})
			}
		}
	}
}

// The pictures of the cases, as text. With -update they are written anew: look at
// what changed, and at the pictures themselves (they open in a browser).
func TestPictures(t *testing.T) {
	for _, c := range allCases() {
		for layoutName, layout := range layouts {
			if !kept(c.name, layout) {
				continue // the layouts share their parts
			}
			for _, hands := range []bool{false, true} {
				if hands && !(handled[c.name] && layout != scene.Figure) {
					continue
				}
				name := c.name + "-" + layoutName
				if hands {
					name += "-hands"
				}
				o := scene.Options{Layout: layout, Words: catalogs(t)["en"], Lang: "en", ID: c.name, Hands: hands}
				t.Run(name, func(t *testing.T) {
					checkGolden(t, name, golden(c.about, scene.Draw(trace.Fold(c.story().events, c.at), c.at, o).SVG()))
				})
			}
		}
	}
}

func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the picture drawn:\n%s", file, firstDifference(got, want))
	}
}

// kept tells whether the picture of a case is kept in that layout.
func kept(name string, layout scene.Layout) bool {
	switch layout {
	case scene.Stage:
		return onStage[name]
	case scene.Narrow:
		return onPhone[name]
	}
	return name != "multitude" && name != "everything" && name != "three"
}

// onStage and onPhone are the cases whose pictures are kept in these layouts too, and
// handled those that are kept with targets for hands.
var (
	onStage = set("asking", "refused", "held", "parted", "broken", "paused", "three", "multitude", "replicating", "electing",
		"promoted", "split", "fenced", "partitioned", "stalled")
	onPhone = set("asking", "refused", "parted", "broken", "three", "crowd", "electing", "promoted", "split", "fenced",
		"partitioned", "rooms")
	handled = set("broken", "electing", "partitioned")
)

func set(names ...string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range names {
		all[name] = true
	}
	return all
}

// golden is the form in which pictures are kept: what it shows first, one part a
// line.
func golden(about string, svg []byte) []byte {
	var b bytes.Buffer
	b.WriteString("<!--" + about + "\n-->\n")
	b.Write(bytes.ReplaceAll(bytes.ReplaceAll(svg, []byte("<g data-part"), []byte("\n<g data-part")), []byte("</svg>"), []byte("\n</svg>\n")))
	return b.Bytes()
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			was := ""
			if i < len(w) {
				was = w[i]
			}
			return "got  " + g[i] + "\nwant " + was
		}
	}
	return "the file has more lines"
}

// What the dashes and signs of a case mean is said here; the pictures in testdata
// say how it looks.
func TestPicturesSayWhatIsSo(t *testing.T) {
	for _, tt := range []struct {
		name string
		has  []string
		not  []string
	}{
		{"before", []string{"has not begun", "no key", "nobody inside"}, []string{"tether", "way"}},
		{"asking", []string{`data-part="lost-A/1/set&gt;n1" class="thing msg lost lost-by-fault`, "SET lost", "2 of 5, need 3", ">OK<", "keys lost"}, []string{"parting"}},
		{"held", []string{"A is inside", "true, 3 needed", "5 of 5", `again in <tspan data-slot="hundredths">0.18<`, "0 of 5: too few"}, []string{"sign-neq"}},
		{"refused", []string{"cell-refused", "cell-silent", ">late<", "(nil)"}, nil},
		{"releasing", []string{">DEL<", "DEL lost", `class="thing msg lost who-a`}, []string{"EVAL", "lost-by-fault"}},
		{"parted", []string{"cell-parted", "no longer true", "gone", "1 of 5", "ran out", "keys kept"}, []string{"true, 3 needed"}},
		{"broken", []string{"two are inside", "not-promised", "broken-open", "no longer true", "true, 3 needed"}, []string{"broken-solid", "A is inside"}},
		{"paused", []string{`back in <tspan data-slot="hundredths">10.00<`, "-hatch)", "8.09"}, nil},
		{"crashed", []string{"its keys stay", "hollow", "since 1.000 s", "gave up"}, []string{"A is inside"}},
		{"too-late", []string{"3 of 3: too late", "lets go everywhere"}, []string{"agree\""}},
		{"replicating", []string{"primary-edge", "replica, lacks 1", `data-part="msg-n1/1/replicate&gt;n2" class="thing msg change"`, "true on n1", "all up", "next in", "ledger: unpaid"}, []string{"parted", "sure"}},
		{"electing", []string{"2 of 3 say: down", "n1 down", `class="thing msg answer"`, `class="thing msg word"`, "no longer true"}, []string{"true on"}},
		{"promoted", []string{"true on n2", "3 of 3 say: down", "not-promised", "as on disk"}, []string{"replica of"}},
		{"split", []string{`data-part="link-n1-n2"`, `data-part="link-A-s1"`, `data-part="wall-A-n2"`, `data-part="wall-n1"`, `class="wall"`, "true on n2"}, []string{"wall-way"}},
		{"fenced", []string{"33 &lt; 34: refused", `class="ticket"`, "lock service", "service-tie", "REFUSED"}, []string{"broken"}},
		{"partitioned", []string{`data-part="link-A-n4"`, "wall-way", "+300 ms", "−12.5 %"}, nil},
		{"clocks", []string{">+10 s<", "×1.02", ">−5 s<"}, nil},
		{"delayed", []string{"due 91.000 s", "+90 s", ">WRITE<"}, nil},
		{"stalled", []string{"stalled", "strokes", "renews now", ">EXTEND<", "unique constraint"}, []string{"hatch)"}},
		{"forever", []string{"no TTL", "deadlock", "broken-at-n1", "its keys stay", ">refused<"}, nil},
		{"reentrant", []string{"a7×2", "no end", "true, 1 needed", "takes it again"}, nil},
		{"service", []string{"service-tie", ">ACQUIRE<", `class="ticket"`, "guard: fencing"}, nil},
		{"numbers", []string{"no lock, a number", "has seen 34", "READ 33", "2 are inside"}, []string{"agree\"", "sign-neq", "broken"}},
		{"rooms", []string{"stock: 3 left", "file, lines: 2", "idempotency key", "B is inside"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := caseNamed(t, tt.name)
			svg := string(scene.Draw(trace.Fold(c.story().events, c.at), c.at, scene.Options{Words: words(t, "en")}).SVG())
			for _, s := range tt.has {
				if !strings.Contains(svg, s) {
					t.Errorf("the picture lacks %q", s)
				}
			}
			for _, s := range tt.not {
				if strings.Contains(svg, s) {
					t.Errorf("the picture has %q", s)
				}
			}
		})
	}
}

func caseNamed(t testing.TB, name string) (c picture) {
	t.Helper()
	for _, c := range allCases() {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("there is no case %q", name)
	return c
}

// A picture depends on trace and time alone: drawn in any order, into memory that
// held a picture of any other case, instant, layout or language, it is the same.
func TestPictureDependsOnTraceAndTimeAlone(t *testing.T) {
	type drawn struct {
		events []trace.Event
		at     trace.Time
		o      scene.Options
		want   string
	}
	var all []drawn
	for k, name := range []string{"broken", "promoted", "split", "crowd", "multitude", "fenced"} {
		c := caseNamed(t, name)
		events := c.story().events
		for i := range 60 {
			d := drawn{events: events, at: c.at * trace.Time(i+1) / 60}
			d.o = scene.Options{Words: catalogs(t)[phrase.Languages[(i+k)%3]], Layout: scene.Layout(i % 3), Hands: i%2 == 0}
			if d.o.Hands && i%5 == 0 {
				d.o.Held = thing.Thing{Kind: thing.Client, Name: "A"}
			}
			d.want = string(scene.Draw(trace.Fold(events, d.at), d.at, d.o).SVG())
			all = append(all, d)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var p draw.Picture
	for i := range all {
		d := &all[i]
		scene.Redraw(&p, trace.Fold(d.events, d.at), d.at, d.o)
		if got := string(p.SVG()); got != d.want {
			t.Fatalf("at %v the picture is another one when drawn after others: %s", trace.Duration(d.at), firstDifference([]byte(got), []byte(d.want)))
		}
	}
}

func TestTextsFitTheirBoxes(t *testing.T) {
	each(t, func(t *testing.T, _ string, st *trace.State, at trace.Time, o scene.Options) {
		scene.DrawMeasured(st, at, o, func(text string, width, room int) {
			if width > room {
				t.Errorf("%q is %d wide and has room for %d", text, width, room)
			}
		})
	})
}

// Pages allow no style attributes, Safari draws no foreignObject and does not
// know the attribute transform-origin, and nothing in a picture may run.
func TestMarkupIsWellFormedAndPlain(t *testing.T) {
	each(t, func(t *testing.T, name string, st *trace.State, at trace.Time, o scene.Options) {
		p := scene.Draw(st, at, o)
		alone := p.Standalone(style.Scene())
		for _, svg := range [][]byte{p.SVG(), alone} {
			checkMarkup(t, svg)
		}
		if *look != "" {
			if err := os.WriteFile(filepath.Join(*look, name+".svg"), alone, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// urlOf is a reference to an element.
var urlOf = regexp.MustCompile(`^url\(#(.*)\)$`)

func checkMarkup(t *testing.T, svg []byte) {
	t.Helper()
	ids, refs := map[string]bool{}, map[string]bool{}
	parts := map[string]bool{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		el, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch el.Name.Local {
		case "foreignObject", "script", "image", "a":
			t.Errorf("<%s> has no place in a picture", el.Name.Local)
		}
		for _, a := range el.Attr {
			switch n := a.Name.Local; {
			case n == "style", n == "transform-origin", strings.HasPrefix(n, "on"), n == "href":
				t.Errorf("<%s %s=%q> has no place in a picture", el.Name.Local, n, a.Value)
			case n == "id":
				if ids[a.Value] {
					t.Errorf("the id %q stands twice", a.Value)
				}
				ids[a.Value] = true
			case n == "aria-describedby":
				refs[a.Value] = true
			case n == "data-part":
				if parts[a.Value] {
					t.Errorf("the part %q stands twice", a.Value)
				}
				parts[a.Value] = true
			}
			if m := urlOf.FindStringSubmatch(a.Value); m != nil {
				refs[m[1]] = true
			}
		}
	}
	for ref := range refs {
		if !ids[ref] {
			t.Errorf("nothing has the id %q that is referred to", ref)
		}
	}
}

// A person may give a key more to live than a number on the picture can say.
func TestKeysThatOutliveEverything(t *testing.T) {
	const ages = 1 << 62
	st := trace.State{Nodes: []trace.NodeState{{NodeInfo: trace.NodeInfo{ID: "n1"}, Keys: []trace.HeldKey{{Name: "k", Value: "v", Dies: ages, Granted: ages}}}}}
	for _, layout := range layouts {
		svg := scene.Draw(&st, 0, scene.Options{Words: words(t, "en"), Layout: layout}).SVG()
		checkMarkup(t, svg)
		if full := regexp.MustCompile(`class="ttl-track"[^>]* (width="[^"]+").*class="ttl"[^>]* (width="[^"]+")`).FindSubmatch(svg); full == nil || string(full[1]) != string(full[2]) {
			t.Errorf("layout %d: the bar of a new key is not full: %s", layout, svg)
		}
		if !bytes.Contains(svg, []byte(">21474836.47<")) {
			t.Errorf("layout %d: a time that long reads otherwise: %s", layout, svg)
		}
	}
}

var (
	cardAt  = regexp.MustCompile(`<g data-part="((?:client|node|resource)[^"]*)" class="[^"]*" transform="translate\(([0-9.]+) ([0-9.]+)\)"><rect class="card" height="([0-9.]+)" width="([0-9.]+)"`)
	movedTo = regexp.MustCompile(`data-slot="move" transform="translate\((-?[0-9.]+) (-?[0-9.]+)\)"`)
)

func checkBoxesApart(t *testing.T, p *draw.Picture, w world) {
	t.Helper()
	type box struct {
		name       string
		x, y, h, w float64
	}
	var boxes []box
	for _, m := range cardAt.FindAllStringSubmatch(string(p.SVG()), -1) {
		boxes = append(boxes, box{m[1], number(t, m[2]), number(t, m[3]), number(t, m[4]), number(t, m[5])})
	}
	if want := len(w.nodes) + len(w.clients) + len(w.resources); len(boxes) != want {
		t.Fatalf("%v: found %d cards, want %d", size(w), len(boxes), want)
	}
	for i, a := range boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > float64(p.Width) || a.y+a.h > float64(p.Height) {
			t.Errorf("%v: %v leaves the picture, which is %d by %d", size(w), a, p.Width, p.Height)
		}
		for _, b := range boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("%v: %v and %v overlap", size(w), a, b)
			}
		}
	}
}

// A lost request is marked until its attempt is decided, a lost release until the
// next attempt, or until something happens long after.
func TestLostUntilDecided(t *testing.T) {
	s := begin(3, 2)
	s.phase(100*ms, "A", trace.PhaseAsk, 1, 0)
	for n := 1; n <= 3; n++ {
		s.ask(100*ms, "A", 1, "set", n, 0)
	}
	s.drop(101*ms, message("A", 1, "set", 3, false), "n3", trace.WhyCut, "")
	s.timeout(150*ms, "A", 1, 3)
	s.phase(150*ms, "A", trace.PhaseCount, 1, 0)
	undecided := len(s.events)
	s.decide(150*ms, "A", 1, "", 2, 1, 2)
	s.phase(150*ms, "A", trace.PhaseWork, 1, 0)
	s.drop(160*ms, message("A", 1, "set", 2, false), "n2", trace.WhyCut, "")
	working := len(s.events)
	s.phase(400*ms, "A", trace.PhaseGiveBack, 1, 0)
	s.ask(400*ms, "A", 1, "del", 1, 0)
	s.drop(401*ms, message("A", 1, "del", 1, false), "n1", trace.WhyCut, "")
	s.phase(450*ms, "A", trace.PhaseDone, 1, 0)
	done := len(s.events)
	s.phase(902*ms, "B", trace.PhaseAsk, 1, 0)
	for _, tt := range []struct {
		about  string
		events int
		want   []string
	}{
		{"undecided", undecided, []string{"set&gt;n3"}},
		{"decided, and one more is lost", working, []string{"set&gt;n2"}},
		{"done", done, []string{"del&gt;n1"}},
		{"long after", len(s.events), nil},
	} {
		st := trace.Fold(s.events[:tt.events], sec)
		svg := string(scene.Draw(st, st.T, scene.Options{Words: words(t, "en")}).SVG())
		for _, msg := range []string{"set&gt;n1", "set&gt;n2", "set&gt;n3", "del&gt;n1"} {
			if got, want := strings.Contains(svg, `data-part="lost-A/1/`+msg), slices.Contains(tt.want, msg); got != want {
				t.Errorf("%s: that %s is lost is shown: %t, want %t", tt.about, msg, got, want)
			}
		}
	}
}
