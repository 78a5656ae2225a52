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
)

// The steps of an algorithm: Phase of a Phase event. The first five are Redlock's,
// as lessons number them.
const (
	PhaseReadClock      = "read-clock"
	PhaseAsk            = "ask"
	PhaseReadClockAgain = "read-clock-again"
	PhaseCount          = "count"
	PhaseWork           = "work"   // step five, when the lock is held
	PhaseLetGo          = "let-go" // step five, when it is not: release everywhere
	PhaseWait           = "wait"   // for the next attempt
	PhaseGiveBack       = "give-back"
	PhaseDone           = "done"
	PhaseGaveUp         = "gave-up" // no attempts left
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
)

// Why a fault had nothing to act on: Why of a Fault, along with WhyNodeDown and
// WhyClientDown.
const (
	WhyNoSuchNode   = "no such node"
	WhyNoSuchClient = "no such client"
	WhyAlreadyDown  = "already down"
	WhyNotDown      = "not down"
)

// What a count came to: Why of a Decide.
const (
	WhyHeld       = "held"
	WhyNoMajority = "no majority"
	WhyTooLate    = "too late" // a majority, with nothing left of its validity
)

// WhyValidityEnded is why a client ceased to believe: Why of a Lost.
const WhyValidityEnded = "its validity ended"

// Why a run stopped: Why of the End. Those that name a limit name it in full.
const (
	EndNothingLeft = "nothing is left to happen"
	EndAsked       = "stopped here, as asked"
	EndTime        = "10 virtual minutes"
	EndEvents      = "20,000 events"
	EndText        = "8 MiB of replies and keys"
	EndScriptSteps = "1,000,000 steps of scripts"
)

// What a run came to: Verdict of the End.
const (
	VerdictOK     = "ok"
	VerdictBroken = "broken" // there is a Violation
)

// The invariants: Rule of a Violation. Package check has them.
const (
	RuleMutualExclusion = "mutual-exclusion" // two clients inside the critical section at once
	RuleForeignRelease  = "foreign-release"  // a release that deleted somebody else's key
)

// How a key went that its owner still believes in: Why of a Ghost.
const (
	GhostExpired = "expired"
	GhostLost    = "lost" // with all that its node held
	GhostDeleted = "deleted"
)
