package lesson_test

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/server/lesson"
	"lockstep/sim/lock"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// course is the course that is taught, with the real stills.
func course(t *testing.T) *lesson.Course {
	t.Helper()
	catalogs, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	c, err := lesson.Load(lessons.FS, lesson.Options{
		Phrases: catalogs, Source: lock.Source, Play: lesson.Playing(library, engine), Link: library.Link,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCourseAgreesAcrossLanguages(t *testing.T) {
	for _, problem := range course(t).Disagreements() {
		t.Error(problem)
	}
}

// A page's content policy would ignore styles and scripts within it; ids must
// be unique, and what refers to one must find it.
func TestCourseKeepsTheContentPolicy(t *testing.T) {
	c := course(t)
	for _, lang := range phrase.Languages {
		for _, l := range c.Lessons(lang) {
			ids, refs := make(map[string]bool), make(map[string]bool)
			for _, e := range elements(t, string(l.Body)) {
				if name := e.Name.Local; name == "script" || name == "style" || name == "iframe" || name == "foreignObject" {
					t.Errorf("%s %s holds <%s>", l.Slug, lang, name)
				}
				for _, a := range e.Attr {
					switch name := strings.ToLower(a.Name.Local); {
					case e.Name.Local == "a" && name == "href" && strings.HasPrefix(a.Value, "https://"):
						// to follow a link is the reader's doing: a page itself asks nobody else
					case name == "style" || strings.HasPrefix(name, "on") || strings.Contains(a.Value, "://") && name != "xmlns":
						t.Errorf("%s %s: <%s %s=%q>", l.Slug, lang, e.Name.Local, name, a.Value)
					case name == "id" && ids[a.Value]:
						t.Errorf("%s %s has the id %q twice", l.Slug, lang, a.Value)
					case name == "id":
						ids[a.Value] = true
					case name == "aria-labelledby":
						refs[a.Value] = true
					}
				}
			}
			if len(refs) < len(l.Scenes) {
				t.Errorf("%s %s: %d figures have names, of %d", l.Slug, lang, len(refs), len(l.Scenes))
			}
			for ref := range refs {
				if !ids[ref] {
					t.Errorf("%s %s refers to the id %q, which is not there", l.Slug, lang, ref)
				}
			}
		}
	}
}

func elements(t *testing.T, body string) []xml.StartElement {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(body))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var list []xml.StartElement
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			list = append(list, e.Copy())
		}
	}
}

// outside are lengths of time that a lesson quotes and its scenes do not come to, by
// lesson, each with where it is from.
var outside = map[string]map[string]string{
	"check-up":            {"800ms": "the reader's p99, in a question"},
	"do-you-need-redlock": {"2ms": "of the network that the table is about", "50ms": "its timeout"},
	"how-long": {
		"0.7s": "charging on other days", "30s": "a provider's timeout, and a TTL in a question",
		"0.4s": "measured in an example: half of the charges", "1.2s": "their p99", "9s": "the slowest of them",
	},
	"the-watchdog": {"7s": "12.006 s, less the 5.003 s that A's clock shows", "30s": "Redisson's default"},
	"using-a-library": {
		"50ms": "redsync's shortest wait", "250ms": "its longest", "100ms": "node-redlock's shortest wait", "300ms": "its longest",
		"500ms": "before the end, when it renews", "30s": "Redisson's TTL", "400ms": "RedLock.net's longest wait", "200ms": "redlock-py's wait",
		"2s": "how long a customer waits",
	},
	"when-redlock-breaks": {"9.903s": "10.002 s, by a clock that runs 1 % fast"},
}

