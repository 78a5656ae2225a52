package trace

// A field is one member of Event. The binary form, the JSON writer and the JSON
// reader all go by [field.of], so they cannot disagree about what an event holds.
// It is a number and not a record with a function, since the browser's viewer
// carries every function, and every statement that fills a table.
type field uint8

const (
	fLocal field = iota
	fWho
	fActivity
	fPhase
	fAttempt
	fFile
	fLine
	fMsg
	fFrom
	fTo
	fCmd
	fReply
	fArrive
	fPurpose
	fNode
	fKey
	fKeys
	fAcks
	fNeed
	fElapsed
	fDrift
	fValidity
	fOk
	fWhy
	fToken
	fUntil
	fFence
	fResource
	fOp
	fValue
	fVotes
	fWhat
	fBy
	fData
	fLasts
	fOffset
	fRate
	fRule
	fDetail
	fSince
	fPromised
	fRun
	fEngine
	fNodes
	fClients
	fResources
	fVersion
	fBase
	fLinks
	fPPM
	fWith
	fVerdict
	fHash
)

// of returns the field's name in JSON and a pointer to the member of e.
func (f field) of(e *Event) (name string, at any) {
	switch f {
	case fLocal:
		return "local", &e.At
	case fWho:
		return "who", &e.Who
	case fActivity:
		return "activity", &e.Activity
	case fPhase:
		return "phase", &e.Phase
	case fAttempt:
		return "attempt", &e.Attempt
	case fFile:
		return "file", &e.File
	case fLine:
		return "line", &e.Line
	case fMsg:
		return "msg", &e.Msg
	case fFrom:
		return "from", &e.From
	case fTo:
		return "to", &e.To
	case fCmd:
		return "cmd", &e.Cmd
	case fReply:
		return "reply", &e.Reply
	case fArrive:
		return "arrive", &e.Arrive
	case fPurpose:
		return "purpose", &e.Purpose
	case fNode:
		return "node", &e.Node
	case fKey:
		return "key", &e.Key
	case fKeys:
		return "keys", &e.Keys
	case fAcks:
		return "acks", &e.Acks
	case fNeed:
		return "need", &e.Need
	case fElapsed:
		return "elapsed", &e.Elapsed
	case fDrift:
		return "drift", &e.Drift
	case fValidity:
		return "validity", &e.Validity
	case fOk:
		return "ok", &e.OK
	case fWhy:
		return "why", &e.Why
	case fToken:
		return "token", &e.Token
	case fUntil:
		return "until", &e.Until
	case fFence:
		return "fence", &e.Fence
	case fResource:
		return "resource", &e.Resource
	case fOp:
		return "op", &e.Op
	case fValue:
		return "value", &e.Value
	case fVotes:
		return "votes", &e.Votes
	case fWhat:
		return "what", &e.What
	case fBy:
		return "by", &e.By
	case fData:
		return "data", &e.Data
	case fLasts:
		return "for", &e.Lasts
	case fOffset:
		return "offset", &e.Offset
	case fRate:
		return "rate", &e.Rate
	case fRule:
		return "rule", &e.Rule
	case fDetail:
		return "detail", &e.Detail
	case fSince:
		return "since", &e.Since
	case fPromised:
		return "promised", &e.Promised
	case fRun:
		return "run", &e.Run
	case fEngine:
		return "engine", &e.Engine
	case fNodes:
		return "nodes", &e.Nodes
	case fClients:
		return "clients", &e.Clients
	case fResources:
		return "resources", &e.Resources
	case fVersion:
		return "version", &e.Version
	case fBase:
		return "base", &e.Base
	case fLinks:
		return "links", &e.Links
	case fPPM:
		return "ppm", &e.PPM
	case fWith:
		return "with", &e.With
	case fVerdict:
		return "verdict", &e.Verdict
	case fHash:
		return "hash", &e.Hash
	}
	panic("trace: a field without a name")
}

// at returns a pointer to the member of e.
func (f field) at(e *Event) any {
	_, at := f.of(e)
	return at
}

// absent tells whether an optional member holds nothing worth writing.
func absent(p any) bool {
	switch p := p.(type) {
	case *string:
		return *p == ""
	case *NodeID:
		return *p == ""
	case *ClientID:
		return *p == ""
	case *Purpose:
		return *p == ""
	case *int:
		return *p == 0
	case *int64:
		return *p == 0
	case *Time:
		return *p == 0
	case *Local:
		return *p == 0
	case *Duration:
		return *p == 0
	case *bool:
		return !*p
	case *Reading:
		return !p.Read
	case *[]string:
		return len(*p) == 0
	case *[]NodeID:
		return len(*p) == 0
	case *[]Key:
		return len(*p) == 0
	case *[]NodeInfo:
		return len(*p) == 0
	case *[]ClientInfo:
		return len(*p) == 0
	case *[]ResourceInfo:
		return len(*p) == 0
	}
	panic("trace: a field of a type that absent does not know")
}

// Field returns a pointer to the member that events of e's kind carry under
// that JSON name, or nil. It is for readers of other written forms.
func (e *Event) Field(name string) any {
	if !e.Kind.Valid() {
		return nil
	}
	for _, list := range [2][]field{kinds[e.Kind].always, kinds[e.Kind].maybe} {
		for _, f := range list {
			if called, at := f.of(e); called == name {
				return at
			}
		}
	}
	return nil
}

// Missing returns the JSON name of the first field that events of e's kind
// always carry and that given does not list, or "".
func (e *Event) Missing(given func(name string) bool) string {
	for _, f := range kinds[e.Kind].always {
		if name, _ := f.of(e); !given(name) {
			return name
		}
	}
	return ""
}
