package trace

// The words of words.go that somebody may be asked to choose from, all of each sort,
// in the order in which they are told. They are not to be changed.
var (
	// Locks are the kinds of lock.
	Locks = [...]string{
		LockSetNX, LockSetNXExpire, LockSetPX, LockToken, LockWatchdog, LockReentrant, LockRedlock, LockFencing, LockConsensus,
	}

	// Phases are the steps of an algorithm.
	Phases = [...]string{
		PhaseReadClock, PhaseAsk, PhaseReadClockAgain, PhaseCount, PhaseWork, PhaseLetGo, PhaseWait, PhaseLocate, PhaseExpire,
		PhaseConfirm, PhaseNumber, PhaseRead, PhaseWrite, PhaseRenew, PhaseRest, PhaseEnterAgain, PhaseLeaveAgain, PhaseGiveBack,
		PhaseDone, PhaseGaveUp, PhaseUndecided,
	}

	// Rules are the invariants.
	Rules = [...]string{
		RuleMutualExclusion, RuleTwoBelievers, RuleStaleWrite, RuleLostUpdate, RuleOversold, RuleDoubleCharge, RuleDeadlock,
		RuleOrphanKey, RuleForeignRelease, RuleFencingOrder, RuleDoubleVote,
	}

	// Verdicts are what a run can come to, the best first.
	Verdicts = [...]string{VerdictOK, VerdictStuck, VerdictGuarded, VerdictBroken}
)
