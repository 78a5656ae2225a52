package lesson

import (
	"bytes"
	"cmp"
	"html/template"
	"slices"

	"lockstep/sim/trace"
)

// Alone returns the figure of a scene that stands in no lesson. The events are the
// whole of its run.
func Alone(s *Scene, events []trace.Event, o Options) (template.HTML, error) {
	v := figureView{Scene: s, Frame: still(s, events, o.Phrases[s.Lang]), phrases: o.Phrases[s.Lang]}
	for _, file := range busiest(events) {
		if code, ok := o.Source(file); ok {
			v.Sources = append(v.Sources, &Source{File: file, Lines: lines(code)})
		}
	}
	var b bytes.Buffer
	err := figureHTML.Execute(&b, v)
	return template.HTML(b.String()), err
}

// busiest returns the two files of source that say most of what happens: a figure has
// room for two.
func busiest(events []trace.Event) []string {
	type count struct {
		file string
		n    int
	}
	var counts []count
	for i := range events {
		file := events[i].File
		at := slices.IndexFunc(counts, func(c count) bool { return c.file == file })
		switch {
		case file == "":
		case at < 0:
			counts = append(counts, count{file, 1})
		default:
			counts[at].n++
		}
	}
	slices.SortStableFunc(counts, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	var files []string
	for _, c := range counts[:min(len(counts), 2)] {
		files = append(files, c.file)
	}
	return files
}
