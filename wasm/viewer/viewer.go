package viewer

import (
	"strings"

	"lockstep/wasm/link"
	"lockstep/web/phrase"
	"lockstep/web/player"
	"lockstep/web/wall"
)

// settle is how long nothing may happen before the last sentence is read out: of
// ten quick steps only the last is worth hearing.
const settle = 400 * wall.Millisecond

// Viewer is all figures of a page over one connection.
type Viewer struct {
	page    Page
	link    *link.Link
	figures []*Figure
	last    *Figure // that was used last
	say     phrase.Catalog
	still   bool

	drawn  wall.Span // when the last frame was
	moving bool      // and whether it left something to move
}

// New returns a viewer of a page that speaks through say. Still is for readers
// who want no motion.
func New(page Page, say phrase.Catalog, still bool) *Viewer {
	return &Viewer{page: page, link: link.New(page), say: say, still: still}
}

// Add binds a scene to its view.
func (v *Viewer) Add(view View, s Scene) *Figure {
	f := v.Place(view, s, nil)
	f.Show(player.New(s.Start, s.Until), v.link.Follow(s.Run, f.take), s.Seed)
	return f
}

// Place binds a view that has a companion, who is to call [Figure.Show] at once and
// supplies the events.
func (v *Viewer) Place(view View, s Scene, beside Companion) *Figure {
	f := &Figure{viewer: v, view: view, scene: s, say: v.say, beside: beside}
	v.figures = append(v.figures, f)
	return f
}

// Start connects; late, only for what is not pushed.
func (v *Viewer) Start(late bool) {
	if late {
		v.link.ConnectLate()
	} else {
		v.link.Connect()
	}
	v.page.RequestFrame()
}

// Link is the viewer's connection, for the page to tell what became of it.
func (v *Viewer) Link() *link.Link { return v.link }

// SetStill takes a change of the reader's wish for no motion.
func (v *Viewer) SetStill(still bool) {
	v.still = still
	for _, f := range v.figures {
		f.player.SetStill(still)
	}
}

// Say is the catalog that the viewer speaks through.
func (v *Viewer) Say() phrase.Catalog { return v.say }

// Press takes a key that went down on a figure, or on the page's body, where f is
// nil and the figure used last is meant, or else the first of those in sight. It
// tells whether the key was for us.
func (v *Viewer) Press(f *Figure, k Key, inSight []*Figure) bool {
	if f == nil {
		if len(inSight) == 0 {
			return false // the page's reader scrolls, and means no figure
		}
		f = inSight[0]
		for _, seen := range inSight {
			if seen == v.last {
				f = seen
			}
		}
	}
	if f.beside != nil && f.beside.Pressed(k) {
		return true
	}
	c := k.Command()
	if c == None || !f.player.Ready() {
		return false
	}
	f.Do(c)
	return true
}

// Frame draws everything anew. Now is any steady clock's time.
func (v *Viewer) Frame(now wall.Span) {
	elapsed := wall.Span(0)
	if v.moving {
		elapsed = now - v.drawn
	}
	v.drawn, v.moving = now, false
	announce := false
	for _, f := range v.figures {
		f.frame(elapsed)
		v.moving = v.moving || f.moving()
		announce = announce || f.announce
	}
	if v.moving {
		v.page.RequestFrame()
	}
	if announce {
		v.page.CallAfter(settle, v.announce)
	}
}

// announce reads out where the figures that were handled stand.
func (v *Viewer) announce() {
	for _, f := range v.figures {
		if f.announce && !f.player.Playing() {
			f.view.SetText(Said, strings.TrimSpace(f.words+" "+f.shown.now))
		}
		f.announce, f.words = false, ""
	}
}
