package course

import (
	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
)

// What the browser keeps of a lesson has a name each, so that pages of several tabs lose
// nothing of one another: lockstep.lesson.SLUG. and one of these, with the id of the block
// that it is of.
const (
	ofLesson = "lockstep.lesson."

	keyAnswer    = ".answer."    // what was checked
	keyDraft     = ".draft."     // what was not yet
	keyFigure    = ".figure."    // the lesson's edition, the instant, and how many events had happened
	keyChallenge = ".challenge." // set once it was met
	keyPlace     = ".place"      // the heading that was read last
	keyDone      = ".done"       // set once all questions are answered
)

// ofCourse is where the browser keeps the slug of the lesson that was read last.
const ofCourse = "lockstep.course"

// Lesson is what the reader does in a lesson. Blocks are added, then it begins.
type Lesson struct {
	page    Page
	say     phrase.Catalog
	slug    string
	edition string

	questions []*Question
	scenes    []*Scene
}

// New returns a lesson without blocks.
func New(page Page, say phrase.Catalog, slug, edition string) *Lesson {
	return &Lesson{page: page, say: say, slug: slug, edition: edition}
}

// AddQuestion adds a quiz or a prediction.
func (l *Lesson) AddQuestion(q *Question, view QuestionView) {
	q.view, q.say = view, l.say
	l.questions = append(l.questions, q)
}

// AddScene adds a scene and the figure that plays it.
func (l *Lesson) AddScene(s *Scene, view SceneView, figure *viewer.Figure) {
	s.lesson, s.view, s.figure = l, view, figure
	l.scenes = append(l.scenes, s)
}

// Begin shows what was kept, and lets the reader go on.
func (l *Lesson) Begin() {
	l.page.Save(ofCourse, l.slug)
	for _, q := range l.questions {
		q.open()
		q.restore(l.load(keyAnswer, q.ID), l.load(keyDraft, q.ID))
	}
	for _, s := range l.scenes {
		for _, q := range l.questions {
			if q.Scene == s.ID {
				s.predict = append(s.predict, q)
			}
		}
		s.begin(l.load(keyFigure, s.ID))
	}
	l.page.Update()
}

func (l *Lesson) load(key, of string) string { return l.page.Load(ofLesson + l.slug + key + of) }

func (l *Lesson) save(key, of, text string) { l.page.Save(ofLesson+l.slug+key+of, text) }

// Changed takes in what another tab has kept.
func (l *Lesson) Changed() {
	for _, q := range l.questions {
		if answer := l.load(keyAnswer, q.ID); answer != q.answer && q.possible(answer) {
			q.open()
			q.restore(answer, "")
			l.answered(q)
		}
	}
	l.page.Update()
}

// Leave keeps where the reader is: the heading that is being read, and where each figure
// stands.
func (l *Lesson) Leave(heading string) {
	l.save(keyPlace, "", heading)
	for _, s := range l.scenes {
		if where := s.where(); where != "" {
			l.save(keyFigure, s.ID, where)
		}
	}
}

// Do carries out what a button of a block says, or a field that was changed. The answer
// is the question's as it stands on the page.
func (l *Lesson) Do(block, do, arg, answer string) {
	for _, q := range l.questions {
		if q.ID == block {
			l.ask(q, do, arg, answer)
		}
	}
	l.page.Update()
}

func (l *Lesson) ask(q *Question, do, arg, answer string) {
	switch {
	case do == "watch":
		for _, s := range l.scenes {
			if s.ID == q.Scene {
				s.watch(q.At)
			}
		}
	case do == "check" && q.checked:
		q.open()
	case do == "check":
		if q.check(answer) {
			l.save(keyDraft, q.ID, answer)
			l.save(keyAnswer, q.ID, answer)
			l.answered(q)
		}
	case do == "draft":
		q.moved(arg, answer)
		l.save(keyDraft, q.ID, answer)
	}
}

// answered has the figure halt no more for a prediction, and the lesson done with the
// last of its questions.
func (l *Lesson) answered(q *Question) {
	for _, s := range l.scenes {
		if s.ID == q.Scene {
			s.halts()
			s.figure.Update()
		}
	}
	for _, q := range l.questions {
		if !q.Answered() {
			return
		}
	}
	l.save(keyDone, "", "yes")
}
