package viewer

// thumb is that of a figure's scrubber. While it is dragged, what is shown at one place of it
// has soon given way to the next: what is slow to draw takes turns, or is there at a glimpse.
// Once it rests all is shown.
type thumb struct {
	moved  bool // since the last frame
	fresh  bool // the frame is for another place
	places int  // counts them
	left   int  // for how many frames more it counts as moving
}

// atRest is after how many frames without another place a thumb rests: at some places a
// second one or two lie between a place and the next.
const atRest = 3

func (b *thumb) move() { b.moved = true }

// frame begins the next frame.
func (b *thumb) frame(playing bool) {
	switch b.fresh, b.moved = b.moved, false; {
	case b.fresh:
		b.left = atRest
		b.places++
	case playing:
		b.left = 0
	case b.left > 0:
		b.left--
	}
}

// passing tells whether the next place may follow at once. If none does, a frame for the
// same place does.
func (b *thumb) passing() bool { return b.left > 0 }

// turn tells whose turn it is of so many, from 0 on, or -1 where the frame is not for
// another place.
func (b *thumb) turn(of int) int {
	if !b.fresh {
		return -1
	}
	return b.places % of
}

// Passing tells whether the scrubber's thumb is moving, so that the next place may follow at
// once. If none does, the frame in which it rests follows.
func (f *Figure) Passing() bool { return f.thumb.passing() }

// Turn tells under a moving thumb whose turn it is of so many, from 0 on, or -1 where the
// frame is not for another place.
func (f *Figure) Turn(of int) int { return f.thumb.turn(of) }
