package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"lockstep/lessons"
	"lockstep/server/live"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// Options are texts, as those of run are.
type liveCommand struct {
	Redis    []string `placeholder:"HOST:PORT" sep:"," help:"Redis servers that know nothing of each other, 1 to 9; they are called n1, n2 and so on."`
	Sentinel []string `placeholder:"HOST:PORT" sep:"," help:"Sentinels, in place of --redis: the lock lies on the primary that they name, and follows it."`
	Master   string   `placeholder:"NAME" default:"mymaster" help:"What the sentinels call the primary."`
	Lock     string   `placeholder:"KIND" help:"Kind of lock: redlock where there are several servers, else token."`
	Ttl      string   `placeholder:"10s" help:"How long a key lives if nobody renews it."`
	Work     string   `placeholder:"3s" default:"3s" help:"How long each client stays inside."`
	WriteAt  string   `placeholder:"3s" help:"When it writes, counted from entering; at the end if left out."`
	Clients  string   `placeholder:"3" default:"3" help:"How many clients want the lock, 1 to 24: A, B, C and so on."`
	Kind     string   `placeholder:"stock|ledger|file" default:"stock" help:"What they work on. It lives in this process: the servers hold the lock alone."`
	Guard    string   `placeholder:"none|fencing|..." help:"How that guards itself: none, fencing, compare-and-set, idempotency-key or unique-constraint."`
	Key      string   `placeholder:"NAME" help:"The lock's key, lockstep:live: and what is worked on if left out."`
	Set      []string `placeholder:"PATH=VALUE" sep:"none" help:"Any other option of locks, clients or the resource, in the words of a scenario's file, such as lock.retries=5, lock.fence=redis or clients.B.start=2s. May be given again."`
	Format   string   `placeholder:"text|json" default:"text" help:"A transcript, or one event a line as JSON."`
	Lang     string   `placeholder:"en|ms|zh" default:"en" help:"Language of the transcript."`
}

// Help is what lockstep live --help says beside the options.
func (c *liveCommand) Help() string {
	return `The locks are the simulator's own, the servers are real, and so is the time. What happens is told as run tells it, line by line; lockstep run --help explains the signs.

The servers may hold real data. A session touches its lock's key and nothing else, except that fencing numbers from redis are counted in fence:KEY, which stays. Each kind of lock lets go in its own way: setnx and setpx by a plain DEL, whoever owns the key by then. So do not give --key a name that others lock with.

Whatever the clients leave is removed at the end, if it holds their token. What cannot be reached is named, with how long it may live yet.

Ctrl-C lets whoever waits give up, and whoever is inside finish at once and let go; a second one leaves at once. The terminal's end, and that of whoever reads the output, do what the first does. Ctrl-Z pauses every client, as a long garbage collection would, and fg lets them go on.

Passwords come from the environment, and are shown nowhere: LOCKSTEP_REDIS_PASSWORD (or REDISCLI_AUTH) and LOCKSTEP_REDIS_USERNAME, LOCKSTEP_SENTINEL_PASSWORD and LOCKSTEP_SENTINEL_USERNAME. An address that begins with rediss:// is connected to by TLS.`
}

// Run carries out the session.
func (c *liveCommand) Run(env *environment) error {
	config, starts, err := c.config()
	if err != nil {
		return err
	}
	words, err := lessons.Phrases(lessons.FS, c.Lang)
	if err != nil {
		return err
	}
	line := jsonLines()
	if c.Format == "text" {
		line = textLines(words, &trace.State{})
	}
	ctx, unread := context.WithCancel(env.ctx)
	defer unread()
	ctx, signals, release := attention(ctx)
	defer release()
	out := newStream(env.stdout, line, unread)
	config.Tell = out.tell
	config.Warn = func(text string) { fmt.Fprintf(env.stderr, "lockstep: warning: %s\n", visible(text)) }

	if config.Clients[0].Lock.Kind == trace.LockFencing && config.Resource.Guard != resource.Fencing {
		config.Warn("numbers by themselves keep nobody out: the resource refuses an older one only with --guard fencing")
	}
	s, err := open(ctx, config, signals)
	if err != nil {
		return err
	}
	if c.Format == "text" {
		out.print(heading(words, s.Servers(), &config.Clients[0].Lock))
	}
	out.begin()
	report, err := play(ctx, env.stderr, s, starts, signals)
	release() // nothing is left to let go of, and the output may stand still for ever
	warnOf(env.stderr, report.Left)
	if err := errors.Join(err, out.end()); err != nil {
		return err
	}
	if report.Fault != nil {
		return faultOf(report.Fault)
	}
	return c.conclude(env, words, report)
}

