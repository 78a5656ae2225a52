package rooms

// frame is a frame about the room, of those that a page may have missed.
type frame struct {
	item
	seq int
	run bool // it shows another run
}

// ring is the last frames about the room, in sequence, from where another run was shown: no
// page goes on from before that.
type ring struct {
	frames []frame
	most   int
}

func (r *ring) add(f frame) {
	switch {
	case f.run:
		r.frames = nil
		return
	case len(r.frames) == r.most:
		r.frames = append(r.frames[:0], r.frames[1:]...)
	}
	r.frames = append(r.frames, f)
}

// since returns the frames after one, if all of them are here.
func (r *ring) since(seq int) ([]frame, bool) {
	if len(r.frames) == 0 || seq < r.frames[0].seq-1 || seq >= r.frames[len(r.frames)-1].seq {
		return nil, false
	}
	return r.frames[seq+1-r.frames[0].seq:], true
}
