package script

import (
	"errors"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// chunkName is what Redis calls a script in messages: user_script:LINE.
const chunkName = "user_script"

// SourceMax bounds a script before it is parsed. Real ones have some hundred
// bytes, the longest of well-known lock libraries two thousand.
const SourceMax = 8 << 10

// compile makes a prototype of a script, or says what is wrong with it.
func compile(source string) (*lua.FunctionProto, error) {
	if len(source) > SourceMax {
		return nil, errors.New("script is longer than " + strconv.Itoa(SourceMax) + " bytes, which this sandbox does not allow")
	}
	chunk, err := parse.Parse(strings.NewReader(source), chunkName)
	if err != nil {
		return nil, syntaxError(err)
	}
	chunk, err = rewrite(chunk)
	if err != nil {
		return nil, errors.New(chunkName + ":1: " + err.Error())
	}
	proto, err := lua.Compile(chunk, chunkName)
	if err != nil {
		var ce *lua.CompileError
		if errors.As(err, &ce) {
			return nil, errors.New(chunkName + ":" + strconv.Itoa(ce.Line) + ": " + ce.Message)
		}
		return nil, err
	}
	return proto, nil
}

// syntaxError words a parser's message as Lua does.
func syntaxError(err error) error {
	var pe *parse.Error
	if !errors.As(err, &pe) {
		return err
	}
	if pe.Message == "parse error" { // an expression that is no statement
		pe.Message = "'=' expected"
	}
	if pe.Pos.Line == parse.EOF {
		return errors.New(chunkName + ": " + pe.Message + " near '<eof>'")
	}
	return errors.New(chunkName + ":" + strconv.Itoa(pe.Pos.Line) + ": " + pe.Message + " near '" + pe.Token + "'")
}
