package rooms

import (
	"context"
	"fmt"
	"time"

	"lockstep/server/room"
)

// archived is a room that has ended: the store has it. It is in memory only while somebody
// looks at it.
type archived struct {
	used   time.Time
	forget *time.Timer
}

// over notes that a room has ended, if that is new. It is for the room's goroutine.
func (rs *Rooms) over(r *Room) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.rooms[r.code] != r || rs.ended[r.code] != nil {
		return
	}
	rs.live--
	rs.metrics.rooms.Dec()
	rs.archive(r.code, r.state.Used())
}

// archive notes a room that has ended, to be forgotten once it was kept for long enough. It is
// called with the lock.
func (rs *Rooms) archive(code room.Code, used time.Time) {
	forget := time.AfterFunc(time.Until(used.Add(rs.limits.Keep)), func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		rs.forget(code)
	})
	rs.ended[code] = &archived{used, forget}
}

// forgetOldest forgets the room that was used before all others that have ended. It is called
// with the lock.
func (rs *Rooms) forgetOldest() {
	var oldest room.Code
	for code, of := range rs.ended {
		if oldest == "" || of.used.Before(rs.ended[oldest].used) {
			oldest = code
		}
	}
	rs.forget(oldest)
}

// forget forgets a room that has ended. It is called with the lock, for which the room may be
// waiting.
func (rs *Rooms) forget(code room.Code) {
	of, r := rs.ended[code], rs.rooms[code]
	if rs.stopping || of == nil {
		return
	}
	of.forget.Stop()
	delete(rs.ended, code)
	delete(rs.rooms, code)
	rs.running.Go(func() {
		if r != nil {
			r.do(context.Background(), func(time.Time) { r.close(CloseNoRoom, noRoomText) })
		}
		rs.store.Delete(code, func(err error) {
			if err != nil {
				rs.log.Error("rooms: a room could not be forgotten", "room", code.Log(), "err", err)
			}
		})
	})
}

// room is the one with a code, brought back to memory if it has ended; nil if there is none.
func (rs *Rooms) room(ctx context.Context, code room.Code) (*Room, error) {
	rs.mu.Lock()
	r, ended := rs.rooms[code], rs.ended[code] != nil
	if r != nil {
		r.found = time.Now()
	}
	rs.mu.Unlock()
	if r != nil || !ended {
		return r, nil
	}
	back := rs.loads.DoChan(string(code), func() (any, error) { return rs.load(code) })
	select {
	case of := <-back:
		r, _ = of.Val.(*Room)
		return r, of.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// load brings a room that has ended back to memory; nil if it is forgotten by now.
func (rs *Rooms) load(code room.Code) (*Room, error) {
	var state *room.Room
	var err error
	loaded := make(chan struct{})
	rs.store.Room(code, time.Now(), func(of *room.Room, failed error) {
		state, err = of, failed
		close(loaded)
	})
	<-loaded
	rs.mu.Lock()
	defer rs.mu.Unlock()
	switch {
	case rs.stopping:
		return nil, ErrGone
	case rs.ended[code] == nil || rs.rooms[code] != nil:
		return rs.rooms[code], nil
	case err != nil:
		return nil, fmt.Errorf("rooms: a room could not be brought back: %w", err)
	}
	return rs.start(state), nil
}

// unload lets a room that has ended go from memory, unless somebody has just found it. All of
// it was handed to the store, which reads it after that. It is for the room's goroutine.
func (rs *Rooms) unload(r *Room, now time.Time) (gone bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.stopping || now.Sub(r.found) < rs.limits.Linger {
		return false
	}
	if rs.rooms[r.code] == r {
		delete(rs.rooms, r.code)
	}
	return true
}
