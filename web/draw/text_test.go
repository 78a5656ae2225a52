package draw

import (
	"bytes"
	"testing"
)

// What nobody would see in a name, or what would turn the text around it about, is written
// out.
func TestNamedShowsWhatIsUnseen(t *testing.T) {
	var p Picture
	p.Named("name", 0, 0, 1000*Px, "lo\u202eck")
	if got := p.buf; !bytes.Contains(got, []byte(`>lo\u202eck<`)) {
		t.Errorf("it is drawn as %s", got)
	}
}
