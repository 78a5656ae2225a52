package strictyaml

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

type cat struct {
	name  string
	lives int
	likes []string
	costs []string // what for, and how much
}

// readCat reads with a reader of each kind.
func readCat(text string) (cat, error) {
	v, err := Parse("tom.yaml", []byte(text))
	if err != nil {
		return cat{}, err
	}
	return asCat(v)
}

func asCat(v Value) (cat, error) {
	var c cat
	err := v.Fields(map[string]Reader{
		"name":  IntoText(&c.name),
		"lives": Into(&c.lives, strconv.Atoi),
		"likes": func(v Value) error {
			return v.Each("[fish, milk]", Set(func(text string) error {
				if text == "dogs" {
					return errors.New("no cat likes that")
				}
				c.likes = append(c.likes, text)
				return nil
			}))
		},
		"costs": func(v Value) error {
			return v.Entries("{milk: 2}", func(name string, v Value) error {
				text, err := v.Text()
				c.costs = append(c.costs, name+" "+text)
				return err
			})
		},
		"home": func(v Value) error {
			_, err := v.JSON("{street: Elm}")
			return err
		},
	}, "name", "lives")
	return c, err
}

func TestFields(t *testing.T) {
	c, err := readCat("lives: 9\nlikes:\n  - fish\n  - 10\ncosts: {milk: 2, cream: 3}\nname: Tom\nhome: {street: [Elm]}\n")
	if err != nil {
		t.Fatal(err)
	}
	if c.name != "Tom" || c.lives != 9 || strings.Join(c.likes, ",") != "fish,10" || strings.Join(c.costs, ",") != "milk 2,cream 3" {
		t.Errorf("%+v", c)
	}
}

// What is wrong is named by line and by the way there.
func TestWrongFields(t *testing.T) {
	const all = "costs, home, likes, lives, name"
	const tom = "name: Tom\nlives: 9\n"
	for name, row := range map[string]struct{ text, want string }{
		"nothing":            {"", "1: nothing stands here; it must be a mapping, with " + all},
		"a comment":          {"# later\n", "1: nothing stands here; it must be a mapping, with " + all},
		"a tilde":            {"name: ~\n", "1: name: nothing stands here; it must be a single value"},
		"null":               {"\nnull\n", "2: nothing stands here; it must be a mapping, with " + all},
		"a word":             {"tom\n", "1: this must be a mapping, with " + all},
		"a list":             {"- tom\n", "1: this must be a mapping, with " + all},
		"an unknown name":    {tom + "zoo: 1\n", `3: nothing here is called "zoo"; there is ` + all},
		"a name misspelt":    {"nmae: Tom\n", `1: nothing here is called "nmae"; did you mean name? There is ` + all},
		"a missing name":     {"\nname: Tom\n", `2: "lives" is missing`},
		"an empty text":      {"name: ''\n", "1: name: it is empty"},
		"no text":            {"name:\nlives: 9\n", "1: name: nothing stands here; it must be a single value"},
		"a list for a text":  {"name: [Tom]\n", "1: name: this must be a single value"},
		"what parse refuses": {"lives: many\n", `1: lives: "many": strconv.Atoi: parsing "many": invalid syntax`},
		"a list to parse":    {"lives: [9]\n", "1: lives: this must be a single value"},
		"no list":            {"likes: fish\n", "1: likes: this must be a list, such as [fish, milk]"},
		"an empty list":      {"likes:\n", "1: likes: nothing stands here; it must be a list, such as [fish, milk]"},
		"a wrong item":       {"likes:\n  - fish\n  - dogs\n", `3: likes.1: "dogs": no cat likes that`},
		"an item too deep":   {"likes: [fish, [fish]]\n", "1: likes.1: this must be a single value"},
		"no entries":         {"costs: 5\n", "1: costs: this must be a mapping, such as {milk: 2}"},
		"a wrong entry":      {"costs:\n  milk: 2\n  cream: {}\n", "3: costs.cream: this must be a single value"},
		"no form":            {"home: Elm\n", "1: home: this must be a mapping, such as {street: Elm}"},
		"nothing in a form":  {"home:\n  street:\n  - a: 1\n    b:\n", "4: home.street.0.b: nothing stands here; it must be a single value"},
	} {
		_, err := readCat(row.text)
		mustBe(t, name, err, "tom.yaml:"+row.want)
	}
}

// What is refused leaves its variable as it was.
func TestIntoKeepsWhatWasThere(t *testing.T) {
	v, err := Parse("x.yaml", []byte("many"))
	if err != nil {
		t.Fatal(err)
	}
	lives := 9
	if err := Into(&lives, strconv.Atoi)(v); err == nil || lives != 9 {
		t.Errorf("lives %d, %v", lives, err)
	}
}

func TestIsString(t *testing.T) {
	for text, want := range map[string]bool{
		"word": true, `"10"`: true, "'true'": true, "|\n  10\n": true, "''": true,
		"10": false, "1.5": false, "true": false, "null": false, `"null"`: true, "~": false, "": false, ".inf": false, "[a]": false, "{a: b}": false,
	} {
		v, err := Parse("x.yaml", []byte(text))
		if err != nil || v.IsString() != want {
			t.Errorf("%q: %t, %v", text, v.IsString(), err)
		}
		if v.IsZero() {
			t.Errorf("%q is the zero value", text)
		}
	}
}

func TestErrorPlaces(t *testing.T) {
	for want, err := range map[string]*Error{
		"it is wrong":           {Text: "it is wrong"},
		"a.yaml: it is wrong":   {File: "a.yaml", Text: "it is wrong"},
		"a.yaml:3: it is wrong": {File: "a.yaml", Line: 3, Text: "it is wrong"},
	} {
		if got := err.Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// What says the same has the same form, and nothing else has: names and texts do not run
// into each other, and what holds nothing is not what is not there.
func TestAppendForm(t *testing.T) {
	form := func(text string) string {
		v, err := Parse("f.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return string(v.AppendForm(nil))
	}
	if form("{a: [1, x]}") != form("# why\na:\n- '1'\n- \"x\"\n") {
		t.Error("two ways to write the same have two forms")
	}
	forms := make(map[string]string)
	for _, text := range []string{"{a: 1}", "{a: [1]}", "{a: []}", "{a: {}}", "{a: }", "{a: ''}", "{a: 1, b: 2}", "{b: 2, a: 1}", "{a: [1, 2]}", "{a: [[1], 2]}", "{a: [12]}", "{a1: 2}", "[a, 1]", "{a: {b: 1}}"} {
		f := form(text)
		if other, ok := forms[f]; ok {
			t.Errorf("%s and %s have one form", text, other)
		}
		forms[f] = text
	}
}
