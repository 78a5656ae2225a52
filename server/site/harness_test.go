package site

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/server/habits"
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/server/runs"
	"lockstep/sim/lock"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// fakeAssets are files that say their name.
type fakeAssets struct{}

func (fakeAssets) Path(name string) string { return "/static/" + name + ".0123" }
func (fakeAssets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/static/style.css.0123", "/static/lesson.js.0123", "/static/challenge.js.0123", "/static/question.js.0123",
		"/static/boot.js.0123", "/static/room.js.0123", "/static/room-face.js.0123", "/static/room-key.js.0123", "/static/stage.js.0123", "/static/wasm_exec.js.0123", "/static/lockstep.wasm.0123":
		io.WriteString(w, r.URL.Path)
	case "/static/panic":
		panic("a fault of the assets")
	default:
		http.NotFound(w, r)
	}
}

const firstLesson = `---
title: First & foremost
lede: Where it begins.
summary: The first "lesson".
order: 1
---

## Why {#why}

Text with ` + "`code`" + `.

` + "```scene\nscenario: redlock\ntitle: Two clients\nbeside: true\n```\n\n```source\nfile: f.go\n```\n"

var files = fstest.MapFS{
	"first.en.md":  {Data: []byte(firstLesson)},
	"first.zh.md":  {Data: []byte(strings.Replace(firstLesson, "First & foremost", "第一课", 1))},
	"second.en.md": {Data: []byte("---\ntitle: Second\nlede: Where it ends.\nsummary: The second.\norder: 2\n---\n\n## End {#end}\n\nNothing moves here.\n")},
}

// newSite returns a site of two lessons, of which the second is in English only,
// and what it logs.
func newSite(t *testing.T) (*Site, *bytes.Buffer) {
	t.Helper()
	return newSiteWith(t, func(*Config) {})
}

// newSiteWith is newSite of a config that was changed.
func newSiteWith(t *testing.T, change func(c *Config)) (*Site, *bytes.Buffer) {
	t.Helper()
	phrases := make(map[string]phrase.Catalog)
	for _, lang := range phrase.Languages {
		c, err := lessons.Phrases(lessons.FS, lang)
		if err != nil {
			t.Fatal(err)
		}
		phrases[lang] = c
	}
	m, library := smallMatrix(t)
	list, groups := oneHabit(t, library), oneGroup(t, library)
	course, err := lesson.Load(files, lesson.Options{
		Phrases: phrases,
		Source:  func(string) (string, bool) { return "package lock // of two lines\n\nfunc f() {}\n", true },
		Link:    library.Link,
		Play:    func(*run.Run) ([]trace.Event, error) { return []trace.Event{{Kind: trace.End}}, nil },
		Still: func(*lesson.Scene, []trace.Event, phrase.Catalog) lesson.Frame {
			return lesson.Frame{SVG: `<svg class="scene" viewBox="0 0 1 1"></svg>`, Now: "It begins."}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	pool := runs.NewPool(1, 1<<20, runs.Worlds(library))
	t.Cleanup(func() { pool.Close(context.Background()) })
	config := Config{
		Course: course, Glossary: twoWords(t), Phrases: phrases, Assets: fakeAssets{},
		Matrix: m, Library: library, Habits: list, Groups: groups, Runs: pool, Source: lock.Source,
		Socket: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "socket") }),
		Log:    slog.New(slog.NewTextHandler(&log, nil)),
	}
	change(&config)
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return s, &log
}

// smallMatrix is one of a lock that breaks and one that does not, and a library that
// has its cells.
func smallMatrix(t *testing.T) (Matrix, *scenario.Library) {
	t.Helper()
	library := &scenario.Library{}
	m, err := matrix.Load(fstest.MapFS{"matrix/variants.yaml": {Data: []byte(twoVariants)}, "matrix/S1.yaml": {Data: []byte(oneScenario)}}, library)
	if err != nil {
		t.Fatal(err)
	}
	return played{m}, library
}

