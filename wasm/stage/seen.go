package stage

import "lockstep/web/wall"

// seenView is how much of the line the page shows as seen.
type seenView struct {
	of         *loaded
	to, length wall.Span
}

// drawSeen shows how far along the line somebody has been: beyond it nothing is marked
// because nothing is given away, and not because nothing happens.
func (s *Stage) drawSeen() {
	p, is := s.shown.player, &s.seen
	now := seenView{of: s.shown, to: p.Position(), length: p.Length()}
	if last := p.Furthest(); last >= 0 && now.length > 0 {
		now.to = max(now.to, p.StepPlace(last))
		if p.Whole() && last == p.Steps()-1 {
			now.to = now.length
		}
	}
	if now.of == is.of {
		now.to = max(now.to, is.to)
	}
	if now == *is || now.length == 0 {
		return
	}
	*is = now
	s.view.SetAttr(Seen, "x2", percent(min(now.to, now.length), now.length))
}
