package claims_test

import (
	"reflect"
	"testing"

	"lockstep/sim/lock"
)

// Every option of a lock exists because a real library behaves so, and makes a
// difference of its own: these are the tests that show it. In each of them two worlds
// differ in that one option.
var shownBy = map[string]func(*testing.T){
	"Kind":           TestKindsTakeTurns,
	"Key":            TestKeyIsWhatTheyShare,
	"TTL":            TestTimeToLiveIsTheCostOfACrash,
	"Nodes":          TestAllClientsCountTheSameNodes,
	"NodeTimeout":    TestNodeTimeoutMustOutlastAnAnswer,
	"Order":          TestInTurnNobodySplitsTheVotes,
	"Retries":        TestRetriesOutwaitAHolder,
	"RetryDelay":     TestRetryDelayIsWhatTheNextOneWaits,
	"RetryJitter":    TestSplitVotesNeedRandomDelays,
	"DriftPPM":       TestDriftAllowanceCoversSlowClocks,
	"DriftConst":     TestConstantAllowanceCoversShortLives,
	"ElapsedCheck":   TestK6PauseDuringAcquisition,
	"T1":             TestOneStartTimeForAllAttempts,
	"Clock":          TestClientClocksMustBeSteady,
	"Expiry":         TestAbsoluteExpiryNeedsEqualClocks,
	"CleanUp":        TestLeftoversRefuseTheNextAttempt,
	"ReleaseBy":      TestReleaseDeletesNoOnesElse,
	"StopAtValidity": TestWorkStopsWithTheValidity,
	"Watchdog":       TestWatchdogKeepsALockThatIsWorkedUnder,
	"MaxExtensions":  TestExtensionsAreBounded,
	"ExtendBy":       TestExtensionThatRecreates,
	"Wait":           TestWaitNarrowsTheWindow,
	"AcceptOwnToken": TestNodesAreCountedOnce,
	"Fence":          TestSourcesOfNumbers,
	"FenceOnRead":    TestStoreMustHaveSeenTheHigherNumber,
	"Sentinels":      TestWithoutSentinelsTheDeadPrimaryIsAsked,
	"Members":        TestMembersAnswerForEachOther,
}

func TestEveryOptionMakesADifference(t *testing.T) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[lock.Options]()) {
		if shownBy[f.Name] == nil {
			t.Errorf("no test shows what difference the option %s makes by itself", f.Name)
		}
	}
}
