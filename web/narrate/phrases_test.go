package narrate_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/because"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// phrasesOf says under which keys the words of the trace have their phrases, by
// what their constants begin with. Of those that are not there, other phrases
// speak: event.fault.crash.node.lose is about DataLose.
var phrasesOf = map[string]string{
	"Why": "why.", "End": "end.", "What": "what.", "Phase": "phase.", "Rule": "rule.", "Verdict": "verdict.", "ByScenario": "by.",
	"To": "purpose.", "Role": "role.", "Fsync": "fsync.", "Fence": "fence.", "Lock": "lock.", "Data": "data.",
	"WatchdogActivity": "activity.",
}

// more says under which other keys words of the trace have phrases.
var more = map[string]string{"Rule": "law.", "Verdict": "outcome."}

// unsaid are words that are empty; they have phrases by name.
var unsaid = map[string]string{"RoleMaster": "master", "FsyncNever": "never"}

// Every word that a trace may give as a reason has its phrase in every language,
// whether or not a run has come to it yet.
func TestWordsOfTheTraceHavePhrases(t *testing.T) {
	slug := strings.NewReplacer(" ", "-", ",", "", "'", "")
	seen := make(map[string]int)
	catalogs := make(map[string]phrase.Catalog)
	for _, lang := range phrase.Languages {
		catalogs[lang] = catalog(t, lang)
	}
	for name, word := range words(t) {
		for begins, of := range phrasesOf {
			if !strings.HasPrefix(name, begins) {
				continue
			}
			seen[begins]++
			if word == "" {
				word = unsaid[name]
			}
			for _, lang := range phrase.Languages {
				for _, of := range []string{of, cmp.Or(more[begins], of)} {
					if key := of + slug.Replace(word); !catalogs[lang].Has(key) {
						t.Errorf("%s: trace.%s has no phrase %q", lang, name, key)
					}
				}
			}
		}
	}
	for begins := range phrasesOf {
		if seen[begins] == 0 {
			t.Errorf("no constant begins with %s", begins)
		}
	}
}

// words reads the constants of the trace's words from their source, so that none
// can be forgotten here.
func words(t *testing.T) map[string]string {
	t.Helper()
	all := constants(t, "../../sim/trace/words.go")
	if all["WhyNodeDown"] != trace.WhyNodeDown {
		t.Fatalf("these are no words of the trace: %v", all)
	}
	return all
}

// constants reads the texts among a source file's constants, by name.
func constants(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		for i := 0; ok && i < len(spec.Values); i++ {
			value, ok := spec.Values[i].(*ast.BasicLit)
			if !ok || value.Kind != token.STRING {
				continue
			}
			if all[spec.Names[i].Name], err = strconv.Unquote(value.Value); err != nil {
				t.Fatal(err)
			}
		}
		return true
	})
	return all
}

// The kinds of resource and their guards are words of traces too, which package
// resource has.
func TestResourcesHavePhrases(t *testing.T) {
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for _, kind := range resource.KindNames() {
			if !c.Has("kind." + kind) {
				t.Errorf("%s: no phrase for the kind %q", lang, kind)
			}
		}
		for _, guard := range resource.GuardNames() {
			if !c.Has("guard." + guard) {
				t.Errorf("%s: no phrase for the guard %q", lang, guard)
			}
		}
	}
}

// Whatever may bring an outcome about has its sentence in every language, and so has
// every lock of which a promise is told.
func TestCausesHavePhrases(t *testing.T) {
	kinds, locks := constants(t, "../../sim/because/cause.go"), constants(t, "../../sim/trace/words.go")
	if kinds["NodeClock"] != because.NodeClock || len(kinds) < 30 {
		t.Fatalf("these are not the kinds of cause: %v", kinds)
	}
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for name, kind := range kinds {
			if !c.Has("verdict.cause." + kind) {
				t.Errorf("%s: because.%s has no phrase", lang, name)
			}
		}
		for name, lock := range locks {
			if strings.HasPrefix(name, "Lock") && !c.Has("verdict.lock."+lock) {
				t.Errorf("%s: trace.%s has no phrase", lang, name)
			}
		}
	}
}
