package lesson

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"lockstep/sim/trace"
)

// place is a line of a file, for errors.
type place struct {
	file string
	line int // from 1
}

func (p place) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.file, p.line, fmt.Errorf(format, args...))
}

// value is one value in a piece of YAML within a Markdown file.
type value struct {
	place
	node ast.Node
}

// reader takes the value of one name.
type reader func(value) error

// readMapping reads a piece of YAML that begins on the line after at. what is
// what the piece is called in errors.
func readMapping(at place, what string, text []byte, known map[string]reader, required ...string) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		var syntax yaml.Error
		if errors.As(err, &syntax) {
			return place{at.file, at.line + syntax.GetToken().Position.Line}.errorf("%s", syntax.GetMessage())
		}
		return at.errorf("%v", err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return at.errorf("%s is empty; it holds %s", what, names(known))
	}
	return value{at, file.Docs[0].Body}.fields(at.line, what, known, required...)
}

// fields reads a mapping whose piece of YAML begins after line first.
func (v value) fields(first int, what string, known map[string]reader, required ...string) error {
	m, ok := v.node.(*ast.MappingNode)
	if !ok {
		return v.errorf("%s is no mapping; it holds %s", what, names(known))
	}
	seen := make(map[string]bool)
	for _, pair := range m.Values {
		name := pair.Key.GetToken().Value
		child := value{place{v.file, first + pair.Key.GetToken().Position.Line}, pair.Value}
		read := known[name]
		switch {
		case read == nil:
			return child.errorf("%s has no %q; it holds %s", what, name, names(known))
		case seen[name]:
			return child.errorf("%q stands twice in %s", name, what)
		}
		seen[name] = true
		if err := read(child); err != nil {
			return err
		}
	}
	for _, name := range required {
		if !seen[name] {
			return v.errorf("%s lacks %q", what, name)
		}
	}
	return nil
}

func names(known map[string]reader) string {
	return strings.Join(slices.Sorted(maps.Keys(known)), ", ")
}

// text reads a scalar, whatever YAML takes it for: 10s, 0.01, true.
func (v value) text() (string, error) {
	switch n := v.node.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode: // folded over several lines
		return strings.TrimSpace(n.Value.Value), nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", v.errorf("want a single value here")
}

func intoText(s *string) reader {
	return func(v value) (err error) {
		if *s, err = v.text(); err == nil && *s == "" {
			err = v.errorf("this is empty")
		}
		return err
	}
}

func intoTime(t *trace.Time) reader {
	return func(v value) error {
		text, err := v.text()
		if err != nil {
			return err
		}
		d, err := trace.ParseDuration(text)
		if err != nil {
			return v.errorf("%q: %w", text, err)
		}
		*t = trace.Time(d)
		return nil
	}
}

func intoBool(b *bool) reader {
	return func(v value) error {
		n, ok := v.node.(*ast.BoolNode)
		if !ok {
			return v.errorf("want true or false here")
		}
		*b = n.Value
		return nil
	}
}

func intoNumber[T int | uint64](n *T) reader {
	return func(v value) error {
		text, err := v.text()
		if err != nil {
			return err
		}
		u, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return v.errorf("%q: want a whole number, 0 or more", text)
		}
		*n = T(u)
		return nil
	}
}
