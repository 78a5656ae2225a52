package trace

import "bytes"

// Same returns how many of their first events two runs have in common. Who wrote them
// down, where in the source that was, what the run is called and the hash of it all do
// not tell two runs apart.
func Same(a, b []*Event) int {
	var x, y telling
	most := min(len(a), len(b))
	for i := range most {
		if !bytes.Equal(x.form(a[i]), y.form(b[i])) {
			return i
		}
	}
	return most
}

// telling writes what tells a run's events from another's: forms of equal events are
// equal as long as all before were.
type telling struct {
	enc  Encoder
	buf  []byte
	told Event
}

func (x *telling) form(e *Event) []byte {
	x.told = *e
	x.told.Engine, x.told.File, x.told.Line, x.told.Run, x.told.Hash = "", "", 0, "", ""
	x.buf = x.enc.Append(x.buf[:0], &x.told)
	return x.buf
}
