package course

import (
	"testing"

	"lockstep/lessons"
	"lockstep/web/phrase"
)

// browser keeps what its pages save; one that is denied storage keeps nothing.
type browser struct {
	kept   map[string]string
	denied bool
}

func (b *browser) Load(name string) string { return b.kept[name] }
func (b *browser) Update()                 {}

func (b *browser) Save(name, text string) {
	switch {
	case b.denied:
	case text == "":
		delete(b.kept, name)
	default:
		b.kept[name] = text
	}
}

// questionView remembers what is shown of a question.
type questionView struct {
	enabled  bool
	filled   string
	marks    map[int]string // sign and word by option
	headline string
	why      []string
	watch    string
	asked    string
	label    string
	answers  bool
	told     string
	replies  int
}

func (v *questionView) Enable(on bool)       { v.enabled = on }
func (v *questionView) Fill(answer string)   { v.filled = answer }
func (v *questionView) Label(text string)    { v.label = text }
func (v *questionView) Answers(on bool)      { v.answers = on }
func (v *questionView) Tell(sentence string) { v.told = sentence }

func (v *questionView) Mark(option int, m Mark, word string) {
	if v.marks == nil {
		v.marks = make(map[int]string)
	}
	delete(v.marks, option)
	if m != Unmarked {
		v.marks[option] = [...]string{Believed: "outlined ≠ ", Missed: "filled ≠ ", True: "filled = "}[m] + word
	}
}

func (v *questionView) Reply(agree bool, headline string, why []string, watch string) {
	sign := "≠ "
	if agree {
		sign = "= "
	}
	v.headline, v.why, v.watch = sign+headline, why, watch
	v.replies++
}

func (v *questionView) Ask(words string) {
	v.asked, v.headline, v.why, v.watch = words, "", nil, ""
}

func english(t *testing.T) phrase.Catalog {
	t.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	return say
}

// page is a lesson of four questions in a browser.
type page struct {
	lesson *Lesson
	views  map[string]*questionView
}

func questions() []*Question {
	return []*Question{
		{ID: "one", Kind: Single, Options: []string{"proves", "hides"}, After: "So it does.",
			Keys: []Key{{"0", true, ""}, {"1", false, "No: GET shows it."}}},
		{ID: "some", Kind: Multiple, Options: []string{"n1", "n2", "A"},
			Keys: []Key{{"0", true, "It said OK."}, {"1", true, "It may have."}, {"2", false, "It holds no key."}}},
		{ID: "steps", Kind: Order, Options: []string{"read", "ask", "count"}, After: "The clock comes first.",
			Keys: []Key{{"0", true, ""}, {"1", true, ""}, {"2", true, ""}}},
		{ID: "left", Kind: Number, Unit: "ms",
			Keys: []Key{{"9848", true, "So long."}, {"10000", false, "That is the TTL."}, {"else", false, "Take time off."}}},
	}
}

func (b *browser) open(t *testing.T, edition string) *page {
	t.Helper()
	if b.kept == nil {
		b.kept = make(map[string]string)
	}
	p := &page{lesson: New(b, english(t), "first", edition), views: make(map[string]*questionView)}
	for _, q := range questions() {
		p.views[q.ID] = new(questionView)
		p.lesson.AddQuestion(q, p.views[q.ID])
	}
	p.lesson.Begin()
	return p
}
