package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"lockstep/lessons"
	"lockstep/server/glossary"
	"lockstep/server/habits"
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/server/runs"
	"lockstep/server/site"
	"lockstep/server/socket"
	"lockstep/sim/lock"
	"lockstep/sim/matrix"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web"
)

// traceMemory is how many bytes of traces a server remembers.
const traceMemory = 64 << 20

type serveCommand struct {
	Addr string `placeholder:"HOST:PORT" default:"localhost:8080" help:"Where to listen; :8080 is every interface, port 0 any that is free."`

	dataFlag `embed:""`
}

// Run serves until the context ends.
func (c *serveCommand) Run(env *environment) error {
	log := slog.New(slog.NewTextHandler(env.stderr, nil))
	if err := c.create(); err != nil {
		return err
	}
	library, m, err := c.scenarios()
	if err != nil {
		return err
	}
	listener, err := site.Listen(c.Addr)
	if errors.Is(err, site.ErrAddr) {
		return usagef("--addr: %v", err)
	} else if err != nil {
		return err
	}
	defer listener.Close()
	assets, err := web.Load()
	if err != nil {
		return err
	}

	pool := runs.NewPool(runtime.GOMAXPROCS(0), traceMemory, runs.Worlds(library))
	config, err := c.content(library, log)
	if err != nil {
		return err
	}
	if config.Habits, config.NoHabits = c.habits(library); config.NoHabits != nil {
		log.Warn("the page of lock libraries shows no habits", "err", c.blame(config.NoHabits))
	}
	if config.Groups, config.NoGroups = c.groups(library); config.NoGroups != nil {
		log.Warn("something is wrong with the playground's list", "err", c.blame(config.NoGroups))
	}
	hub := socket.NewHub(pool, config.Phrases, config.Course, log, socket.DefaultLimits())
	config.Assets, config.Socket, config.Log = assets, hub, log
	config.Library, config.Runs, config.Matrix, config.Source = library, pool, played{m}, lock.Source
	pages, err := site.New(config)
	if err != nil {
		return err
	}
	// Whatever is done before a server serves, and every other command, a signal
	// ends at once.
	ctx, stop := signal.NotifyContext(env.ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // whoever asks twice need not wait
	fmt.Fprintf(env.stdout, "Lockstep is at %s (Ctrl-C stops it)\n", site.URL(listener))
	if f, ok := env.stdout.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
	return site.Serve(ctx, listener, pages, backstage{hub, pool}, log)
}

// backstage is what stops once nobody is let in any more: first those who ask for
// runs, then the worlds that play them.
type backstage struct {
	hub  *socket.Hub
	pool *runs.Pool
}

func (b backstage) Shutdown(ctx context.Context) error {
	return errors.Join(b.hub.Shutdown(ctx), b.pool.Close(ctx))
}

// content reads and renders the lessons.
func (c *serveCommand) content(library *scenario.Library, log *slog.Logger) (site.Config, error) {
	tree, err := c.tree()
	if err != nil {
		return site.Config{}, err
	}
	phrases, err := lessons.Catalogs(tree)
	if err != nil {
		return site.Config{}, c.blame(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	words, err := glossary.Load(tree)
	if err != nil {
		return site.Config{}, c.blame(err)
	}
	course, err := lesson.Load(tree, lesson.Options{Phrases: phrases, Source: lock.Source, Play: lesson.Playing(library, engine), Glossary: words})
	if err != nil {
		return site.Config{}, c.blame(err)
	}
	for _, text := range course.Disagreements() {
		log.Warn("the languages of a lesson disagree", "lesson", text)
	}
	return site.Config{Course: course, Glossary: words, Phrases: phrases}, nil
}

// habits reads the habits of lock libraries, of which only one page tells: what is
// wrong with them keeps no server from serving.
func (c *serveCommand) habits(library *scenario.Library) (*habits.List, error) {
	tree, err := c.tree()
	if err != nil {
		return nil, err
	}
	return habits.Load(tree, library)
}

// groups reads which scenarios the playground lists, of which only one page tells.
func (c *serveCommand) groups(library *scenario.Library) ([]playground.Group, error) {
	tree, err := c.tree()
	if err != nil {
		return nil, err
	}
	return playground.Groups(tree, library)
}

// played is the matrix, with a world of its own while it plays.
type played struct{ *matrix.Matrix }

func (p played) Cells() ([]*matrix.Cell, error) {
	engine := world.NewEngine()
	defer engine.Close()
	return p.All(engine)
}
