package room

import (
	"time"

	"lockstep/sim/trace"
	"lockstep/web/player"
	"lockstep/web/wall"
)

// Head is where the playhead of a run is. One that stands still where a page has put it is
// at T. One that runs, or that was held still here while it ran, is at At.
type Head struct {
	At       wall.Span  `json:"at"`       // as player.Position has it
	T        trace.Time `json:"t"`        // the instant there, if it stands still; -1 if that is not known
	Happened int        `json:"happened"` // how many events had happened there; -1 if that is not known
	Playing  bool       `json:"playing"`
	Speed    int        `json:"speed"` // in percent
}

// longestAt bounds Head.At: more than the longest run takes at any speed.
const longestAt = 1000 * 3600 * wall.Second

// valid tells whether a page may say that.
func (h *Head) valid() bool {
	return h.At >= 0 && h.At <= longestAt && h.T >= 0 && h.T < 1<<50 && h.Happened >= -1 && h.Happened < 1<<30 &&
		h.Speed >= player.Slowest && h.Speed <= player.Fastest
}

// moving is a head as of an instant of the server's time.
type moving struct {
	head  Head
	since time.Time
}

// at is the head now. It runs on past the end of its run: a player stops there by itself.
func (m moving) at(now time.Time) Head {
	h := m.head
	if h.Playing {
		h.At = min(h.At+wall.Span(now.Sub(m.since).Microseconds())*wall.Span(h.Speed)/100, longestAt)
	}
	return h
}

// held is the head now, standing still. Which instant that is only who plays the run knows.
func (m moving) held(now time.Time) Head {
	h := m.at(now)
	if h.Playing {
		h.Playing, h.T, h.Happened = false, -1, -1
	}
	return h
}

func (r *Room) moveHead(now time.Time, _ Who, c *Command) (Done, error) {
	if c.Head == nil || !c.Head.valid() {
		return Done{}, BadHead
	}
	r.head = moving{*c.Head, now}
	return Done{Changed: HeadMoved}, nil
}