// Every length of time that a lesson quotes is one that the engine comes to in
// the lesson's own scenes, or an instant of theirs, or it is from outside; and the lesson that teaches to count
// votes and time quotes each count of its scenes, in every language.
func TestLessonsQuoteTheEngine(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	c := course(t)
	for _, lang := range phrase.Languages {
		for _, l := range c.Lessons(lang) {
			text, err := lessons.FS.ReadFile(l.Slug + "." + lang + ".md")
			if err != nil {
				t.Fatal(err)
			}
			quoted := quotations(string(text))
			computed := make(map[string]bool)
			var stood []trace.Duration
			for _, s := range l.Scenes {
				events, err := library.Play(engine, &s.Run, 0)
				if err != nil {
					t.Fatal(err)
				}
				for d := range figures(events) {
					computed[d.String()] = true
				}
				stood = append(stood, instants(events)...)
				if s.Beside || l.Slug != "redlock-in-five-steps" { // to be watched; nothing in it need be quoted
					continue
				}
				for i := range events {
					if e := &events[i]; e.Kind == trace.Decide && e.Drift > 0 && !quoted[e.Validity.String()] {
						t.Errorf("%s %s: %s counts %v of validity, which the lesson does not say", l.Slug, lang, s.Run.Scenario, e.Validity)
					}
				}
			}
			for _, q := range slices.Sorted(maps.Keys(quoted)) {
				if !computed[q] && outside[l.Slug][q] == "" && !rounded(t, q, stood) {
					t.Errorf("%s %s says %s, to which no scene of it comes, and it is not from outside", l.Slug, lang, q)
				}
			}
		}
	}
}

// figures are the lengths of time that can be read off a run: what clients were
// promised, how long nodes took to answer and what that came to, what counts
// were made of, and their partial sums.
func figures(events []trace.Event) map[trace.Duration]bool {
	found := make(map[trace.Duration]bool)
	var ttl trace.Duration
	asked := make(map[string]trace.Time)
	var t1 trace.Time
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Start:
			ttl = e.Clients[0].TTL
			found[ttl] = true
		case trace.Phase:
			if e.Phase == string(lock.ReadClock) {
				t1 = e.T
			}
		case trace.Send:
			asked[e.Msg] = e.T
		case trace.Deliver, trace.Timeout:
			sent := asked[strings.Replace(e.Msg, "<", ">", 1)]
			found[e.T.Sub(sent)] = true
			found[e.T.Sub(t1)] = true
		case trace.Decide:
			found[e.Elapsed], found[e.Drift], found[e.Validity] = true, true, true
			found[ttl-e.Elapsed] = true   // before drift
			found[e.Drift-ttl/100] = true // what it is over 1 % of the TTL
		}
	}
	return found
}

// instants are when something happened, and how long something was to take.
func instants(events []trace.Event) []trace.Duration {
	var list []trace.Duration
	for i := range events {
		list = append(list, trace.Duration(events[i].T), events[i].Lasts)
	}
	return list
}

// rounded tells whether a quoted length is one of those, to the digit that is quoted.
func rounded(t *testing.T, quoted string, list []trace.Duration) bool {
	t.Helper()
	number, unit := strings.TrimRight(quoted, "ms"), trace.Second
	if strings.HasSuffix(quoted, "ms") {
		unit = trace.Millisecond
	}
	whole, digits, _ := strings.Cut(number, ".")
	for range digits {
		unit /= 10
	}
	n, err := strconv.ParseInt(whole+digits, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	value := trace.Duration(n) * unit
	return slices.ContainsFunc(list, func(d trace.Duration) bool { return 2*max(d-value, value-d) <= unit })
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	quantity = regexp.MustCompile(`(−?)(\d+(?:\.\d+)?) ?(毫秒|秒|ms\b|s\b)`)
)

// quotations are the lengths of time that a lesson's prose says, as durations
// are written.
func quotations(text string) map[string]bool {
	units := map[string]string{"毫秒": "ms", "秒": "s", "ms": "ms", "s": "s"}
	found := make(map[string]bool)
	for _, m := range quantity.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		found[strings.Replace(m[1], "−", "-", 1)+m[2]+units[m[3]]] = true
	}
	return found
}

// The release script that a lesson shows is the one that runs.
func TestLessonsShowTheReleaseScript(t *testing.T) {
	script := regexp.MustCompile("(?ms)^```lua\n(.*?)^```$")
	for _, lang := range phrase.Languages {
		text, err := lessons.FS.ReadFile("redlock-in-five-steps." + lang + ".md")
		if err != nil {
			t.Fatal(err)
		}
		m := script.FindStringSubmatch(string(text))
		if m == nil || strings.Join(strings.Fields(m[1]), " ") != lock.CompareAndDelete {
			t.Errorf("%s shows %q, and %q runs", lang, m, lock.CompareAndDelete)
		}
	}
}
