package lesson

import "html/template"

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

// panels are what the figure of a lesson and the stage have alike: the buttons that
// move in time, their speed, the sources, and the signs that the legend explains.
var panels = template.Must(template.New("panels").Parse(`
{{- define "buttons"}}
{{- range .Controls}}
<button class="btn{{if .Main}} btn-main{{end}}" type="button" data-do="{{.Do}}" aria-label="{{$.Keyed .Do}}" aria-keyshortcuts="{{.Keys}}" title="{{$.Keyed .Do}}" disabled><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path{{if .Main}} class="solid"{{end}} d="{{.Icon}}"/></svg>{{if .Main}}<span class="text" data-part="label">{{$.Say "figure.play"}}</span>{{end}}</button>
{{- end}}
{{- end}}
{{- define "speed"}}<label class="speed"><span>{{.Say "figure.speed"}}</span> <select data-part="speed" aria-label="{{.Keyed "speed"}}" title="{{.Keyed "speed"}}" disabled>
{{- range .Speeds}}<option value="{{.}}"{{if eq . "1"}} selected{{end}}>{{.}}×</option>{{end -}}
</select></label>{{end}}
{{- define "sources"}}{{if .Sources}}<div class="sources">
{{- range .Sources}}
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
</div>{{end}}{{end}}
{{- define "signs"}}<dl>
{{- range .Signs}}
<div class="legend-{{.Name}}"><dt>{{if .Text}}{{.Text}}{{else if .Drawing}}<svg class="scene sample who-none" viewBox="0 0 30 16" aria-hidden="true">{{.Drawing}}</svg>{{else}}<span class="sample" aria-hidden="true"></span>{{end}}</dt><dd>{{$.Say (printf "legend.%s" .Name)}}</dd></div>
{{- end}}
</dl>{{end}}`))
