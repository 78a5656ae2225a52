package narrate_test

import "lockstep/sim/trace"

// answered is an event of a real server, of which no more is known than its answer.
func answered(at trace.Time, who string, aim trace.Purpose, reply string, ok bool, cmd ...string) trace.Event {
	return trace.Event{Kind: trace.Exec, T: at, Node: "n1", Who: who, Purpose: aim, Cmd: cmd, Reply: reply, OK: ok}
}

func with(keys []trace.Key, e trace.Event) trace.Event { e.Keys = keys; return e }

// ranOut is when A's key, which is told by the answer to sets, has run out: nobody hears of
// that by itself.
var ranOut = sets.T.Add(10 * trace.Second)

var knownSentences = []sentence{
	{"a refusal does not say whose key is there", nil, answered(at(ms), "A", trace.ToAcquire, "(nil)", false, asks.Cmd...),
		"n1 answers A with (nil): a key is there already. Whose it is, the answer does not say.", "refused"},
	{"a refusal while another's key should be there", []trace.Event{foreign(sets)}, answered(at(4*ms), "A", trace.ToAcquire, "(nil)", false, asks.Cmd...),
		"n1 answers A with (nil): a key is there already, by all that is known here B’s.", "refused"},
	{"a refusal while one's own key should be there", []trace.Event{sets}, answered(at(4*ms), "A", trace.ToAcquire, "(nil)", false, asks.Cmd...),
		"n1 answers A with (nil): a key is there already, by all that is known here A’s own from before.", "refused"},
	{"a refusal after the key that was there must have run out", []trace.Event{foreign(sets)}, answered(ranOut, "A", trace.ToAcquire, "(nil)", false, asks.Cmd...),
		"n1 answers A with (nil): a key is there already. Whose it is, the answer does not say.", "refused"},
	{"a refusal by SETNX", nil, answered(at(ms), "A", trace.ToAcquire, "(integer) 0", false, "SETNX", key, tokenA),
		"n1 answers A with (integer) 0: a key is there already. Whose it is, the answer does not say.", "refused"},
	{"a refusal by a script", nil, answered(at(ms), "A", trace.ToAcquire, "(nil)", false, scripted...),
		"n1 answers A with (nil): a key is there already. Whose it is, the answer does not say.", "refused"},
	{"a new key where one's own has run out", []trace.Event{sets}, with(lives, answered(ranOut, "A", trace.ToAcquire, "OK", true, asks.Cmd...)),
		"n1 has no such key yet, so it sets A’s, for 10 s, and answers OK.", "key"},
	{"a new key by a script where one's own has run out", []trace.Event{sets}, with(lives, answered(ranOut, "A", trace.ToAcquire, "OK", true, scripted...)),
		"n1 has no such key yet, so it sets A’s, for 10 s, and answers OK.", "key"},

	{"a renewal that a server refuses", []trace.Event{dog, sets}, answered(at(4*ms), "A", trace.ToExtend, "(integer) 0", false, renews...),
		"n1 answers A with (integer) 0: it has no key with A’s token. Whether it has none at all or somebody else’s, the answer does not say.", "refused"},
	{"a renewal by EXPIRE that a server refuses", []trace.Event{setpx, sets}, answered(at(4*ms), "A", trace.ToExtend, "(integer) 0", false, "PEXPIRE", key, "10000"),
		"n1 answers A with (integer) 0: the key is gone, so there is nothing to renew.", "refused"},
	{"a renewal by EXPIRE of a key that nobody had heard of", []trace.Event{setpx}, answered(at(4*ms), "A", trace.ToExtend, "(integer) 1", true, "PEXPIRE", key, "10000"),
		"n1 runs PEXPIRE lock:invoice:42 10000 for A and answers (integer) 1.", "same"},
	{"a renewal of a key of whose making no answer told", []trace.Event{dog}, with(lives, answered(at(4*ms), "A", trace.ToExtend, "(integer) 1", true, renews...)),
		"n1 finds A’s token in the key, lets it live 10 s from now and answers (integer) 1.", "key"},
	{"a renewal that may have set the key anew", []trace.Event{dog, sets}, with(lives, answered(ranOut, "A", trace.ToExtend, "OK", true, scripted...)),
		"n1 answers A with OK: A’s key has 10 s to live from now. Whether it was still there or was set anew, the answer does not say.", "key"},
	{"a renewal that sets keys anew, where no answer told of a key", []trace.Event{dog}, with(lives, answered(at(4*ms), "A", trace.ToExtend, "OK", true, scripted...)),
		"n1 answers A with OK: A’s key has 10 s to live from now. Whether it was still there or was set anew, the answer does not say.", "key"},
	{"a renewal that sets keys anew and is refused", []trace.Event{dog, sets}, answered(at(4*ms), "A", trace.ToExtend, "(nil)", false, scripted...),
		"n1 answers A with (nil): a key with another token is there, and gets no more time from A.", "refused"},

	{"a release that a server refuses", []trace.Event{sets}, answered(at(4*ms), "A", trace.ToRelease, "(integer) 0", false, letGo.Cmd...),
		"n1 answers A with (integer) 0: it has no key with A’s token. Whether it has none at all or somebody else’s, the answer does not say.", "same"},
	{"a plain DEL of nothing", []trace.Event{foreign(sets)}, answered(at(4*ms), "A", trace.ToRelease, "(integer) 0", false, "DEL", key),
		"n1 answers A with (integer) 0: no such key is there.", "same"},
	{"a plain DEL of a key of which nobody knows whose it was", []trace.Event{foreign(sets)}, with(gone, answered(ranOut, "A", trace.ToRelease, "(integer) 1", true, "DEL", key)),
		"n1 deletes the key for A, without looking whose it is, and answers (integer) 1.", "key"},
	{"a plain DEL of a key that should be one's own", []trace.Event{sets}, with(gone, answered(at(4*ms), "A", trace.ToRelease, "(integer) 1", true, "DEL", key)),
		"n1 deletes the key for A, without looking whose it is, and answers (integer) 1.", "key"},
	{"a release of a key of whose making no answer told", nil, with(gone, answered(at(4*ms), "A", trace.ToRelease, "(integer) 1", true, letGo.Cmd...)),
		"n1 finds A’s token in the key, deletes it and answers (integer) 1.", "same"},
}
