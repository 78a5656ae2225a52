package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A pointer goes down, moves or goes up.
type pointer struct{ down, move, up func(b *tab, at point) }

func mouseDoes(kind input.DispatchMouseEventType) func(*tab, point) {
	return func(b *tab, at point) {
		b.do(chromedp.MouseEvent(kind, at.X, at.Y, chromedp.ButtonLeft))
	}
}

// orderOf lists the answers to be put in order as they stand, by their numbers.
func (b *tab) orderOf(block string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf("[...document.querySelectorAll('#%s .order > li')].map(e => e.dataset.of).join('')", block))
}

// Answers are put in order by dragging them, with the mouse and with a finger, and what is
// dragged is what is judged. A drag that is broken off changes nothing.
func TestOrderIsDragged(t *testing.T) {
	t.Parallel()
	f := serveBelow(t, "/", "--data", "testdata/course")
	for _, c := range []struct {
		name string
		s    screen
		pointer
	}{
		{"mouse", desk, pointer{
			mouseDoes(input.DispatchMouseEventTypeMousePressed), mouseDoes(input.DispatchMouseEventTypeMouseMoved), mouseDoes(input.DispatchMouseEventTypeMouseReleased),
		}},
		{"finger", phone, pointer{
			func(b *tab, at point) { b.finger(input.DispatchTouchEventTypeTouchStart, at) },
			func(b *tab, at point) { b.finger(input.DispatchTouchEventTypeTouchMove, at) },
			func(b *tab, _ point) { b.finger(input.DispatchTouchEventTypeTouchEnd) },
		}},
	} {
		together(t, c.name, func(t *testing.T) { ordersBy(t, newFront(t, f.behind(), "/"), c.s, c.pointer) })
	}
}

func ordersBy(t *testing.T, f *front, s screen, p pointer) {
	b := handsOn(t, f, s)
	first := b.orderOf("order")
	eval[bool](b, "(document.querySelector('#order').scrollIntoView({block: 'center', behavior: 'instant'}), true)")
	b.frame()
	row := func(i int) point { return b.aim(fmt.Sprintf("#order .order > li:nth-child(%d) .grip", i+1)) }
	// drags the answer of that number to a place, a few pixels at a time, as hands do.
	drag := func(of string, to int) {
		t.Helper()
		from, there := row(strings.Index(b.orderOf("order"), of)), row(to)
		way := there.Y - from.Y
		p.down(b, from)
		for _, part := range []float64{0.2, 0.4, 0.6, 0.8, 1.1} { // past the middle of what is there
			p.move(b, point{from.X, from.Y + way*part})
		}
		b.frame()
	}
	eval[int](b, listening)
	scrolled := eval[float64](b, "scrollY")
	for to, of := range []string{"0", "1", "2"} {
		drag(of, to)
		if !b.is("#order .dragged[data-of='" + of + "']") {
			t.Errorf("what is dragged is not marked")
		}
		p.up(b, row(to))
	}
	if got := b.orderOf("order"); got != "012" || first == got {
		t.Errorf("dragged from %s to %s", first, got)
	}
	if got := eval[float64](b, "scrollY"); got != scrolled {
		t.Errorf("dragging scrolls the page from %v to %v", scrolled, got)
	}
	b.wait("said.some(text => text.includes('of 3'))") // it is told where it went
	kept := eval[string](b, "localStorage.getItem('lockstep.lesson.hands.draft.order') ?? ''")
	if kept != "012" {
		t.Errorf("the browser keeps %q", kept)
	}

	drag("0", 2)
	if got := b.orderOf("order"); got != "120" {
		t.Errorf("while it is dragged the order is %s", got)
	}
	b.press(kb.Escape)
	b.frame()
	if got := b.orderOf("order"); got != "012" || b.is("#order .dragged") {
		t.Errorf("broken off, it leaves %s", got)
	}
	p.up(b, row(2))

	b.clickOn("#order [data-do=check]")
	b.replies("order", "= This is the order.")
	drag("0", 2)
	p.up(b, row(2))
	if got := b.orderOf("order"); got != "012" {
		t.Errorf("what was checked can be dragged, to %s", got)
	}
	if numbers := b.texts("#order .grip"); slices.ContainsFunc(numbers, func(text string) bool { return text != "" }) {
		t.Errorf("the handles are read out: %q", numbers) // what they show is of the style sheet
	}
}
