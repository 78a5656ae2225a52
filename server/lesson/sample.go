package lesson

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/strictyaml"
)

// Code is how the reader's own program would do it, in two languages. The files are
// of the folder code beside the lessons: tests run them.
type Code struct {
	ID      string // code-1, code-2 and so on within the lesson
	Title   string
	Part    string
	Samples []Sample

	spoken
}

// Sample is the shown part of a file.
type Sample struct {
	Lang  string // go or js
	Name  string // what the language is called
	File  string // below the folder code
	Lines []Line
}

// MaxColumns is how wide a sample may be: what a phone shows without much panning.
const MaxColumns = 72

// readCode reads a code block and the parts of the files that it names.
func (c *compiler) readCode(at place, text []byte) (*section, error) {
	c.codes++
	x := &Code{ID: "code-" + strconv.Itoa(c.codes), Title: c.phrases.Say("lesson.code"), spoken: spoken{c.phrases}}
	if what := c.claim(x.ID); what != "" {
		return nil, at.errorf("%s", what)
	}
	files := make(map[string]string)
	file := func(lang string) strictyaml.Reader {
		return strictyaml.Set(func(name string) error {
			if !strings.HasSuffix(name, "."+lang) && !strings.HasSuffix(name, ".m"+lang) || !fs.ValidPath(name) {
				return fmt.Errorf("it must be a file below code that ends in .%s, such as first-lock/lock.%s", lang, lang)
			}
			files[lang] = name
			return nil
		})
	}
	err := readPart(at, "code", text, map[string]strictyaml.Reader{
		"title": strictyaml.IntoText(&x.Title),
		"go":    file("go"), "js": file("js"),
		"part": strictyaml.IntoText(&x.Part),
	}, "go", "js", "part")
	if err != nil {
		return nil, err
	}
	for _, lang := range [...]struct{ lang, name string }{{"go", "Go"}, {"js", "JavaScript"}} {
		s := Sample{Lang: lang.lang, Name: lang.name, File: files[lang.lang]}
		text, err := readFile(c.fsys, "code/"+s.File)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, at.errorf("there is no file code/%s", s.File)
		} else if err != nil {
			return nil, at.errorf("%w", err)
		}
		if s.Lines, err = partOf("code/"+s.File, string(text), x.Part); err != nil {
			return nil, at.errorf("%w", err)
		}
		x.Samples = append(x.Samples, s)
	}
	return &section{id: x.ID, part: x, html: codeHTML, structure: structured(files["go"], files["js"], x.Part)}, nil
}

// partOf returns the lines of a file between the marks // part NAME and // end, less what all of
// them are indented by.
func partOf(file, text, name string) ([]Line, error) {
	var parts, found []string
	first, here := 0, false
	for i, line := range strings.Split(text, "\n") {
		mark := strings.TrimSpace(line)
		if begins, ok := strings.CutPrefix(mark, "// part "); ok {
			parts, here = append(parts, begins), begins == name
			if here {
				first = i + 2
			}
			continue
		}
		if mark == "// end" {
			here = false
		}
		if here {
			found = append(found, strings.TrimRight(line, " \r"))
		}
	}
	// What formats the file parts a mark from a comment by an empty line.
	for len(found) > 0 && found[0] == "" {
		found, first = found[1:], first+1
	}
	switch {
	case !slices.Contains(parts, name):
		return nil, fmt.Errorf("%s has no line // part %s; %s", file, name, strictyaml.Others(name, parts))
	case here:
		return nil, fmt.Errorf("%s: part %s lacks its line // end", file, name)
	case len(found) == 0:
		return nil, fmt.Errorf("%s: nothing stands between // part %s and // end", file, name)
	}
	indent := indentOf(found)
	for i, line := range found {
		found[i] = strings.TrimPrefix(line, indent)
		if width := len([]rune(strings.ReplaceAll(found[i], "\t", "  "))); width > MaxColumns {
			return nil, fmt.Errorf("%s:%d: this line is %d columns wide, and a page has room for %d", file, first+i, width, MaxColumns)
		}
	}
	return lines(strings.Join(found, "\n")), nil
}

// indentOf is the white space that all lines begin with, but for empty ones.
func indentOf(list []string) string {
	indent, some := "", false
	for _, line := range list {
		if line == "" {
			continue
		}
		own := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if !some {
			indent, some = own, true
		}
		for !strings.HasPrefix(own, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	return indent
}

var codeHTML = template.Must(template.New("code").Parse(`<section class="block sample panel" id="{{.ID}}" data-block="code" aria-labelledby="{{.ID}}-title">
<div class="panel-head">
<h3 id="{{.ID}}-title">{{.Title}}</h3>
<span class="samples push" role="group" aria-label="{{.Say "lesson.code.langs"}}">
{{- range $i, $s := .Samples}}<button class="btn" type="button" data-do="show" data-arg="{{.Lang}}" aria-pressed="{{if $i}}false{{else}}true{{end}}" disabled>{{.Name}}</button>{{end -}}
</span>
<button class="btn" type="button" data-do="copy" disabled>{{.Say "lesson.copy"}}</button>
</div>
{{- range .Samples}}
<div class="code" data-lang="{{.Lang}}"><p class="file"><span>{{.Name}}</span> <span class="num">{{.File}}</span></p>
<pre tabindex="0" aria-label="{{.Name}}"><code>{{range .Lines}}{{.Code}}{{with .Comment}}<span class="cm">{{.}}</span>{{end}}
{{end}}</code></pre></div>
{{- end}}
<p class="status" role="status" data-part="status"></p>
</section>
`))
