package lint

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lockstep/lessons"
	"lockstep/server/glossary"
	"lockstep/server/habits"
	"lockstep/server/lesson"
	"lockstep/sim/lock"
	"lockstep/sim/matrix"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// Problem is something that is wrong.
type Problem struct {
	File string // of the tree; empty if it is about none
	Line int    // from 1; 0 if it is about the file as a whole
	Text string
}

// String is the problem on one line.
func (p Problem) String() string {
	switch {
	case p.File == "":
		return p.Text
	case p.Line == 0:
		return p.File + ": " + p.Text
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ": " + p.Text
}

// Report is what a look at the course has brought.
type Report struct {
	Problems []Problem // in the order of files and lines, none twice

	Lessons, Languages, Scenes, Predictions, Quizzes, Challenges, Links, Scenarios, Terms int
}

// checker looks over one tree.
type checker struct {
	Report
	tree   fs.FS
	engine *world.Engine

	phrases  map[string]phrase.Catalog
	library  *scenario.Library
	matrix   *matrix.Matrix
	habits   *habits.List
	glossary *glossary.Glossary
	course   *lesson.Course

	spoiled map[string]bool // pages, by what follows the language, whose own files are wrong
}

// Check looks over the lessons' tree. The error is about the looking; what is wrong with
// the tree is in the report.
func Check(tree fs.FS) (*Report, error) {
	c := &checker{tree: tree, engine: world.NewEngine(), spoiled: make(map[string]bool)}
	defer c.engine.Close()
	c.checkPhrases()
	c.checkScenarios()
	c.checkLists()
	c.checkGlossary()
	if c.phrases != nil {
		c.checkLessons()
	}
	if c.course != nil {
		c.checkParts()
		c.checkKnobs()
		c.checkTerms()
		if err := c.checkLinks(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(c.Problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
	})
	c.Problems = slices.Compact(c.Problems)
	return &c.Report, nil
}

// checkPhrases reads the phrases, and compares the languages.
func (c *checker) checkPhrases() {
	c.insist(func(tree fs.FS) (err error) {
		c.phrases, err = lessons.Catalogs(tree)
		return err
	})
	if c.phrases != nil {
		c.addAll(lessons.Disagreements(c.tree))
	}
}

// checkGlossary reads the glossary.
func (c *checker) checkGlossary() {
	g, err := glossary.Load(c.tree)
	c.addAll(err)
	c.spoiled["glossary"] = err != nil
	c.glossary, c.Terms = g, len(g.Terms())
}

// checkLessons reads the lessons, which plays their scenes, and compares the languages.
func (c *checker) checkLessons() {
	course, err := lesson.Load(c.tree, lesson.Options{
		Phrases: c.phrases, Source: lock.Source, Play: lesson.Playing(c.library, c.engine), Link: c.library.Link, Glossary: c.glossary,
	})
	c.addAll(err)
	if course == nil {
		return
	}
	c.course, c.Languages = course, len(phrase.Languages)
	for _, text := range slices.Concat(course.Disagreements(), course.Stale()) {
		c.add(problemOf(text))
	}
	orders := make(map[int]string)
	for _, l := range course.Lessons(phrase.Languages[0]) {
		if other := orders[l.Order]; other != "" {
			c.addf(l.File, 1, "its order is %d, which is that of %s too; every lesson has an order of its own", l.Order, other)
		}
		orders[l.Order] = l.File
		c.Lessons++
		c.count(l)
	}
}

// count counts the blocks of a lesson.
func (c *checker) count(l *lesson.Lesson) {
	for _, b := range l.Blocks {
		switch b.Part.(type) {
		case *lesson.Scene:
			c.Scenes++
		case *lesson.Predict:
			c.Predictions++
		case *lesson.Quiz:
			c.Quizzes++
		case *lesson.Challenge:
			c.Challenges++
		}
	}
}

// insist reads until nothing is wrong, each time without the files that were, so that
// what is wrong with one hides nothing of another.
func (c *checker) insist(read func(fs.FS) error) {
	tree := without{c.tree, make(map[string]bool)}
	for {
		err := read(tree)
		if err == nil {
			return
		}
		more := false
		for _, p := range problemsOf(err) {
			c.add(p)
			if p.File != "" && !tree.files[p.File] {
				more, tree.files[p.File] = true, true
			}
		}
		if !more {
			return
		}
	}
}

// without is a tree that lacks some files.
type without struct {
	fs.FS
	files map[string]bool
}

// Open opens a file of what is left.
func (w without) Open(name string) (fs.File, error) {
	if w.files[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return w.FS.Open(name)
}

// ReadDir lists what is left of a folder.
func (w without) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, name)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return w.files[name+"/"+e.Name()] }), err
}

func (c *checker) add(p Problem) { c.Problems = append(c.Problems, p) }

func (c *checker) addf(file string, line int, format string, args ...any) {
	c.add(Problem{file, line, fmt.Sprintf(format, args...)})
}

// addAll adds what an error says, if there is one.
func (c *checker) addAll(err error) {
	if err != nil {
		c.Problems = append(c.Problems, problemsOf(err)...)
	}
}

// told is an error's line that begins with a place.
var told = regexp.MustCompile(`^([^\s:]+)(?::([0-9]+))?: (.+)$`)

// problemsOf parts an error into what it joins: a line each.
func problemsOf(err error) []Problem {
	var list []Problem
	for line := range strings.SplitSeq(err.Error(), "\n") {
		list = append(list, problemOf(line))
	}
	// A file that could not be opened says so in the words of the system, open FILE: WHY,
	// which look like a place.
	var path *fs.PathError
	if errors.As(err, &path) && len(list) == 1 && list[0].File == "open" {
		return []Problem{{File: path.Path, Text: path.Err.Error()}}
	}
	return list
}

func problemOf(line string) Problem {
	m := told.FindStringSubmatch(line)
	if m == nil {
		return Problem{Text: line}
	}
	n, _ := strconv.Atoi(m[2]) // 0 for none
	return Problem{m[1], n, m[3]}
}
