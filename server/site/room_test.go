package site

import (
	"context"
	"encoding/csv"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep/lessons"
	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/server/store"
	"lockstep/sim/run"
	"lockstep/web/phrase"
)

// noPushes are those of a hub that has no time: pages ask for themselves.
type noPushes struct{}

func (noPushes) Pushed(context.Context, string, string, int) ([][]byte, error) { return nil, nil }
func (noPushes) PushedVerdict(context.Context, string, string) ([]byte, error) { return nil, nil }

// school is a site with rooms, and a browser's cookies.
type school struct {
	t    *testing.T
	site *Site
}

func newSchool(t *testing.T, token string) school {
	t.Helper()
	kept, err := store.Open("")
	if err != nil {
		t.Fatal(err)
	}
	class, err := rooms.New(rooms.Config{Store: kept, Pushes: noPushes{}, Limits: rooms.DefaultLimits(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		class.Shutdown(context.Background())
		kept.Close()
	})
	site, _ := newSiteWith(t, func(c *Config) { c.Rooms, c.Token = class, token })
	return school{t, site}
}

// asks sends a request, with cookies and perhaps a form.
func (s school) asks(method, path string, form url.Values, cookies ...*http.Cookie) *http.Response {
	s.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.site.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// opens opens a room, and returns its code and the cookie with its key.
func (s school) opens(form url.Values) (code string, key *http.Cookie) {
	s.t.Helper()
	r := s.asks("POST", "/en/room/open", form)
	code, ok := strings.CutSuffix(r.Header.Get("Location"), "/drive")
	if r.StatusCode != http.StatusSeeOther || !ok || len(r.Cookies()) != 1 {
		s.t.Fatalf("opening answers %d, leads to %q, with cookies %v", r.StatusCode, r.Header.Get("Location"), r.Cookies())
	}
	return code, r.Cookies()[0]
}

var theScene = url.Values{"scene": {"habit-uncounted"}}

func TestRoomPages(t *testing.T) {
	s := newSchool(t, "")
	code, key := s.opens(theScene)
	if !key.HttpOnly || key.SameSite != http.SameSiteStrictMode || key.Path != "/" || key.Secure {
		t.Errorf("the key's cookie: %v", key)
	}
	shown := room.Code(code).Shown()
	for _, row := range []struct {
		path   string
		as     []*http.Cookie
		status int
		has    []string
		hasNot []string
	}{
		{"/en/room/" + code, nil, 200, []string{shown, `data-role="view"`, `data-room-do="lost"`}, []string{key.Value, `data-room-do="scene"`, "answers.csv", `class="qr"`}},
		{"/zh/room/" + code, []*http.Cookie{key}, 200, []string{"我没跟上", `lang="zh"`}, []string{key.Value}},
		{"/en/room/" + code + "/screen", nil, 200, []string{`data-role="screen"`, `class="qr"`, "example.com/r"}, []string{key.Value, `data-room-do="poll-show"`, `data-room-do="code"`}},
		{"/en/room/" + code + "/screen", []*http.Cookie{key}, 200, []string{`data-room-do="poll-show"`}, []string{key.Value}},
		{"/en/room/" + code + "/drive", nil, 200, []string{`name="key"`}, []string{`data-role="drive"`}},
		{"/en/room/" + code + "/drive", []*http.Cookie{key}, 200, []string{`data-role="drive"`, "#key=" + key.Value, `data-room-do="scene"`, "answers.csv"}, nil},
		{"/en/room/" + code + "/drive", []*http.Cookie{{Name: key.Name, Value: key.Value[1:] + "a"}}, 200, []string{`name="key"`}, []string{`data-role="drive"`}},
		{"/en/room/" + code + "/answers.csv", nil, 403, []string{`name="key"`}, nil},
		{"/en/room/23456Z", nil, 404, []string{"234 56Z", `name="code"`}, nil},
		{"/ms/room/nonsense", nil, 404, []string{"nonsense", `name="code"`}, nil},
		{"/en/room/%3Cscript%3E", nil, 404, []string{"&lt;script&gt;"}, []string{"<script>"}},
		{"/en/room", nil, 200, []string{`name="code"`, `name="robots" content="noindex"`}, nil},
		{"/en/room?code=zz", nil, 404, []string{`value="zz"`}, nil},
		{"/en/room?code=%00", nil, 404, []string{`name="code"`}, nil},
		{"/en/room?code=" + strings.Repeat("z", 999), nil, 404, []string{`value="zz`}, []string{strings.Repeat("z", 99)}},
	} {
		r := s.asks("GET", row.path, nil, row.as...)
		text := body(t, r)
		if r.StatusCode != row.status {
			t.Errorf("%s: %d, want %d", row.path, r.StatusCode, row.status)
		}
		for _, want := range row.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", row.path, want)
			}
		}
		for _, not := range row.hasNot {
			if strings.Contains(text, not) {
				t.Errorf("%s, as %v: it has %q", row.path, row.as, not)
			}
		}
	}
}

