package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lockstep/lessons"
	"lockstep/server/glossary"
	"lockstep/server/habits"
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/server/remote"
	"lockstep/server/rooms"
	"lockstep/server/runs"
	"lockstep/server/site"
	"lockstep/server/socket"
	"lockstep/server/store"
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

	InstructorToken string        `placeholder:"TOKEN" env:"LOCKSTEP_INSTRUCTOR_TOKEN" help:"Only who knows it may open rooms. Without it everybody may."`
	TrustedProxy    []string      `placeholder:"CIDR" help:"Addresses of proxies, such as 127.0.0.1/32, whose X-Forwarded-For says where requests come from."`
	PublicURL       string        `name:"public-url" placeholder:"URL" help:"Where browsers find this server, where requests do not say that: behind a proxy at a sub-path, or one that does not pass the Host header on."`
	RoomSilence     time.Duration `default:"2h" placeholder:"SPAN" help:"A room ends when nobody has done anything in it for so long."`
	RoomKeep        time.Duration `default:"168h" placeholder:"SPAN" help:"For how long a room that has ended can still be looked at."`

	dataFlag `embed:""`
}

// Run serves until the context ends.
func (c *serveCommand) Run(env *environment) error {
	log := slog.New(slog.NewTextHandler(env.stderr, nil))
	if err := c.checkRooms(); err != nil {
		return err
	}
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
	proxies, err := prefixes(c.TrustedProxy)
	if err != nil {
		return err
	}
	door := &remote.Door{Proxies: proxies, Log: log}
	if c.PublicURL != "" {
		door.Public, _ = url.Parse(c.PublicURL) // checkRooms has read it
	}
	kept, err := c.store(log)
	if err != nil {
		return err
	}
	defer kept.Close()
	counts := prometheus.NewRegistry()
	class, err := c.rooms(kept, hub, counts, log)
	if err != nil {
		return err
	}
	config.Rooms, config.Token, config.URL, config.Metrics = class, c.InstructorToken, c.PublicURL, promhttp.HandlerFor(counts, promhttp.HandlerOpts{})
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
	return site.Serve(ctx, listener, door.Behind(pages), backstage{class, hub, pool}, log)
}

// checkRooms refuses options of rooms with which no room could be found, or would last.
func (c *serveCommand) checkRooms() error {
	if c.PublicURL != "" {
		at, err := url.Parse(c.PublicURL)
		if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
			return usagef("--public-url: %q: want an address as browsers write it, such as https://example.org/lockstep/", c.PublicURL)
		}
	}
	for name, span := range map[string]time.Duration{"--room-silence": c.RoomSilence, "--room-keep": c.RoomKeep} {
		if span <= 0 {
			return usagef("%s: %q: want more than nothing, such as 90m or 12h", name, span.String())
		}
	}
	return nil
}

// store opens where rooms are kept: beside the user's files, or in memory where nobody has
// any, or only to be read.
func (c *serveCommand) store(log *slog.Logger) (*store.Store, error) {
	const inMemory = "rooms are kept in memory, and end with the server"
	if c.Data == "" {
		log.Info(inMemory, "why", "there is no --data")
		return store.Open("")
	}
	kept, err := store.Open(c.Data)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		log.Warn(inMemory, "why", err)
		return store.Open("")
	}
	return kept, err
}

// rooms brings back the rooms that are kept.
func (c *serveCommand) rooms(kept *store.Store, hub *socket.Hub, counts *prometheus.Registry, log *slog.Logger) (*rooms.Rooms, error) {
	limits := rooms.DefaultLimits()
	limits.Silence, limits.Keep = c.RoomSilence, c.RoomKeep
	return rooms.New(rooms.Config{Store: kept, Pushes: hub, Log: log, Limits: limits, Metrics: counts})
}

// prefixes reads addresses of proxies.
func prefixes(texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, addrErr := netip.ParseAddr(text)
			if addrErr != nil {
				return nil, usagef("--trusted-proxy: %q is neither an address nor a range of them; want one such as 127.0.0.1 or 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p)
	}
	return list, nil
}

// backstage is what stops once nobody is let in any more: first those who ask for
// runs, then the worlds that play them.
type backstage struct {
	rooms *rooms.Rooms
	hub   *socket.Hub
	pool  *runs.Pool
}

func (b backstage) Shutdown(ctx context.Context) error {
	var err error
	if b.rooms != nil {
		err = b.rooms.Shutdown(ctx)
	}
	return errors.Join(err, b.hub.Shutdown(ctx), b.pool.Close(ctx))
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
	course, err := lesson.Load(tree, lesson.Options{Phrases: phrases, Source: lock.Source, Play: lesson.Playing(library, engine), Link: library.Link, Glossary: words})
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
