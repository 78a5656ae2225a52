package strictyaml

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

const refused = ": YAML is plain here, without anchors, aliases, tags, merge keys, directives and ? keys; write it out"

// What is no plain YAML is refused with its place.
func TestRefused(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"an open bracket":      {"a: 1\nb: [3\nc: 2\n", ":3: ',' or ']' must be specified"},
		"an open quote":        {"a: 'T\nb: 1\n", ":1: could not find end character of single-quoted text"},
		"an indenting tab":     {"a:\n\tb: 1\n", `:2: found character '\t' that cannot start any token`},
		"a tab at the top":     {"a: 1\n\tb: 1\n", `:2: found character '\t' that cannot start any token`},
		"two colons":           {"a: b: c\n", ":1: mapping value is not allowed in this context"},
		"text after braces":    {"a: {n} ms\n", ":1: value is not allowed in this context"},
		"a list as a name":     {"[a]: b\n", ":1: found an invalid key for this map"},
		"a name twice":         {"a: 1\nb: 2\na: 3\n", `:3: "a" stands here twice, first on line 1`},
		"a name twice below":   {"a:\n  - b: 2\n    b: 3\n", `:3: a.0: "b" stands here twice, first on line 2`},
		"a name twice, quoted": {"a: 1\n'a': 3\n", `:2: "a" stands here twice, first on line 1`},
		"two documents":        {"a: 1\n---\nb: 1\n", ":2: a second YAML document begins here, and there may be only one"},
		"an empty second":      {"a: 1\n---\n", ":2: a second YAML document begins here, and there may be only one"},
		"not UTF-8":            {"a: 1\nb: \xff\n", ":2: this is no UTF-8 text"},
		"too long":             {strings.Repeat("# more\n", 5000), ": it is too long: there is room for 32 KiB of YAML"},
		"too deep":             {"a: 1\nb: " + strings.Repeat("[", 16_000), ":2: more than 16 lists or mappings stand within each other"},
		"too deep, closed":     {"a: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), ":1: more than 16 lists or mappings stand within each other"},
		"too deep by dashes":   {"a: 1\nb:\n" + strings.Repeat("- ", 16_000), ":3: more than 16 lists or mappings stand within each other"},
		// More than stands there.
		"an anchor":    {"a: 1\nb: &t T\n", `:2: "&"` + refused},
		"an alias":     {"a: *t\n", `:1: "*"` + refused},
		"a tag":        {"a: !!str T\n", `:1: "!!str"` + refused},
		"a merge":      {"a: 1\n<<: {b: T}\n", `:2: "<<"` + refused},
		"a directive":  {"%YAML 1.2\n---\na: 1\n", `:1: "%"` + refused},
		"a ? key":      {"? a\n: b\n", `:1: "?"` + refused},
		"much from it": {laughs(), `:1: "&"` + refused},
	} {
		_, err := Parse("dir/bad.yaml", []byte(row.text))
		mustBe(t, name, err, "dir/bad.yaml"+row.want)
	}
}

// laughs is a file that would unfold to 10^9 words.
func laughs() string {
	var b strings.Builder
	b.WriteString("a0: &a0 ha\n")
	for i := range 9 {
		alias := fmt.Sprintf("*a%d, ", i)
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(alias, 10))
	}
	return b.String()
}

func mustBe(t *testing.T, name string, err error, want string) {
	t.Helper()
	var wrong *Error
	if !errors.As(err, &wrong) || err.Error() != want {
		t.Errorf("%s:\n got %v\nwant %s", name, err, want)
	}
}

// A name can hold line ends; the error about it is a line all the same.
func TestAnErrorIsALine(t *testing.T) {
	v, err := Parse("tom.yaml", []byte(`"a\nb\tc\r": 1`))
	if err != nil {
		t.Fatal(err)
	}
	err = v.Entries("{a: 1}", func(_ string, v Value) error { return v.Errorf("it is wrong") })
	mustBe(t, "line ends", err, `tom.yaml:1: a\nb\tc\r: it is wrong`)
}

