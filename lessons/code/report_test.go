package code_test

import (
	"errors"
	"testing"

	report "lockstep/lessons/code/fencing"
)

// The store takes what is as new as the newest that it has seen, by number and not by
// spelling.
func TestReportRefusesWhatIsStale(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	for _, c := range []struct {
		number int64
		taken  bool
	}{{9, true}, {10, true}, {9, false}, {33, true}, {32, false}, {33, true}, {40, true}, {5, false}, {100, true}, {40, false}} {
		before, body := value(t, rdb, "report"), t.Name()+string(rune('a'+c.number%26))
		err := report.Write(t.Context(), rdb, body, c.number)
		switch got := value(t, rdb, "report"); {
		case c.taken && (err != nil || got != body):
			t.Errorf("%d: %v, and the report is %q", c.number, err, got)
		case !c.taken && (!errors.Is(err, report.ErrStale) || got != before):
			t.Errorf("%d: %v, and the report is %q", c.number, err, got)
		}
	}
}

// Who reads shows its number, and shuts out who came before.
func TestReportIsShownTheNumber(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	a, err := report.Number(t.Context(), rdb)
	must(t, err)
	b, err := report.Number(t.Context(), rdb)
	must(t, err)
	if a >= b {
		t.Errorf("first %d, then %d", a, b)
	}
	if body, err := report.Read(t.Context(), rdb, b); body != "" || err != nil {
		t.Errorf("B reads %q, %v", body, err)
	}
	if err := report.Write(t.Context(), rdb, "A's", a); !errors.Is(err, report.ErrStale) {
		t.Errorf("A writes after B has read: %v", err)
	}
	if _, err := report.Read(t.Context(), rdb, a); !errors.Is(err, report.ErrStale) {
		t.Errorf("A reads after B has read: %v", err)
	}
	must(t, report.Write(t.Context(), rdb, "B's", b))
	if body, err := report.Read(t.Context(), rdb, b); body != "B's" || err != nil {
		t.Errorf("B reads %q, %v", body, err)
	}
}

func TestReportInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "report.test.mjs", addresses(t, 1)...)
}
