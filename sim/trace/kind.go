package trace

// Kind says what sort of thing an event records.
type Kind uint8

// The kinds, in the order of the binary form: append new ones at the end.
const (
	Start     Kind = iota + 1 // the run and its cast
	Phase                     // where a process is in its algorithm
	Send                      // a message leaves
	Deliver                   // a message reaches the one it was sent to
	Drop                      // a message is lost
	Timeout                   // a process stops waiting for a message
	Exec                      // a node ran a command
	Expire                    // a key ran out on a node
	Decide                    // a client counted its answers
	Hold                      // a client begins to believe that it holds the lock
	Extend                    // it believes so for longer
	Lost                      // it stops believing: its time is up
	Release                   // it stops believing: it gave the lock back
	Enter                     // a client enters the critical section
	Leave                     // a client leaves the critical section
	Write                     // a write reached the resource
	Read                      // a read reached the resource
	Replicate                 // a replica applied its primary's effects
	SDown                     // a sentinel alone takes a node for down; with OK it no longer does
	ODown                     // enough sentinels take it for down
	Promote                   // a replica became the primary
	Demote                    // a node follows another primary now; Keys is what that took from it
	Fault                     // the world was changed for the worse
	Heal                      // a fault ended
	ClockSet                  // a clock stepped or changed its rate
	Violation                 // an invariant broke
	End                       // why the run stopped, and the verdict
)

// kinds gives each kind its name and its fields: always those that every event
// of the kind carries, maybe those that are left out while they are zero. A new
// field goes to the end of maybe: its place is its bit in the binary form, and
// runs without it keep their hash.
var kinds = [...]struct {
	name   string
	always []*field
	maybe  []*field
}{
	Start:     {"start", fs(fRun, fEngine, fNodes, fClients), fs(fResources)},
	Phase:     {"phase", fs(fWho, fPhase), fs(fActivity, fAttempt, fLasts, fLocal, fFile, fLine)},
	Send:      {"send", fs(fMsg, fFrom, fTo), fs(fCmd, fReply, fArrive, fLocal, fFile, fLine, fPurpose, fOk, fActivity, fKeys)},
	Deliver:   {"deliver", fs(fMsg, fWho), nil},
	Drop:      {"drop", fs(fMsg, fWho, fWhy), fs(fBy)},
	Timeout:   {"timeout", fs(fMsg, fWho), fs(fLocal, fFile, fLine, fPurpose, fActivity)},
	Exec:      {"exec", fs(fNode, fCmd, fReply), fs(fMsg, fWho, fKeys, fLocal, fPurpose, fOk)},
	Expire:    {"expire", fs(fNode, fKey), fs(fLocal)},
	Decide:    {"decide", fs(fWho, fAttempt, fAcks, fNeed, fElapsed, fDrift, fValidity, fOk, fWhy), fs(fLocal, fFile, fLine, fActivity)},
	Hold:      {"hold", fs(fWho, fKey, fToken, fUntil), fs(fAttempt, fFence, fLocal, fFile, fLine)},
	Extend:    {"extend", fs(fWho, fKey, fToken, fUntil), fs(fAttempt, fFence, fLocal, fFile, fLine, fActivity)},
	Lost:      {"lost", fs(fWho, fKey, fToken), fs(fUntil, fFence, fWhy, fLocal, fFile, fLine, fActivity)},
	Release:   {"release", fs(fWho, fKey, fToken), fs(fOk, fFence, fWhy, fLocal, fFile, fLine)},
	Enter:     {"enter", fs(fWho, fResource), fs(fFence, fLocal, fFile, fLine)},
	Leave:     {"leave", fs(fWho, fResource), fs(fWhy, fLocal, fFile, fLine)},
	Write:     {"write", fs(fWho, fResource, fOp, fOk), fs(fFence, fWhy, fValue, fMsg, fVersion, fBase)},
	Read:      {"read", fs(fWho, fResource, fOp, fOk), fs(fFence, fWhy, fValue, fMsg, fVersion)},
	Replicate: {"replicate", fs(fNode, fFrom), fs(fKeys, fMsg, fWhy, fLocal)},
	SDown:     {"sdown", fs(fWho, fNode), fs(fOk)},
	ODown:     {"odown", fs(fNode, fVotes), fs(fWho)},
	Promote:   {"promote", fs(fNode), fs(fFrom, fVotes, fWho)},
	Demote:    {"demote", fs(fNode), fs(fFrom, fKeys, fWho)},
	Fault:     {"fault", fs(fWhat, fWho, fBy), fs(fLasts, fData, fWhy, fLinks, fPPM, fMsg, fArrive, fKey, fKeys, fOffset, fRate)},
	Heal:      {"heal", fs(fWhat, fWho, fBy), fs(fData, fWhy, fLinks)},
	ClockSet:  {"clock", fs(fWho, fOffset, fRate), fs(fLocal)},
	Violation: {"violation", fs(fRule, fWho, fDetail, fPromised), fs(fSince, fWith, fNode, fKey, fResource, fMsg)},
	End:       {"end", fs(fWhy, fVerdict), fs(fHash)},
}

// String returns the kind's name as it stands in JSON.
func (k Kind) String() string {
	if k.Valid() {
		return kinds[k].name
	}
	return "unknown"
}

// Valid tells whether k is one of the kinds above.
func (k Kind) Valid() bool { return k >= Start && k <= End }

// KindNamed returns the kind of that name, or false.
func KindNamed(name string) (Kind, bool) {
	for k := Start; k <= End; k++ {
		if kinds[k].name == name {
			return k, true
		}
	}
	return 0, false
}
