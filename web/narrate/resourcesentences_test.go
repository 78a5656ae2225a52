package narrate_test

import "lockstep/sim/trace"

// write is A's write to the invoice, changed as the test wants it.
func write(change func(*trace.Event)) trace.Event {
	e := trace.Event{Kind: trace.Write, Who: "A", Resource: "invoice-42", Op: "charge", Value: "paid", Version: 1, OK: true}
	change(&e)
	return e
}

// seen34 is a resource that has seen B's number 34, and B's write.
var seen34 = []trace.Event{cast, {Kind: trace.Write, Who: "B", Resource: "invoice-42", Op: "charge", Value: "paid", Version: 1, Fence: 34, OK: true}}

var resourceSentences = []sentence{
	{"a read leaves", nil, trace.Event{Kind: trace.Send, Msg: "A/1/read>invoice-42", From: "A", To: "invoice-42", Purpose: trace.ToRead, Cmd: []string{"READ"}},
		"A asks invoice-42 what is there: READ.", "request"},
	{"a write leaves", nil, trace.Event{Kind: trace.Send, Msg: "A/1/write>invoice-42", From: "A", To: "invoice-42", Purpose: trace.ToWrite, Cmd: []string{"WRITE", "charge", "paid", "BASE", "0", "KEY", tokenA, "FENCE", "33"}},
		"A’s write leaves for invoice-42: WRITE charge paid BASE 0 KEY a7f3… FENCE 33.", "request"},
	{"a read with a number", nil, trace.Event{Kind: trace.Read, Who: "A", Resource: "invoice-42", Op: "read", Value: "unpaid", Fence: 33, OK: true},
		"A reads invoice-42 and shows its number 33, so invoice-42 has seen it: unpaid.", "inside"},
	{"a read of several lines", nil, trace.Event{Kind: trace.Read, Who: "A", Resource: "notes", Op: "read", Value: "A\nB\n", OK: true},
		`A reads notes: "A\nB\n".`, "inside"},
	{"a stale read", seen34, trace.Event{Kind: trace.Read, Who: "A", Resource: "invoice-42", Op: "read", Fence: 33, Why: trace.WhyStaleNumber},
		"invoice-42 refuses A, who shows number 33: it has seen 34.", "refused"},
	{"a read with another's number", seen34, trace.Event{Kind: trace.Read, Who: "A", Resource: "invoice-42", Op: "read", Fence: 34, Why: trace.WhyAnothers},
		"invoice-42 refuses A, who shows number 34: another holder has shown the same one.", "refused"},
	{"a charge", nil, write(func(*trace.Event) {}),
		"A charges invoice-42: it is paid now.", "inside"},
	{"a charge under a number", nil, write(func(e *trace.Event) { e.Fence = 33 }),
		"A charges invoice-42 under number 33: it is paid now.", "inside"},
	{"a second charge", seen34, write(func(e *trace.Event) { e.Version = 2 }),
		"A charges invoice-42, which was paid already: charge number 2. Yet A had read version 0, and by now there was version 1.", "inside"},
	{"a sale", nil, write(func(e *trace.Event) { e.Op, e.Value = "sell", "4" }),
		"A sells one of invoice-42, and leaves 4.", "inside"},
	{"a line", nil, write(func(e *trace.Event) { e.Op, e.Value = "append", "A\n" }),
		`A writes invoice-42 with a line of its own added: "A\n".`, "inside"},
	{"a stale write refused", seen34, write(func(e *trace.Event) { e.OK, e.Fence, e.Why, e.Version = false, 33, trace.WhyStaleNumber, 1 }),
		"invoice-42 refuses A’s write under number 33: it has seen 34. The stale write does no harm.", "refused"},
	{"a write under another's number", seen34, write(func(e *trace.Event) { e.OK, e.Fence, e.Why, e.Version = false, 34, trace.WhyAnothers, 1 }),
		"invoice-42 refuses A’s write under number 34: another holder has shown the same one.", "refused"},
	{"a write without a number", nil, write(func(e *trace.Event) { e.OK, e.Why = false, trace.WhyNoFence }),
		"invoice-42 refuses A’s write: it takes none without a fencing number.", "refused"},
	{"a write that was overtaken", seen34, write(func(e *trace.Event) { e.OK, e.Why = false, trace.WhyChanged }),
		"invoice-42 refuses A’s write: A had read version 0, and by now there is version 1.", "refused"},
	{"a write that is not unique", seen34, write(func(e *trace.Event) { e.OK, e.Why = false, trace.WhyNotUnique }),
		"invoice-42 refuses A’s write: its constraint allows that once, and it is done.", "refused"},
	{"a write done before", seen34, write(func(e *trace.Event) { e.Why = trace.WhyDoneAlready }),
		"invoice-42 has applied this write of A’s before, so it says OK and changes nothing.", "inside"},
	{"a write's refusal arrives", []trace.Event{cast, {Kind: trace.Send, Msg: "A/1/write<invoice-42", From: "invoice-42", To: "A", Purpose: trace.ToWrite, Reply: "REFUSED stale number"}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/write<invoice-42", Who: "A"},
		"A hears after 1 ms that invoice-42 refused its write: REFUSED stale number.", "reply"},
	{"an answer with a version arrives", []trace.Event{cast, {Kind: trace.Send, Msg: "A/1/read<invoice-42", From: "invoice-42", To: "A", Purpose: trace.ToRead, Reply: "0 unpaid", OK: true}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/read<invoice-42", Who: "A"},
		"A hears after 1 ms what invoice-42 holds: unpaid, version 0.", "reply"},
	{"an answer with a version is lost", []trace.Event{cast, {Kind: trace.Send, Msg: "A/1/write<invoice-42", From: "invoice-42", To: "A", Purpose: trace.ToWrite, Reply: "OK 1", OK: true}},
		trace.Event{Kind: trace.Drop, T: at(ms), Msg: "A/1/write<invoice-42"},
		"invoice-42’s answer to A’s write is lost.", "lost"},
	{"nobody answers a write", nil, trace.Event{Kind: trace.Timeout, Who: "A", Msg: "A/1/write>invoice-42", Purpose: trace.ToWrite},
		"A stops waiting for invoice-42: its time is up. Its write may be there, or may come yet.", "timeout"},
}
