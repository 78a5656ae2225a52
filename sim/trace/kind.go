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
	always fields
	maybe  fields
}{
	Start:     {"start", fields{fRun, fEngine, fNodes, fClients}, fields{fResources}},
	Phase:     {"phase", fields{fWho, fPhase}, fields{fActivity, fAttempt, fLasts, fLocal, fFile, fLine, fWhy}},
	Send:      {"send", fields{fMsg, fFrom, fTo}, fields{fCmd, fReply, fArrive, fLocal, fFile, fLine, fPurpose, fOk, fActivity, fKeys}},
	Deliver:   {"deliver", fields{fMsg, fWho}, nil},
	Drop:      {"drop", fields{fMsg, fWho, fWhy}, fields{fBy}},
	Timeout:   {"timeout", fields{fMsg, fWho}, fields{fLocal, fFile, fLine, fPurpose, fActivity}},
	Exec:      {"exec", fields{fNode, fCmd, fReply}, fields{fMsg, fWho, fKeys, fLocal, fPurpose, fOk}},
	Expire:    {"expire", fields{fNode, fKey}, fields{fLocal}},
	Decide:    {"decide", fields{fWho, fAttempt, fAcks, fNeed, fElapsed, fDrift, fValidity, fOk, fWhy}, fields{fLocal, fFile, fLine, fActivity}},
	Hold:      {"hold", fields{fWho, fKey, fToken, fUntil}, fields{fAttempt, fFence, fLocal, fFile, fLine}},
	Extend:    {"extend", fields{fWho, fKey, fToken, fUntil}, fields{fAttempt, fFence, fLocal, fFile, fLine, fActivity}},
	Lost:      {"lost", fields{fWho, fKey, fToken}, fields{fUntil, fFence, fWhy, fLocal, fFile, fLine, fActivity}},
	Release:   {"release", fields{fWho, fKey, fToken}, fields{fOk, fFence, fWhy, fLocal, fFile, fLine}},
	Enter:     {"enter", fields{fWho, fResource}, fields{fFence, fLocal, fFile, fLine}},
	Leave:     {"leave", fields{fWho, fResource}, fields{fWhy, fLocal, fFile, fLine}},
	Write:     {"write", fields{fWho, fResource, fOp, fOk}, fields{fFence, fWhy, fValue, fMsg, fVersion, fBase}},
	Read:      {"read", fields{fWho, fResource, fOp, fOk}, fields{fFence, fWhy, fValue, fMsg, fVersion}},
	Replicate: {"replicate", fields{fNode, fFrom}, fields{fKeys, fMsg, fWhy, fLocal}},
	SDown:     {"sdown", fields{fWho, fNode}, fields{fOk}},
	ODown:     {"odown", fields{fNode, fVotes}, fields{fWho}},
	Promote:   {"promote", fields{fNode}, fields{fFrom, fVotes, fWho}},
	Demote:    {"demote", fields{fNode}, fields{fFrom, fKeys, fWho}},
	Fault:     {"fault", fields{fWhat, fWho, fBy}, fields{fLasts, fData, fWhy, fLinks, fPPM, fMsg, fArrive, fKey, fKeys, fOffset, fRate}},
	Heal:      {"heal", fields{fWhat, fWho, fBy}, fields{fData, fWhy, fLinks}},
	ClockSet:  {"clock", fields{fWho, fOffset, fRate}, fields{fLocal}},
	Violation: {"violation", fields{fRule, fWho, fDetail, fPromised}, fields{fSince, fWith, fNode, fKey, fResource, fMsg}},
	End:       {"end", fields{fWhy, fVerdict}, fields{fHash}},
}

type fields []field

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
