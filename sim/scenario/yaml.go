package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"lockstep/sim/trace"
)

// value is one place in a YAML file. Reading goes through the syntax tree and not
// into structs, so that every complaint can name its line.
type value struct {
	file string
	node ast.Node
	path string // such as lock.ttl
}

// parse reads a whole file, which must be one mapping.
func parse(file string, text []byte) (value, error) {
	f, err := parser.ParseBytes(text, 0)
	if err != nil {
		var syntax yaml.Error
		if errors.As(err, &syntax) {
			return value{}, &InputError{file, syntax.GetToken().Position.Line, syntax.GetMessage()}
		}
		return value{}, &InputError{File: file, Text: err.Error()}
	}
	if len(f.Docs) != 1 || f.Docs[0].Body == nil {
		return value{}, &InputError{File: file, Text: "a scenario file holds one YAML mapping"}
	}
	return value{file: file, node: f.Docs[0].Body}, nil
}

func (v value) errorf(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if v.path != "" {
		text = v.path + ": " + text
	}
	return &InputError{v.file, v.node.GetToken().Position.Line, text}
}

// reader takes the value of one name in a mapping.
type reader func(value) error

// fields reads a mapping. Names it does not know are errors that list those it
// knows.
func (v value) fields(known map[string]reader, required ...string) error {
	m, ok := v.node.(*ast.MappingNode)
	if !ok {
		return v.errorf("this must be a mapping, with %s", names(known))
	}
	seen := make(map[string]bool)
	for _, pair := range m.Values {
		name := pair.Key.String()
		child := value{v.file, pair.Value, join(v.path, name)}
		at := value{v.file, pair.Key, v.path}
		read, ok := known[name]
		switch {
		case !ok:
			return at.errorf("nothing here is called %q; there is %s", name, names(known))
		case seen[name]:
			return at.errorf("%q stands here twice", name)
		}
		seen[name] = true
		if err := read(child); err != nil {
			return err
		}
	}
	for _, name := range required {
		if !seen[name] {
			return v.errorf("%q is missing", name)
		}
	}
	return nil
}

// each reads a list.
func (v value) each(read reader) error {
	list, ok := v.node.(*ast.SequenceNode)
	if !ok {
		return v.errorf("this must be a list")
	}
	for i, n := range list.Values {
		if err := read(value{v.file, n, v.path + "[" + strconv.Itoa(i+1) + "]"}); err != nil {
			return err
		}
	}
	return nil
}

// text reads a scalar, whatever YAML takes it for: 10s, 0.01, true.
func (v value) text() (string, error) {
	switch n := v.node.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", v.errorf("this must be a single value")
}

func (v value) into(s *string) error {
	text, err := v.text()
	*s = text
	return err
}

func (v value) duration() (trace.Duration, error) {
	text, err := v.text()
	if err != nil {
		return 0, err
	}
	d, err := trace.ParseDuration(text)
	if err != nil {
		return 0, v.errorf("%q: %v", text, err)
	}
	return d, nil
}

// json returns the value as JSON, for what has a JSON form of its own.
func (v value) json() ([]byte, error) {
	b, err := yaml.YAMLToJSON([]byte(v.node.String()))
	if err != nil {
		return nil, v.errorf("%v", err)
	}
	return b, nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// names lists what a mapping may hold, in a stable order.
func names(known map[string]reader) string { return strings.Join(sortedKeys(known), ", ") }
