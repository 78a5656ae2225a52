package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lockstep/server/lint"
)

type lintCommand struct {
	Dir string `arg:"" optional:"" placeholder:"DIR" help:"Folder of your own files, as for --data: those in DIR/lessons take the place of the built-in ones."`
}

// Run lists what is wrong, a line each, or says what there is.
func (c *lintCommand) Run(env *environment) error {
	data := dataFlag{Data: c.Dir}
	tree, err := data.tree()
	if err != nil {
		return usagef("DIR: %s", strings.TrimPrefix(err.Error(), "--data: "))
	}
	report, err := lint.Check(tree)
	if err != nil {
		return err
	}
	files := make(map[string]bool)
	for _, p := range report.Problems {
		files[p.File] = true
		p.File = data.path(p.File)
		fmt.Fprintln(env.stdout, visible(p.String()))
	}
	switch n := len(report.Problems); {
	case n == 1:
		return fmt.Errorf("one thing is wrong")
	case n > 1:
		return fmt.Errorf("%d things are wrong, in %s", n, counted(len(files), "file", "files"))
	}
	fmt.Fprintln(env.stdout, lookedOver(report))
	return nil
}

// lookedOver is what there is, where nothing is wrong with it.
func lookedOver(r *lint.Report) string {
	return fmt.Sprintf("Nothing is wrong: %s in %s, with %s, %s, %s, %s and %s; %s, %s.",
		counted(r.Lessons, "lesson", "lessons"), counted(r.Languages, "language", "languages"),
		counted(r.Scenes, "scene", "scenes"), counted(r.Predictions, "prediction", "predictions"),
		counted(r.Quizzes, "quiz", "quizzes"), counted(r.Challenges, "challenge", "challenges"), counted(r.Links, "link", "links"),
		counted(r.Scenarios, "scenario", "scenarios"), counted(r.Terms, "term", "terms"))
}

// path is how the user calls a file of the tree: one of the user's own by its path, a
// built-in one as it is called there.
func (d dataFlag) path(file string) string {
	if d.Data == "" || file == "" {
		return file
	}
	own := filepath.Join(d.lessons(), filepath.FromSlash(file))
	if _, err := os.Stat(own); err != nil {
		return file
	}
	return own
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