// What people write in good faith is read.
func TestRead(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"a mapping":               {"a: 1\nb: two\n", `{"a":"1","b":"two"}`},
		"lines of another system": {"a: 1\r\nb: 2\r\n", `{"a":"1","b":"2"}`},
		"a byte order mark":       {"\ufeffa: 1\n", `{"a":"1"}`},
		"a document's beginning":  {"---\na: 1\n", `{"a":"1"}`},
		"a document's end":        {"a: 1\n...\n", `{"a":"1"}`},
		"quoted names":            {`"a": 1` + "\n'b': 2\n", `{"a":"1","b":"2"}`},
		"names like numbers":      {"1: a\ntrue: b\n", `{"1":"a","true":"b"}`},
		"names with dots":         {"a.b: 1\na: {b: 2}\n", `{"a":{"b":"2"},"a.b":"1"}`},
		"one name in two places":  {"a: {c: 1}\nb: {c: 2}\n", `{"a":{"c":"1"},"b":{"c":"2"}}`},
		"comments":                {"# A file.\na: 1 # of them\n", `{"a":"1"}`},
		"marks in quotes":         {`a: "&t *t !t <<"`, `{"a":"\u0026t *t !t \u003c\u003c"}`},
		"a question":              {"a: why?\nb: why ?\n", `{"a":"why?","b":"why ?"}`},
		"lists":                   {"a: [1, [2]]\nb:\n- c: 3\n-  - 4\n", `{"a":["1",["2"]],"b":[{"c":"3"},["4"]]}`},
		"16 brackets":             {"a: " + strings.Repeat("[", 16) + strings.Repeat("]", 16), `{"a":` + strings.Repeat("[", 16) + strings.Repeat("]", 16) + `}`},
		"20 items":                {"a:\n" + strings.Repeat("- {b: 1}\n", 20), `{"a":[` + strings.Repeat(`{"b":"1"},`, 19) + `{"b":"1"}]}`},
		// A single value is what is written.
		"a time":           {"a: 10s", `{"a":"10s"}`},
		"numbers":          {"a: [0x1F, 1_000, 007, 0.10, 1e3, 18446744073709551616, -0]", `{"a":["0x1F","1_000","007","0.10","1e3","18446744073709551616","-0"]}`},
		"what is no more":  {"a: [true, True, yes, .inf, .nan, 2020-01-01]", `{"a":["true","True","yes",".inf",".nan","2020-01-01"]}`},
		"a folded text":    {"a: >\n  one\n  two\nb: 1\n", `{"a":"one two","b":"1"}`},
		"lines of text":    {"a: |\n  one\n  two\n", `{"a":"one\ntwo"}`},
		"text on two":      {"a: one\n  two\n", `{"a":"one two"}`},
		"an empty text":    {"a: ''\n", `{"a":""}`},
		"an empty mapping": {"{}", `{}`},
	} {
		v, err := Parse("good.yaml", []byte(row.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := v.JSON("{}"); err != nil || string(got) != row.want {
			t.Errorf("%s:\n got %s, %v\nwant %s", name, got, err, row.want)
		}
	}
}

// Lines of a part are lines of its file; what is missing is missing where the
// part opens.
func TestParsePart(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"nothing":        {"", "x.md:7: cat: nothing stands here; it must be a mapping, with lives, name"},
		"a comment":      {"\n# later\n", "x.md:7: cat: nothing stands here; it must be a mapping, with lives, name"},
		"no mapping":     {"\n\ntom", "x.md:7: cat: this must be a mapping, with lives, name"},
		"a missing name": {"lives: 9\n", `x.md:7: cat: "name" is missing`},
		"unknown":        {"name: Tom\nage: 3\n", `x.md:9: cat: nothing here is called "age"; there is lives, name`},
		"wrong":          {"name: Tom\nlives:\n  [9]\n", "x.md:10: cat.lives: this must be a single value"},
		"twice":          {"name: Tom\nname: Tom\n", `x.md:9: cat: "name" stands here twice, first on line 8`},
		"no YAML":        {"name: Tom\nlives: 'many\n", "x.md:9: could not find end character of single-quoted text"},
		"not plain":      {"name: *tom\n", `x.md:8: "*"` + refused},
		"not UTF-8":      {"\n\xff\n", "x.md:9: this is no UTF-8 text"},
		"too long":       {strings.Repeat("\n", MaxSize+1), "x.md:7: it is too long: there is room for 32 KiB of YAML"},
	} {
		v, err := ParsePart("x.md", 7, "cat", []byte(row.text))
		if err == nil {
			err = v.Fields(map[string]Reader{"name": IntoText(new(string)), "lives": IntoText(new(string))}, "name")
		}
		mustBe(t, name, err, row.want)
	}
}

func TestReadFile(t *testing.T) {
	fsys := fstest.MapFS{
		"dir/a.yaml": {Data: []byte("a: 1\n")},
		"huge.yaml":  {Data: []byte(strings.Repeat("#", 10<<20))},
	}
	v, err := ReadFile(fsys, "dir/a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Place(); got != "dir/a.yaml:1" {
		t.Errorf("it stands at %s", got)
	}
	_, err = ReadFile(fsys, "huge.yaml")
	mustBe(t, "huge", err, "huge.yaml: it is too long: there is room for 32 KiB of YAML")
	for _, name := range []string{"none.yaml", "dir"} {
		if v, err := ReadFile(fsys, name); err == nil || !strings.Contains(err.Error(), name) || !v.IsZero() {
			t.Errorf("%s: %v", name, err)
		}
	}
}