// oneHabit is a library's habit that shows, and a cure for it. Its scenario joins the
// library.
func oneHabit(t *testing.T, library *scenario.Library) *habits.List {
	t.Helper()
	shows, err := scenario.Parse("scenarios/habit-uncounted.yaml", []byte(habitScenario))
	if err != nil {
		t.Fatal(err)
	}
	if err := library.Add(shows); err != nil {
		t.Fatal(err)
	}
	list, err := habits.Load(fstest.MapFS{"habits/uncounted.yaml": {Data: []byte(habitFile)}}, library)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// oneGroup is a group of one scenario, which joins the library.
func oneGroup(t *testing.T, library *scenario.Library) []playground.Group {
	t.Helper()
	s, err := scenario.ReadFile(lessons.FS, "scenarios/redlock.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := library.Add(s); err != nil {
		t.Fatal(err)
	}
	return []playground.Group{{
		ID: "majority", Title: playground.Text{"en": "A & B", "ms": "A dan B", "zh": "甲与乙"},
		About: playground.Text{"en": "More than half.", "ms": "Lebih separuh.", "zh": "过半数。"}, Scenarios: []*scenario.Scenario{s},
	}}
}

const (
	habitScenario = `
id: habit-uncounted
title: {en: Nobody looks at the clock, ms: Tiada yang melihat jam, zh: 没有人看时钟}
summary: {en: A hears its OKs after 12 s., ms: A mendengar OK selepas 12 s., zh: A 在 12 秒后才听到 OK。}
cluster: {independent: 3}
lock: {profile: redsync, ttl: 10s, node_timeout: 20s, elapsed_check: false}
clients:
  - {id: A, work: {on: invoice-42, takes: 4s, write_at: 2s}}
  - {id: B, start: 10.5s, work: {on: invoice-42, takes: 6s, write_at: 3s}}
resources: {invoice-42: {kind: ledger}}
faults: [{when: {kind: send, who: n1, node: A}, pause: {client: A, for: 12s}}]
`
	habitFile = `
id: uncounted
order: 1
profiles: [redsync, redlock-rb]
scenario: habit-uncounted
title: {en: The clock is "read" once, ms: Jam dibaca sekali, zh: 只看一次时钟}
habit: {en: It believes however late., ms: Ia percaya walau lewat., zh: 多迟都相信。}
right: {en: Read it twice., ms: Baca dua kali., zh: 看两次。}
releases: {en: None has this habit., ms: Tiada yang bertabiat begini., zh: 没有哪个版本有这种习惯。}
cure: {lock.elapsed_check: true}
`
	twoVariants = `
common:
  lock: {retries: 100}
  clients: [{id: A, work: {on: invoice-42, takes: 15s}}]
  resources: {invoice-42: {kind: ledger}}
variants:
  - {id: D, topology: single, title: {en: a token, ms: token, zh: 令牌}, world: {cluster: {single: {}}, lock: {kind: token}}}
  - {id: E, topology: single, title: {en: a watchdog, ms: watchdog, zh: 看门狗}, world: {cluster: {single: {}}, lock: {kind: watchdog}}}
  - {id: I, topology: consensus, guard: fencing, title: {en: numbers, ms: nombor, zh: 号码}, world: {lock: {kind: fencing}}}
`
	oneScenario = `
id: S1
title: {en: The work is long, ms: Kerja lama, zh: 工作很久}
summary: {en: A's work takes 15 s., ms: Kerja A mengambil 15 s., zh: A 的工作要 15 秒。}
needs: [lock]
story: {clients: [{id: B, start: 1s, work: {on: invoice-42, takes: 6s}}]}
`
)

// played is a matrix with a world of its own while it plays.
type played struct{ *matrix.Matrix }

func (p played) Cells() ([]*matrix.Cell, error) {
	e := world.NewEngine()
	defer e.Close()
	return p.All(e)
}

func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	return ask(h, http.MethodGet, path, header...)
}

func ask(h http.Handler, method, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// pages are all addresses with a page of their own.
var pages = []string{
	"/en/", "/ms/", "/zh/",
	"/en/lesson/first", "/ms/lesson/first", "/zh/lesson/first",
	"/en/lesson/second", "/ms/lesson/second", "/zh/lesson/second",
	"/en/matrix", "/ms/matrix", "/zh/matrix",
	"/en/libraries", "/ms/libraries", "/zh/libraries",
	"/en/play", "/ms/play", "/zh/play",
	"/en/glossary", "/ms/glossary", "/zh/glossary",
	"/en/play/redlock", "/ms/play/redlock", "/zh/play/redlock", "/en/play/S1.D",
	brokenRun("en"), brokenRun("ms"), brokenRun("zh"),
}

// brokenRun is the address of a run in which two charge one invoice.
func brokenRun(lang string) string { return "/" + lang + "/run/" + (&run.Run{Scenario: "S1.D"}).Link() }

// element is a start tag, with the text directly after it.
type element struct {
	name string
	attr map[string]string
	text string
}

func (e element) String() string { return "<" + e.name + "> " + e.text }

// parseHTML reads a page's tags. Our pages are close enough to XML.
func parseHTML(t *testing.T, html string) []element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(html))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var list []element
	for {
		tok, err := d.Token()
		switch tok := tok.(type) {
		case xml.StartElement:
			e := element{name: strings.ToLower(tok.Name.Local), attr: make(map[string]string)}
			for _, a := range tok.Attr {
				e.attr[strings.ToLower(a.Name.Local)] = a.Value
			}
			list = append(list, e)
		case xml.CharData:
			if len(list) > 0 && list[len(list)-1].text == "" {
				list[len(list)-1].text = strings.TrimSpace(string(tok))
			}
		}
		if err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func find(list []element, name, attr, value string) (element, bool) {
	for _, e := range list {
		if got, ok := e.attr[attr]; e.name == name && (attr == "" || ok && got == value) {
			return e, true
		}
	}
	return element{}, false
}
