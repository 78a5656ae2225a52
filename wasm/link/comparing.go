package link

import "lockstep/web/wire"

// Comparing is a comparison of two runs that the page wants.
type Comparing struct {
	asked
	about wire.Compare
	done  func(*wire.Comparison) // nil once it was told
}

// Cancel wants it no more. Nothing is told any more.
func (c *Comparing) Cancel() { c.link.drop(c) }

func (c *Comparing) hungry() bool { return c.done != nil }

func (c *Comparing) question(id uint64) []byte {
	q := c.about
	q.ID = id
	return wire.AppendCompare(nil, q)
}

func (c *Comparing) take(a wire.Answer) (progress, gap bool) {
	found, ok := a.(*wire.Comparison)
	if !ok || c.done == nil {
		return false, false
	}
	done := c.done
	c.done = nil
	c.link.forget(c)
	done(found)
	return true, false
}
