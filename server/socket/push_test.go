package socket

import (
	"log/slog"
	"strings"
	"testing"

	"lockstep/web/wire"
)

// What is pushed is what a page would be answered that asks.
func TestPushed(t *testing.T) {
	limits := DefaultLimits()
	limits.BatchBytes = 1 << 20 // 512 light events weigh less
	h := NewHub(&fakeTraces{}, phrases(t), nil, slog.New(slog.DiscardHandler), limits)
	long, short := linkOf("light", 1300), linkOf("light", 700)
	for _, row := range []struct {
		name, base string
		from       int
		batches    []int
	}{
		{"whole", "", 0, []int{512, 512, 276}},
		{"from where it differs", short, 700, []int{512, 88}},
		{"after itself", long, 1299, []int{1}}, // the last always comes
		{"after a run that cannot be played", linkOf("unknown", 9), 0, []int{512, 512, 276}},
	} {
		frames, err := h.Pushed(t.Context(), long, row.base, 4<<20)
		if err != nil || len(frames) != len(row.batches) {
			t.Fatalf("%s: %d frames, %v", row.name, len(frames), err)
		}
		seq, base := row.from, row.base
		if row.from == 0 {
			base = ""
		}
		for i, frame := range frames {
			p, err := wire.ReadPushed(frame)
			if err != nil || p.Run != long || p.Base != base || p.Lang != "" {
				t.Fatalf("%s: %+v, %v", row.name, p, err)
			}
			a, err := wire.ReadAnswer(p.Answer)
			b, ok := a.(*wire.Batch)
			if err != nil || !ok || b.ID != 0 || len(b.Events) != row.batches[i] || b.More != (i < len(frames)-1) || i == 0 && b.Same != row.from {
				t.Fatalf("%s: batch %d is %T, %v", row.name, i, a, err)
			}
			for _, e := range b.Events {
				if e.Seq != seq {
					t.Fatalf("%s: event %d comes where %d should", row.name, e.Seq, seq)
				}
				seq++
			}
		}
		if seq != 1300 {
			t.Errorf("%s: it ends before event %d", row.name, seq)
		}
	}
	if frames, err := h.Pushed(t.Context(), long, "", 1000); frames != nil || err != nil {
		t.Errorf("more than may be: %d frames, %v", len(frames), err)
	}
	if _, err := h.Pushed(t.Context(), linkOf("fault", 9), "", 4<<20); err == nil {
		t.Error("a run that cannot be played is pushed")
	}
	for lang, want := range map[string]string{"en": "computed", "zh": "计算"} {
		frame, err := h.PushedVerdict(t.Context(), long, lang)
		if err != nil {
			t.Fatal(err)
		}
		p, err := wire.ReadPushed(frame)
		if err != nil || p.Run != long || p.Lang != lang {
			t.Fatalf("%+v, %v", p, err)
		}
		a, err := wire.ReadAnswer(p.Answer)
		v, ok := a.(*wire.Verdict)
		if err != nil || !ok || !strings.Contains(v.Headline+v.Why, want) {
			t.Errorf("in %s: %+v, %v", lang, v, err)
		}
	}
}
