package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a text. The parser takes time that grows with the square of both.
const (
	MaxSize  = 32 << 10 // bytes
	maxDepth = 16       // brackets, braces and dashes of a line within each other
)

// ReadFile reads a file of fsys, and not much more of it than [Parse] takes.
func ReadFile(fsys fs.FS, name string) (Value, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return Value{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return Value{}, err
	}
	return Parse(name, text)
}

// Parse reads the text of a file. Whatever is wrong with it is an [Error].
func Parse(file string, text []byte) (Value, error) {
	return source{file: file}.parse(text)
}

// ParseGiven reads YAML that stands in no file. Errors call it by that name, such
// as parameter lock.ttl.
func ParseGiven(name, text string) (Value, error) {
	return source{given: name}.parse([]byte(text))
}

// ParsePart reads YAML that stands within another file, below that line: the line
// that opens the part, and where something is missing from it. Errors call the
// part by that name.
func ParsePart(file string, line int, name string, text []byte) (Value, error) {
	s := source{file: file, above: line}
	if name != "" {
		s.root = &step{name: name}
	}
	v, err := s.parse(text)
	if err != nil {
		return Value{}, err
	}
	v.line = line
	return v, nil
}

// source is where a text stands.
type source struct {
	file  string
	above int // lines of the file before the text
	given string
	root  *step
}

func (s source) errorf(line int, format string, args ...any) error {
	return s.at(line).error(fmt.Sprintf(format, args...))
}

// at is that line of the text.
func (s source) at(line int) origin {
	if s.given != "" {
		return origin{given: s.given}
	}
	return origin{file: s.file, line: line}
}

// line returns the line of the file on which t stands. The parser leaves out a
// token or its position where it made something up.
func (s source) line(t *token.Token) int {
	if t == nil || t.Position == nil {
		return s.above
	}
	return s.above + t.Position.Line
}

func (s source) parse(text []byte) (Value, error) {
	if len(text) > MaxSize {
		return Value{}, s.errorf(s.above, "it is too long: there is room for %d KiB of YAML", MaxSize>>10)
	}
	if !utf8.Valid(text) {
		return Value{}, s.errorf(s.above+badLine(text), "this is no UTF-8 text")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors begin files so
	tokens := lexer.Tokenize(string(text))
	if err := s.plain(tokens); err != nil {
		return Value{}, err
	}
	// The parser's own complaint about a name that stands twice would count lines
	// from the beginning of the text, not of the file.
	f, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return Value{}, s.syntaxError(err)
	}
	if len(f.Docs) > 1 {
		return Value{}, s.errorf(s.line(f.Docs[1].Start), "a second YAML document begins here, and there may be only one")
	}
	if len(f.Docs) == 0 || f.Docs[0].Body == nil {
		return Value{origin: s.at(s.above + 1), way: s.root}, nil
	}
	return s.value(f.Docs[0].Body, s.root)
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

// plain refuses what makes YAML say more than what stands there, and what is
// nested too deeply. Anchors that refer to anchors can make a small file a huge
// one.
func (s source) plain(tokens token.Tokens) error {
	brackets, dashes, line := 0, 0, 0
	for _, t := range tokens {
		if at := s.line(t); at != line {
			dashes, line = 0, at
		}
		switch t.Type {
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType, token.MappingKeyType:
			return s.errorf(line, "%q: YAML is plain here, without anchors, aliases, tags, merge keys, directives and ? keys; write it out", t.Value)
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType:
			dashes++
		}
		if brackets+dashes > maxDepth {
			return s.errorf(line, "more than %d lists or mappings stand within each other", maxDepth)
		}
	}
	return nil
}

// syntaxError turns the parser's error, several lines with a picture, into one of
// ours.
func (s source) syntaxError(err error) error {
	line, text := s.above, err.Error()
	var syntax yaml.Error
	if errors.As(err, &syntax) {
		line, text = s.line(syntax.GetToken()), syntax.GetMessage()
	}
	return s.errorf(line, "%s", text)
}

// value makes a value of a node of the syntax tree, and of those below it.
func (s source) value(node ast.Node, way *step) (Value, error) {
	v := Value{origin: s.at(s.line(node.GetToken())), way: way}
	switch n := node.(type) {
	case *ast.NullNode:
	case *ast.StringNode:
		v.kind, v.text, v.isString = single, n.Value, true
	case *ast.LiteralNode: // over several lines, after | or >
		v.kind, v.text, v.isString = single, strings.TrimSpace(n.Value.Value), true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		v.kind, v.text = single, n.GetToken().Value
	case *ast.SequenceNode:
		v.kind = list
		for i, n := range n.Values {
			item, err := s.value(n, &step{up: way, name: nameOf(n, i)})
			if err != nil {
				return Value{}, err
			}
			v.items = append(v.items, item)
		}
	case *ast.MappingNode:
		v.kind = mapping
		err := s.fill(&v, n)
		return v, err
	default:
		return Value{}, v.Errorf("there is no place for a YAML %s here", strings.ToLower(node.Type().String()))
	}
	return v, nil
}

// fill gives a mapping its items. No two may have one name.
func (s source) fill(v *Value, n *ast.MappingNode) error {
	lines := make(map[string]int, len(n.Values))
	for _, pair := range n.Values {
		k := key{pair.Key.GetToken().Value, s.at(s.line(pair.Key.GetToken()))}
		if first, ok := lines[k.name]; ok {
			return v.at(k).Errorf("%q stands here twice, first on line %d", k.name, first)
		}
		lines[k.name] = s.line(pair.Key.GetToken())
		item, err := s.value(pair.Value, &step{up: v.way, name: k.name})
		if err != nil {
			return err
		}
		v.keys, v.items = append(v.keys, k), append(v.items, item)
	}
	return nil
}

// nameOf is what the ith item of a list is called: by its id if it has one.
func nameOf(n ast.Node, i int) string {
	if m, ok := n.(*ast.MappingNode); ok {
		for _, pair := range m.Values {
			if id, ok := pair.Value.(*ast.StringNode); ok && pair.Key.GetToken().Value == "id" {
				return id.Value
			}
		}
	}
	return strconv.Itoa(i)
}
