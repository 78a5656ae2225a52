package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"lockstep/lessons"
	"lockstep/server/demo"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// demoCommand is the stories that are played with real processes.
type demoCommand struct {
	List     demoListCommand `cmd:"" default:"withargs" hidden:"" help:"List the demos."`
	Failover failoverCommand `cmd:"" help:"A lock that is lost with its primary: redis-server and sentinels, started for it on this machine."`
}

type demoListCommand struct {
	Lang string `placeholder:"en|ms|zh" default:"en" help:"Language of the list."`

	dataFlag `embed:""`
}

// Run lists the demos.
func (c *demoListCommand) Run(env *environment) error {
	words, err := c.words(c.Lang)
	if err != nil {
		return err
	}
	d := stageDirections{words: words, cast: usualCast}
	fmt.Fprintf(env.stdout, "failover\n    %s\n    %s\n", d.say("failover.title"), d.say("failover.summary"))
	return nil
}

// words checks a language and returns what is said in it.
func (d dataFlag) words(lang string) (phrase.Catalog, error) {
	if err := checkLang(lang); err != nil {
		return nil, err
	}
	tree, err := d.tree()
	if err != nil {
		return nil, err
	}
	words, err := lessons.Phrases(tree, lang)
	return words, d.blame(err)
}

type failoverCommand struct {
	Linked bool   `help:"Leave the link to the replica alone: it has the key in time, and nothing is lost."`
	Pause  bool   `help:"Wait before each step until Enter is pressed. The lock lives ten minutes then."`
	Format string `placeholder:"text|json" default:"text" help:"Sentences, or one event a line as JSON; what is going on is said on the standard error then."`
	Lang   string `placeholder:"en|ms|zh" default:"en" help:"Language of the sentences."`

	dataFlag `embed:""`
}

// talk is how long the lock lives if somebody talks between the steps.
const talk = 10 * trace.Minute

// Run plays the story.
func (c *failoverCommand) Run(env *environment) error {
	if c.Format != "text" && c.Format != "json" {
		return usagef("--format: %q is no format; there is text and json", c.Format)
	}
	words, err := c.words(c.Lang)
	if err != nil {
		return err
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	story := demo.Story{Library: library, Linked: c.Linked}
	if c.Pause {
		story.Lease = talk
	}

	// Whatever ends the program early must leave it the time to clear away what it has
	// started: a second Ctrl-C too, which nobody hears therefore; and a reader of its
	// output that is gone.
	ctx, stop := signal.NotifyContext(env.ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)

	directions := stageDirections{words: words, cast: usualCast, lang: c.Lang}
	show := newShow(env, c, directions, fail)
	ending, err := story.Failover(ctx, show.audience())
	if err == nil {
		show.close(ending, story.Run().Link())
	}
	unwritten := show.end()
	switch {
	case unwritten != nil:
		return fmt.Errorf("cannot write: %w", unwritten)
	case errors.Is(err, context.Canceled):
		return errors.New("demo failover: interrupted, and all that was started is gone again")
	case err != nil:
		return fmt.Errorf("demo failover: %w", err)
	case ending.Differs != "":
		return &unexpected{"demo failover: it came out otherwise than in the simulator: " + ending.Differs}
	}
	return nil
}

// stageDirections say what happens that no event tells of.
type stageDirections struct {
	words phrase.Catalog
	cast  []string // names and values by turns
	lang  string
}

// usualCast is who takes part, by the parts that sentences speak of.
var usualCast = []string{"first", "A", "second", "B", "primary", "n1", "replica", "n2"}

func (d *stageDirections) say(key string, args ...string) string {
	return visible(d.words.Say("demo."+key, append(args, d.cast...)...))
}

// started lists what was started, a line each.
func (d *stageDirections) started(out io.Writer, list []demo.Process) {
	count := make(map[string]int) // by the letter that names begin with
	for _, p := range list {
		if p.Role == "" {
			fmt.Fprintf(out, "    %s\n", d.say("relay", "addr", p.Addr))
			continue
		}
		letter := "n"
		if p.Role == trace.RoleSentinel {
			letter = "s"
		}
		count[letter]++
		fmt.Fprintf(out, "    %s\n", d.say("server", "name", letter+strconv.Itoa(count[letter]),
			"role", d.words.Say("role."+p.Role), "addr", p.Addr, "pid", strconv.Itoa(p.PID)))
	}
}

// ending says who held the lock, and what it came to.
func (d *stageDirections) ending(out io.Writer, e *demo.Ending, link string) {
	fmt.Fprintln(out)
	tenures := demo.Tenures(e.Events)
	for _, t := range tenures {
		fmt.Fprintln(out, d.say("held", "who", t.Who, "key", t.Key, "from", d.at(t.From), "to", d.at(t.To), "until", d.at(t.Until)))
	}
	if from, to, ok := demo.Together(tenures); ok {
		fmt.Fprintln(out, d.say("two", "from", d.at(from), "to", d.at(to)))
	} else {
		fmt.Fprintln(out, d.say("one"))
	}
	same := "same"
	if e.Differs != "" {
		same = "other"
	}
	fmt.Fprintln(out, d.say(same, "run", "/"+d.lang+"/run/"+link))
	fmt.Fprintln(out, d.say("gone"))
	fmt.Fprintf(out, "\nverdict %s\n", e.Verdict)
}

// at writes a time in seconds, to the millisecond.
func (d *stageDirections) at(t trace.Time) string {
	return d.words.Say("unit.s", "n", trace.Decimal(int64(t)/1000, 3))
}
