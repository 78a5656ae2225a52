package course

import "testing"

const kept = "lockstep.lesson.first"

func TestAnswersAndDraftsSurviveAReload(t *testing.T) {
	b := new(browser)
	p := b.open(t, "e")
	p.lesson.Do("one", "check", "", "1")
	p.lesson.Do("some", "draft", "", "02")
	p.lesson.Do("steps", "check", "", "021")
	p.lesson.Do("steps", "check", "", "021") // tried again
	p.lesson.Do("steps", "draft", "1", "012")
	p.lesson.Leave("why")
	if b.kept["lockstep.course"] != "first" || b.kept[kept+".place"] != "why" || b.kept[kept+".done"] != "" {
		t.Errorf("kept %v", b.kept)
	}
	p = b.open(t, "another edition")
	if v := p.views["one"]; v.filled != "1" || v.headline != "≠ Not so." || v.enabled {
		t.Errorf("answered: %+v", v)
	}
	if v := p.views["some"]; v.filled != "02" || v.headline != "" || !v.enabled {
		t.Errorf("a draft: %+v", v)
	}
	if v := p.views["steps"]; v.filled != "012" || v.headline != "" || !v.enabled || len(v.marks) > 0 {
		t.Errorf("tried again: %+v", v)
	}
	if v := p.views["left"]; v.filled != "" || !v.enabled {
		t.Errorf("untouched: %+v", v)
	}
}

func TestALessonIsDoneWithTheLastOfItsQuestions(t *testing.T) {
	b := new(browser)
	p := b.open(t, "e")
	for i, answer := range []string{"1", "0", "012", "9848"} {
		if b.kept[kept+".done"] != "" {
			t.Errorf("done after %d answers", i)
		}
		p.lesson.Do(questions()[i].ID, "check", "", answer)
	}
	if b.kept[kept+".done"] == "" {
		t.Errorf("not done: %v", b.kept)
	}
	p.lesson.Do("one", "check", "", "")
	if b.kept[kept+".done"] == "" {
		t.Error("not done any more after trying again")
	}
}

// Two tabs lose nothing of one another, and show what the other has.
func TestTwoTabs(t *testing.T) {
	b := new(browser)
	one, two := b.open(t, "e"), b.open(t, "e")
	one.lesson.Do("one", "check", "", "0")
	two.lesson.Do("left", "check", "", "7")
	one.lesson.Changed()
	two.lesson.Changed()
	for _, p := range []*page{one, two, b.open(t, "e")} {
		if p.views["one"].headline != "= Right." || p.views["left"].headline != "≠ Not this number." {
			t.Errorf("shows %q and %q", p.views["one"].headline, p.views["left"].headline)
		}
	}
	if n := one.views["one"].replies; n != 1 {
		t.Errorf("its own answer is said %d times", n)
	}
}

// What was kept of blocks that are others now, or that somebody else wrote, does no harm.
func TestWhatIsNoAnswerAnyMore(t *testing.T) {
	b := &browser{kept: map[string]string{kept + ".answer.one": "5", kept + ".answer.steps": "01", kept + ".draft.left": "x", kept + ".answer.gone": "1"}}
	p := b.open(t, "e")
	for id, v := range p.views {
		if v.filled != "" || v.headline != "" || !v.enabled {
			t.Errorf("%s: %+v", id, v)
		}
	}
}

func TestWithoutStorageAnswersAreInMemory(t *testing.T) {
	b := &browser{denied: true}
	p := b.open(t, "e")
	p.lesson.Do("one", "check", "", "0")
	p.lesson.Changed()
	p.lesson.Leave("why")
	if v := p.views["one"]; v.headline != "= Right." || len(b.kept) > 0 {
		t.Errorf("%+v, kept %q", v, b.kept)
	}
}
