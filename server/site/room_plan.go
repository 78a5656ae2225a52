package site

import (
	"lockstep/server/lesson"
	"lockstep/server/room"
	"lockstep/sim/run"
	"lockstep/web/phrase"
)

// planned is what a room is to show: a scenario as the fragment of its page has it, or a
// lesson's scenes with the predictions about them. It tells whether there is such a thing.
func (s *Site) planned(lang, scene, fragment, slug string) (scenes []room.Scene, questions []room.Question, ok bool) {
	if slug != "" {
		l, ok := s.config.Course.Lesson(lang, slug)
		if !ok {
			return nil, nil, false
		}
		for _, x := range l.Scenes {
			scenes = append(scenes, room.Scene{Slug: x.Run.Scenario, Lesson: slug, Of: x.ID, Run: x.Link, Start: x.Start})
		}
		return scenes, s.predictions(l), len(scenes) > 0
	}
	about, ok := s.config.Library.Get(scene)
	if !ok {
		return nil, nil, false
	}
	return []room.Scene{{Slug: about.ID, Run: s.config.Library.Link(&run.Run{Scenario: about.ID}), Fragment: fragment}}, nil, true
}

// predictions are a lesson's, in all languages: a class may read each in its own.
func (s *Site) predictions(l *lesson.Lesson) []room.Question {
	var list []room.Question
	for _, b := range l.Blocks {
		p, ok := b.Part.(*lesson.Predict)
		if !ok {
			continue
		}
		q := room.Question{ID: l.Slug + "/" + p.ID, Predict: true, Scene: sceneOf(l, p), At: p.At, Right: right(p)}
		q.Ask, q.Options = make(room.Text), make([]room.Text, len(p.Answers))
		for i := range q.Options {
			q.Options[i] = make(room.Text)
		}
		for _, lang := range phrase.Languages {
			told := s.predictionIn(lang, l.Slug, p)
			q.Ask[lang] = string(told.Ask)
			for i, a := range told.Answers {
				q.Options[i][lang] = string(a.Text)
			}
		}
		list = append(list, q)
	}
	return list
}

// predictionIn is a prediction as the lesson has it in a language. All languages have the
// same; one that is missing is English.
func (s *Site) predictionIn(lang, slug string, p *lesson.Predict) *lesson.Predict {
	l, ok := s.config.Course.Lesson(lang, slug)
	if !ok {
		return p
	}
	for _, b := range l.Blocks {
		if other, ok := b.Part.(*lesson.Predict); ok && other.ID == p.ID && len(other.Answers) == len(p.Answers) {
			return other
		}
	}
	return p
}

func sceneOf(l *lesson.Lesson, p *lesson.Predict) int {
	for i, x := range l.Scenes {
		if x.ID == p.Scene.ID {
			return i
		}
	}
	return 0
}

// right is which answer the run makes right.
func right(p *lesson.Predict) int {
	for i, a := range p.Answers {
		if a.Right {
			return i
		}
	}
	return -1
}
