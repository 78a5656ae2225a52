package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/truth"
)

// What is true is package truth's to say: all pictures go by it.

func (d *drawing) concerns(c *trace.ClientState, j int) bool { return truth.Concerns(d.st, c, j) }
func (d *drawing) concerned(c *trace.ClientState) int        { return truth.Concerned(d.st, c) }
func (d *drawing) holds(c *trace.ClientState, i int) bool    { return truth.Holds(d.st, c, i) }
func (d *drawing) counted(c *trace.ClientState, i int) bool  { return truth.Counted(c, i) }
func (d *drawing) trueCount(c *trace.ClientState) int        { return truth.Count(d.st, c) }
func (d *drawing) need(c *trace.ClientState) int             { return truth.Need(d.st, c) }
func (d *drawing) agrees(c *trace.ClientState) bool          { return truth.Agrees(d.st, c) }
func (d *drawing) primary() int                              { return truth.Primary(d.st) }
func (d *drawing) never(c *trace.ClientState) bool           { return truth.Never(d.st, c) }

func (d *drawing) partedSince(c *trace.ClientState) trace.Time { return truth.PartedSince(d.st, c) }
