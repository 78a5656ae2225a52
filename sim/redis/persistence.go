package redis

import (
	"math"

	"lockstep/sim/trace"
)

// Persistence is what a node writes to its disk, and so what it still has after a
// power cut: Redis's settings appendonly and appendfsync.
type Persistence uint8

const (
	Never       Persistence = iota // appendonly no: a power cut takes everything
	EverySecond                    // appendfsync everysec: it takes what was written since the last second began
	Always                         // appendfsync always: it takes nothing
)

// Data says what a crash leaves of a node's data.
type Data uint8

const (
	Keep   Data = iota // all: the process died, the machine did not
	Lose               // nothing: the disk is gone, or there was none
	Policy             // what the node's persistence keeps in a power cut
)

// Crash is the end of the process at the instant now, and decides what it will
// find when it comes back. It returns the keys that are not as they were, by
// name: those that are gone, and those that fell back to what the disk has.
// A key that had run out is not revived.
func (n *Node) Crash(now trace.Local, d Data) (lost []trace.Key) {
	n.begin(now)
	if d == Policy {
		switch n.persistence {
		case Never:
			d = Lose
		case Always:
			d = Keep
		}
	}
	switch d {
	case Lose:
		n.clear()
	case Policy:
		n.undo()
	}
	lost = n.states(n.changed())
	n.unsynced = n.unsynced.emptied()
	return lost
}

// undo takes back what was written since the last fsync.
func (n *Node) undo() {
	for _, name := range n.unsynced.names(nil) {
		s := n.unsynced[name]
		if n.role == Primary && s.overdue(millis(n.now)) {
			s = state{}
		}
		n.restore(name, s)
	}
	n.sweep()
}

// Restart is the process coming back with the data that the crash left. Time has
// gone on meanwhile, since deadlines are absolute on disk too. The cache of
// scripts and the replication offset live in memory only; the role is kept.
func (n *Node) Restart() {
	n.scripts.Flush()
	n.synced = neverSynced
	n.offset = 0
	n.linked = false
	n.followers = nil
}

// neverSynced is before every second that a clock can show.
const neverSynced = math.MinInt64

// fsync lets the disk catch up whenever the clock shows a later second than it
// did at the last time. That is Redis's own test, so after a step back nothing
// is safe until the clock has passed where it was.
func (n *Node) fsync() {
	if n.persistence != EverySecond {
		return
	}
	if second := floorDiv(int64(n.now), int64(trace.Second)); second > n.synced {
		n.synced = second
		n.unsynced = n.unsynced.emptied()
	}
}
