package resource

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// fact is what a trace keeps of a read or write: not what the reply was, nor
// whether it was applied.
type fact struct {
	who, op, why, value  string
	ok                   bool
	version, base, fence int64
}

func factOf(who string, r Result) fact {
	return fact{who: who, op: r.Op, why: r.Why, value: r.Value, ok: r.OK, version: r.Version, base: r.Base, fence: r.Fence}
}

// harm counts what went wrong.
type harm struct{ doubleCharges, oversold, lostUpdates, staleWrites int }

func (h harm) plus(g harm) harm {
	return harm{h.doubleCharges + g.doubleCharges, h.oversold + g.oversold, h.lostUpdates + g.lostUpdates, h.staleWrites + g.staleWrites}
}

// judge computes the harm as the package comment tells a checker to.
func judge(facts []fact) (h harm) {
	var applied []fact
	var highest int64
	initial := int64(-1)
	for _, f := range facts {
		if f.op == OpRead && f.ok && f.version == 0 {
			initial, _ = units(f.value)
		}
		if f.op != OpRead && f.ok && f.why == "" {
			if f.op == OpCharge && f.version > 1 {
				h.doubleCharges++
			}
			if f.op == OpSell && f.version > initial {
				h.oversold++
			}
			for _, earlier := range applied {
				if f.base < earlier.version && earlier.who != f.who {
					h.lostUpdates++
					break
				}
			}
			if f.fence < highest {
				h.staleWrites++
			}
			applied = append(applied, f)
		}
		highest = max(highest, f.fence)
	}
	return h
}

// actor is a client with what it has read and was given.
type actor struct {
	version int64
	value   string
	fence   int64
	hasRead bool
	sent    []string
}

// act lets clients read, write, and have writes delivered twice, in any order,
// and returns the facts and the harm that an onlooker counts who sees inside.
func act(t *rapid.T, kind Kind, guard Guard) ([]fact, harm) {
	config := Config{ID: "it", Kind: kind, Guard: guard}
	items := rapid.IntRange(1, 3).Draw(t, "items")
	if kind == Stock {
		config.Initial = strconv.Itoa(items)
	}
	r, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	var facts []fact
	var truth harm
	var seen int64
	writers := []string{""} // who made each version
	sold := 0
	actors := map[string]*actor{"A": {}, "B": {}, "C": {}}
	for step := range rapid.IntRange(1, 30).Draw(t, "steps") {
		who := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "who")
		a := actors[who]
		var cmd []string
		switch rapid.SampledFrom([]string{"number", "read", "write", "again"}).Draw(t, "what") {
		case "number":
			n, err := strconv.ParseInt(strings.TrimPrefix(r.Do(who, []string{"NUMBER"}).Reply, "(integer) "), 10, 64)
			if err != nil || n <= a.fence {
				t.Fatalf("number %d after %d: %v", n, a.fence, err)
			}
			a.fence = n
			continue
		case "read":
			cmd = []string{"READ"}
			if a.fence > 0 && rapid.Bool().Draw(t, "shows") {
				cmd = append(cmd, "FENCE", strconv.FormatInt(a.fence, 10))
			}
		case "write":
			op, value, writes := next(kind, a.value, who)
			if !a.hasRead || !writes {
				continue
			}
			cmd = []string{"WRITE", op, value, "BASE", strconv.FormatInt(a.version, 10), "KEY", fmt.Sprintf("%s/%d", who, step)}
			if a.fence > 0 {
				cmd = append(cmd, "FENCE", strconv.FormatInt(a.fence, 10))
			}
			a.sent = cmd
		case "again":
			if cmd = a.sent; cmd == nil {
				continue
			}
		}
		before := r.version
		got := r.Do(who, cmd)
		if got.Op == "" {
			t.Fatalf("%q: %s", cmd, got.Reply)
		}
		facts = append(facts, factOf(who, got))
		if got.Op == OpRead && got.OK {
			a.hasRead = true
			a.version, a.value, _ = parseReading(got.Reply)
		}
		if r.version > before {
			if kind == Ledger && before > 0 {
				truth.doubleCharges++
			}
			if sold++; kind == Stock && sold > items {
				truth.oversold++
			}
			for _, w := range writers[got.Base+1:] {
				if w != who {
					truth.lostUpdates++
					break
				}
			}
			if got.Fence < seen {
				truth.staleWrites++
			}
			writers = append(writers, who)
		}
		seen = max(seen, got.Fence)
	}
	return facts, truth
}

// A checker that sees the events alone knows what happened, and each guard keeps
// its promise.
func TestFactsSuffice(t *testing.T) {
	reached := map[Guard]harm{}
	rapid.Check(t, func(t *rapid.T) {
		for guard := None; guard <= UniqueConstraint; guard++ {
			for kind := Ledger; kind <= File; kind++ {
				facts, truth := act(t, kind, guard)
				if got := judge(facts); got != truth {
					t.Fatalf("%v behind %v: the facts say %+v, the truth is %+v", kind, guard, got, truth)
				}
				reached[guard] = reached[guard].plus(truth)
			}
		}
	})
	if n := reached[None]; n.doubleCharges == 0 || n.oversold == 0 || n.lostUpdates == 0 || n.staleWrites == 0 {
		t.Errorf("without a guard the runs did not get to %+v", n)
	}
	if n := reached[Fencing]; n.staleWrites > 0 {
		t.Errorf("fencing let %+v pass", n)
	}
	if n := reached[CompareAndSet]; n.doubleCharges+n.oversold+n.lostUpdates > 0 {
		t.Errorf("compare-and-set let %+v pass", n)
	}
	if n := reached[UniqueConstraint]; n.doubleCharges+n.oversold > 0 {
		t.Errorf("the unique constraint let %+v pass", n)
	}
}
