package runs

import (
	"bytes"

	"lockstep/sim/trace"
)

// Same returns how many of the first events two traces have in common, of most at
// most. Events are the same that have the same binary form when their engine and
// their place in the source are left out, which do not tell two runs apart, and a
// Start's run, which names the run itself.
func (t Trace) Same(u Trace, most int) int {
	most = min(most, len(t.Events), len(u.Events))
	var a, b telling
	for i := range most {
		if !bytes.Equal(a.form(&t.Events[i]), b.form(&u.Events[i])) {
			return i
		}
	}
	return most
}

// telling writes what tells a run's events from another's.
type telling struct {
	enc trace.Encoder // the forms of equal events are equal as long as all before were
	buf []byte
}

func (x *telling) form(e *trace.Event) []byte {
	told := *e
	told.Engine, told.File, told.Line, told.Run = "", "", 0, ""
	x.buf = x.enc.Append(x.buf[:0], &told)
	return x.buf
}
