package socket

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"

	lru "github.com/hashicorp/golang-lru/v2"

	"lockstep/server/runs"
	"lockstep/server/turns"
	"lockstep/sim/because"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
	"lockstep/web/wire"
)

// judges judge runs and compare them. To do so with the longest of runs takes a good
// part of a second, and cannot be called off: so few are at it at once, in turns. What
// they have found is remembered, for a class opens one run together, and a page that lost
// its connection asks again.
type judges struct {
	phrases  map[string]phrase.Catalog // by language
	turns    *turns.Queue
	verdicts *lru.Cache[judgedRun, verdict.Verdict]
	compared *lru.Cache[[sha256.Size]byte, wire.Comparison] // by the hash of the question
}

// judgedRun is a run, by the hash of its link, and the language of what is said of it.
type judgedRun struct {
	link [sha256.Size]byte
	lang string
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
	return &judges{phrases: phrases, turns: turns.New(limits.Judges), verdicts: verdicts, compared: compared}
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

// errJudge says that a verdict or a comparison could not be found.
var errJudge = errors.New("socket: the judge broke")

// judge returns how a run comes out, or the error of its turn.
func (j *judges) judge(ctx context.Context, link, lang string, t runs.Trace) (verdict.Verdict, error) {
	lang, c := j.in(lang)
	key := judgedRun{sha256.Sum256([]byte(link)), lang}
	if v, ok := j.verdicts.Get(key); ok {
		return v, nil
	}
	var v verdict.Verdict
	err := j.turn(ctx, func() {
		var ok bool
		if v, ok = j.verdicts.Get(key); !ok { // somebody else may have been first
			v = verdict.Judge(c, because.Pointers(t.Events))
			j.verdicts.Add(key, v)
		}
	})
	return v, err
}

// compare returns what makes two runs different, or the error of a turn.
func (j *judges) compare(ctx context.Context, q wire.Compare, a, b runs.Trace) (wire.Comparison, error) {
	id, lang := q.ID, q.Lang
	q.ID = 0
	q.Lang, _ = j.in(lang)
	key := sha256.Sum256(wire.AppendCompare(nil, q))
	if x, ok := j.compared.Get(key); ok {
		x.ID = id
		return x, nil
	}
	va, err := j.judge(ctx, q.A, q.Lang, a)
	if err != nil {
		return wire.Comparison{}, err
	}
	vb, err := j.judge(ctx, q.B, q.Lang, b)
	if err != nil {
		return wire.Comparison{}, err
	}
	var x wire.Comparison
	err = j.turn(ctx, func() {
		found := verdict.Between(j.phrases[q.Lang],
			verdict.Side{Name: q.NameA, Events: because.Pointers(a.Events), Verdict: va},
			verdict.Side{Name: q.NameB, Events: because.Pointers(b.Events), Verdict: vb})
		x = wire.Comparison{
			Same: found.Same, FirstA: found.FirstA, FirstB: found.FirstB, At: found.At,
			A: outcome(found.OutcomeA), B: outcome(found.OutcomeB), Changed: found.Changed,
		}
		j.compared.Add(key, x)
	})
	x.ID = id
	return x, err
}

func outcome(v verdict.Verdict) wire.Outcome {
	return wire.Outcome{Verdict: v.Outcome, Headline: v.Headline, Why: v.Why, Promise: v.Promise, At: v.At, Seq: v.Seq}
}

// judge sends how a run comes out.
func (c *conn) judge(ctx context.Context, q *wire.Ask, t runs.Trace) {
	v, err := c.hub.judges.judge(ctx, q.Run, q.Lang, t)
	c.found(ctx, q.ID, err, func() []byte { return wire.AppendVerdict(nil, wire.Verdict{ID: q.ID, Outcome: outcome(v)}) })
}

// compare sends what makes two runs different.
func (c *conn) compare(ctx context.Context, q *wire.Compare) {
	var traces [2]runs.Trace
	for i, link := range [...]string{q.A, q.B} {
		t, ok := c.trace(ctx, q.ID, link)
		if !ok || !c.hold(ctx, q.ID, t) {
			return
		}
		defer c.hub.memory.giveBack(t)
		traces[i] = t
	}
	x, err := c.hub.judges.compare(ctx, *q, traces[0], traces[1])
	c.found(ctx, q.ID, err, func() []byte { return wire.AppendComparison(nil, x) })
}

// found sends what the judges have found, if they have.
func (c *conn) found(ctx context.Context, id uint64, err error, frame func() []byte) {
	switch {
	case ctx.Err() != nil:
	case err != nil:
		c.hub.log.Error("socket: a run could not be judged", "err", err)
		c.problem(ctx, wire.Problem{ID: id, Reason: wire.ReasonFault, Text: "The server could not judge this run. The fault is Lockstep's, and its log says more."})
	default:
		c.send(ctx, frame())
	}
}
