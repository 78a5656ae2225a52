package habits

import (
	"cmp"
	"io/fs"
	"slices"

	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

// Folder is where the files are.
const Folder = "habits"

// List is all habits.
type List struct {
	Habits []*Habit // in the order in which they are told
}

// Load reads the folder habits of fsys. The scenarios are those of the library. Whatever
// is wrong with a file is a [strictyaml.Error].
func Load(fsys fs.FS, library *scenario.Library) (*List, error) {
	files, err := fs.Glob(fsys, Folder+"/*.yaml")
	if err != nil {
		return nil, err
	}
	l := &List{}
	for _, file := range files {
		top, err := strictyaml.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		h, err := readHabit(file, top, library)
		if err != nil {
			return nil, err
		}
		l.Habits = append(l.Habits, h)
	}
	slices.SortStableFunc(l.Habits, func(a, b *Habit) int { return cmp.Compare(a.order, b.order) })
	return l, nil
}
