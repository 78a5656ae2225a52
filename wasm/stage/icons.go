package stage

import "lockstep/web/narrate"

// The shapes of the signs, as in the pictures, about the middle of a square of 16 pixels.
const (
	shapeArrow   = `<path d="M2.5 8h11M9.5 4l4 4-4 4"/>`
	shapeBack    = `<path d="M13.5 8h-11M6.5 4l-4 4 4 4"/>`
	shapeCross   = `<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>`
	shapeDiamond = `<path d="M8 2.5 13.5 8 8 13.5 2.5 8Z"/>`
	shapeBolt    = `<path class="tick-fault" d="M9.5 1 3.5 9H7.6L6.5 15 12.5 7H8.4Z"/>`
	shapeOctagon = `<path class="tick-broken" d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Z"/>`
)

// icons are the signs of the list of events.
var icons = map[narrate.Mark]string{
	narrate.MarkStart:    icon(`<path class="solid" d="M4 2.5 13 8l-9 5.5Z"/>`),
	narrate.MarkStep:     icon(`<circle class="solid" cx="8" cy="8" r="2"/>`),
	narrate.MarkRequest:  icon(shapeArrow),
	narrate.MarkReply:    icon(shapeBack),
	narrate.MarkLost:     icon(shapeCross),
	narrate.MarkTimeout:  icon(`<circle cx="8" cy="8" r="5.5"/><path d="M8 4.5V8l2.5 1.5"/>`),
	narrate.MarkKey:      icon(`<rect class="solid" x="2" y="5" width="12" height="6" rx="1.5"/>`),
	narrate.MarkSame:     icon(`<rect x="2" y="5" width="12" height="6" rx="1.5"/>`),
	narrate.MarkRefused:  icon(`<path d="M8 2.5v11M4 5.5v5"/>`),
	narrate.MarkGone:     icon(`<rect x="2" y="5" width="12" height="6" rx="1.5" stroke-dasharray="2.5 2"/>`),
	narrate.MarkHeld:     icon(`<path class="solid" d="M8 2.5 13.5 8 8 13.5 2.5 8Z"/>`),
	narrate.MarkNotHeld:  icon(shapeDiamond),
	narrate.MarkBelief:   icon(`<rect x="2" y="4.5" width="12" height="7" rx="2"/><path d="M5 8h6"/>`),
	narrate.MarkInside:   icon(`<path d="M3 2.5h10v11H3zM3 8h5"/>`),
	narrate.MarkFailover: icon(`<path d="M8 13.5v-11M4 6.5l4-4 4 4"/>`),
	narrate.MarkFault:    icon(shapeBolt),
	narrate.MarkHeal:     icon(`<path class="tick-fault" d="M3 8.5 6.5 12 13 4.5"/>`),
	narrate.MarkClock:    icon(shapeBolt),
	narrate.MarkBroken:   icon(shapeOctagon),
	narrate.MarkEnd:      icon(`<path class="solid" d="M4 4h8v8H4z"/>`),
}

func icon(shape string) string {
	return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">` + shape + `</svg>`
}
