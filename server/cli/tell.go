package cli

import (
	"fmt"
	"io"
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/scene"
	"lockstep/web/style"
)

// writeJSON writes one event a line.
func writeJSON(env *environment, t *telling) error {
	line := jsonLines()
	for i := range t.events {
		if err := line(env.stdout, &t.events[i]); err != nil {
			return err
		}
	}
	return nil
}

// lineWriter writes one event, on a line. Events come in their order, from the first
// on, and must not change afterwards.
type lineWriter func(out io.Writer, e *trace.Event) error

// jsonLines writes events as JSON.
func jsonLines() lineWriter {
	var line []byte
	return func(out io.Writer, e *trace.Event) error {
		line = append(e.AppendJSON(line[:0]), '\n')
		_, err := out.Write(line)
		return err
	}
}

// textLines writes events as a transcript has them: with its time, a sign and a
// sentence. It keeps the world's state as they tell it.
func textLines(words phrase.Catalog, state *trace.State) lineWriter {
	return func(out io.Writer, e *trace.Event) error {
		sentence := visible(narrate.Event(words, state, e))
		_, err := fmt.Fprintf(out, "%s  %s  %s\n", seconds(e.T), signOf(state, e), sentence)
		state.Apply(e)
		return err
	}
}

// writeSVG draws the last instant as a picture that stands alone.
func writeSVG(env *environment, t *telling) error {
	state := &trace.State{}
	for i := range t.events {
		// A run that was stopped to be looked at has not ended in the picture.
		if e := &t.events[i]; e.Kind != trace.End || e.T != t.until {
			state.Apply(e)
		}
	}
	at := t.events[len(t.events)-1].T
	if t.until != 0 {
		at = min(at, t.until) // a run may end before it is stopped
	}
	picture := scene.Draw(state, at, scene.Options{Layout: scene.Stage, Words: t.words, Lang: t.lang})
	_, err := env.stdout.Write(picture.Standalone(style.Scene()))
	return err
}

// writeText writes a transcript: a line an event, with its time, a sign and a
// sentence; and last what it came to, and the link that opens the run on the site.
func writeText(env *environment, t *telling) error {
	out := env.stdout
	s := t.scenario
	fmt.Fprintf(out, "%s, seed %d: %s\n", visible(s.ID), t.run.Seed, visible(s.Title(t.lang)))
	if summary := s.Summary(t.lang); summary != "" {
		fmt.Fprintln(out, visible(summary))
	}
	if t.file != "" {
		fmt.Fprintf(out, "A link to this run names the scenario %s and does not hold %s: it opens where that is in the library.\n", visible(s.ID), visible(t.file))
	}
	fmt.Fprintln(out)
	state := &trace.State{}
	line := textLines(t.words, state)
	for i := range t.events {
		if err := line(out, &t.events[i]); err != nil {
			return err
		}
	}
	end := state.Stopped
	_, err := fmt.Fprintf(out, "\nverdict %s, hash %s, run %s\n", end.Verdict, end.Hash, t.link)
	return err
}

// seconds writes a time in seconds, to the microsecond, in a column.
func seconds(t trace.Time) string {
	micros := strconv.FormatInt(1_000_000+int64(t)%1_000_000, 10)[1:]
	return fmt.Sprintf("%3d.%s %s", int64(t)/1_000_000, micros[:3], micros[3:])
}
