package course

// Store is where the browser keeps the course: see [Page].
type Store interface{ Save(name, text string) }

// Meet keeps that a challenge of a lesson was met, on a page of its own. The lesson's page
// says so.
func Meet(s Store, lesson, challenge string) {
	s.Save(ofLesson+lesson+keyChallenge+challenge, "yes")
}
