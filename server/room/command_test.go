package room

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestCommandsAreReadStrictly(t *testing.T) {
	good, err := ParseCommand([]byte(`{"n":5,"do":"vote","poll":"q1","round":1,"choice":2}`))
	if err != nil || !reflect.DeepEqual(good, &Command{N: 5, Do: "vote", Poll: "q1", Round: 1, Choice: 2}) {
		t.Errorf("%+v, %v", good, err)
	}
	for _, text := range []string{``, `[]`, `{"do":"vote"`, `{"do":"vote"} {}`, `{"do":"vote"}}`, `{"do":"vote"}]`, `{"do":"vote","admin":true}`, `{"do":5}`, `{"choice":1.5}`, strings.Repeat(" ", MaxCommand) + `{}`} {
		if c, err := ParseCommand([]byte(text)); !errors.Is(err, ErrCommand) {
			t.Errorf("%.40s: %+v, %v", text, c, err)
		}
	}
}

// A command with a wrong field is read as far as it can be, and the field is named.
func TestAWrongFieldIsNamed(t *testing.T) {
	for text, field := range map[string]string{
		`{"choice":"two","n":5}`: "choice", `{"n":5,"head":{"at":"far"}}`: "head.at", `{"admin":true,"n":5}`: "admin",
		`{"n":5,"` + strings.Repeat("é", 40) + `":1}`: strings.Repeat("é", 32), `{"n":5,"options":["a",2]}`: "options", `{"n":5,"choice":1.5}`: "choice",
	} {
		c, err := ParseCommand([]byte(text))
		if of, ok := errors.AsType[*FieldError](err); !ok || of.Field != field || c.N != 5 || !errors.Is(err, ErrCommand) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

// FuzzCommands feeds a room anything.
func FuzzCommands(f *testing.F) {
	for name, x := range valid {
		c := x.c
		c.Do = name
		text, err := json.Marshal(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseCommand(text)
		if err != nil {
			return
		}
		r := opened(t)
		for _, who := range []Who{nobody, viewer, driver, owner} {
			r.Do(noon, who, c)
		}
		if _, err := json.Marshal(r.View(Everything, noon)); err != nil {
			t.Fatal(err)
		}
	})
}

// Whoever has a sentence for every refusal asks for the list: none is missing there.
func TestEveryRefusalIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "command.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := make(map[Refusal]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if c, ok := n.(*ast.ValueSpec); ok && len(c.Values) == 1 {
			if kind, ok := c.Type.(*ast.Ident); ok && kind.Name == "Refusal" {
				text, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				declared[Refusal(text)] = true
			}
		}
		return true
	})
	listed := make(map[Refusal]bool)
	for _, r := range Refusals() {
		listed[r] = true
		if want := "room: refused: " + string(r); r.Error() != want {
			t.Errorf("%q, want %q", r.Error(), want)
		}
	}
	if len(declared) < 10 || !reflect.DeepEqual(declared, listed) {
		t.Errorf("declared %v\nlisted %v", declared, listed)
	}
}
