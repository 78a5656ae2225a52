package viewer

import (
	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/web/running"
	"lockstep/web/wall"
)

// Page is what the viewer needs of the document and its browser.
type Page interface {
	link.Port

	// RequestFrame has Viewer.Frame called before the next repaint, once.
	RequestFrame()

	// CallAfter has f called when the time has passed, unless CallAfter is called
	// again before.
	CallAfter(d wall.Span, f func())
}

// Part names a part of a figure.
type Part uint8

const (
	Whole Part = iota // the figure itself
	Clock
	ScrubTime // the clock again, beside the scrubber's thumb
	Scrubber
	Speed
	Now
	Said // the live region that assistive technology reads out
	StatusLine
	Hash
	PlayButton
	PlayIcon
	PlayLabel
	RestartButton
	BackButton
	StepButton
	NextButton
	Legend // how to read the picture, and the keys
	Parts  // how many there are
)

// View is one figure of the page. What is set shows with the next repaint; a
// part that the figure lacks is passed over.
type View interface {
	SetText(p Part, text string)
	SetAttr(p Part, name, value string)
	DropAttr(p Part, name string)

	// SetSlider puts the scrubber at a value from 0 to most.
	SetSlider(value, most int)

	// SetSpeed chooses the speed, in percent, from those on offer.
	SetSpeed(percent int)

	// Draw brings the picture to the state s at the instant t. Passing says that others
	// follow at once, or the same once more.
	Draw(s *trace.State, t trace.Time, passing bool)

	// Unfold opens a part that can be folded, and brings it into sight.
	Unfold(p Part)

	// Mark lights the running lines in the sources, and no others. In each source
	// it scrolls to one that is not in sight, to that of the client to follow if
	// it is among them. Where there is room for one source, that client's is shown.
	Mark(lines []running.Line, follow string)
}
