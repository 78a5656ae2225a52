package trace

// The words that events carry. They stand in traces, hashes and links, and each
// has its phrases in the languages of the page: a word that changes is another
// word.

// Purpose says what a message asks of a node, or answers: whoever reads a trace
// goes by it, and not by what the message is called or which command it holds.
type Purpose string

// The purposes. A message that asks for something else has none.
const (
	ToAcquire Purpose = "acquire" // the node's vote for a lock
	ToExtend  Purpose = "extend"  // more time for a lock that is held
	ToRelease Purpose = "release" // to let go of a lock, held or not

	ToLocate  Purpose = "locate"  // a sentinel: where the primary is
	ToConfirm Purpose = "confirm" // a primary: how many replicas have what was written
	ToNumber  Purpose = "number"  // a fencing number
	ToRead    Purpose = "read"    // a resource
	ToWrite   Purpose = "write"   // to a resource

	ToReplicate Purpose = "replicate" // a primary's changes, for its replica
	ToCopy      Purpose = "copy"      // all that a primary has, for its replica
	ToFollow    Purpose = "follow"    // a replica that wants all its primary has
	ToVote      Purpose = "vote"      // a sentinel asks another for its vote
	ToConfigure Purpose = "configure" // a sentinel tells a node or sentinel who the primary is
)

// What a node is to the others: Role of a NodeInfo.
const (
	RoleMaster    = "" // it knows nothing of other nodes
	RolePrimary   = "primary"
	RoleReplica   = "replica"
	RoleSentinel  = "sentinel"
	RoleConsensus = "consensus" // a member of the linearizable lock service
)

// How often a node brings what it wrote to disk: Fsync of a NodeInfo.
const (
	FsyncNever       = ""
	FsyncEverySecond = "everysec"
	FsyncAlways      = "always"
)

// Where fencing numbers come from: Fence of a ClientInfo.
const (
	FenceResource  = "resource"  // the resource hands them out
	FenceRedis     = "redis"     // a counter on a Redis node
	FenceConsensus = "consensus" // the linearizable lock service
)

// The kinds of lock: Lock and Claims of a ClientInfo.
const (
	LockSetNX       = "setnx"        // SETNX without a time to live
	LockSetNXExpire = "setnx-expire" // SETNX, then EXPIRE
	LockSetPX       = "setpx"        // SET NX PX, released by DEL
	LockToken       = "token"        // SET NX PX, released by compare and delete
	LockWatchdog    = "watchdog"     // the same, renewed while the process lives
	LockReentrant   = "reentrant"    // a hash with a hold count
	LockRedlock     = "redlock"
	LockFencing     = "fencing"   // no lock at all, numbers only
	LockConsensus   = "consensus" // a lease of a linearizable lock service
)

// WatchdogActivity is the activity of a client that renews its lock.
const WatchdogActivity = "watchdog"

// The steps of an algorithm: Phase of a Phase event. The first five are Redlock's,
// as lessons number them.
const (
	PhaseReadClock      = "read-clock"
	PhaseAsk            = "ask"
	PhaseReadClockAgain = "read-clock-again"
	PhaseCount          = "count"
	PhaseWork           = "work"        // step five, when the lock is held
	PhaseLetGo          = "let-go"      // step five, when it is not: release everywhere
	PhaseWait           = "wait"        // for the next attempt
	PhaseLocate         = "locate"      // ask a sentinel where the primary is
	PhaseExpire         = "expire"      // give the key that is there its time to live
	PhaseConfirm        = "confirm"     // wait for replicas to have it
	PhaseNumber         = "number"      // take a fencing number
	PhaseRead           = "read"        // of the resource, on entering
	PhaseWrite          = "write"       // after the last look at the clock, before the write leaves
	PhaseRenew          = "renew"       // the watchdog's
	PhaseRest           = "rest"        // the watchdog's, until the next renewal
	PhaseEnterAgain     = "enter-again" // a re-entrant lock is taken a second time
	PhaseLeaveAgain     = "leave-again" // and that one is given back
	PhaseGiveBack       = "give-back"
	PhaseDone           = "done"
	PhaseGaveUp         = "gave-up"   // it tries no more
	PhaseUndecided      = "undecided" // neither side has the votes, and it waits for more, as long as its caller does
)

// What is done to the world: What of a Fault and of the Heal that ends it.
const (
	WhatCrash     = "crash"     // a node, a client or a sentinel stops dead
	WhatRestart   = "restart"   // it comes back
	WhatPause     = "pause"     // a client's whole process stands still
	WhatStall     = "stall"     // only its worker does: its timers live
	WhatPartition = "partition" // some cannot reach others
	WhatLose      = "lose"      // a link loses some of its messages
	WhatSlow      = "slow"      // a link takes longer
	WhatDrop      = "drop"      // one message is lost
	WhatDelay     = "delay"     // one message takes longer
	WhatDuplicate = "duplicate" // one message is delivered twice
	WhatClock     = "clock"     // a clock jumps, or changes its rate
	WhatFlush     = "flush"     // a node loses all its keys
	WhatEvict     = "evict"     // a node gives up one key for want of memory
	WhatCommand   = "command"   // a node runs a command that a person typed
	WhatHeal      = "heal"      // cuts, losses and delays of links end
)

