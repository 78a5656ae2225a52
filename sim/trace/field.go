package trace

// A field is one member of Event: its name in JSON and where it lies. The
// binary form, the JSON writer and the JSON reader all go through this one
// table, so they cannot disagree about what an event holds.
type field struct {
	name string
	at   func(*Event) any // a pointer to the member
}

func fs(f ...*field) []*field { return f }

var (
	fLocal     = &field{"local", func(e *Event) any { return &e.At }}
	fWho       = &field{"who", func(e *Event) any { return &e.Who }}
	fActivity  = &field{"activity", func(e *Event) any { return &e.Activity }}
	fPhase     = &field{"phase", func(e *Event) any { return &e.Phase }}
	fAttempt   = &field{"attempt", func(e *Event) any { return &e.Attempt }}
	fFile      = &field{"file", func(e *Event) any { return &e.File }}
	fLine      = &field{"line", func(e *Event) any { return &e.Line }}
	fMsg       = &field{"msg", func(e *Event) any { return &e.Msg }}
	fFrom      = &field{"from", func(e *Event) any { return &e.From }}
	fTo        = &field{"to", func(e *Event) any { return &e.To }}
	fCmd       = &field{"cmd", func(e *Event) any { return &e.Cmd }}
	fReply     = &field{"reply", func(e *Event) any { return &e.Reply }}
	fArrive    = &field{"arrive", func(e *Event) any { return &e.Arrive }}
	fPurpose   = &field{"purpose", func(e *Event) any { return &e.Purpose }}
	fNode      = &field{"node", func(e *Event) any { return &e.Node }}
	fKey       = &field{"key", func(e *Event) any { return &e.Key }}
	fKeys      = &field{"keys", func(e *Event) any { return &e.Keys }}
	fAcks      = &field{"acks", func(e *Event) any { return &e.Acks }}
	fNeed      = &field{"need", func(e *Event) any { return &e.Need }}
	fElapsed   = &field{"elapsed", func(e *Event) any { return &e.Elapsed }}
	fDrift     = &field{"drift", func(e *Event) any { return &e.Drift }}
	fValidity  = &field{"validity", func(e *Event) any { return &e.Validity }}
	fOk        = &field{"ok", func(e *Event) any { return &e.OK }}
	fWhy       = &field{"why", func(e *Event) any { return &e.Why }}
	fToken     = &field{"token", func(e *Event) any { return &e.Token }}
	fUntil     = &field{"until", func(e *Event) any { return &e.Until }}
	fFence     = &field{"fence", func(e *Event) any { return &e.Fence }}
	fResource  = &field{"resource", func(e *Event) any { return &e.Resource }}
	fOp        = &field{"op", func(e *Event) any { return &e.Op }}
	fValue     = &field{"value", func(e *Event) any { return &e.Value }}
	fVotes     = &field{"votes", func(e *Event) any { return &e.Votes }}
	fWhat      = &field{"what", func(e *Event) any { return &e.What }}
	fBy        = &field{"by", func(e *Event) any { return &e.By }}
	fData      = &field{"data", func(e *Event) any { return &e.Data }}
	fLasts     = &field{"for", func(e *Event) any { return &e.Lasts }}
	fOffset    = &field{"offset", func(e *Event) any { return &e.Offset }}
	fRate      = &field{"rate", func(e *Event) any { return &e.Rate }}
	fRule      = &field{"rule", func(e *Event) any { return &e.Rule }}
	fDetail    = &field{"detail", func(e *Event) any { return &e.Detail }}
	fSince     = &field{"since", func(e *Event) any { return &e.Since }}
	fPromised  = &field{"promised", func(e *Event) any { return &e.Promised }}
	fRun       = &field{"run", func(e *Event) any { return &e.Run }}
	fEngine    = &field{"engine", func(e *Event) any { return &e.Engine }}
	fNodes     = &field{"nodes", func(e *Event) any { return &e.Nodes }}
	fClients   = &field{"clients", func(e *Event) any { return &e.Clients }}
	fResources = &field{"resources", func(e *Event) any { return &e.Resources }}
	fVersion   = &field{"version", func(e *Event) any { return &e.Version }}
	fBase      = &field{"base", func(e *Event) any { return &e.Base }}
	fLinks     = &field{"links", func(e *Event) any { return &e.Links }}
	fPPM       = &field{"ppm", func(e *Event) any { return &e.PPM }}
	fWith      = &field{"with", func(e *Event) any { return &e.With }}
	fVerdict   = &field{"verdict", func(e *Event) any { return &e.Verdict }}
	fHash      = &field{"hash", func(e *Event) any { return &e.Hash }}
)

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
	for _, list := range [2][]*field{kinds[e.Kind].always, kinds[e.Kind].maybe} {
		for _, f := range list {
			if f.name == name {
				return f.at(e)
			}
		}
	}
	return nil
}

// Missing returns the JSON name of the first field that events of e's kind
// always carry and that given does not list, or "".
func (e *Event) Missing(given func(name string) bool) string {
	for _, f := range kinds[e.Kind].always {
		if !given(f.name) {
			return f.name
		}
	}
	return ""
}
