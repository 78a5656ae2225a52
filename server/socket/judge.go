package socket

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"

	lru "github.com/hashicorp/golang-lru/v2"

	"lockstep/server/runs"
	"lockstep/sim/because"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
	"lockstep/web/wire"
)

// judges judge runs and compare them. To do so with the longest of runs takes a good
// part of a second, and cannot be called off: so few are at it at once, and whoever
// asked first need not wait for one who asks all the time. How a run comes out is
// remembered, for a class opens one run together.
type judges struct {
	phrases  map[string]phrase.Catalog // by language
	turns    chan struct{}             // one in it for each at work
	outcomes *lru.Cache[judgedRun, wire.Outcome]
}

// judgedRun is a run, by the hash of its link, and the language of what is said of it.
type judgedRun struct {
	link [sha256.Size]byte
	lang string
}

func newJudges(phrases map[string]phrase.Catalog, limits Limits) *judges {
	outcomes, err := lru.New[judgedRun, wire.Outcome](limits.Outcomes)
	if err != nil {
		panic(err) // only for a limit below 1
	}
	return &judges{phrases: phrases, turns: make(chan struct{}, limits.Judges), outcomes: outcomes}
}

// in returns what is said in a language, or else in English.
func (j *judges) in(lang string) (string, phrase.Catalog) {
	if c, ok := j.phrases[lang]; ok {
		return lang, c
	}
	return phrase.Languages[0], j.phrases[phrase.Languages[0]]
}

// turn does something when its turn has come. It returns ctx's error if that ends
// before, and errJudge with more words if what it does breaks: one run must not end all
// others.
func (j *judges) turn(ctx context.Context, do func()) (err error) {
	select {
	case j.turns <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() {
		<-j.turns
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v\n%s", errJudge, v, debug.Stack())
		}
	}()
	if ctx.Err() != nil {
		return ctx.Err() // select drew lots
	}
	do()
	return nil
}

// errJudge says that a verdict or a comparison could not be found.
var errJudge = errors.New("socket: the judge broke")

// judge returns how a run comes out, or the error of its turn.
func (j *judges) judge(ctx context.Context, link, lang string, t runs.Trace) (wire.Outcome, error) {
	lang, c := j.in(lang)
	key := judgedRun{sha256.Sum256([]byte(link)), lang}
	if o, ok := j.outcomes.Get(key); ok {
		return o, nil
	}
	var o wire.Outcome
	err := j.turn(ctx, func() {
		var ok bool
		if o, ok = j.outcomes.Get(key); !ok { // somebody else may have been first
			o = outcome(verdict.Judge(c, because.Pointers(t.Events)))
			j.outcomes.Add(key, o)
		}
	})
	return o, err
}

// compare returns what makes two runs different, or the error of its turn.
func (j *judges) compare(ctx context.Context, q *wire.Compare, a, b runs.Trace) (wire.Comparison, error) {
	_, c := j.in(q.Lang)
	var x wire.Comparison
	err := j.turn(ctx, func() {
		found := verdict.Compare(c, because.Pointers(a.Events), because.Pointers(b.Events), q.NameA, q.NameB)
		x = wire.Comparison{
			ID: q.ID, Same: found.Same, FirstA: found.FirstA, FirstB: found.FirstB, At: found.At,
			A: outcome(found.OutcomeA), B: outcome(found.OutcomeB), Changed: found.Changed,
		}
	})
	return x, err
}

func outcome(v verdict.Verdict) wire.Outcome {
	return wire.Outcome{Verdict: v.Outcome, Headline: v.Headline, Why: v.Why, Promise: v.Promise, At: v.At, Seq: v.Seq}
}

// judge sends how a run comes out.
func (c *conn) judge(ctx context.Context, q *wire.Ask, t runs.Trace) {
	o, err := c.hub.judges.judge(ctx, q.Run, q.Lang, t)
	c.found(ctx, q.ID, err, func() []byte { return wire.AppendVerdict(nil, wire.Verdict{ID: q.ID, Outcome: o}) })
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
	x, err := c.hub.judges.compare(ctx, q, traces[0], traces[1])
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
