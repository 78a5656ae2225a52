package site

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// besides lists what a lock does otherwise than the Redis page has it and no column
// of the table says.
func besides(c phrase.Catalog, d *defaults, page *lock.Options) []string {
	o := &d.lock
	one := pick(o.Kind == trace.LockRedlock, "", ".one")
	end := d.actual(c, "stop_at_validity", 0)
	var said []string
	for _, row := range []struct {
		differs bool
		key     string
	}{
		{o.Kind != page.Kind, "kind"},
		{o.Tokens != page.Tokens, "token." + pick(o.Tokens == lock.TokenPerLock, "lock", "attempt")},
		{o.T1 != page.T1, "t1." + pick(o.T1 == lock.FirstAttempt, "first", "attempt")},
		{o.ElapsedCheck != page.ElapsedCheck, "elapsed." + pick(o.ElapsedCheck, "counted", "uncounted")},
		{o.Spent != page.Spent, "spent." + [...]string{lock.RefuseSpent: "refuse", lock.AcceptZero: "zero", lock.AcceptSpent: "accept"}[o.Spent]},
		{o.Expiry != page.Expiry, "expiry." + pick(o.Expiry == lock.Absolute, "absolute", "relative")},
		{o.FailOnError != page.FailOnError, "errors." + pick(o.FailOnError, "raise", "count") + one},
		{o.PendOnSplit != page.PendOnSplit, "split." + pick(o.PendOnSplit, "pend", "settle")},
		{o.RenewLate != page.RenewLate, "renew." + pick(o.RenewLate, "late", "intime")},
		{o.Deadline != page.Deadline, "deadline"},
		{o.AcceptOwnToken != page.AcceptOwnToken, "own." + pick(o.AcceptOwnToken, "accepted", "refused")},
		{o.ReleaseBy != page.ReleaseBy, "release." + [...]string{lock.ByScript: "script", lock.ByDelEx: "delex", lock.ByDel: "del"}[o.ReleaseBy]},
		{o.StopAtValidity != page.StopAtValidity && end == "", "end." + pick(o.StopAtValidity, "stops", "unminded")},
		{o.Wait != page.Wait, pick(o.Wait.Replicas == 1, "wait.one", "wait")},
		{o.Fence != page.Fence || o.FenceOnRead != page.FenceOnRead, "fence"},
	} {
		if row.differs {
			said = append(said, c.Say("site.libraries.besides."+row.key, "kind", c.Say("lock."+o.Kind),
				"time", d.span(c, "deadline", o.Deadline), "replicas", strconv.Itoa(o.Wait.Replicas), "timeout", span(c, o.Wait.Timeout)))
		}
	}
	if end != "" {
		said = append(said, end)
	}
	return said
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
