package code_test

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
)

// Every sample is there in both languages, with the same parts and nothing besides:
// neither tests nor what npm brings is embedded.
func TestSamplesComeInPairs(t *testing.T) {
	t.Parallel()
	parts := make(map[string][]string)
	err := fs.WalkDir(lessons.FS, "code", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(lessons.FS, name)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if part, ok := strings.CutPrefix(strings.TrimSpace(line), "// part "); ok {
				parts[name] = append(parts[name], part)
			}
		}
		if parts[name] == nil {
			t.Errorf("%s is embedded and has no part to show", name)
		}
		return nil
	})
	must(t, err)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		base := strings.TrimSuffix(name, path.Ext(name))
		if golang, js := parts[base+".go"], parts[base+".mjs"]; !slices.Equal(golang, js) {
			t.Errorf("%s has the parts %q in Go and %q in JavaScript", base, golang, js)
		}
	}
	if len(parts) == 0 {
		t.Error("no sample is embedded")
	}
}