// attention returns what brings a session to its end beside ctx: signals that somebody
// sends, of which a second hurries; and a context that ends with the terminal, of which
// more than one signal may tell. Release lets signals do as they always do.
func attention(ctx context.Context) (_ context.Context, signals <-chan os.Signal, release func()) {
	unhook := func() {}
	if !signal.Ignored(syscall.SIGHUP) { // nohup sees to that
		ctx, unhook = signal.NotifyContext(ctx, syscall.SIGHUP)
	}
	sent := make(chan os.Signal, 2)
	signal.Notify(sent, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	signal.Ignore(syscall.SIGPIPE) // the write fails then, which is enough
	return ctx, sent, func() {
		unhook()
		signal.Stop(sent)
	}
}

// open opens the session, unless it is to end before that: there is nothing to let go of.
func open(ctx context.Context, config live.Config, signals <-chan os.Signal) (s *live.Session, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		s, err = live.Open(ctx, config)
	}()
	select {
	case <-opened:
	case <-signals:
		cancel()
		<-opened
	}
	switch {
	case ctx.Err() != nil:
		if s != nil {
			s.Close()
		}
		return nil, errors.New("interrupted before anything was locked")
	case err != nil:
		return nil, fmt.Errorf("these servers cannot hold the lock:\n%s", indent(err.Error()))
	}
	return s, nil
}

// play lets the clients begin, each at its time, and ends the session when they are
// done. A first signal asks them to come to their end, as the end of ctx does; a second
// is the end.
func play(ctx context.Context, stderr io.Writer, s *live.Session, starts []world.Client, signals <-chan os.Signal) (live.Report, error) {
	done := make(chan live.Report, 1)
	go func() {
		begin(s, starts)
		s.Wait()
		done <- s.Close()
	}()
	asked, over := false, ctx.Done()
	for {
		select {
		case report := <-done:
			return report, nil
		case <-over:
			over = nil
		case <-signals:
			if asked {
				return live.Report{}, leaving(s)
			}
		}
		if !asked {
			asked = true
			s.Interrupt()
			fmt.Fprintln(stderr, "lockstep: letting go; a second Ctrl-C leaves at once")
		}
	}
}

// begin lets the clients begin, each at its time. None does, once the session was
// interrupted.
func begin(s *live.Session, starts []world.Client) {
	began := time.Now()
	slices.SortStableFunc(starts, func(a, b world.Client) int { return cmp.Compare(a.Start, b.Start) })
	for _, c := range starts {
		select {
		case <-time.After(time.Duration(c.Start)*time.Microsecond - time.Since(began)):
		case <-s.Interrupted():
		}
		s.Start(c.ID)
	}
}

// leaving says what stays behind when nobody waits for it to be removed.
func leaving(s *live.Session) error {
	text := "left at once; nothing stays locked"
	if left := s.Left(); len(left) > 0 {
		text = "left at once; this may stay behind:\n" + indent(listed(left))
	}
	return errors.New(text)
}

// warnOf tells of keys that stay.
func warnOf(stderr io.Writer, left []live.Key) {
	if len(left) > 0 {
		fmt.Fprintf(stderr, "lockstep: warning: this could not be removed:\n%s\n", indent(visibleLines(listed(left))))
	}
}

// conclude tells what the session came to, and last its verdict.
func (c *liveCommand) conclude(env *environment, words phrase.Catalog, report live.Report) error {
	if c.Format != "text" {
		return nil
	}
	fmt.Fprintln(env.stdout)
	if len(report.Removed) > 0 {
		fmt.Fprintf(env.stdout, "%s\n%s\n", words.Say("live.removed"), indent(visibleLines(listed(report.Removed))))
	}
	_, err := fmt.Fprintf(env.stdout, "verdict %s\n", report.Verdict)
	return err
}

// oncePerKey lists each key once, with the longest time that it may last: several
// clients, and several attempts of one, may have left it where only one token can be.
func oncePerKey(keys []live.Key) []live.Key {
	var list []live.Key
	for _, k := range keys {
		k.Token = ""
		i := slices.IndexFunc(list, func(other live.Key) bool {
			other.Lasts = k.Lasts
			return other == k
		})
		if i < 0 {
			list = append(list, k)
			continue
		}
		list[i].Lasts = max(list[i].Lasts, k.Lasts)
	}
	return list
}

// listed writes keys, one a line.
func listed(keys []live.Key) string {
	var lines []string
	for _, k := range oncePerKey(keys) {
		line := fmt.Sprintf("%s (%s): %s", k.Node, k.Addr, visible(k.Name))
		switch {
		case k.Why == "":
		case k.Stays:
			line += ", for ever, unless somebody deletes it"
		default:
			line += fmt.Sprintf(", for %s at most", k.Lasts)
		}
		if k.Why != "" {
			line += ": the server " + k.Why
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// heading introduces the session.
func heading(words phrase.Catalog, servers []live.Server, l *lock.Options) string {
	var b strings.Builder
	fmt.Fprintln(&b, words.Say("live.title", "lock", l.Kind, "key", visible(l.Key)))
	for _, server := range servers {
		role := ""
		if server.Role != trace.RoleMaster {
			role = "  " + words.Say("role."+server.Role)
		}
		fmt.Fprintf(&b, "%-3s %s%s\n", server.ID, visible(server.Addr), role)
	}
	fmt.Fprintf(&b, "%s\n%s\n\n", words.Say("live.answers"), words.Say("live.others"))
	return b.String()
}

func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
