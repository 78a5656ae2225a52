package wire

import (
	"errors"
	"reflect"
	"testing"
)

func TestPushedComesBack(t *testing.T) {
	for _, want := range []*Pushed{
		{Run: "AQAHcmVkbG9jawAAAAA", Answer: AppendBatch(nil, Batch{Events: events})},
		{Run: "AgAH", Base: "AQAHcmVkbG9jawAAAAA", Answer: AppendBatch(nil, Batch{Same: 7, Events: events, More: true})},
		{Run: "AgAH", Lang: "zh", Answer: AppendVerdict(nil, Verdict{Outcome: outcome})},
	} {
		frame := AppendPushed(nil, *want)
		got, err := ReadPushed(frame)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
		if _, err := ReadAnswer(got.Answer); err != nil {
			t.Errorf("what was pushed cannot be read: %v", err)
		}
		frame[0]++
		if _, err := ReadPushed(frame); !errors.Is(err, ErrVersion) {
			t.Errorf("a frame of a newer version: %v", err)
		}
	}
	whole := AppendPushed(nil, Pushed{Run: "r", Base: "b", Lang: "en"})
	for n := range whole {
		if _, err := ReadPushed(whole[:n]); !errors.Is(err, ErrMalformed) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	if _, err := ReadPushed(AppendBatch(nil, Batch{})); !errors.Is(err, ErrMalformed) {
		t.Errorf("a batch read as what was pushed: %v", err)
	}
	if _, err := ReadAnswer(whole); !errors.Is(err, ErrMalformed) {
		t.Errorf("what was pushed, read as an answer: %v", err)
	}
}
