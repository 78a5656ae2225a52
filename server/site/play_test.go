package site

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/board"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
	"lockstep/web/words"
)

// stages are the pages of two scenarios: a calm one, and one that breaks.
var stages = []string{"/en/play/redlock", "/ms/play/redlock", "/zh/play/redlock", "/en/play/S1.D", "/zh/play/S1.D"}

// Before any script has run, the stage tells its scenario: what came of it, the picture
// and the events up to an instant, the code that ran then, and a way to the whole tale.
func TestStageTellsItsScenario(t *testing.T) {
	s, _ := newSite(t)
	for _, lang := range phrase.Languages {
		link := (&run.Run{Scenario: "S1.D"}).Link()
		played, err := s.config.Runs.Trace(t.Context(), link)
		if err != nil {
			t.Fatal(err)
		}
		body := get(s, "/"+lang+"/play/S1.D").Body.String()
		list := parseHTML(t, body)
		figure, ok := find(list, "figure", "id", "stage")
		if !ok || figure.attr["data-run"] != s.asHere(link) || figure.attr["data-scenario"] != "S1.D" || figure.attr["data-lang"] != lang || figure.attr["data-seed"] != "0" {
			t.Errorf("%s: the figure is %v", lang, figure.attr)
		}
		j := verdict.Judge(s.config.Phrases[lang], because.Pointers(played.Events))
		told, _ := find(list, "section", "data-part", "verdict")
		headline, _ := find(list, "strong", "data-part", "verdict-headline")
		if told.attr["data-outcome"] != trace.VerdictBroken || headline.text != words.Unbroken(j.Headline) || j.Headline == "" {
			t.Errorf("%s: the verdict is %q, %q; want %q", lang, told.attr["data-outcome"], headline.text, words.Unbroken(j.Headline))
		}
		now, _ := find(list, "p", "data-part", "now")
		_, after, _ := strings.Cut(body, `<li aria-current="step">`)
		if i := strings.Index(after, html.EscapeString(now.text)); now.text == "" && i < 0 || i > 400 {
			t.Errorf("%s: the step that is now is not %q", lang, now.text)
		}
		if _, ok := find(list, "div", "data-source", "single.go"); !ok {
			t.Errorf("%s: the code that runs is not shown", lang)
		}
		for _, class := range []string{"scene scene-stage", "scene scene-narrow", "scene spacetime"} {
			if _, ok := find(list, "svg", "class", class); !ok {
				t.Errorf("%s: there is no picture of class %q", lang, class)
			}
		}
		_, without, _ := strings.Cut(body, "<noscript>")
		if without, _, _ = strings.Cut(without, "</noscript>"); !strings.Contains(without, `href="../run/`+s.asHere(link)+`"`) {
			t.Errorf("%s: without script there is no way on: %s", lang, without)
		}
	}
}

// asHere is a link with the engine and the scenario's edition that are here.
func (s *Site) asHere(link string) string {
	r, err := run.Parse(link)
	if err != nil {
		panic(err)
	}
	return s.config.Library.Link(r)
}

// Every figure's run names its engine and its scenario's edition. Its page may outlive the
// server: the next one may have others, and is then not asked to go on with a run that it
// plays otherwise. So do the links that lead from a figure to the stage.
func TestFiguresNameEngineAndEdition(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range []string{"/en/play/redlock", "/zh/lesson/first", brokenRun("en")} {
		figures := 0
		for _, e := range parseHTML(t, get(s, path).Body.String()) {
			link := e.attr["data-run"]
			if _, fragment, ok := strings.Cut(e.attr["href"], "#r="); ok {
				link, _, _ = strings.Cut(fragment, "&")
			}
			if link == "" {
				continue
			}
			figures++
			r, err := run.Parse(link)
			if err != nil || r.Engine != world.Version {
				t.Fatalf("%s: %v is of the engine %q, want %q: %v", path, e, r.Engine, world.Version, err)
			}
			if about, ok := s.config.Library.Get(r.Scenario); ok && r.Edition != about.Edition {
				t.Errorf("%s: %v is of the edition %x of %s, want %x", path, e, r.Edition, r.Scenario, about.Edition)
			}
		}
		if figures == 0 {
			t.Errorf("%s: there is no run", path)
		}
	}
}

// The events that are listed are those that happened by the instant shown, to the last.
func TestStageListsWhatHappened(t *testing.T) {
	s, _ := newSite(t)
	v := s.view("en", "play/redlock")
	played, err := s.config.Runs.Trace(t.Context(), (&run.Run{Scenario: "redlock"}).Link())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ steps, listed int }{{1, 1}, {board.Listed, board.Listed}, {board.Listed + 3, board.Listed}} {
		x := &stageView{view: v}
		steps := stepsOf(played.Events)
		x.listEvents(played.Events, steps[row.steps-1].End)
		last := x.Events[len(x.Events)-1]
		if len(x.Events) != row.listed || !last.Now || last.Seq != steps[row.steps-1].End-1 || (x.Earlier == "") != (row.steps == row.listed) {
			t.Errorf("of %d steps %d are listed, the last %+v, and %q", row.steps, len(x.Events), last, x.Earlier)
		}
		for _, e := range x.Events[:len(x.Events)-1] {
			if e.Now {
				t.Errorf("of %d steps, %d is now as well", row.steps, e.Seq)
			}
		}
	}
}