func TestRoomAddresses(t *testing.T) {
	s := newSchool(t, "")
	code, key := s.opens(theScene)
	for path, want := range map[string]string{
		"/r":                                     "en/room",
		"/r/" + code:                             "../en/room/" + code,
		"/r/" + strings.ToLower(code):            "../en/room/" + code,
		"/r/%00":                                 "../en/room?code=%00",
		"/r/a%2Fb":                               "../en/room?code=a%2Fb",
		"/en/room/" + strings.ToLower(code):      code,
		"/en/room?code=" + strings.ToLower(code): "room/" + code,
		"/en/room?code=" + code[:3] + "+" + code[3:]: "room/" + code,
		"/en/room/" + code + "/run":                  "../../play/habit-uncounted#",
	} {
		r := s.asks("GET", path, nil)
		if got := r.Header.Get("Location"); r.StatusCode/100 != 3 || !strings.HasPrefix(got, want) || want[len(want)-1] != '#' && got != want {
			t.Errorf("%s: %d, leads to %q, want %q", path, r.StatusCode, got, want)
		}
	}
	// A person is given a cookie once.
	first := s.asks("GET", "/en/room/"+code, nil)
	if c := first.Cookies(); len(c) != 1 || !c[0].HttpOnly || len(s.asks("GET", "/en/room/"+code, nil, c[0]).Cookies()) != 0 {
		t.Errorf("cookies %v", c)
	}
	if h := s.asks("GET", "/en/room/"+code+"/drive", nil, key).Header; !strings.Contains(h.Get("Content-Security-Policy"), framedByUs) || h.Get("Cache-Control") != "no-store" {
		t.Errorf("the presenter's page may be framed or kept: %v", h)
	}
}

func TestRoomKeys(t *testing.T) {
	s := newSchool(t, "")
	code, key := s.opens(theScene)
	claim := "/en/room/" + code + "/claim"
	if r := s.asks("POST", claim, url.Values{"key": {"wrong"}}); r.StatusCode != 403 || len(r.Cookies()) > 0 {
		t.Errorf("a wrong key: %d, %v", r.StatusCode, r.Cookies())
	}
	r := s.asks("POST", claim, url.Values{"key": {" " + key.Value + "\n"}})
	if c := r.Cookies(); r.StatusCode != 303 || r.Header.Get("Location") != "drive" || len(c) != 1 || c[0].Value != key.Value {
		t.Errorf("the key: %d, %v", r.StatusCode, c)
	}
}

