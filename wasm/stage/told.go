package stage

import (
	"strconv"
	"strings"

	"lockstep/web/board"
	"lockstep/web/icon"
	"lockstep/web/narrate"
	"lockstep/web/words"
)

// tale is what a step is told as.
type tale struct {
	narrate.Told
	time string
	seq  int // of its last event
}

// toldList is the list of events as the page has it: steps first to last, the last of
// them the present one.
type toldList struct {
	drawn       bool
	shown       bool // the present step is in sight
	first, last int
	asked       int // how many steps somebody wanted it to hold
}

// glimpse is how many steps the list shows under a moving thumb: as many as are in sight.
const glimpse = 18

// tell brings the list of events, which holds so many steps, up to the present one.
func (s *Stage) tell(steps int) {
	if !s.view.Has(Events) {
		return
	}
	is, step := &s.told, s.shown.player.Shown()
	first := max(step-steps+1, 0)
	switch {
	case is.drawn && is.shown && first == is.first && step == is.last:
		return
	case !is.drawn || step < is.first || first > is.last:
		s.tellAnew(first, step)
	default:
		s.tellOn(first, step)
	}
	is.drawn, is.shown, is.first, is.last = true, true, first, step
	s.view.Show(Events, heads(first)+step-first)
}

func (s *Stage) tellAnew(first, last int) {
	var h html
	if first > 0 {
		s.appendEarlier(&h, first)
	}
	for step := first; step <= last; step++ {
		s.appendTale(&h, step, step == last)
	}
	s.view.SetHTML(Events, h)
}

// tellOn changes a list that has steps in common with the one wanted.
func (s *Stage) tellOn(first, last int) {
	is := &s.told
	place := func(step int) int { return heads(is.first) + step - is.first }
	for i := is.last; i > last; i-- {
		s.view.Remove(Events, place(i))
	}
	if last > is.last {
		s.view.Replace(Events, place(is.last), s.item(is.last, false))
		for i := is.last + 1; i <= last; i++ {
			s.view.Insert(Events, place(i), s.item(i, i == last))
		}
	} else if last < is.last {
		s.view.Replace(Events, place(last), s.item(last, true))
	}
	for i := is.first; i < first; i++ {
		s.view.Remove(Events, heads(is.first))
	}
	for i := is.first - 1; i >= first; i-- {
		s.view.Insert(Events, heads(is.first), s.item(i, false))
	}
	s.tellHead(first)
}

// heads is how many items stand before the first step: the one that says how many steps
// are left out, if some are.
func heads(first int) int { return min(first, 1) }

func (s *Stage) tellHead(first int) {
	var h html
	s.appendEarlier(&h, first)
	switch was := s.told.first; {
	case was > 0 && first == 0:
		s.view.Remove(Events, 0)
	case was == 0 && first > 0:
		s.view.Insert(Events, 0, h)
	case was != first:
		s.view.Replace(Events, 0, h)
	}
}

// appendEarlier writes the item that brings in more of what went before.
func (s *Stage) appendEarlier(h *html, steps int) {
	h.put(`<li class="earlier"><button type="button" class="btn" data-do="earlier">%</button></li>`, s.say.Say("play.events.earlier", "n", strconv.Itoa(steps)))
}

func (s *Stage) item(step int, now bool) []byte {
	var h html
	s.appendTale(&h, step, now)
	return h
}

// appendTale writes the list's item of a step.
func (s *Stage) appendTale(h *html, step int, now bool) {
	t := s.shown.tale(s, step)
	item := `<li>`
	if now {
		item = `<li aria-current="step">`
	}
	h.put(item)
	h.put(`<button type="button" data-do="event" data-arg="%"><span class="num">%</span><span class="sign" aria-hidden="true">`, strconv.Itoa(t.seq), t.time)
	h.put(icon.Of(t.Mark))
	h.put(`</span><span class="text">%`, t.Text)
	if len(t.Changes) > 0 {
		h.put(`<small class="changes">%</small>`, strings.Join(t.Changes, " · "))
	}
	h.put(`</span></button></li>`)
}

// tale tells of a step, once.
func (l *loaded) tale(s *Stage, step int) *tale {
	if more := step + 1 - len(l.tales); more > 0 {
		l.tales = append(l.tales, make([]tale, more)...)
	}
	t := &l.tales[step]
	if t.Text == "" {
		before, events := l.player.ToldAt(step)
		*t = tale{
			Told: narrate.What(s.say, before, events),
			time: words.Clocked(events[0].T),
			seq:  events[len(events)-1].Seq,
		}
	}
	return t
}

// earlier lets the list hold more of what went before.
func (s *Stage) earlier(string) { s.told.asked = s.told.holds() + board.Listed }

// holds is how many steps the list holds, unless the playhead is in a hurry.
func (is *toldList) holds() int { return max(is.asked, board.Listed) }

// toEvent goes to the event of that number.
func (s *Stage) toEvent(arg string) {
	if seq := number(arg); seq >= 0 && seq < len(s.shown.events) {
		s.seekEvent(seq)
	}
}

// seekEvent goes to the step of an event.
func (s *Stage) seekEvent(seq int) {
	p := s.shown.player
	p.Pause()
	p.SeekEvent(seq)
	s.figure.Refresh("")
}
