package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"lockstep/sim/trace"
)

// value is one place in a YAML file. Reading goes through the syntax tree and not
// into structs, so that every complaint can name its line.
type value struct {
	file string
	node ast.Node
	path string // such as lock.ttl
}

// Limits of a file. The parser takes time that grows with the square of both.
const (
	MaxFile  = 32 << 10 // bytes
	maxDepth = 16       // brackets and braces within each other
)

// parse reads a whole file, which must be one mapping.
func parse(file string, text []byte) (value, error) {
	if len(text) > MaxFile {
		return value{}, &InputError{File: file, Text: fmt.Sprintf("it is too long: a scenario file has at most %d KiB", MaxFile>>10)}
	}
	if !utf8.Valid(text) {
		return value{}, &InputError{file, badLine(text), "this is no UTF-8 text"}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors begin files so
	tokens := lexer.Tokenize(string(text))
	if err := plain(file, tokens); err != nil {
		return value{}, err
	}
	f, err := parser.Parse(tokens, 0)
	if err != nil {
		var syntax yaml.Error
		if errors.As(err, &syntax) && syntax.GetToken() != nil {
			return value{}, &InputError{file, syntax.GetToken().Position.Line, syntax.GetMessage()}
		}
		return value{}, &InputError{File: file, Text: err.Error()}
	}
	if len(f.Docs) != 1 || f.Docs[0].Body == nil {
		return value{}, &InputError{File: file, Text: "a scenario file holds one YAML mapping"}
	}
	return value{file: file, node: f.Docs[0].Body}, nil
}

// badLine returns the first line of text that is no UTF-8.
func badLine(text []byte) int {
	n := 1
	for line := range bytes.Lines(text) {
		if !utf8.Valid(line) {
			return n
		}
		n++
	}
	return n
}

// plain refuses what makes YAML say more than what stands there. Anchors that
// refer to anchors can make a small file a huge one.
func plain(file string, tokens token.Tokens) error {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType:
			return &InputError{file, t.Position.Line, fmt.Sprintf("%q: anchors, aliases, tags and directives are not for scenario files; write it out", t.Value)}
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		}
		if depth > maxDepth {
			return &InputError{file, t.Position.Line, fmt.Sprintf("more than %d brackets and braces stand within each other", maxDepth)}
		}
	}
	return nil
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
		name := pair.Key.GetToken().Value
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
	if err == nil && text == "" {
		err = v.errorf("it is empty")
	}
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

// json returns the value as JSON, for what has a JSON form of its own. Every single
// value becomes a string: in YAML 100 and "100" are the same to us.
func (v value) json() (any, error) {
	switch n := v.node.(type) {
	case *ast.MappingNode:
		m := make(map[string]any)
		for _, pair := range n.Values {
			name := pair.Key.GetToken().Value
			inner, err := value{v.file, pair.Value, join(v.path, name)}.json()
			if err != nil {
				return nil, err
			}
			m[name] = inner
		}
		return m, nil
	case *ast.SequenceNode:
		list := make([]any, 0, len(n.Values))
		err := v.each(func(v value) error {
			inner, err := v.json()
			list = append(list, inner)
			return err
		})
		return list, err
	}
	return v.text()
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// names lists what a mapping may hold, in a stable order.
func names(known map[string]reader) string { return strings.Join(sortedKeys(known), ", ") }
