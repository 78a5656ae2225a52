package site

import (
	"fmt"
	"testing"

	"rsc.io/qr"
)

// The path paints exactly the modules of the code, within its quiet zone.
func TestQRCodesArePaintedWhole(t *testing.T) {
	const text = "https://lockstep.example/r/K7M4QX"
	view, err := qrOf(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if view.Size != code.Size+8 {
		t.Errorf("%d modules, want %d and a quiet zone of 4 on either side", view.Size, code.Size)
	}
	painted := make(map[[2]int]bool)
	for rest := view.Path; rest != ""; {
		var x, y, n, back int
		if _, err := fmt.Sscanf(rest, "M%d %dh%dv1h-%dz", &x, &y, &n, &back); err != nil || n != back {
			t.Fatalf("%.40s: %v", rest, err)
		}
		for i := range n {
			painted[[2]int{x + i - 4, y - 4}] = true
		}
		rest = rest[len(fmt.Sprintf("M%d %dh%dv1h-%dz", x, y, n, n)):]
	}
	for y := range code.Size {
		for x := range code.Size {
			if painted[[2]int{x, y}] != code.Black(x, y) {
				t.Fatalf("the module at %d, %d is wrong", x, y)
			}
		}
	}
}
