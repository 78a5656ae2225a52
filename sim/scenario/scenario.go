package scenario

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
	"lockstep/sim/unseen"
	"lockstep/sim/world"
)

// Scenario is one scenario file.
type Scenario struct {
	ID     string
	Expect *Expect // what its run should come to; nil if the file does not say

	// Edition is another once anything is written otherwise that a run can depend on: a
	// run is then another one. It is never 0, and words about the scenario do not count.
	Edition uint32

	title, summary texts
	tree           strictyaml.Value
	config         world.Config // of the file as it stands
}

// identifier is what scenarios may be called: they stand in links and addresses.
var identifier = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$`)

// ReadFile reads a scenario file of fsys.
func ReadFile(fsys fs.FS, name string) (*Scenario, error) {
	tree, err := strictyaml.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return New(tree)
}

// Parse reads the text of a scenario file. Errors call it by that name.
func Parse(file string, text []byte) (*Scenario, error) {
	tree, err := strictyaml.Parse(file, text)
	if err != nil {
		return nil, err
	}
	return New(tree)
}

// New makes a scenario of a tree, which may have been put together from several
// files: each part of it still says where it stands.
func New(tree strictyaml.Value) (*Scenario, error) {
	s := &Scenario{tree: tree}
	c, err := s.read(tree)
	if err != nil {
		return nil, err
	}
	s.config = *c
	s.Edition = edition(tree)
	return s, nil
}

// Tree returns what the scenario was made of, for [strictyaml.Value.Set] and
// [strictyaml.Value.Merge].
func (s *Scenario) Tree() strictyaml.Value { return s.tree }

// Title returns the scenario's title in a language, or in English where it has
// none in that.
func (s *Scenario) Title(lang string) string { return s.title.in(lang) }

// Summary returns what the scenario shows, in a sentence or two, in a language as
// for Title; or nothing.
func (s *Scenario) Summary(lang string) string { return s.summary.in(lang) }

// sections are the fields of a file that say what its world is, and that a run may
// change therefore.
var sections = []string{"clients", "cluster", "faults", "lock", "network", "resources"}

// optional are the sections that may be left out, and what one can hold.
var optional = map[string]string{
	"cluster": "{independent: 5}", "faults": "[]", "lock": "{kind: redlock}", "network": "{latency: 1ms..4ms}",
}

// edition is a hash of the file's sections.
func edition(tree strictyaml.Value) uint32 {
	var form []byte
	for _, name := range sections {
		v, _ := tree.Get(name)
		form = v.AppendForm(form)
	}
	sum := sha256.Sum256(form)
	return max(binary.BigEndian.Uint32(sum[:]), 1)
}

// read reads a whole file: what it says about itself into s, and its world.
func (s *Scenario) read(top strictyaml.Value) (*world.Config, error) {
	parts := make(map[string]strictyaml.Value)
	known := map[string]strictyaml.Reader{
		"id": strictyaml.Into(&s.ID, func(text string) (string, error) {
			if !identifier.MatchString(text) {
				return "", errors.New("a scenario is called by a letter or digit and up to 63 letters, digits, . + - or _ more")
			}
			return text, nil
		}),
		"title":   s.title.read,
		"summary": s.summary.read,
		"expect":  s.readExpect,
	}
	for _, name := range sections {
		known[name] = func(v strictyaml.Value) error {
			if instead, ok := optional[name]; ok && v.IsNothing() {
				return v.Errorf("nothing stands here; leave it out or write %s", instead)
			}
			parts[name] = v
			return nil
		}
	}
	if err := top.Fields(known, "id", "title", "clients", "resources"); err != nil {
		return nil, err
	}
	return readWorld(top, parts)
}

// languages are those that a title can be given in, the first at least.
var languages = [...]string{"en", "ms", "zh"}

// texts is a text in each language, or nothing where there is none.
type texts [len(languages)]string

func (t *texts) in(lang string) string {
	if i := slices.Index(languages[:], lang); i >= 0 && t[i] != "" {
		return t[i]
	}
	return t[0]
}

func (t *texts) read(v strictyaml.Value) error {
	known := make(map[string]strictyaml.Reader, len(languages))
	for i, lang := range languages {
		known[lang] = seenText(&t[i])
	}
	return v.Fields(known, languages[0])
}

// seenText reads a text that is as its reader sees it.
func seenText(to *string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		if err := strictyaml.IntoText(to)(v); err != nil {
			return err
		}
		if hidden := unseen.First(*to); hidden != "" {
			return v.Errorf("%s stands in it, which no reader sees; leave it out", hidden)
		}
		return nil
	}
}

// Languages returns those in which the scenario has a title and a summary.
func (s *Scenario) Languages() []string {
	var all []string
	for i, lang := range languages {
		if s.title[i] != "" && s.summary[i] != "" {
			all = append(all, lang)
		}
	}
	return all
}

// within tells whether a path begins in a section.
func within(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return slices.Contains(sections, first)
}
