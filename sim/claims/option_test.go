package claims_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
	"lockstep/sim/world"
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
	"Quorum":         TestQuorumBelowAMajority,
	"Tokens":         TestOneTokenForAllAttempts,
	"FailOnError":    TestErrorOfAMinority,
	"PendOnSplit":    TestSplitVoteThatPends,
	"Deadline":       TestDeadlineOfTheCaller,
	"CleanUpLate":    TestCleanUpOnTheCallersTime,
	"Spent":          TestSpentLockIsTaken,
	"RenewLate":      TestRenewalAfterTheEnd,
	"Profile":        TestProfileIsAName,
	"Claims":         TestLibraryIsJudgedByItsClaim,
	"Fence":          TestSourcesOfNumbers,
	"FenceOnRead":    TestStoreMustHaveSeenTheHigherNumber,
	"Sentinels":      TestWithoutSentinelsTheDeadPrimaryIsAsked,
	"Members":        TestMembersAnswerForEachOther,
}

// Each of these tests plays two worlds, or more, of which two differ in that option
// alone, and come out differently.
func TestEveryOptionMakesADifference(t *testing.T) {
	fields := reflect.VisibleFields(reflect.TypeFor[lock.Options]())
	for _, f := range fields {
		if shownBy[f.Name] == nil {
			t.Errorf("no test shows what difference the option %s makes by itself", f.Name)
		}
	}
	for name, test := range shownBy {
		if !slices.ContainsFunc(fields, func(f reflect.StructField) bool { return f.Name == name }) {
			t.Errorf("a row speaks of the option %s, and there is none", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			before := len(played)
			test(t)
			if !madeADifference(played[before:], name) {
				t.Errorf("of its %d worlds no two differ in %s alone and come out differently", len(played)-before, name)
			}
		})
	}
}

// madeADifference tells whether two of the stories differ in one option of the
// clients' locks alone, and in what came of it.
func madeADifference(stories []*story, option string) bool {
	for i, a := range stories {
		for _, b := range stories[:i] {
			same := reflect.DeepEqual(a.config, b.config)
			if !same && reflect.DeepEqual(a.without(option), b.without(option)) && !slices.Equal(a.outcome(), b.outcome()) {
				return true
			}
		}
	}
	return false
}

// without is the story's world with an option of all locks left out.
func (st *story) without(option string) world.Config {
	c := st.config
	c.Clients = slices.Clone(c.Clients)
	for i := range c.Clients {
		reflect.ValueOf(&c.Clients[i].Lock).Elem().FieldByName(option).SetZero()
	}
	return c
}

// outcome is what can be told of clients' locks and of their work, and when; of whose
// locks those are; and of what was promised.
func (st *story) outcome() []string {
	var told []string
	for _, e := range st.events {
		switch e.Kind {
		case trace.Start:
			for _, c := range e.Clients {
				told = append(told, fmt.Sprint(c.ID, c.Profile))
			}
		case trace.Violation:
			told = append(told, fmt.Sprint(e.T, e.Rule, e.Who, e.Promised))
		case trace.Hold, trace.Lost, trace.Enter, trace.Leave, trace.Read, trace.Write, trace.End:
			told = append(told, fmt.Sprint(e.T, e.Kind, e.Who, e.Fence, e.OK, e.Why, e.Value, e.Verdict))
		}
	}
	return told
}

// Two worlds that are the same, or differ in something else too, make no difference.
func TestNoDifference(t *testing.T) {
	key := func(key string, takes trace.Duration) *story {
		o := of(trace.LockToken, func(o *lock.Options) { o.Key = key })
		return play(t, nodes(1), ledger(resource.None), client("A", 0, of(trace.LockToken), takes, 0), client("B", 0, o, takes, 0))
	}
	for name, row := range map[string]struct {
		a, b *story
		want bool
	}{
		"the same":       {key("lock", s), key("lock", s), false},
		"the option":     {key("lock", s), key("look", s), true},
		"and the work":   {key("lock", s), key("look", 2*s), false},
		"no consequence": {key("look", s), key("loop", s), false},
	} {
		if got := madeADifference([]*story{row.a, row.b}, "Key"); got != row.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
