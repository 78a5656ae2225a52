package mistake

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

func open(t *testing.T) (*scenario.Library, map[string]phrase.Catalog) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	phrases, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return library, phrases
}

// refused is the mistake in a run of a scenario with those parameters: names and values
// by turns.
func refused(t *testing.T, library *scenario.Library, name string, set ...string) *scenario.InputError {
	t.Helper()
	var params []run.Param
	for i := 0; i < len(set); i += 2 {
		params = append(params, run.Param{Name: set[i], Value: set[i+1]})
	}
	engine := world.NewEngine()
	defer engine.Close()
	_, err := library.Play(engine, &run.Run{Scenario: name, Params: params}, 0)
	var e *scenario.InputError
	if !errors.As(err, &e) {
		t.Fatalf("%s with %q: %v", name, set, err)
	}
	return e
}

// A reader is told which parameters are wrong, what is wrong with them and what would be
// right.
func TestSay(t *testing.T) {
	library, phrases := open(t)
	for _, row := range []struct {
		scenario string
		set      []string
		en, zh   string
	}{
		{"redlock", []string{"lock.ttl", "5us"},
			"TTL (lock.ttl) is 5us: It must be at least 1ms.", "TTL（lock.ttl）为 5us：至少须为 1ms。"},
		{"redlock", []string{"lock.retries", "many"},
			"Retries (lock.retries) is many: It must be a whole number from 0 to 1000, or none for no limit.", "重试次数（lock.retries）为 many：须为 0 到 1000 之间的整数，或用 none 表示不限次数。"},
		{"redlock", []string{"clients.A.work.takes", "200ms", "clients.A.work.write_at", "350ms"},
			"Writes after (clients.A.work.write_at) is 350ms: The client leaves after 200ms, before it writes at 350ms. It must write no later than it leaves.",
			"进入多久后写入（clients.A.work.write_at）为 350ms：客户端在 200ms 后离开，早于在 350ms 写入。写入不得晚于离开。"},
		{"clock-jump", []string{"network.latency", "1ms", "cluster.independent", "3", "lock.ttl", "5s"}, // the last of them alone
			"Nodes (cluster.independent) does not go with the rest. faults.0.partition.cut.1.0 is n4: There is no n4 in this scenario. There is", "此场景中没有 n4"},
		{"failover", []string{"network.latency", "1ms", "lock.kind", "redlock", "lock.ttl", "5s"},
			"Kind of lock (lock.kind) does not go with the rest. lock: Redlock asks nodes", "lock.kind"},
		{"redlock", []string{"lock.watchdog", "ttl-20s"}, "It may also be none.", "也可以是 none。"},
		{"redlock", []string{"lock.knid", "token"}, "knid", "knid"},
	} {
		e := refused(t, library, row.scenario, row.set...)
		for _, x := range []struct{ lang, want string }{{"en", row.en}, {"zh", row.zh}} {
			if got := Say(phrases[x.lang], e); !strings.Contains(got, x.want) {
				t.Errorf("%s with %q:\ngot  %s\nwant %s", row.scenario, row.set, got, x.want)
			}
		}
	}
}

// What there is no sentence for is quoted, rather than left out.
func TestSayQuotesWhatItHasNoSentenceFor(t *testing.T) {
	_, phrases := open(t)
	for _, row := range []struct {
		name string
		e    scenario.InputError
		want string
	}{
		{"about the run", scenario.InputError{Text: "it is odd"}, "The server says: it is odd"},
		{"about a parameter", scenario.InputError{Given: "parameter lock.ttl", Text: "it is odd"}, "TTL (lock.ttl): The server says: it is odd"},
		{"about a value", scenario.InputError{Given: "parameter lock.ttl", Value: "1s", Text: "it is odd"}, "TTL (lock.ttl) is 1s: The server says: it is odd"},
	} {
		if got := Say(phrases["en"], &row.e); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

var made = regexp.MustCompile(`wrong\("([a-z-]+)"`)

// Each sort of mistake that package scenario finds has its sentence in every language.
func TestEverySortHasItsSentence(t *testing.T) {
	_, phrases := open(t)
	files, err := filepath.Glob("../../sim/scenario/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllSubmatch(text, -1) {
			found++
			for lang, c := range phrases {
				if !c.Has("input." + string(m[1])) {
					t.Errorf("%s: %s: there is no phrase input.%s", name, lang, m[1])
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d mistakes were found", found)
	}
}
