// Package cli is Lockstep's command line.
//
//	lockstep serve [--addr localhost:8080] [--data DIR]
//	lockstep scenarios [--lang en|ms|zh]
//	lockstep run SCENARIO|FILE.yaml [--seed N] [--action JSON]... [--set PATH=VALUE]...
//	             [--until 10s] [--format text|json|svg] [--lang en|ms|zh]
//	lockstep matrix [--format text|json] [--lang en|ms|zh]
//	lockstep lint [DIR]
//	lockstep demo failover [--linked] [--pause] [--format text|json] [--lang en|ms|zh]
//	lockstep live --redis HOST:PORT,...|--sentinel HOST:PORT,... [--master NAME]
//	             [--lock KIND] [--ttl 10s] [--work 3s] [--write-at 3s] [--clients 3]
//	             [--kind stock|ledger|file] [--guard GUARD] [--key NAME]
//	             [--set PATH=VALUE]... [--format text|json] [--lang en|ms|zh]
//
// Every command but lint and live takes --data; what lint looks over is what --data DIR
// would serve. The exit status is 0 when the command did what it
// is for: a run that ends with a broken lock is a finished run, unless its scenario
// expects another outcome. It is 2 when what the user gave is wrong, with a line that
// names the option, or the file and line, and says what would be right; and 1 for
// everything else, an unexpected outcome too.
//
// What is written for people holds nothing that drives a terminal, wherever it came
// from: such characters are shown as \x1b or \u202e.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"lockstep/sim/scenario"
	"lockstep/sim/world"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// usageError is something wrong with what the user gave. Its text begins with
// the option. A line ends in it where we end one: what the user gave is quoted, or
// made visible.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// commands is what can be given on the command line.
type commands struct {
	Version kong.VersionFlag `help:"Say which version this is."`

	Serve     serveCommand     `cmd:"" help:"Serve the lessons to browsers."`
	Scenarios scenariosCommand `cmd:"" help:"List the scenarios that can be run."`
	Run       runCommand       `cmd:"" help:"Play a run of a scenario and tell what happens."`
	Matrix    matrixCommand    `cmd:"" help:"Play every mishap against every kind of lock."`
	Lint      lintCommand      `cmd:"" help:"Look over all that is taught, and list what is wrong with it."`
	Demo      demoCommand      `cmd:"" help:"Play a story with real processes: lockstep demo lists them."`
	Live      liveCommand      `cmd:"" help:"Let clients lock on real Redis servers, in real time."`
}

// environment is what commands are given besides their arguments.
type environment struct {
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
}

// exited carries kong's wish to exit, after --help and --version.
type exited int

// Run runs the command that args, without the program's name, spell, until it is
// done or ctx ends. It returns the exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	out := bufio.NewWriter(stdout)
	err := execute(&environment{ctx, out, stderr}, args)
	if flushed := out.Flush(); err == nil && flushed != nil {
		err = fmt.Errorf("cannot write: %w", flushed)
	}
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(stderr, "lockstep: %s\n", visibleLines(err.Error()))
	var usage *usageError
	var input *scenario.InputError
	if errors.As(err, &usage) || errors.As(err, &input) {
		return exitUsage
	}
	return exitFailed
}

// execute parses and does what args say. What panics in there is our fault, and
// a user can do nothing with a stack.
func execute(env *environment, args []string) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil, exited:
		default:
			err = faultOf(v)
		}
	}()
	var c commands
	parser, err := kong.New(&c,
		kong.Name("lockstep"),
		kong.Description("A teaching playground for distributed locks."),
		kong.Writers(env.stdout, env.stderr),
		kong.Vars{"version": "lockstep, engine " + world.Version},
		kong.Exit(func(status int) { panic(exited(status)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		return err
	}
	if err := areText(args); err != nil {
		return err
	}
	chosen, err := parser.Parse(args)
	if err != nil {
		return usagef("%s\nlockstep --help says what there is.", inWords(visible(err.Error())))
	}
	return chosen.Run(env)
}

// faultOf is what a user is told of a panic.
func faultOf(panicked any) error {
	return fmt.Errorf("this is a fault in Lockstep, please report it with the command that led to it: %v", panicked)
}

// areText refuses arguments that are no UTF-8. Kong would put something else in the
// place of such bytes, and the run would be another one.
func areText(args []string) error {
	for i, arg := range args {
		if utf8.ValidString(arg) {
			continue
		}
		name, value, ok := strings.Cut(arg, "=")
		if !ok || !strings.HasPrefix(name, "--") {
			name, value = fmt.Sprintf("argument %d", i+1), arg
			if i > 0 && strings.HasPrefix(args[i-1], "--") {
				name = args[i-1]
			}
		}
		return usagef("%s: %s is no UTF-8 text", visible(name), excerpt(value))
	}
	return nil
}

// Complaints of kong's that speak of its grammar.
var (
	valueMissing = regexp.MustCompile(`^(--[\w-]+): (?:expected \w+ value but got "EOL"|missing value)`)
	valueNoSpan  = regexp.MustCompile(`^(--[\w-]+): expected duration but got ("(?s:.*)"): `)
	valueIsFlag  = regexp.MustCompile(`^(--[\w-]+): expected string value but got "(.*)" \((?:short|long) flag\)`)
)

// inWords puts what kong complains of into words for people.
func inWords(text string) string {
	if m := valueMissing.FindStringSubmatch(text); m != nil {
		return m[1] + ": its value is missing"
	}
	if m := valueNoSpan.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("%s: %s: want a number and its unit, such as 90m or 12h", m[1], m[2])
	}
	if m := valueIsFlag.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("%s: %q looks like another option; if it is the value, write %s=%s", m[1], m[2], m[1], m[2])
	}
	switch {
	case text == `expected "<scenario>"`:
		return "SCENARIO is missing: lockstep scenarios lists what can be run"
	case strings.HasPrefix(text, "unexpected argument , "):
		return `unexpected argument ""` // kong names all there are
	case strings.HasPrefix(text, "expected one of "):
		return "no command is given" // kong names the first few of those there are
	}
	return text
}
