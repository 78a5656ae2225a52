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
	v := viewOf(s, events, o)
	v.Frame = still(s, events, v.phrases)
	var b bytes.Buffer
	err := figureHTML.Execute(&b, v)
	return template.HTML(b.String()), err
}

// viewOf is the view of such a scene, but for its frame.
func viewOf(s *Scene, events []trace.Event, o Options) figureView {
	v := figureView{Scene: s, phrases: o.Phrases[s.Lang]}
	for _, file := range played(events) {
		if code, ok := o.Source(file); ok {
			v.Sources = append(v.Sources, &Source{File: file, Lines: lines(code)})
		}
	}
	return v
}

// played returns the files of source that a run goes through, the one that says most
// of what happens first: a figure shows the first while nobody runs any.
func played(events []trace.Event) []string {
	said := make(map[string]int)
	var files []string
	for i := range events {
		file := events[i].File
		if file != "" && said[file] == 0 {
			files = append(files, file)
		}
		said[file]++
	}
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(said[b], said[a]) })
	return files
}
