package cli

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A scenario of the user's own is listed and has a stage; what is wrong with a list of
// the user's own is said where the user looks and where the reader does, and the rest of
// it counts.
func TestServeListsTheUsersScenarios(t *testing.T) {
	const mine = `
id: of-mine
title: {en: One of mine}
cluster: {single: {}}
lock: {kind: token}
clients: [{id: A, work: {on: report, takes: 1s}}]
resources: {report: {kind: file}}
`
	const group = "groups:\n  - {id: a, title: {en: Chosen, ms: A, zh: A}, about: {en: A, ms: A, zh: A}, scenarios: [redlock, nowhere]}\n"
	for _, row := range []struct{ name, list, complaint, heading string }{
		{"no list", "", "", ">More scenarios<"},
		{"a group that is none", "groups:\n  - {id: a, title: x}\n", "playground.yaml:2: ", ">More scenarios<"},
		{"a scenario that is none", group, `playground.yaml:2: groups.a.scenarios.1: "nowhere": there is no such scenario`, ">Chosen<"},
		{"no YAML", "groups: [\n", "playground.yaml:1: ", ">More scenarios<"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "lessons")
			if err := os.MkdirAll(filepath.Join(folder, "scenarios"), 0o755); err != nil {
				t.Fatal(err)
			}
			files := map[string]string{"scenarios/of-mine.yaml": mine}
			if row.list != "" {
				files["playground.yaml"] = row.list
			}
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s := serve(t, "--data", dir)
			page := html.UnescapeString(s.get(t, "en/play"))
			for _, want := range []string{`href="play/of-mine"`, `href="play/redlock"`, row.heading} {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %s", want)
				}
			}
			if !strings.Contains(page, row.complaint) {
				t.Errorf("the page does not say %q", row.complaint)
			}
			if stage := s.get(t, "zh/play/of-mine"); !strings.Contains(stage, "One of mine") {
				t.Error("the scenario has no stage")
			}
			s.stop()
			if complains := strings.Contains(s.stderr.String(), filepath.Join(folder, "playground.yaml")); complains != (row.complaint != "") {
				t.Errorf("it says: %s", s.stderr)
			}
		})
	}
}
