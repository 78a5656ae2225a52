package lock

import "lockstep/sim/trace"

// Options are what a lock can be told. Each exists because a real library
// behaves so.
type Options struct {
	Kind    string // one of trace.LockSetNX and its like
	Profile string // the library whose habits these are; empty for none
	Claims  string // the kind by whose promise it is to be judged; empty for Kind
	Key     string
	TTL     trace.Duration

	Nodes       []trace.NodeID // whom to ask, as listed: naming one twice is a mistake one can make
	NodeTimeout trace.Duration // how long one node may keep us waiting: far below the TTL
	Order       Order

	Quorum int // how many nodes must say OK to redlock; 0 for more than half of those listed

	Retries     int // attempts after the first; NoLimit for as long as its caller waits
	RetryDelay  trace.Duration
	RetryJitter trace.Duration // at most this much more, drawn anew each time
	Tokens      Tokens

	// FailOnError hands a node's error, or its silence, to the caller, who then has no
	// lock, cleans nothing up and tries no more. Of several nodes one that fails is
	// enough, where otherwise the lock would be held; an attempt in which too few say OK
	// fails as it would anyway.
	FailOnError bool

	// PendOnSplit waits for a quorum of OKs or of anything else. Where there is neither,
	// the attempt does not end before its caller's deadline.
	PendOnSplit bool

	// Deadline is how long the caller waits for the lock, attempts and all; 0 for as
	// long as they take. CleanUpLate lets a failed attempt ask nodes to let go when that
	// has passed, too.
	Deadline    trace.Duration
	CleanUpLate bool

	DriftPPM     int64          // of the TTL, for clocks that run at different rates
	DriftConst   trace.Duration // 2 ms on the Redis page; redsync has none
	ElapsedCheck bool           // count the time that asking took
	Spent        Spent          // what becomes of a lock of which nothing is left then
	T1           T1
	Clock        Clock
	Expiry       Expiry

	CleanUp        CleanUp
	ReleaseBy      ReleaseBy
	StopAtValidity bool // stop the work when the lock's validity ends

	Watchdog      trace.Duration // renew this often; 0 for never
	MaxExtensions int            // NoLimit for as long as the process lives
	ExtendBy      ExtendBy
	RenewLate     bool // count a renewal although the lock's time had ended, and somebody else may have been in

	Wait           Copies
	AcceptOwnToken bool // a node that holds our token already says OK again, and that OK counts

	Fence       Fence
	FenceOnRead bool // show the number when reading too, so that the store has seen it

	Sentinels []trace.NodeID // that say where the primary is; none where nodes know nothing of each other
	Members   []trace.NodeID // of the linearizable lock service, for the kind consensus and for fencing numbers
}

// NoLimit is Retries and MaxExtensions without end.
const NoLimit = -1

// Copies asks the primary how many replicas have what was written (WAIT), and
// takes no lock that fewer have.
type Copies struct {
	Replicas int // 0: do not ask
	Timeout  trace.Duration
}

// Order says whether a question goes to all nodes at once or to one after
// another.
type Order uint8

const (
	Parallel   Order = iota // all at once
	Sequential              // each after the one before has answered or timed out
)

// T1 says which reading of the clock elapsed time counts from.
type T1 uint8

const (
	PerAttempt   T1 = iota
	FirstAttempt    // one start time for all retries: locks that are already expired when they are won
)

// Tokens says how often a client draws a new token. The Redis page wants one of its
// own for each request: a release that comes late deletes what a later attempt has, if
// that has the same.
type Tokens uint8

const (
	TokenPerAttempt Tokens = iota // an answer to an old attempt is none to a new one
	TokenPerLock                  // one for all attempts: what an old one left behind is still ours to delete
)

// Spent says what becomes of a lock that was won when its time was up already, by
// the elapsed time that is counted.
type Spent uint8

const (
	RefuseSpent Spent = iota // let go, as the Redis page has it
	AcceptZero               // take it if it ends at this instant: a comparison with < where <= was meant
	AcceptSpent              // take it: nobody looks
)

// Clock says which clock a lock goes by.
type Clock uint8

const (
	Monotonic Clock = iota
	WallClock       // it may be set meanwhile
)

// Expiry says how a key's end goes over the wire.
type Expiry uint8

const (
	Relative Expiry = iota // PX: so long from when the node takes it
	Absolute               // PXAT: until then, by the client's wall clock
)

// CleanUp says whom a failed attempt asks to let go.
type CleanUp uint8

const (
	CleanAll  CleanUp = iota // everybody: an answer may have been lost after the key was set
	CleanOK                  // only nodes that said OK
	CleanNone                // nobody
	CleanLast                // everybody, but only after the last attempt that there may be
)

// ExtendBy says how a lock is made to live longer.
type ExtendBy uint8

const (
	ExtendCompare  ExtendBy = iota // compare and PEXPIRE: only while it is ours
	ExtendSet                      // compare and SET again
	ExtendRecreate                 // set it if it is ours or missing: a silent re-acquire
)

// Fence says where fencing numbers come from.
type Fence string

const (
	NoFence       Fence = ""
	FromResource  Fence = trace.FenceResource
	FromRedis     Fence = trace.FenceRedis // a counter on the first node
	FromConsensus Fence = trace.FenceConsensus
)

// Defaults returns the options of a kind that a file need not name: those of the
// Redis documentation's page on distributed locks, where it gives any.
func Defaults(kind string) Options {
	const ms = trace.Millisecond
	o := Options{
		Kind: kind, TTL: 10 * trace.Second, NodeTimeout: 50 * ms,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 100 * ms,
		MaxExtensions: NoLimit, CleanUpLate: true,
	}
	switch kind {
	case trace.LockSetNX:
		o.TTL, o.ReleaseBy = 0, ByDel
	case trace.LockSetNXExpire, trace.LockSetPX:
		o.ReleaseBy = ByDel
	case trace.LockWatchdog:
		o.Watchdog = o.TTL / 3
	case trace.LockReentrant:
		// The token is the holder's name, by which the lock knows it again.
		o.Watchdog, o.Tokens = o.TTL/3, TokenPerLock
	case trace.LockRedlock:
		o.DriftPPM, o.DriftConst = 10_000, 2*ms
		o.ElapsedCheck, o.StopAtValidity = true, true
	case trace.LockFencing:
		o.TTL, o.Fence, o.FenceOnRead = 0, FromConsensus, true
	case trace.LockConsensus:
		// A session of etcd or ZooKeeper is kept alive in the background, and says
		// when it has ended.
		o.Watchdog, o.ElapsedCheck, o.StopAtValidity = o.TTL/3, true, true
	}
	return o
}
