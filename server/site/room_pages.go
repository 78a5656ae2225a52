package site

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"lockstep/server/lesson"
	"lockstep/server/remote"
	"lockstep/server/room"
	"lockstep/server/rooms"
	"lockstep/sim/run"
)

// serveViewer answers with a viewer's page: the same for all of a room.
func (s *Site) serveViewer(v *visit) {
	if rooms.Person(v.r) == "" {
		http.SetCookie(v.w, rooms.NewPerson(remote.Secure(v.r)))
	}
	s.serveKept(v, "view")
}

// serveScreen answers with the projector's page, which has controls for the owner alone.
func (s *Site) serveScreen(v *visit) {
	if v.owner {
		s.serveMade(v, "screen")
		return
	}
	s.serveKept(v, "screen")
}

// serveKept answers with a page that holds nothing of who asks for it.
func (s *Site) serveKept(v *visit, role string) {
	host := s.absolute(v.r)
	key := strings.Join([]string{v.lang, "room", string(v.code), role, strconv.Itoa(v.index), host}, "/")
	p, err := s.stages.get(v.r.Context(), key, func() (*page, error) {
		made, err := s.roomPage(v.r.Context(), v, role, host)
		if err != nil {
			return nil, err
		}
		return rendered(s.room, made)
	})
	if err != nil {
		s.failed(v, err)
		return
	}
	p.serve(v.w, v.r)
}

func (s *Site) failed(v *visit, err error) {
	if v.r.Context().Err() != nil {
		return // nobody waits for an answer
	}
	s.config.Log.Error("site: a room cannot be shown", "scenario", v.scene().Slug, "err", err)
	s.serveError(v.w, v.r, http.StatusInternalServerError)
}

// serveMade answers with a page for the owner.
func (s *Site) serveMade(v *visit, role string) {
	made, err := s.roomPage(v.r.Context(), v, role, s.absolute(v.r))
	if err != nil {
		s.failed(v, err)
		return
	}
	made.Room.Owner = true
	if role == "drive" {
		s.desk(v, made)
	}
	s.answer(v.w, s.room, made, http.StatusOK)
}

// roomPage is the view of a page of a room, as everybody may see it.
func (s *Site) roomPage(ctx context.Context, v *visit, role, host string) (*view, error) {
	rest := "room/" + string(v.code)
	if role != "view" {
		rest += "/" + role
	}
	about, ok := s.config.Library.Get(v.scene().Slug)
	if !ok {
		return nil, fmt.Errorf("there is no scenario %q any more", v.scene().Slug)
	}
	of, err := run.Parse(v.scene().Run)
	if err != nil {
		return nil, err
	}
	page, err := s.stageAt(ctx, v.lang, staged{about: about, of: *of, begins: &v.scene().Start}, rest)
	if err != nil {
		return nil, err
	}
	page.Stage.Title = s.sceneTitle(v.lang, v.scene())
	page.Title = page.Say("room.title", "code", v.code.Shown()) + " · " + page.Stage.Title + " · Lockstep"
	page.Canonical = ""
	up := strings.Repeat("../", strings.Count(rest, "/"))
	said := maps.Clone(s.config.Phrases[v.lang])
	maps.DeleteFunc(said, func(key, _ string) bool { return !strings.HasPrefix(key, "room.") })
	page.Room = &roomView{
		Code: string(v.code), Shown: v.code.Shown(), Role: role, Scene: v.index, Phrases: said.Lines(),
		Socket: up + "../room/" + string(v.code) + "/ws", Own: up + "play/" + v.scene().Slug,
		Address: host + "r/" + string(v.code), Where: where(host) + "/r", Here: here(host),
	}
	for i := range v.scenes {
		page.Room.Scenes = append(page.Room.Scenes, roomScene{Index: i, Title: s.sceneTitle(v.lang, &v.scenes[i]), Now: i == v.index})
	}
	if page.Room.Run = "run?scene="; role == "view" {
		page.Room.Run = string(v.code) + "/" + page.Room.Run // its address is one shorter
	}
	page.Room.QR, err = qrOf(page.Room.Address)
	return page, err
}

// sceneTitle is what a room's scene is called in a language.
func (s *Site) sceneTitle(lang string, x *room.Scene) string {
	if _, scene := s.sceneIn(lang, x); scene != nil {
		return scene.Title
	}
	if about, ok := s.config.Library.Get(x.Slug); ok {
		return about.Title(lang)
	}
	return x.Slug
}

// sceneIn is the lesson's scene that a room's is of, or nil.
func (s *Site) sceneIn(lang string, x *room.Scene) (*lesson.Lesson, *lesson.Scene) {
	l, ok := s.config.Course.Lesson(lang, x.Lesson)
	if x.Lesson == "" || !ok {
		return nil, nil
	}
	for _, scene := range l.Scenes {
		if scene.ID == x.Of {
			return l, scene
		}
	}
	return nil, nil
}

// absolute is the address at which the server's root is seen: what it was told, or what the
// request says.
func (s *Site) absolute(r *http.Request) string {
	if s.config.URL != "" {
		return strings.TrimSuffix(s.config.URL, "/") + "/"
	}
	return remote.Origin(r) + "/"
}

// where is an address as it stands on a screen.
func where(host string) string {
	_, rest, _ := strings.Cut(host, "://")
	return strings.TrimSuffix(rest, "/")
}

// here tells whether only the computer that it names reaches an address.
func here(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback() || u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost")
}
