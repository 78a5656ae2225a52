package profile

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/sim/strictyaml"
)

const good = `id: mylock
name: My Lock
language: Go
releases: v1.2.3
claims: redlock
lock: {kind: redlock, ttl: 8s}
`

// file is a folder of one profile.
func file(name, text string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(text)}} }

// Every profile is found by its id, which is its file's name, and they are listed in
// that order.
func TestFind(t *testing.T) {
	list := All()
	if len(list) == 0 {
		t.Fatal("there is no profile")
	}
	for i, p := range list {
		found, err := Find(p.ID)
		if err != nil || found.Name != p.Name {
			t.Errorf("%s: %+v, %v", p.ID, found, err)
		}
		if i > 0 && list[i-1].ID >= p.ID {
			t.Errorf("%s comes after %s", p.ID, list[i-1].ID)
		}
		if p.Name == "" || p.Language == "" || p.Releases == "" || p.Claims == "" || p.Lock.IsZero() {
			t.Errorf("%s says too little: %+v", p.ID, p)
		}
	}
}

// What is listed may be changed by whoever asked for it.
func TestAllIsACopy(t *testing.T) {
	All()[0].Name = "another"
	if All()[0].Name == "another" {
		t.Error("the list itself was changed")
	}
}

// A library that is none is told which there are, and which was perhaps meant.
func TestFindNobody(t *testing.T) {
	var ids []string
	for _, p := range All() {
		ids = append(ids, p.ID)
	}
	all := strings.Join(ids, ", ")
	for id, want := range map[string]string{
		"redsnyc":   "there is no profile of a library called so; did you mean redsync? There is " + all,
		"Redsync":   "there is no profile of a library called so; did you mean redsync? There is " + all,
		"":          "there is no profile of a library called so; there is " + all,
		"zookeeper": "there is no profile of a library called so; there is " + all,
	} {
		if p, err := Find(id); err == nil || err.Error() != want || p.ID != "" {
			t.Errorf("%q: %+v, %v; want %s", id, p, err, want)
		}
	}
}

// A file is read whole, its lock as it stands.
func TestRead(t *testing.T) {
	fsys := file("mylock.yaml", good)
	fsys["another.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(good, "mylock", "another"))}
	fsys["notes.txt"] = &fstest.MapFile{Data: []byte("no profile")}
	list, err := read(fsys)
	if err != nil || len(list) != 2 || list[0].ID != "another" {
		t.Fatalf("%+v, %v", list, err)
	}
	p := list[1]
	ttl, _ := p.Lock.Get("ttl")
	text, err := ttl.Text()
	if p.ID != "mylock" || p.Name != "My Lock" || p.Language != "Go" || p.Releases != "v1.2.3" || p.Claims != "redlock" || text != "8s" || err != nil {
		t.Errorf("%+v; its ttl is %q, %v", p, text, err)
	}
	if got := ttl.Place(); got != "mylock.yaml:6" {
		t.Errorf("its ttl stands in %s", got)
	}
}

// A file that is wrong says where, and what would be right.
func TestReadErrors(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	const kinds = "setnx, setnx-expire, setpx, token, watchdog, reentrant, redlock, fencing, consensus"
	const names = "claims, id, language, lock, name, releases, stands_in"
	for name, row := range map[string]struct{ text, want string }{
		"another file's id":  {with("id: mylock", "id: yourlock"), `mylock.yaml:1: id: "yourlock": a profile is called as its file is`},
		"no id":              {with("id: mylock\n", ""), `mylock.yaml:1: "id" is missing`},
		"no name":            {with("name: My Lock", `name: ""`), "mylock.yaml:2: name: it is empty"},
		"no releases":        {with("releases: v1.2.3\n", ""), `mylock.yaml:1: "releases" is missing`},
		"no lock":            {with("lock: {kind: redlock, ttl: 8s}\n", ""), `mylock.yaml:1: "lock" is missing`},
		"an unknown claim":   {with("claims: redlock", "claims: redlok"), `mylock.yaml:5: claims: "redlok": there is no such kind of lock; did you mean redlock? There is ` + kinds},
		"a claim of nothing": {with("claims: redlock", "claims:"), "mylock.yaml:5: claims: nothing stands here; it must be a single value"},
		"an unknown field":   {with("releases:", "release:"), `mylock.yaml:4: nothing here is called "release"; did you mean releases? There is ` + names},
		"no mapping":         {"[1]\n", "mylock.yaml:1: this must be a mapping, with " + names},
		"a name twice":       {with("language: Go", "name: Go"), `mylock.yaml:3: "name" stands here twice, first on line 2`},
	} {
		list, err := read(file("mylock.yaml", row.text))
		var told *strictyaml.Error
		if !errors.As(err, &told) || told.File != "mylock.yaml" || list != nil {
			t.Errorf("%s: %+v, %v", name, list, err)
			continue
		}
		if err.Error() != row.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
}

// An id stands in links and on the command line, as a scenario's does.
func TestIDs(t *testing.T) {
	for _, p := range All() {
		if i := slices.IndexFunc([]rune(p.ID), func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }); i >= 0 {
			t.Errorf("%q is no id: small letters, digits and - make one", p.ID)
		}
	}
}
