package check

import (
	"strconv"

	"lockstep/sim/trace"
)

// What resources are, what is written to them and how they guard themselves, as
// traces name it.
const (
	ledger   = "ledger"
	stock    = "stock"
	file     = "file"
	opCharge = "charge"
	opSell   = "sell"

	guardFencing       = "fencing"
	guardCompareAndSet = "compare-and-set"
	guardIdempotency   = "idempotency-key"
	guardUnique        = "unique-constraint"
)

// resource is a resource and what has reached it.
type resource struct {
	info    *trace.ResourceInfo
	taken   []taken // the writes that it applied, in order
	stock   int     // of a stock: how many there were at the start
	sold    int
	charged int // the index in taken of the first charge, or nobody

	highest   int64 // the highest fencing number it has seen
	highestBy int   // whose it was
	highestAt trace.Time
}

// taken is a write that a resource applied.
type taken struct {
	by      int
	at      trace.Time
	version int64 // that it made
}

// sentWrite is a write that its client sent in a tenure.
type sentWrite struct {
	msg    string
	tenure int
}

func newResource(info *trace.ResourceInfo) resource {
	r := resource{info: info, charged: nobody, highestBy: nobody}
	if info.Kind == stock {
		r.stock = 1
		if n, err := strconv.Atoi(info.Value); err == nil {
			r.stock = n
		}
	}
	return r
}

func (v *view) resource(id string) *resource {
	for i := range v.resources {
		if v.resources[i].info.ID == id {
			return &v.resources[i]
		}
	}
	return nil
}

// applied tells whether a Write changed its resource. One that an idempotency key
// answers is OK, and changes nothing.
func applied(e *trace.Event) bool { return e.OK && e.Why != trace.WhyDoneAlready }

// tenureOf returns the index of the tenure in which a write was sent: the client
// may have lost and taken the lock again since.
func (v *view) tenureOf(e *trace.Event) int {
	msg, _ := original(e.Msg)
	for i := len(v.writes) - 1; i >= 0 && msg != ""; i-- {
		if v.writes[i].msg == msg {
			return v.writes[i].tenure
		}
	}
	return v.who.tenure
}

// reach takes a read or write that reached a resource.
func (v *view) reach(e *trace.Event) {
	r, c := v.resource(e.Resource), v.who
	if r == nil || c == nil {
		return
	}
	if e.OK && c.tenure != nobody {
		v.tenures[c.tenure].reached = true
	}
	if e.Fence > r.highest {
		r.highest, r.highestBy, r.highestAt = e.Fence, c.index, e.T
	}
	if e.Kind != trace.Write || !applied(e) {
		return
	}
	switch e.Op {
	case opCharge:
		if r.charged == nobody {
			r.charged = len(r.taken)
		}
	case opSell:
		r.sold++
	}
	r.taken = append(r.taken, taken{c.index, e.T, e.Version})
}
