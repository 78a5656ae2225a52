package lesson

import (
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
)

// Source is a file of an algorithm, line by line.
type Source struct {
	File  string
	Lines []Line
}

// Line is a line of source, its comment apart.
type Line struct {
	Number  int
	Code    string
	Comment string
}

// readSource reads the YAML of a source block and the file that it names.
func readSource(at place, text []byte, open func(string) (string, bool)) (*Source, error) {
	s := &Source{}
	err := readPart(at, "source", text, map[string]strictyaml.Reader{"file": strictyaml.IntoText(&s.File)}, "file")
	if err != nil {
		return nil, err
	}
	code, ok := open(s.File)
	if !ok {
		return nil, at.errorf("there is no source %q; it is the name of a file of sim/lock, such as redlock.go", s.File)
	}
	s.Lines = lines(code)
	return s, nil
}

// attach gives the figure before it the source of a source block.
func (c *compiler) attach(at place, text []byte) {
	src, err := readSource(at, text, c.options.Source)
	switch {
	case err != nil:
		c.problem(err)
	case len(c.figures) == 0:
		c.problem(at.errorf("a source stands after the scene that runs it, and there is none before this one"))
	default:
		f := c.figures[len(c.figures)-1]
		if slices.Contains(f.scene.sources, src.File) {
			c.problem(at.errorf("the scene before this source shows %s already", src.File))
		}
		f.sources = append(f.sources, src)
		f.scene.sources = append(f.scene.sources, src.File)
		c.enter(Block{Kind: "source", Line: at.line, Part: src, structure: src.File})
	}
}

// lines parts code into lines and each line's comment from its code. Tabs become
// two spaces, which is what a phone has room for.
func lines(code string) []Line {
	var list []Line
	for text := range strings.Lines(code) {
		text = strings.ReplaceAll(strings.TrimRight(text, "\n"), "\t", "  ")
		l := Line{Number: len(list) + 1, Code: text}
		if i := comment(text); i >= 0 {
			l.Code, l.Comment = text[:i], text[i:]
		}
		list = append(list, l)
	}
	return list
}

// comment returns where a line's comment begins, outside of any string, or -1.
func comment(line string) int {
	var quote byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && quote != '`' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case strings.HasPrefix(line[i:], "//"):
			return i
		}
	}
	return -1
}
