// Package icon draws the signs of the list of events. The page comes with a list, and the
// client goes on with it: both look the same.
package icon

import "lockstep/web/narrate"

// icons are the signs of the list of events.
var icons = [...]struct {
	mark  narrate.Mark
	shape string
}{
	{narrate.MarkStart, `<path class="solid" d="M4 2.5 13 8l-9 5.5Z"/>`},
	{narrate.MarkStep, `<circle class="solid" cx="8" cy="8" r="2"/>`},
	{narrate.MarkRequest, shapeArrow},
	{narrate.MarkReply, `<path d="M13.5 8h-11M6.5 4l-4 4 4 4"/>`},
	{narrate.MarkLost, `<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>`},
	{narrate.MarkTimeout, `<circle cx="8" cy="8" r="5.5"/><path d="M8 4.5V8l2.5 1.5"/>`},
	{narrate.MarkKey, `<rect class="solid" x="2" y="5" width="12" height="6" rx="1.5"/>`},
	{narrate.MarkSame, `<rect x="2" y="5" width="12" height="6" rx="1.5"/>`},
	{narrate.MarkRefused, `<path d="M8 2.5v11M4 5.5v5"/>`},
	{narrate.MarkGone, `<rect x="2" y="5" width="12" height="6" rx="1.5" stroke-dasharray="2.5 2"/>`},
	{narrate.MarkHeld, `<path class="solid" d="M8 2.5 13.5 8 8 13.5 2.5 8Z"/>`},
	{narrate.MarkNotHeld, `<path d="M8 2.5 13.5 8 8 13.5 2.5 8Z"/>`},
	{narrate.MarkBelief, `<rect x="2" y="4.5" width="12" height="7" rx="2"/><path d="M5 8h6"/>`},
	{narrate.MarkInside, `<path d="M3 2.5h10v11H3zM3 8h5"/>`},
	{narrate.MarkFailover, `<path d="M8 13.5v-11M4 6.5l4-4 4 4"/>`},
	{narrate.MarkFault, shapeBolt},
	{narrate.MarkHeal, `<path class="tick-fault" d="M3 8.5 6.5 12 13 4.5"/>`},
	{narrate.MarkClock, shapeBolt},
	{narrate.MarkBroken, `<path class="tick-broken" d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Z"/>`},
	{narrate.MarkPromised, `<path class="tick-broken solid" d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Z"/>`},
	{narrate.MarkParted, `<path d="M3 5.7h10M3 10.3h10M10.5 2.5l-5 11"/>`},
	{narrate.MarkEnd, `<path class="solid" d="M4 4h8v8H4z"/>`},
}

// Shapes that stand for two marks.
const (
	shapeArrow = `<path d="M2.5 8h11M9.5 4l4 4-4 4"/>`
	shapeBolt  = `<path class="tick-fault" d="M9.5 1 3.5 9H7.6L6.5 15 12.5 7H8.4Z"/>`
)

// Of returns the sign of the list of events that a mark stands for, as SVG of 16 pixels.
func Of(m narrate.Mark) string {
	for i := range icons {
		if icons[i].mark == m {
			return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">` + icons[i].shape + `</svg>`
		}
	}
	return ""
}
