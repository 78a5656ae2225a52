package site

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/web/words"
)

// serveDesk answers with the presenter's page, or asks who it is.
func (s *Site) serveDesk(v *visit) {
	if v.owner {
		s.serveMade(v, "drive")
		return
	}
	s.askKey(v, http.StatusOK, "")
}

// desk adds what the presenter's page has.
func (s *Site) desk(v *visit, page *view) {
	x := page.Room
	x.Screen, x.CSV = "screen", "answers.csv"
	x.Options = []string{"1", "2", "3", "4", "5", "6"} // as many as package room takes
	x.Keep = s.absolute(v.r) + v.lang + "/room/" + x.Code + "/drive#key=" + string(v.key())
	for _, q := range v.questions {
		if q.Scene == v.index {
			x.Predictions = append(x.Predictions, roomPrediction{q.ID, words.Clocked(q.At), template.HTML(cmp.Or(q.Ask[v.lang], q.Ask["en"]))})
		}
	}
	if l, scene := s.sceneIn(v.lang, v.scene()); scene != nil {
		x.Notes = notes(page.Root+v.lang, l, scene)
	}
}

// key is the room's, as an owner's browser holds it.
func (v *visit) key() room.Key {
	c, err := v.r.Cookie(rooms.Owner(v.code, "", false).Name)
	if err != nil {
		return ""
	}
	return room.Key(c.Value)
}

// notes are what a presenter may want to say: what the lesson says at its pauses.
func notes(root string, l *lesson.Lesson, scene *lesson.Scene) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<p><a href="%s/lesson/%s#%s" target="_blank" rel="noopener">%s</a></p>`, root, l.Slug, scene.ID, template.HTMLEscapeString(l.Title))
	fmt.Fprintf(&b, "<p>%s</p>", template.HTMLEscapeString(l.Summary))
	for _, stop := range scene.Stops {
		fmt.Fprintf(&b, `<p><b class="num">%s</b> %s</p>`, stop.Clock(), stop.Say)
	}
	return template.HTML(b.String())
}

// leadToRun leads to a scene's runs as they were driven: those of the scene that is shown,
// unless the address names another.
func (s *Site) leadToRun(v *visit) {
	scene := v.scene()
	if i, err := strconv.Atoi(v.r.FormValue("scene")); err == nil && i >= 0 && i < len(v.scenes) {
		scene = &v.scenes[i]
	}
	v.w.Header().Set("Location", "../../play/"+scene.Slug+"#"+scene.Place())
	v.w.WriteHeader(http.StatusSeeOther)
}
