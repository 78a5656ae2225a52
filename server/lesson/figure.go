package lesson

import (
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
)

// figure is a scene with its controls, and the sources that it runs: the page
// shows the one that is running.
type figure struct {
	ast.BaseBlock
	scene   *Scene
	sources []*Source
	number  int
}

var kindFigure = ast.NewNodeKind("Figure")

func (*figure) Kind() ast.NodeKind            { return kindFigure }
func (f *figure) Dump(source []byte, lev int) { ast.DumpHelper(f, source, lev, nil, nil) }

func (c *compiler) renderFigure(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering || len(c.problems) > 0 {
		return ast.WalkContinue, nil
	}
	f := n.(*figure)
	frame, err := c.options.Still(f.scene, c.phrases)
	if err != nil {
		c.problem(f.scene.at.errorf("%w", err))
		return ast.WalkContinue, nil
	}
	return ast.WalkContinue, figureHTML.Execute(w, figureView{
		Scene: f.scene, Sources: f.sources, Frame: frame, phrases: c.phrases,
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
	return v.Say("figure.keyed", "what", v.Say("figure."+do), "key", v.Say("key."+do))
}

// Clock is the instant shown, as the viewer shows it.
func (v figureView) Clock() string { return viewer.Clocked(v.Frame.At) }

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

// Controls are the buttons, in order.
func (figureView) Controls() []control {
	return []control{
		{"restart", "0 Home", "M12.5 3 5.5 8l7 5ZM3 3v10", false},
		{"back", "ArrowLeft", "M12 3 6 8l6 5M3.5 3v10", false},
		{"play", "Space K", "M4 2.5 13 8l-9 5.5Z", true},
		{"step", "ArrowRight", "M4 3l6 5-6 5M12.5 3v10", false},
		{"next", "N Shift+ArrowRight", "M1.5 3.5 6 8l-4.5 4.5M7 8l4-4.5L15 8l-4 4.5Z", false},
	}
}

// control is a button: what it does, the keys that do it too, and the path of its
// icon.
type control struct {
	Do   string
	Keys string
	Icon string
	Main bool
}

// Speeds are those that one can choose, as factors of the normal one.
func (figureView) Speeds() []string {
	return []string{"0.1", "0.25", "0.5", "1", "2", "5", "10"}
}

// Keys are the keys that the legend lists.
func (v figureView) Keys() []keys {
	return []keys{
		{"play", []string{v.Say("key.play"), "K"}}, {"step", []string{"←", "→"}}, {"next", []string{"N", "Shift →"}},
		{"ends", []string{"Home", "0", "End"}}, {"speed", []string{"[", "]"}}, {"keys", []string{"?"}},
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
var figureHTML = template.Must(template.New("figure").Parse(`{{if .Beside}}<div class="figure">
{{end}}<figure class="player panel" id="{{.ID}}" data-run="{{.Run.Link}}" data-until="{{printf "%d" .Until}}" data-start="{{printf "%d" .Start}}" data-seed="{{.Run.Seed}}" data-lang="{{.Lang}}" lang="{{.Lang}}" aria-labelledby="{{.ID}}-title">
<div class="panel-head">
<p class="panel-title" id="{{.ID}}-title">{{.Title}}</p>
<output class="num push" data-part="clock">{{.Clock}}</output>
<details class="about-clock"><summary>{{.Say "figure.clock"}}</summary><p>{{.Say "figure.clock.about"}}</p></details>
</div>
<div class="stage" data-part="stage">{{.Frame.SVG}}</div>
<p class="now" data-part="now" aria-live="polite">{{.Frame.Now}}</p>
<div class="controls" role="group" aria-label="{{.Say "figure.controls"}}">
<label class="scrub"><span class="hidden">{{.Keyed "scrubber"}}</span><input type="range" data-part="scrubber" min="0" max="1000" step="1" value="0" title="{{.Keyed "scrubber"}}" disabled></label>
<div class="buttons">
{{- range .Controls}}
<button class="btn{{if .Main}} btn-main{{end}}" type="button" data-do="{{.Do}}" aria-label="{{$.Keyed .Do}}" aria-keyshortcuts="{{.Keys}}" title="{{$.Keyed .Do}}" disabled><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path{{if .Main}} class="solid"{{end}} d="{{.Icon}}"/></svg>{{if .Main}}<span class="text" data-part="label">{{$.Say "figure.play"}}</span>{{end}}</button>
{{- end}}
<label class="speed"><span>{{.Say "figure.speed"}}</span> <select data-part="speed" aria-label="{{.Keyed "speed"}}" title="{{.Keyed "speed"}}" disabled>
{{- range .Speeds}}<option value="{{.}}"{{if eq . "1"}} selected{{end}}>{{.}}×</option>{{end -}}
</select></label>
<span class="hash" data-part="hash"></span>
</div>
</div>
<p class="status" data-part="status" role="status"></p>
<noscript><p class="status">{{.Say "figure.noscript"}}</p></noscript>
{{- with .Sources}}
<div class="sources">
{{- range .}}
<div class="panel source" data-source="{{.File}}">
<div class="panel-head"><h3>{{$.Say "figure.source"}}</h3><span class="file push">sim/lock/{{.File}}</span></div>
<ol class="code lines" tabindex="0" aria-label="{{$.Say "figure.source.label" "file" .File}}">
{{- $file := .File}}
{{- range $line := .Lines}}
<li data-line="{{.Number}}"{{with $.Who $file .Number}} class="now{{if $.Followed $file $line.Number}} followed{{end}}" aria-current="true" data-who="{{.}}"{{end}}><span class="gutter"></span><span class="n" aria-hidden="true">{{.Number}}</span><code>{{.Code}}{{with .Comment}}<span class="cm">{{.}}</span>{{end}}</code></li>
{{- end}}
</ol>
</div>
{{- end}}
</div>
{{- end}}
<details class="legend" data-part="legend"><summary>{{.Say "legend"}}</summary>
<dl>
{{- range .Signs}}
<div class="legend-{{.Name}}"><dt>{{if .Text}}{{.Text}}{{else if .Drawing}}<svg class="scene sample who-none" viewBox="0 0 30 16" aria-hidden="true">{{.Drawing}}</svg>{{else}}<span class="sample" aria-hidden="true"></span>{{end}}</dt><dd>{{$.Say (printf "legend.%s" .Name)}}</dd></div>
{{- end}}
</dl>
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
