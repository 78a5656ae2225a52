package site

import (
	"context"
	"errors"
	"strconv"

	"lockstep/server/habits"
	"lockstep/sim/lock"
	"lockstep/sim/strictyaml"
)

// librariesView is the lock libraries for their template.
type librariesView struct {
	Counted []string // how many libraries and habits there are, for a phrase
	Columns []string // the heads of the tables
	Groups  []libraryGroup
	Habits  []habitView
	Amiss   string // what is wrong with the habits' files, if something is
}

// libraryGroup is the libraries of one algorithm: a table, of which the first row is
// that algorithm as the Redis page has it.
type libraryGroup struct {
	ID, Title string
	Rows      []libraryRow
}

// libraryRow is the defaults of a library, or of the Redis page.
type libraryRow struct {
	ID, Name, About string // it has no id if it is the page's
	Cells           []defaultCell
	Besides         []string
	Habits          []anchor
	Fold            string // of which the rest of it opens, on a small screen; the page's is open
}

// More tells whether a row says more than fits into its cells.
func (r libraryRow) More() bool { return len(r.Besides)+len(r.Habits) > 0 }

// defaultCell is one default.
type defaultCell struct {
	Label, Text string
	Differs     bool // from the Redis page
}

// anchor is a place on the page.
type anchor struct{ ID, Title string }

// renderLibraries plays the habits and renders the page in every language.
func (s *Site) renderLibraries() (playedPages, error) {
	tables, err := families()
	if err != nil {
		return playedPages{}, err
	}
	all, whole := s.playHabits(context.Background())
	pages, err := s.renderEach("libraries", func(v *view) {
		v.Libraries = v.libraries(tables, all)
		v.Libraries.Amiss = amiss(s.config.NoHabits, habits.Folder)
	})
	return playedPages{pages, whole}, err
}

// amiss is what a reader is told of an error: where a file is wrong, and how. Of any
// other the log is told alone, and the reader what it is about.
func amiss(err error, about string) string {
	var bad *strictyaml.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &bad):
		return bad.Error()
	}
	return about
}

// libraries puts defaults and habits into words.
func (v *view) libraries(tables []family, all []playedHabit) *librariesView {
	x := &librariesView{}
	for i := range columns {
		x.Columns = append(x.Columns, v.Say("site.libraries.column."+columns[i].name))
	}
	for i := range all {
		x.Habits = append(x.Habits, v.habit(&all[i]))
	}
	n := 0
	for i := range tables {
		f := &tables[i]
		if len(f.members) == 0 {
			continue
		}
		page := v.defaults(&f.page, &f.page.lock)
		page.Name, page.About = v.Say("site.libraries.page"), v.Say("site.libraries.page."+f.name)
		g := libraryGroup{ID: f.name, Title: v.Say("site.libraries.group." + f.name), Rows: []libraryRow{page}}
		for j := range f.members {
			g.Rows = append(g.Rows, v.library(&f.members[j], &f.page.lock, x.Habits))
		}
		x.Groups = append(x.Groups, g)
		n += len(f.members)
	}
	x.Counted = []string{"libraries", strconv.Itoa(n), "habits", strconv.Itoa(len(all))}
	return x
}

// LibrariesLede is the page's first sentence.
func (v *view) LibrariesLede() string { return v.Say("site.libraries.lede", v.Libraries.Counted...) }

// library is a library's row, with the habits that it has.
func (v *view) library(d *defaults, page *lock.Options, all []habitView) libraryRow {
	row := v.defaults(d, page)
	p := d.library
	row.ID, row.Name = p.ID, p.Name
	row.About = v.Say("site.libraries.release", "language", p.Language, "releases", p.Releases)
	for _, h := range all {
		for _, of := range h.Libraries {
			if of.ID == p.ID {
				row.Habits = append(row.Habits, anchor{h.ID, h.Title})
			}
		}
	}
	row.Fold = v.fold(len(row.Habits))
	return row
}

// fold says what opens: the defaults, and so many habits.
func (v *view) fold(habits int) string {
	key := "site.libraries.fold"
	switch habits {
	case 0:
		key += ".none"
	case 1:
		key += ".one"
	}
	return v.Say(key, "n", strconv.Itoa(habits))
}

func (v *view) defaults(d *defaults, page *lock.Options) libraryRow {
	var row libraryRow
	for _, col := range columns {
		text, differs := col.tell(v.phrases, d, page)
		row.Cells = append(row.Cells, defaultCell{v.Say("site.libraries.column." + col.name), text, differs})
	}
	row.Besides = besides(v.phrases, d, page)
	return row
}
