package lesson

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/words"
)

// figure is a scene with its controls, and the sources that it runs: the page
// shows the one that is running.
type figure struct {
	ast.BaseBlock
	scene   *Scene
	sources []*Source
	events  []trace.Event // of its run; empty if it could not be played
}

var kindFigure = ast.NewNodeKind("Figure")

func (*figure) Kind() ast.NodeKind            { return kindFigure }
func (f *figure) Dump(source []byte, lev int) { ast.DumpHelper(f, source, lev, nil, nil) }

func (c *compiler) renderFigure(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering || len(c.problems) > 0 {
		return ast.WalkContinue, nil
	}
	f := n.(*figure)
	draw := c.options.Still
	if draw == nil {
		draw = still
	}
	return ast.WalkContinue, figureHTML.Execute(w, figureView{
		Scene: f.scene, Sources: f.sources, Frame: draw(f.scene, f.events, c.phrases), phrases: c.phrases,
	})
}

// figureView is what the template sees.
type figureView struct {
	*Scene
	Sources []*Source
	Frame   Frame
	phrases phrase.Catalog
}

// Say returns a phrase.
func (v figureView) Say(key string, args ...string) string { return v.phrases.Say(key, args...) }

// Keyed returns what a control does and the key that does it too.
func (v figureView) Keyed(do string) string {
	return Keyed(v.Say, do)
}

// Clock is the instant shown, as the viewer shows it.
func (v figureView) Clock() string { return words.Clocked(v.Frame.At) }

// Halts are the instants of the scene's stops, parted by spaces.
func (v figureView) Halts() string {
	var list []string
	for _, s := range v.Stops {
		list = append(list, strconv.FormatInt(int64(s.At), 10))
	}
	return strings.Join(list, " ")
}

// Who returns the clients that run a line, parted by spaces.
func (v figureView) Who(file string, line int) string {
	var who []string
	for _, r := range v.Frame.Running {
		if r.File == file && r.Line == line {
			who = append(who, r.Who)
		}
	}
	return strings.Join(who, " ")
}

// Followed tells whether a line is the one to show where there is room for one
// source: the first shown that the client to follow runs.
func (v figureView) Followed(file string, line int) bool {
	for _, r := range v.Frame.Running {
		shown := func(s *Source) bool { return s.File == r.File }
		if r.By(v.Frame.Follow) && slices.ContainsFunc(v.Sources, shown) {
			return r.File == file && r.Line == line
		}
	}
	return false
}

// Keys are the keys that the legend lists.
func (v figureView) Keys() []keys {
	return []keys{
		{"play", []string{v.Say("key.play"), "K"}}, {"step", []string{"←", "→"}}, {"next", []string{v.Say("key.next"), v.Say("key.on")}},
		{"ends", []string{v.Say("key.home"), v.Say("key.restart"), v.Say("key.end")}}, {"speed", []string{"[", "]"}}, {"keys", []string{"?"}},
	}
}

type keys struct {
	Name  string
	Names []string
}

// The figure; one beside the text is wrapped in the column that it has there. Its
// controls are disabled until the viewer has loaded; without it the picture stands
// still. The viewer's boot script says that it is loading: without script it would
// not be true.
var figureHTML = template.Must(template.Must(panels.Clone()).New("figure").Parse(`{{if .Beside}}<div class="figure">
{{end}}<figure class="player panel" id="{{.ID}}" data-run="{{.Link}}" data-until="{{printf "%d" .Until}}" data-start="{{printf "%d" .Start}}" data-seed="{{.Run.Seed}}" data-lang="{{.Lang}}"{{with .Halts}} data-stops="{{.}}"{{end}} lang="{{.Lang}}" aria-labelledby="{{.ID}}-title">
<div class="panel-head">
<p class="panel-title" id="{{.ID}}-title">{{.Title}}</p>
<output class="num push" data-part="clock" aria-live="off">{{.Clock}}</output>
<details class="about-clock"><summary>{{.Say "figure.clock"}}</summary><p>{{.Say "figure.clock.about"}}</p></details>
</div>
<div class="stage" data-part="stage">{{.Frame.SVG}}</div>
<p class="now" data-part="now" aria-live="polite">{{.Frame.Now}}</p>
{{- if .Stops}}
<ol class="stops" data-part="stops" aria-label="{{.Say "lesson.stops"}}">
{{- range .Stops}}
<li data-at="{{printf "%d" .At}}"><span class="num">{{.Clock}}</span> <span>{{.Say}}</span></li>
{{- end}}
</ol>
{{- end}}
<div class="controls" role="group" aria-label="{{.Say "figure.controls"}}">
<label class="scrub"><span class="hidden">{{.Keyed "scrubber"}}</span><input type="range" data-part="scrubber" min="0" max="1000" step="1" value="0" title="{{.Keyed "scrubber"}}" disabled></label>
<div class="buttons">
{{- template "buttons" .}}
{{template "speed" .}}
<span class="hash" data-part="hash"></span>
</div>
</div>
<p class="status" data-part="status" role="status"></p>
<noscript><p class="status">{{.Say "figure.noscript"}}</p></noscript>
{{template "sources" .}}
<p class="onward"><a href="../play/{{.Run.Scenario}}#r={{.Link}}&amp;t={{printf "%d" .Frame.At}}">{{.Say "figure.onward"}}</a></p>
<details class="legend" data-part="legend"><summary>{{.Say "legend"}}</summary>
{{template "signs" .}}
<div data-part="keys">
<p>{{.Say "legend.keys"}}</p>
<dl>
{{- range .Keys}}
<div><dt>{{range .Names}}<kbd>{{.}}</kbd> {{end}}</dt><dd>{{$.Say (printf "legend.key.%s" .Name)}}</dd></div>
{{- end}}
</dl>
</div>
</details>
</figure>
{{if .Beside}}</div>
{{end}}`))
