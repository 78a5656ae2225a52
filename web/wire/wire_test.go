package wire

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

var events = []trace.Event{
	{Kind: trace.Timeout, Seq: 7, T: 50_000, Msg: "A/1/set>n1", Who: "A", At: trace.ReadAt(50_000)},
	{Kind: trace.Expire, Seq: 8, T: 60_000, Node: "n1", Key: "lock:invoice:42"},
}

func TestAskComesBack(t *testing.T) {
	for _, want := range []Ask{
		{},
		{ID: 1, Run: "AQAHcmVkbG9jawAAAAA", From: 300, Until: 600_000_000},
		{ID: 2, Run: "AgAH", Until: 5, Base: "AQAHcmVkbG9jawAAAAA", Have: 12},
		{ID: 1<<62 - 1, Run: strings.Repeat("x", 4096), From: 1 << 40},
	} {
		if got, err := ReadAsk(AppendAsk(nil, want)); err != nil || got != want {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
}

func TestAnswersComeBack(t *testing.T) {
	for _, want := range []Batch{{ID: 3}, {ID: 3, More: true}, {ID: 4, Events: events}, {ID: 5, Events: events, More: true}, {ID: 6, Same: 7, Events: events}} {
		got, problem, err := ReadAnswer(AppendBatch(nil, want))
		if err != nil || problem != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v came back as %+v, %v, %v", want, got, problem, err)
		}
	}
	want := Problem{ID: 9, Reason: ReasonInput, Text: "there is no scenario “x”"}
	batch, got, err := ReadAnswer(AppendProblem(nil, want))
	if err != nil || batch != nil || *got != want {
		t.Errorf("%+v came back as %+v, %v, %v", want, batch, got, err)
	}
}

// Whatever run the page shows and whichever it grew from, it can ask.
func TestAFrameHoldsTwoLinks(t *testing.T) {
	link := strings.Repeat("x", run.MaxLink)
	if n := len(AppendAsk(nil, Ask{ID: 1<<62 - 1, Until: 1 << 61, Run: link, Base: link, Have: run.MaxNth})); n > MaxAsk {
		t.Errorf("a question of two links has %d bytes, and MaxAsk is %d", n, MaxAsk)
	}
}

// Each batch stands alone: it can be read without those before it.
func TestBatchesStandAlone(t *testing.T) {
	first, second := AppendBatch(nil, Batch{Events: events[:1]}), AppendBatch(nil, Batch{Events: events[1:]})
	got, _, err := ReadAnswer(second)
	if err != nil || !reflect.DeepEqual(got.Events, events[1:]) || len(first) == 0 {
		t.Errorf("the second batch alone is %+v, %v", got, err)
	}
}

func TestBadFrames(t *testing.T) {
	ask, batch := AppendAsk(nil, Ask{ID: 1, Run: "r"}), AppendBatch(nil, Batch{ID: 1, Events: events})
	newer := func(b []byte) []byte { return append([]byte{Version + 1}, b[1:]...) }
	crowd := Batch{Events: make([]trace.Event, MaxBatch+1)}
	for i := range crowd.Events {
		crowd.Events[i] = trace.Event{Kind: trace.Expire, Seq: i}
	}
	for _, row := range []struct {
		name  string
		frame []byte
		ask   error
		reply error
	}{
		{"nothing", nil, ErrMalformed, ErrMalformed},
		{"a version alone", []byte{Version}, ErrMalformed, ErrMalformed},
		{"a question of a newer version", newer(ask), ErrVersion, ErrVersion},
		{"an answer of a newer version", newer(batch), ErrVersion, ErrVersion},
		{"a problem of a newer version", newer(AppendProblem(nil, Problem{})), ErrVersion, ErrVersion},
		{"the other side's frame", batch, ErrMalformed, nil},
		{"a question as an answer", ask, nil, ErrMalformed},
		{"cut short", batch[:len(batch)-1], ErrMalformed, trace.ErrMalformed},
		{"a question cut short", ask[:3], ErrMalformed, ErrMalformed},
		{"more events than a batch may hold", AppendBatch(nil, crowd), ErrMalformed, ErrMalformed},
		{"a base of which the page has nothing", AppendAsk(nil, Ask{ID: 1, Run: "r", Base: "b"}), ErrMalformed, ErrMalformed},
		{"events of no base", AppendAsk(nil, Ask{ID: 1, Run: "r", Have: 4}), ErrMalformed, ErrMalformed},
		{"a base beside events of the run itself", AppendAsk(nil, Ask{ID: 1, Run: "r", From: 1, Base: "b", Have: 4}), ErrMalformed, ErrMalformed},
		{"a base longer than the frame", []byte{Version, tagAsk, 1, 0, 0, 4, 9, 'b'}, ErrMalformed, ErrMalformed},
		{"a problem cut short", AppendProblem(nil, Problem{ID: 1, Reason: ReasonBusy})[:5], ErrMalformed, ErrMalformed},
		{"a number out of range", append([]byte{Version, tagAsk}, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1), ErrMalformed, ErrMalformed},
	} {
		if _, err := ReadAsk(row.frame); !errors.Is(err, row.ask) {
			t.Errorf("%s, read as a question: %v, want %v", row.name, err, row.ask)
		}
		if _, _, err := ReadAnswer(row.frame); !errors.Is(err, row.reply) {
			t.Errorf("%s, read as an answer: %v, want %v", row.name, err, row.reply)
		}
	}
}

// FuzzFrames feeds both readers anything. What they take, they take back.
func FuzzFrames(f *testing.F) {
	f.Add(AppendAsk(nil, Ask{ID: 1, Run: "r", From: 2, Until: 3}))
	f.Add(AppendAsk(nil, Ask{ID: 1, Run: "r", Base: "b", Have: 2, Until: 3}))
	f.Add(AppendBatch(nil, Batch{ID: 1, Events: events, More: true, Same: 7}))
	f.Add(AppendProblem(nil, Problem{ID: 1, Reason: ReasonBusy, Text: "no"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, err := ReadAsk(b); err == nil {
			if again, err := ReadAsk(AppendAsk(nil, a)); err != nil || again != a {
				t.Fatalf("%+v came back as %+v, %v", a, again, err)
			}
		}
		batch, problem, err := ReadAnswer(b)
		switch {
		case err != nil:
			if batch != nil || problem != nil {
				t.Fatal("an answer beside an error")
			}
		case (batch == nil) == (problem == nil):
			t.Fatal("an answer is one of the two")
		case batch != nil:
			again, _, err := ReadAnswer(AppendBatch(nil, *batch))
			if err != nil || len(again.Events) != len(batch.Events) {
				t.Fatalf("%+v came back as %+v, %v", batch, again, err)
			}
		}
	})
}
