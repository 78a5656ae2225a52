package strictyaml

import (
	"strconv"
	"strings"
	"testing"
)

func parsed(t *testing.T, text string) Value {
	t.Helper()
	v, err := Parse("tom.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func given(t *testing.T, text string) Value {
	t.Helper()
	v, err := ParseGiven("parameter p", text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustSay(t *testing.T, name string, v Value, want string) {
	t.Helper()
	if got, err := v.JSON("{}"); err != nil || string(got) != want {
		t.Errorf("%s:\n got %s, %v\nwant %s", name, got, err, want)
	}
}

const litter = `
name: Tom
home: {street: Elm}
kittens:
  - {id: A, lives: 9}
  - {id: B, lives: 8}
likes: [fish, milk]
toys:
`

func TestSet(t *testing.T) {
	const rest = `"kittens":[{"id":"A","lives":"9"},{"id":"B","lives":"8"}],"likes":["fish","milk"],"name":"Tom"`
	const home, kittens, name = `"home":{"street":"Elm"}`, `"kittens":[{"id":"A","lives":"9"},{"id":"B","lives":"8"}]`, `"name":"Tom"`
	for what, row := range map[string]struct{ path, text, want string }{
		"a name":              {"name", "Tim", `{` + home + `,` + kittens + `,"likes":["fish","milk"],"name":"Tim","toys":"0"}`},
		"a name below":        {"home.street", "Oak", `{"home":{"street":"Oak"},` + rest + `,"toys":"0"}`},
		"a new name":          {"home.number", "7", `{"home":{"number":"7","street":"Elm"},` + rest + `,"toys":"0"}`},
		"new names":           {"vet.home.street", "Oak", `{` + home + `,` + rest + `,"toys":"0","vet":{"home":{"street":"Oak"}}}`},
		"new names in a list": {"vets.0.name", "Ann", `{` + home + `,` + rest + `,"toys":"0","vets":[{"name":"Ann"}]}`},
		"a list of nothing":   {"toys.0", "red", `{` + home + `,` + rest + `,"toys":["red"]}`},
		"below nothing":       {"toys.ball", "red", `{` + home + `,` + rest + `,"toys":{"ball":"red"}}`},
		"an item by its id":   {"kittens.B.lives", "7", `{` + home + `,"kittens":[{"id":"A","lives":"9"},{"id":"B","lives":"7"}],"likes":["fish","milk"],` + name + `,"toys":"0"}`},
		"an item by number":   {"kittens.0.lives", "7", `{` + home + `,"kittens":[{"id":"A","lives":"7"},{"id":"B","lives":"8"}],"likes":["fish","milk"],` + name + `,"toys":"0"}`},
		"an item that is no":  {"likes.1", "cream", `{` + home + `,` + kittens + `,"likes":["fish","cream"],` + name + `,"toys":"0"}`},
		"one item more":       {"likes.2", "cream", `{` + home + `,` + kittens + `,"likes":["fish","milk","cream"],` + name + `,"toys":"0"}`},
		"a list":              {"likes", "[a, {b: c}]", `{` + home + `,` + kittens + `,"likes":["a",{"b":"c"}],` + name + `,"toys":"0"}`},
	} {
		before := parsed(t, litter)
		after, err := before.Set(row.path, given(t, row.text))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		// JSON has no word for nothing.
		if _, ok := after.Get("toys"); ok && !strings.HasPrefix(row.path, "toys.") {
			if after, err = after.Set("toys", given(t, "0")); err != nil {
				t.Fatal(err)
			}
		}
		mustSay(t, what, after, row.want)
		if before, err = before.Set("toys", given(t, "0")); err != nil {
			t.Fatal(err)
		}
		mustSay(t, what+", what was before", before, `{`+home+`,`+rest+`,"toys":"0"}`)
	}
}

func TestFind(t *testing.T) {
	top := parsed(t, litter)
	for text, want := range map[string]string{"Tom": "tom.yaml:2", "8": "tom.yaml:6", "milk": "tom.yaml:7", "cream": ":0", "kittens": ":0"} {
		found, ok := top.Find(text)
		if got := found.Place(); got != want || ok != (want != ":0") {
			t.Errorf("%s stands at %s, %t", text, got, ok)
		}
	}
}

// A path that leads nowhere says where it ends.
func TestSetNowhere(t *testing.T) {
	for path, want := range map[string]string{
		"":                                  `"" is no path: it is names with dots between, such as clients.B.start`,
		"home.":                             `"home." is no path: it is names with dots between, such as clients.B.start`,
		"name.first":                        `name is a single value, and holds no "first"`,
		"home.street.a.b":                   `home.street is a single value, and holds no "a"`,
		"kittens.C.lives":                   `there is no "C" in kittens; there is A, B`,
		"kittens.Cat.lives":                 `there is no "Cat" in kittens; there is A, B`,
		"kittens.-1.lives":                  `there is no "-1" in kittens; there is A, B`,
		"likes.4":                           `there is no "4" in likes; it has 2 items, numbered from 0`,
		"vets.1":                            `there is no "1" in vets; it has 0 items, numbered from 0`,
		"toys.01":                           `there is no "01" in toys; it has 0 items, numbered from 0`,
		"likes.01":                          `there is no "01" in likes; it has 2 items, numbered from 0`,
		"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q": `a path has at most 16 names`,
	} {
		_, err := parsed(t, litter).Set(path, given(t, "1"))
		mustBe(t, path, err, "parameter p: "+want)
	}
	_, err := parsed(t, "[]").Set("x", given(t, "1"))
	mustBe(t, "an empty list", err, `parameter p: there is no "x" in the list; it has 0 items, numbered from 0`)
}

// What is wrong with what was given is told of it, and what else is wrong of its
// line.
func TestErrorsAfterSet(t *testing.T) {
	const tom = "name: Tom\nlives: 9\nhome: {}\n"
	for name, row := range map[string]struct{ path, text, want string }{
		"a value":         {"lives", "many", `parameter p: "many": strconv.Atoi: parsing "many": invalid syntax`},
		"no value":        {"lives", "", "parameter p: nothing stands here; it must be a single value"},
		"a kind":          {"lives", "[9]", "parameter p: this must be a single value"},
		"an unknown name": {"nmae", "Tom", `parameter p: nothing here is called "nmae"; did you mean name? There is costs, home, likes, lives, name`},
		"deep in it":      {"home", "{street: [{a: }]}", "parameter p: street.0.a: nothing stands here; it must be a single value"},
		"made on the way": {"likes.fish", "very", "parameter p: this must be a list, such as [fish, milk]"},
		"an item":         {"likes", "[fish, dogs]", `parameter p: 1: "dogs": no cat likes that`},
	} {
		v, err := parsed(t, tom).Set(row.path, given(t, row.text))
		if err == nil {
			_, err = asCat(v)
		}
		mustBe(t, name, err, row.want)
	}
	v, err := parsed(t, tom+"likes: [dogs]\n").Set("lives", given(t, "7"))
	if err == nil {
		_, err = asCat(v)
	}
	mustBe(t, "elsewhere", err, `tom.yaml:4: likes.0: "dogs": no cat likes that`)

	_, err = ParseGiven("parameter p", "[1")
	mustBe(t, "no YAML", err, "parameter p: sequence end token ']' not found")
}

func TestMerge(t *testing.T) {
	for name, row := range map[string]struct{ under, over, want string }{
		"other names":       {"a: 1", "b: 2", `{"a":"1","b":"2"}`},
		"one name":          {"a: 1\nb: 2", "a: 3", `{"a":"3","b":"2"}`},
		"below":             {"a: {b: 1, c: 2}", "a: {c: 3, d: 4}", `{"a":{"b":"1","c":"3","d":"4"}}`},
		"kinds that differ": {"a: {b: 1}\nc: [1]", "a: 2\nc: {d: 1}", `{"a":"2","c":{"d":"1"}}`},
		"a list":            {"a: [1, 2]", "a: [3]", `{"a":["3"]}`},
		"items with ids":    {"a: [{id: A, b: 1}, {id: B, b: 2}]", "a: [{id: B, c: 3}, {id: C}]", `{"a":[{"b":"1","id":"A"},{"b":"2","c":"3","id":"B"},{"id":"C"}]}`},
		"one without":       {"a: [{id: A, b: 1}]", "a: [{id: A}, {b: 2}]", `{"a":[{"id":"A"},{"b":"2"}]}`},
	} {
		under := parsed(t, row.under)
		mustSay(t, name, under.Merge(parsed(t, row.over)), row.want)
		mustSay(t, name+", what was under it", under, string(must(parsed(t, row.under).JSON("{}"))))
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// Of what is merged, each part still says where it stands.
func TestErrorsAfterMerge(t *testing.T) {
	under, err := Parse("under.yaml", []byte("name: Tom\nlives: 9\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"\nlives: many":   `tom.yaml:2: lives: "many": strconv.Atoi: parsing "many": invalid syntax`,
		"\n\nlivse: 9":    `tom.yaml:3: nothing here is called "livse"; did you mean lives? There is costs, home, likes, lives, name`,
		"likes: [dogs]":   `tom.yaml:1: likes.0: "dogs": no cat likes that`,
		"name: ''":        "tom.yaml:1: name: it is empty",
		"\n\n\n\nhome: 5": "tom.yaml:5: home: this must be a mapping, such as {street: Elm}",
	} {
		_, err := asCat(under.Merge(parsed(t, text)))
		mustBe(t, strconv.Quote(text), err, want)
	}
}
