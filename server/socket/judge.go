package socket

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime/debug"

	lru "github.com/hashicorp/golang-lru/v2"

	"lockstep/server/attempt"
	"lockstep/server/lesson"
	"lockstep/server/runs"
	"lockstep/server/turns"
	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
	"lockstep/web/wire"
	"lockstep/web/words"
)

// judges judge runs and compare them. To do so with the longest of runs takes a good
// part of a second, and cannot be called off: so few are at it at once, in turns. What
// they have found is remembered, for a class opens one run together, and a page that lost
// its connection asks again.
type judges struct {
	phrases  map[string]phrase.Catalog // by language
	turns    *turns.Queue
	verdicts *lru.Cache[judgedRun, verdict.Verdict]
	attempts *lru.Cache[attemptedRun, wire.Attempt]
	compared *lru.Cache[[sha256.Size]byte, wire.Comparison] // by the hash of the question
}

// judgedRun is a run, by the hash of its link, and the language of what is said of it.
type judgedRun struct {
	link [sha256.Size]byte
	lang string
}

// attemptedRun is a run as an attempt at a challenge of that name, which there is.
type attemptedRun struct {
	judgedRun
	challenge string
}

func newJudges(phrases map[string]phrase.Catalog, limits Limits) *judges {
	verdicts, err := lru.New[judgedRun, verdict.Verdict](limits.Outcomes)
	if err != nil {
		panic(err) // only for a limit below 1
	}
	compared, err := lru.New[[sha256.Size]byte, wire.Comparison](limits.Comparisons)
	if err != nil {
		panic(err)
	}
	attempts, err := lru.New[attemptedRun, wire.Attempt](limits.Outcomes)
	if err != nil {
		panic(err)
	}
	return &judges{phrases: phrases, turns: turns.New(limits.Judges), verdicts: verdicts, attempts: attempts, compared: compared}
}

// in returns what is said in a language, or else in English.
func (j *judges) in(lang string) (string, phrase.Catalog) {
	if c, ok := j.phrases[lang]; ok {
		return lang, c
	}
	return phrase.Languages[0], j.phrases[phrase.Languages[0]]
}

// turn does something in a turn of the place that ctx names. It returns the error of the
// turn, or errJudge with more words if what it does breaks: one run must not end all
// others.
func (j *judges) turn(ctx context.Context, do func()) (err error) {
	done, err := j.turns.Take(ctx)
	if err != nil {
		return err
	}
	defer done()
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v\n%s", errJudge, v, debug.Stack())
		}
	}()
	do()
	return nil
}

// known returns a verdict that is remembered.
func (j *judges) known(link, lang string) (verdict.Verdict, bool) {
	lang, _ = j.in(lang)
	return j.verdicts.Get(judgedRun{sha256.Sum256([]byte(link)), lang})
}

// judge returns how a run comes out. It is for a turn.
func (j *judges) judge(link, lang string, t runs.Trace) verdict.Verdict {
	if v, ok := j.known(link, lang); ok {
		return v // somebody else was first
	}
	lang, c := j.in(lang)
	v := verdict.Judge(c, because.Pointers(t.Events))
	j.verdicts.Add(judgedRun{sha256.Sum256([]byte(link)), lang}, v)
	return v
}

// attempted is what an attempt is remembered by.
func (j *judges) attempted(q *wire.Ask) attemptedRun {
	lang, _ := j.in(q.Lang)
	return attemptedRun{judgedRun{sha256.Sum256([]byte(q.Run)), lang}, q.Challenge}
}

// attempt returns what a run is as an attempt at a challenge. It is for a turn.
func (j *judges) attempt(q *wire.Ask, x *lesson.Challenge, t runs.Trace) wire.Attempt {
	_, c := j.in(q.Lang)
	r, err := run.Parse(q.Run)
	if err != nil {
		panic(err) // it was played
	}
	a := attempt.Judge(c, x, r, t.Events)
	j.attempts.Add(j.attempted(q), a)
	return a
}

// comparison is what a question is remembered by.
func (j *judges) comparison(q wire.Compare) [sha256.Size]byte {
	q.ID = 0
	q.Lang, _ = j.in(q.Lang)
	return sha256.Sum256(wire.AppendCompare(nil, q))
}

// knownComparison returns an answer that is remembered.
func (j *judges) knownComparison(q wire.Compare) (wire.Comparison, bool) {
	x, ok := j.compared.Get(j.comparison(q))
	x.ID = q.ID
	return x, ok
}

// compare returns what makes two runs different. It is for a turn.
func (j *judges) compare(q wire.Compare, a, b runs.Trace) wire.Comparison {
	if x, ok := j.knownComparison(q); ok {
		return x
	}
	_, c := j.in(q.Lang)
	found := verdict.Between(c,
		verdict.Side{Name: q.NameA, Events: because.Pointers(a.Events), Verdict: j.judge(q.A, q.Lang, a)},
		verdict.Side{Name: q.NameB, Events: because.Pointers(b.Events), Verdict: j.judge(q.B, q.Lang, b)})
	x := wire.Comparison{
		ID: q.ID, Same: found.Same, FirstA: found.FirstA, FirstB: found.FirstB, At: found.At,
		A: outcome(found.OutcomeA), B: outcome(found.OutcomeB), Changed: found.Changed,
	}
	j.compared.Add(j.comparison(q), x)
	return x
}

// outcome is a verdict as a page shows it.
func outcome(v verdict.Verdict) wire.Outcome {
	return wire.Outcome{
		Verdict: v.Outcome, At: v.At, Seq: v.Seq,
		Headline: words.Unbroken(v.Headline), Why: words.Unbroken(v.Why), Promise: words.Unbroken(v.Promise),
	}
}

// judge sends how a run comes out, and what it is as an attempt at the challenge that was
// asked about.
func (c *conn) judge(ctx context.Context, q *wire.Ask) {
	j := c.hub.judges
	v, ok := j.known(q.Run, q.Lang)
	var tried wire.Attempt
	x, there := attempt.Find(c.hub.course, q.Lang, q.Challenge)
	if there {
		known := false
		tried, known = j.attempts.Get(j.attempted(q))
		ok = ok && known
	} else if q.Challenge != "" {
		_, say := j.in(q.Lang)
		tried = attempt.Gone(say)
	}
	if !ok {
		judge := func(t ...runs.Trace) error {
			v = j.judge(q.Run, q.Lang, t[0])
			if there {
				tried = j.attempt(q, x, t[0])
			}
			return nil
		}
		if err := c.hub.together(ctx, j.turn, judge, q.Run); err != nil {
			c.refuse(ctx, q.ID, q.Lang, err)
			return
		}
	}
	c.send(ctx, wire.AppendVerdict(nil, wire.Verdict{ID: q.ID, Outcome: outcome(v), Attempt: tried}))
}

// compare sends what makes two runs different.
func (c *conn) compare(ctx context.Context, q *wire.Compare) {
	j := c.hub.judges
	x, ok := j.knownComparison(*q)
	if !ok {
		compare := func(t ...runs.Trace) error {
			return j.turn(ctx, func() { x = j.compare(*q, t[0], t[1]) })
		}
		if err := c.hub.together(ctx, c.hub.pairs.Do, compare, q.A, q.B); err != nil {
			c.refuse(ctx, q.ID, q.Lang, err)
			return
		}
	}
	c.send(ctx, wire.AppendComparison(nil, x))
}
