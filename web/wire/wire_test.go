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

// outcome has something in every field.
var outcome = Outcome{Verdict: trace.VerdictBroken, Headline: "互斥在 3.930 s 被打破：", Why: "B 也进去了。", Promise: "…", At: 3_930_000, Seq: 212}

func TestQuestionsComeBack(t *testing.T) {
	for _, want := range []Question{
		&Ask{},
		&Ask{ID: 1, Run: "AQAHcmVkbG9jawAAAAA", From: 300, Until: 600_000_000},
		&Ask{ID: 2, Run: "AgAH", Until: 5, Base: "AQAHcmVkbG9jawAAAAA", Have: 12, Lang: "zh"},
		&Ask{ID: 1<<62 - 1, Run: strings.Repeat("x", 4096), From: 1 << 40},
		&Ask{ID: 4, Run: "AgAH", Lang: "zh", Challenge: "the-first-lock/lock-out"},
		&Compare{},
		&Compare{ID: 3, A: "AgAH", B: "AQAHcmVkbG9jawAAAAA", NameA: "main", NameB: "n3 宕机", Lang: "ms"},
	} {
		got, err := ReadQuestion(asked(want))
		if err != nil || !reflect.DeepEqual(got, want) || got.Number() != want.Number() {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
}

func asked(q Question) []byte {
	if c, ok := q.(*Compare); ok {
		return AppendCompare(nil, *c)
	}
	return AppendAsk(nil, *q.(*Ask))
}

func TestAnswersComeBack(t *testing.T) {
	for _, want := range []Answer{
		&Batch{ID: 3}, &Batch{ID: 3, More: true}, &Batch{ID: 4, Events: events}, &Batch{ID: 5, Events: events, More: true}, &Batch{ID: 6, Same: 7, Events: events},
		&Problem{ID: 9, Reason: ReasonInput, Text: "there is no scenario “x”"},
		&Verdict{ID: 10, Outcome: outcome}, &Verdict{ID: 13, Outcome: outcome, Attempt: Attempt{Judge: "Not yet."}},
		&Verdict{ID: 14, Outcome: outcome, Attempt: Attempt{Met: true, Judge: "目标达成。"}}, &Verdict{ID: 11, Outcome: Outcome{Verdict: trace.VerdictOK, Headline: "Held:", Seq: -1}},
		&Comparison{ID: 12, Same: 40, FirstA: "A asks.", FirstB: "A crashes.", At: 1_000, A: Outcome{Seq: -1}, B: outcome, Changed: "Before: … Now: …"},
	} {
		got, err := ReadAnswer(answered(want))
		if err != nil || !reflect.DeepEqual(got, want) || got.To() != want.To() {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
}

func answered(a Answer) []byte {
	switch a := a.(type) {
	case *Problem:
		return AppendProblem(nil, *a)
	case *Verdict:
		return AppendVerdict(nil, *a)
	case *Comparison:
		return AppendComparison(nil, *a)
	}
	return AppendBatch(nil, *a.(*Batch))
}

// Whatever run the page shows and whichever it grew from, it can ask.
func TestAFrameHoldsTwoLinks(t *testing.T) {
	link, name := strings.Repeat("x", run.MaxLink), strings.Repeat("n", MaxName)
	for _, q := range []Question{
		&Ask{ID: 1<<62 - 1, Until: 1 << 61, Run: link, Base: link, Have: run.MaxNth, Lang: "en", Challenge: name},
		&Compare{ID: 1<<62 - 1, A: link, B: link, NameA: name, NameB: name, Lang: "en"},
	} {
		if n := len(asked(q)); n > MaxQuestion {
			t.Errorf("a %T of two links has %d bytes, and MaxQuestion is %d", q, n, MaxQuestion)
		}
	}
}

// A branch may be called anything: a name that is too long is cut, since a server would
// end the connection over it, and the page would ask the same again.
func TestLongNamesAreCut(t *testing.T) {
	for _, row := range []struct{ given, want string }{
		{strings.Repeat("x", MaxName), strings.Repeat("x", MaxName)},
		{strings.Repeat("x", MaxName+1), strings.Repeat("x", MaxName)},
		{strings.Repeat("锁", MaxName), strings.Repeat("锁", MaxName/3)},
	} {
		got, err := ReadQuestion(AppendCompare(nil, Compare{ID: 1, NameA: row.given, NameB: row.given}))
		if c, ok := got.(*Compare); err != nil || !ok || c.NameA != row.want || c.NameB != row.want {
			t.Errorf("%d bytes of name came back as %+v, %v", len(row.given), got, err)
		}
	}
}

// Each batch stands alone: it can be read without those before it.
func TestBatchesStandAlone(t *testing.T) {
	first, second := AppendBatch(nil, Batch{Events: events[:1]}), AppendBatch(nil, Batch{Events: events[1:]})
	got, err := ReadAnswer(second)
	if x, ok := got.(*Batch); err != nil || !ok || !reflect.DeepEqual(x.Events, events[1:]) || len(first) == 0 {
		t.Errorf("the second batch alone is %+v, %v", got, err)
	}
}

func TestBadFrames(t *testing.T) {
	verdict, comparison := AppendVerdict(nil, Verdict{ID: 1, Outcome: outcome}), AppendComparison(nil, Comparison{ID: 1})
	comparing := AppendCompare(nil, Compare{ID: 1, A: "a", B: "b", Lang: "en"})
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
		{"a challenge whose judgement nobody can read", AppendAsk(nil, Ask{ID: 1, Run: "r", Challenge: "a/b"}), ErrMalformed, ErrMalformed},
		{"a challenge of too long a name", AppendAsk(nil, Ask{ID: 1, Run: "r", Lang: "en", Challenge: strings.Repeat("n", MaxName+1)}), ErrMalformed, ErrMalformed},
		{"a question for a difference, cut short", comparing[:len(comparing)-1], ErrMalformed, ErrMalformed},
		{"more than a question for a difference", append(comparing[:len(comparing):len(comparing)], 0), ErrMalformed, ErrMalformed},
		{"a name that is too long", appendTexts([]byte{Version, tagCompare, 1}, "en", "", strings.Repeat("n", MaxName+1), "a", "b"), ErrMalformed, ErrMalformed},
		{"more than a question", append(ask[:len(ask):len(ask)], 0), ErrMalformed, ErrMalformed},
		{"a verdict of a newer version", newer(verdict), ErrVersion, ErrVersion},
		{"a verdict cut short", verdict[:len(verdict)-1], ErrMalformed, ErrMalformed},
		{"more than a verdict", append(verdict[:len(verdict):len(verdict)], 0), ErrMalformed, ErrMalformed},
		{"a comparison cut short", comparison[:len(comparison)-1], ErrMalformed, ErrMalformed},
		{"a comparison cut shorter", comparison[:4], ErrMalformed, ErrMalformed},
		{"a problem cut short", AppendProblem(nil, Problem{ID: 1, Reason: ReasonBusy})[:5], ErrMalformed, ErrMalformed},
		{"a number out of range", append([]byte{Version, tagAsk}, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1), ErrMalformed, ErrMalformed},
	} {
		if _, err := ReadQuestion(row.frame); !errors.Is(err, row.ask) {
			t.Errorf("%s, read as a question: %v, want %v", row.name, err, row.ask)
		}
		if _, err := ReadAnswer(row.frame); !errors.Is(err, row.reply) {
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
	f.Add(AppendCompare(nil, Compare{ID: 1, A: "a", B: "b", NameA: "main", Lang: "zh"}))
	f.Add(AppendVerdict(nil, Verdict{ID: 1, Outcome: outcome}))
	f.Add(AppendVerdict(nil, Verdict{ID: 1, Outcome: outcome, Attempt: Attempt{Met: true, Judge: "Done."}}))
	f.Add(AppendComparison(nil, Comparison{ID: 1, Same: 4, A: outcome, B: outcome}))
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := ReadQuestion(b)
		if (q == nil) != (err != nil) {
			t.Fatalf("%v beside %v", q, err)
		}
		if err == nil {
			if again, err := ReadQuestion(asked(q)); err != nil || !reflect.DeepEqual(again, q) {
				t.Fatalf("%+v came back as %+v, %v", q, again, err)
			}
		}
		a, err := ReadAnswer(b)
		if (a == nil) != (err != nil) {
			t.Fatalf("%v beside %v", a, err)
		}
		if err != nil {
			return
		}
		again, err := ReadAnswer(answered(a))
		if x, ok := a.(*Batch); ok && err == nil { // a field may be written in several ways
			if len(again.(*Batch).Events) != len(x.Events) {
				t.Fatalf("%+v came back as %+v", x, again)
			}
		} else if err != nil || !reflect.DeepEqual(again, a) {
			t.Fatalf("%+v came back as %+v, %v", a, again, err)
		}
	})
}