func TestWhoMayOpenRooms(t *testing.T) {
	s := newSchool(t, "s3cret")
	for _, token := range []string{"", "wrong"} {
		r := s.asks("POST", "/en/room/open", url.Values{"scene": theScene["scene"], "token": {token}, "fragment": {"r=x"}})
		text := body(t, r)
		if r.StatusCode != 403 || !strings.Contains(text, `name="token"`) || !strings.Contains(text, `value="r=x"`) || strings.Contains(text, "s3cret") {
			t.Errorf("the token %q: %d", token, r.StatusCode)
		}
	}
	s.opens(url.Values{"scene": theScene["scene"], "token": {"s3cret"}})

	// No other site's page opens rooms for its reader.
	open := newSchool(t, "")
	r := httptest.NewRequest("POST", "/en/room/open", strings.NewReader(theScene.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	open.site.ServeHTTP(w, r)
	if w.Code != 403 {
		t.Errorf("a page of another site opens a room: %d", w.Code)
	}
	for _, form := range []url.Values{{"scene": {"none"}}, {"lesson": {"none"}}, {"lesson": {"second"}}, {}} {
		if r := open.asks("POST", "/en/room/open", form); r.StatusCode != 404 {
			t.Errorf("%v: %d", form, r.StatusCode)
		}
	}
	for range 30 { // new rooms are counted by address
		if r := open.asks("POST", "/en/room/open", theScene); r.StatusCode == 429 {
			return
		}
	}
	t.Error("30 rooms were opened at once")
}

func TestWrongCodesAreCounted(t *testing.T) {
	s := newSchool(t, "")
	code, _ := s.opens(theScene)
	for range 200 {
		if r := s.asks("GET", "/en/room/23456Z", nil); r.StatusCode == 429 {
			if r := s.asks("GET", "/en/room/"+code, nil); r.StatusCode == 200 {
				t.Error("who has tried too many codes is told of another that it is right")
			}
			return
		}
	}
	t.Error("200 wrong codes were tried at once")
}

// A room of a lesson has its scenes, and begins at the run that the lesson shows.
func TestRoomsOfLessons(t *testing.T) {
	s := newSchool(t, "")
	code, key := s.opens(url.Values{"lesson": {"first"}})
	text := body(t, s.asks("GET", "/en/room/"+code+"/drive", nil, key))
	for _, want := range []string{"Two clients", `data-room-do="scene"`, "First &amp; foremost"} {
		if !strings.Contains(text, want) {
			t.Errorf("the presenter's page has no %q", want)
		}
	}
}

// A room that is opened from a run's page shows that run from its first instant: the class
// is to see happen what the page tells.
func TestRoomsOfRuns(t *testing.T) {
	s := newSchool(t, "")
	of := &run.Run{Scenario: "habit-uncounted", Seed: 7}
	page := body(t, s.asks("GET", "/en/run/"+of.Link(), nil))
	_, form, _ := strings.Cut(page, `<form class="open-room"`)
	fields := make(url.Values)
	for _, found := range regexp.MustCompile(`name="(\w+)" value="([^"]*)"`).FindAllStringSubmatch(form, -1) {
		fields.Set(found[1], html.UnescapeString(found[2]))
	}
	if !strings.HasSuffix(fields.Get("fragment"), "&t=0") {
		t.Fatalf("the page's form has %v", fields)
	}
	code, _ := s.opens(fields)
	leads := s.asks("GET", "/en/room/"+code+"/run", nil).Header.Get("Location")
	if want := "../../play/habit-uncounted#" + fields.Get("fragment"); leads != want {
		t.Errorf("the room shows %q, want %q", leads, want)
	}
}

func TestAnswersAsCSV(t *testing.T) {
	s := newSchool(t, "")
	code, key := s.opens(theScene)
	r := s.asks("GET", "/en/room/"+code+"/answers.csv", nil, key)
	text := strings.TrimPrefix(body(t, r), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 1 || rows[0][0] != "poll" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%q, %v, %v", text, err, r.Header)
	}
	question := room.Question{ID: "q", Predict: true, Ask: room.Text{"en": "<code>SET</code> &amp; get?"}, Options: []room.Text{{"": "=1+1"}, {"en": "two"}}, Right: 1}
	of, err := room.New(room.State{Scenes: []room.Scene{{Slug: "x", Run: (&run.Run{Scenario: "x"}).Link()}}, Questions: []room.Question{question}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := of.Do(time.Now(), room.Who{Owner: true}, &room.Command{Do: "poll-open", Predict: "q"}); err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"poll-close", "poll-again"} {
		if _, err := of.Do(time.Now(), room.Who{Owner: true}, &room.Command{Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	poll := of.Polls()[0]
	for _, v := range []room.Vote{{Round: 1, Person: 7, Choice: 1}, {Round: 2, Person: 7, Choice: 0}, {Round: 1, Person: 3, Choice: 0}} {
		v.Poll = poll.ID
		of.RecallVote(v)
	}
	got := answersTo("zh", 1, poll)
	want := [][]string{{"1", "SET & get?", "'=1+1", "", "two"}, {"1", "SET & get?", "two", "'=1+1", "two"}}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A server without rooms has no pages of any.
func TestNoRooms(t *testing.T) {
	site, _ := newSite(t)
	s := school{t, site}
	for _, path := range []string{"/en/room", "/r/234567", "/en/room/234567"} {
		if r := s.asks("GET", path, nil); r.StatusCode != 404 {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if strings.Contains(body(t, s.asks("GET", "/en/lesson/first", nil)), "open-room") {
		t.Error("a lesson offers a room")
	}
}

// Each refusal of a room has its sentence, and each way in which a page can stand; what the
// sources name there is, and nothing else.
func TestRoomsSayAll(t *testing.T) {
	say, err := lessons.Phrases(lessons.FS, phrase.Languages[0])
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{"room.refused.gone": true}
	for _, r := range room.Refusals() {
		said["room.refused."+string(r)] = true
	}
	for _, status := range []string{"connecting", "reconnecting", "full", "too-many"} {
		said["room."+status] = true
	}
	for _, pattern := range []string{"room_*.go", "../../web/static/room*.js", "../../web/templates/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`"(room(\.[a-z-]+)*)"`).FindAllStringSubmatch(string(text), -1) {
				if key := found[1]; say.Has(key) || strings.Contains(key, ".") && filepath.Ext(key) != ".js" {
					said[key] = true
				}
			}
		}
	}
	for key := range said {
		if !say.Has(key) {
			t.Errorf("there is no phrase %s", key)
		}
	}
	for key := range say {
		if (key == "room" || strings.HasPrefix(key, "room.")) && !said[key] {
			t.Errorf("nobody says %s", key)
		}
	}
}

// Whatever a page answers with, it says so in words of each language.
func TestErrorsHaveWords(t *testing.T) {
	site, _ := newSite(t)
	for _, status := range []int{400, 403, 404, 405, 410, 500, 503} {
		for _, lang := range phrase.Languages {
			w := httptest.NewRecorder()
			site.serveError(w, httptest.NewRequest("GET", "/"+lang+"/x", nil), status)
			if text := body(t, w.Result()); w.Code != status || strings.Contains(text, "site.error.") {
				t.Errorf("%d in %s: %.200s", w.Code, lang, text)
			}
		}
	}
}

// Where a class cannot come in by the address that the presenter has opened, the presenter's
// page says so.
func TestDeskWarnsOfAnAddressOfThisComputer(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:8080/": true, "http://127.0.0.1:8080/": true, "http://[::1]:8080/": true, "http://lockstep.localhost/": true,
		"http://192.168.1.20:8080/": false, "https://lockstep.test/class/": false, "http://localhost.test/": false, "http://[fe80::1]/": false,
	} {
		if here(address) != want {
			t.Errorf("%s is reached by this computer alone: %t, want %t", address, !want, want)
		}
	}
	s := newSchool(t, "")
	code, key := s.opens(theScene)
	warning := s.site.config.Phrases["en"].Say("room.desk.here", "where", "localhost:8080/r")
	for host, want := range map[string]bool{"localhost:8080": true, "lockstep.test": false} {
		r := httptest.NewRequest("GET", "http://"+host+"/en/room/"+code+"/drive", nil)
		r.AddCookie(key)
		w := httptest.NewRecorder()
		s.site.ServeHTTP(w, r)
		if text := html.UnescapeString(w.Body.String()); strings.Contains(text, warning) != want {
			t.Errorf("opened at %s it warns: %t", host, !want)
		}
	}
}