// What becomes of the keys of a node that crashes: Data of a Fault or Heal.
const (
	DataKeep   = "keep"
	DataLose   = "lose"
	DataPolicy = "policy" // what its persistence keeps
)

// Who caused something: By.
const (
	ByScenario = "scenario"
	ByAction   = "action " // and its number, from 1
)

// Why a message was lost: Why of a Drop.
const (
	WhyLost            = "lost"             // by chance
	WhyNodeDown        = "node down"        // when it arrived
	WhyNodeRestarted   = "node restarted"   // while it was under way
	WhyClientDown      = "client down"      // when it arrived
	WhyClientRestarted = "client restarted" // while it was under way
	WhyCut             = "cut"              // the link was cut when it arrived
	WhyDropped         = "dropped"          // somebody took it off the wire
)

// Why a fault had nothing to act on: Why of a Fault, along with WhyNodeDown and
// WhyClientDown.
const (
	WhyNoSuchNode    = "no such node"
	WhyNoSuchClient  = "no such client"
	WhyAlreadyDown   = "already down"
	WhyNotDown       = "not down"
	WhyNoSuchMsg     = "no such message" // none of that name is under way
	WhyNoSuchKey     = "no such key"
	WhyNoSuchLink    = "no such link"         // one of its ends does not exist
	WhyNeverCame     = "its event never came" // that a fault waited for
	WhyNothingToHeal = "nothing to heal"
	WhyNoRedis       = "no redis node" // a sentinel, or a member of the lock service
	WhyNotPrimary    = "no primary"    // a node may follow a primary only
	WhyReplica       = "a replica takes no writes"
)

// What a count came to: Why of a Decide.
const (
	WhyHeld       = "held"
	WhyNoMajority = "no majority"
	WhyTooLate    = "too late" // a majority, with nothing left of its validity
	WhyRefused    = "refused"  // the one node that was asked said no
	WhyNoAnswer   = "no answer"
	WhyNotCopied  = "not enough replicas" // have the key
	WhyNoNumber   = "no fencing number"
	WhyNodeFailed = "a node failed" // and the caller is told of that rather than of a lock
	WhyNoPrimary  = "no primary known"
)

// Why a client tries no more: Why of the Phase gave-up, empty if it has no attempt left.
const (
	WhyDeadline = "deadline" // its caller waits no longer
	WhyRaised   = "raised"   // its caller is told of a node's error
)

// Why a client ceased to believe: Why of a Lost.
const (
	WhyValidityEnded  = "its validity ended"
	WhyRenewalRefused = "a renewal was refused" // the key is gone, or somebody else's
)

// Why a resource took nothing: Why of a Write or Read.
const (
	WhyStaleNumber = "stale number"       // a higher fencing number was seen
	WhyAnothers    = "another's number"   // another holder showed the same one
	WhyNoFence     = "no number"          // it wants one, and none was shown
	WhyChanged     = "changed since read" // compare-and-set
	WhyDoneAlready = "done already"       // under this idempotency key: OK, and nothing applied
	WhyNotUnique   = "not unique"         // the constraint holds one already
)

// Why a full copy was made: Why of a Replicate that is one.
const WhyFullCopy = "full copy"

// Why a run stopped: Why of the End. Those that name a limit name it in full.
const (
	EndNothingLeft = "nothing is left to happen"
	EndAsked       = "stopped here, as asked"
	EndTime        = "10 virtual minutes"
	EndEvents      = "20,000 events"
	EndText        = "8 MiB of replies and keys"
	EndScriptSteps = "1,000,000 steps of scripts"
	EndWork        = "300,000 things to do" // most of them in no trace: heartbeats
)

// What a run came to: Verdict of the End, the worst that applies. Package check
// defines them.
const (
	VerdictOK      = "ok"
	VerdictStuck   = "stuck"   // for too long somebody wanted in, and nobody inside was working towards leaving
	VerdictGuarded = "guarded" // two were inside or a stale write was refused, and the data is intact
	VerdictBroken  = "broken"  // exclusion and an invariant of the resource were violated
)

// The invariants: Rule of a Violation. Package check has them.
const (
	RuleMutualExclusion = "mutual-exclusion" // two clients inside the critical section at once
	RuleTwoBelievers    = "two-believers"    // two clients believe at once that they hold the lock
	RuleStaleWrite      = "stale-write"      // the resource took a write whose lock had passed to another
	RuleLostUpdate      = "lost-update"      // a write undid one that it knew nothing of
	RuleOversold        = "oversold"         // more were sold than there were
	RuleDoubleCharge    = "double-charge"    // what was paid was charged again
	RuleDeadlock        = "deadlock"         // nobody can ever get in
	RuleOrphanKey       = "orphan-key"       // a key whose owner does not believe in it
	RuleForeignRelease  = "foreign-release"  // a release that deleted somebody else's key
	RuleFencingOrder    = "fencing-order"    // fencing numbers repeat or shrink
	RuleDoubleVote      = "double-vote"      // one node was counted twice
)

// How a key went that its owner still believes in: Why of a Ghost.
const (
	GhostExpired = "expired"
	GhostLost    = "lost" // with all that its node held
	GhostDeleted = "deleted"
)