// The viewer finds every part that it drives, and each button says what it does. None
// can be pressed before the viewer is there.
func TestStageHasItsParts(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range stages {
		list := parseHTML(t, get(s, path).Body.String())
		for _, part := range strings.Fields(`stage stage-other verdict verdict-headline verdict-why verdict-promise verdict-change verdict-go
			compare compare-name-this compare-name-that compare-verdict-this compare-verdict-that compare-changed compare-difference
			space events branches lanes scrubber clock speed now status hash seed
			menu menu-title menu-list amount amount-title amount-label amount-hint console console-title console-log
			share share-address share-copied name params params-problem keys`) {
			// The first is meant: in the pictures, too, parts have names.
			i := slices.IndexFunc(list, func(e element) bool { return e.attr["data-part"] == part })
			if i < 0 || slices.Contains([]string{"g", "path", "desc"}, list[i].name) {
				t.Errorf("%s: there is no part %s, or a picture has it first", path, part)
			}
		}
		does := make(map[string]bool)
		for i, e := range list {
			do := e.attr["data-do"]
			if do == "" {
				continue
			}
			does[do] = true
			if e.name != "button" || e.attr["type"] != "button" {
				t.Errorf("%s: what does %s is a %s of type %q", path, do, e.name, e.attr["type"])
			}
			if _, disabled := e.attr["disabled"]; !disabled {
				t.Errorf("%s: %s can be pressed, and nothing happens", path, do)
			}
			if _, hidden := e.attr["hidden"]; !hidden && nameOf(list[i:]) == "" {
				t.Errorf("%s: the button that does %s has no name", path, do)
			}
		}
		for _, do := range strings.Fields("play restart back step next verdict tab event branch hands undo redo compare params seed share keys fold zoom-in zoom-out fit difference compare-end copy") {
			if !does[do] {
				t.Errorf("%s: no button does %s", path, do)
			}
		}
		for _, form := range []string{"amount", "console", "name", "params"} {
			if _, ok := find(list, "form", "data-form", form); !ok {
				t.Errorf("%s: there is no form %s", path, form)
			}
		}
	}
}

// The form takes a name as long as a branch may have, and no longer.
func TestNamesFit(t *testing.T) {
	s, _ := newSite(t)
	name, ok := find(parseHTML(t, get(s, "/en/play/redlock").Body.String()), "input", "name", "name")
	if !ok || name.attr["maxlength"] != strconv.Itoa(board.MaxName) {
		t.Errorf("the form takes names of %q characters, and a branch those of %d", name.attr["maxlength"], board.MaxName)
	}
}

// nameOf is what assistive technology calls the first of the elements.
func nameOf(list []element) string {
	if name := list[0].attr["aria-label"]; name != "" || list[0].text != "" {
		return name + list[0].text
	}
	for _, e := range list[1:] {
		switch {
		case e.name == "button":
			return ""
		case e.text != "" && e.attr["aria-hidden"] == "":
			return e.text
		}
	}
	return ""
}

// There are three pictures on the page and a dozen dialogs: each id is one element's,
// and whatever refers to an id finds it.
func TestStageRefersToWhatIsThere(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range stages {
		list := parseHTML(t, get(s, path).Body.String())
		ids := make(map[string]int)
		for _, e := range list {
			if id := e.attr["id"]; id != "" {
				ids[id]++
			}
		}
		for id, n := range ids {
			if n > 1 {
				t.Errorf("%s: %d elements have the id %s", path, n, id)
			}
		}
		for _, e := range list {
			for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls", "for", "popovertarget"} {
				for id := range strings.FieldsSeq(e.attr[name]) {
					if ids[id] == 0 {
						t.Errorf("%s: %s of %v leads to #%s, which is not there", path, name, e, id)
					}
				}
			}
			if fill, ok := strings.CutPrefix(e.attr["fill"], "url(#"); ok && ids[strings.TrimSuffix(fill, ")")] == 0 {
				t.Errorf("%s: the pattern %s is not there", path, fill)
			}
		}
	}
}

// bareKey is a phrase's key where its text should be.
var bareKey = regexp.MustCompile(`^(play|stage|site|figure|legend|key|verdict|lock|guard|event|scene|space)\.[a-z][a-z._-]*$|\{[a-z]+\}`)

func TestStageLacksNoPhrase(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range append(slices.Clone(stages), "/en/play", "/ms/play", "/zh/play") {
		for _, e := range parseHTML(t, get(s, path).Body.String()) {
			if e.attr["id"] == "phrases" {
				break
			}
			for _, text := range []string{e.text, e.attr["title"], e.attr["aria-label"], e.attr["value"]} {
				if bareKey.MatchString(text) {
					t.Errorf("%s: %v says %q", path, e, text)
				}
			}
		}
	}
}

// Another language shows the same instant of the same run: the address's fragment goes
// with the reader.
func TestStageKeepsTheFragment(t *testing.T) {
	s, _ := newSite(t)
	for path, want := range map[string]int{"/en/play/redlock": 3, "/en/play": 0, "/en/lesson/first": 0} {
		n := 0
		for _, e := range parseHTML(t, get(s, path).Body.String()) {
			if _, ok := e.attr["data-keep-fragment"]; ok && e.attr["hreflang"] != "" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d languages keep the fragment, want %d", path, n, want)
		}
	}
}
