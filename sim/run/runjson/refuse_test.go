package runjson

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Each complaint names what is wrong, where, and what would be right.
func TestActionRefuses(t *testing.T) {
	const verbs = "crash, restart, pause, stall, partition, lose, slow, drop, delay, duplicate, clock, flush, evict, command, heal"
	for _, row := range [][2]string{
		{``, `it ends too early: a brace, bracket or quote is not closed`},
		{`{"at":"1s"`, `it ends too early: a brace, bracket or quote is not closed`},
		{`{"at":"1s",}`, `at byte 12 it stops being JSON: invalid character '}' looking for beginning of object key string`},
		{"{\"at\":\"\xff\"}", `this is no UTF-8 text`},
		{`[]`, `it is a JSON array and must be like {"at": "2s", "restart": {"node": "n3"}}`},
		{`"all"`, `it is a JSON string and must be like {"at": "2s", "restart": {"node": "n3"}}`},
		{`{"at":5}`, `"at" is a JSON number and must be like "1.2s"`},
		{`{"at":null}`, `"at" is a JSON null and must be like "1.2s"`},
		{`{}`, `it has 0 verbs and needs one of VERBS`},
		{`{"at":"1s"}`, `it has 0 verbs and needs one of VERBS`},
		{`{"at":"1s","at":"2s"}`, `"at" stands there twice`},
		{`{"at":"1"}`, `"at": "1": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		{`{"at":"-1s"}`, `"at": "-1s": it may be from 0s to 600s`},
		{`{"at":"1y"}`, `"at": "1y": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
		{`{"at":"11m"}`, `"at": "11m": it may be from 0s to 600s`},
		{`{"at":"1s"} {}`, `there is more after the action's closing brace`},
		{`{"at":"1s","boom":{}}`, `nothing here is called "boom"; there is at, when, after, VERBS`},
		{`{"at":"1s","crahs":{"node":"n1"}}`, `nothing here is called "crahs"; did you mean crash? There is at, when, after, VERBS`},
		{`{"at":"1s","crash":{"node":"n1"},"restart":{"node":"n1"}}`, `it has 2 verbs and needs one of VERBS`},
		{`{"flush":{"node":"n1"}}`, `"at" is missing: say when it happens, such as "at": "1.2s", or at which event, such as "when": {"kind": "hold", "who": "B"}`},
		{`{"at":"1s","when":{"kind":"hold"},"flush":{"node":"n1"}}`, `it has "at" and "when": it happens at a time or at an event, not both`},
		{`{"at":"1s","after":"1s","flush":{"node":"n1"}}`, `"after" goes with "when": it is how long after that event`},
		{`{"when":{"kind":"hold"},"after":"-1s","flush":{"node":"n1"}}`, `"after": "-1s": it may be from 0s to 600s`},

		{`{"when":"hold","flush":{"node":"n1"}}`, `"when" is a JSON string and must be like {"kind": "hold", "who": "B"}`},
		{`{"when":{},"flush":{"node":"n1"}}`, `"when" needs "kind", such as "kind": "hold"`},
		{`{"when":{"kind":"hodl"},"flush":{"node":"n1"}}`, `"when.kind": "hodl": no event is of this kind; did you mean hold? There is start, phase, send, deliver, drop, timeout, exec, expire, decide, hold, extend, lost, release, enter, leave, write, read, replicate, sdown, odown, promote, demote, fault, heal, clock, violation`},
		{`{"when":{"kind":"end"},"flush":{"node":"n1"}}`, `"when.kind": "end": nothing happens after the end of a run`},
		{`{"when":{"kind":"hold","whom":"A"},"flush":{"node":"n1"}}`, `nothing in "when" is called "whom"; did you mean who? There is kind, who, node, rule, phase, nth`},
		{`{"when":{"kind":"hold","who":""},"flush":{"node":"n1"}}`, `"when.who": "": it is empty`},
		{`{"when":{"kind":"hold","nth":0},"flush":{"node":"n1"}}`, `"when.nth": 0: it may be from 1 to 20000`},
		{`{"when":{"kind":"hold","nth":1.5},"flush":{"node":"n1"}}`, `"when.nth": 1.5: it is no whole number`},
		{`{"when":{"kind":"hold","nth":"+1"},"flush":{"node":"n1"}}`, `"when.nth": "+1": it is no whole number`},
		{`{"when":{"kind":"violation","rule":"mutual-exclusoin"},"flush":{"node":"n1"}}`, `"when.rule": "mutual-exclusoin": no rule is called so; did you mean mutual-exclusion? There is ` + strings.Join(trace.Rules[:], ", ")},
		{`{"when":{"kind":"phase","phase":"writ"},"flush":{"node":"n1"}}`, `"when.phase": "writ": no phase is called so; did you mean write? There is ` + strings.Join(trace.Phases[:], ", ")},
		{`{"when":{"kind":"hold","phase":"work"},"flush":{"node":"n1"}}`, `"when.phase" goes with "kind": "phase"`},
		{`{"when":{"kind":"hold","rule":"stale-write"},"flush":{"node":"n1"}}`, `"when.rule" goes with "kind": "violation"`},

		{`{"at":"1s","crash":"n1"}`, `"crash" is a JSON string and must be like {"node": "n3"}`},
		{`{"at":"1s","crash":{}}`, `"crash" needs a "node", a "client" or a "sentinel"`},
		{`{"at":"1s","crash":{"node":""}}`, `"crash" needs a "node", a "client" or a "sentinel"`},
		{`{"at":"1s","crash":{"node":["n1"]}}`, `"crash.node" is a JSON array and must be like "n3"`},
		{`{"at":"1s","crash":{"node":"n1","client":"A"}}`, `"crash" needs one of "node", "client", "sentinel", and only one`},
		{`{"at":"1s","crash":{"node":"n1","data":"maybe"}}`, `"crash.data": "maybe": what becomes of the keys is policy, keep or lose`},
		{`{"at":"1s","crash":{"client":"A","data":"lose"}}`, `"crash.data" goes with a node: a client keeps nothing`},
		{`{"at":"1s","crash":{"node":"n1","restart":"0s"}}`, `"crash.restart": "0s": it may be from 1us to 600s`},
		{`{"at":"1s","crash":{"node":"n1","for":"2s"}}`, `nothing in "crash" is called "for"; there is node, client, sentinel, data, restart`},
		{`{"at":"1s","crash":{"node":"` + strings.Repeat("n", run.MaxName+1) + `"}}`, `"crash.node": it is longer than 64 bytes`},
		{`{"at":"1s","pause":{"for":"1s"}}`, `"pause" needs a "client"`},
		{`{"at":"1s","pause":{"node":"n1","for":"1s"}}`, `nothing in "pause" is called "node"; there is client, for`},
		{`{"at":"1s","pause":{"client":"A"}}`, `"pause" needs "for", such as "for": "2s"`},
		{`{"at":"1s","pause":{"client":"A","for":"0s"}}`, `"pause.for": "0s": it may be from 1us to 600s`},
		{`{"at":"1s","stall":{"client":"A","for":"11m"}}`, `"stall.for": "11m": it may be from 1us to 600s`},

		{`{"at":"0s","partition":{}}`, `"partition" needs "cut", such as "cut": [["A"], ["n4", "n5"]]`},
		{`{"at":"0s","partition":{"cut":"all"}}`, `"partition.cut" is a JSON string and must be like [["A"], ["n4", "n5"]]`},
		{`{"at":"0s","partition":{"cut":["A","n1"]}}`, `"partition.cut[1]" is a JSON string and must be like ["n4", "n5"]`},
		{`{"at":"0s","partition":{"cut":[["A"]]}}`, `"partition.cut": it takes two groups to cut them apart`},
		{`{"at":"0s","partition":{"cut":[["A"],[]]}}`, `"partition.cut": a group is empty`},
		{`{"at":"0s","partition":{"cut":[["A"],["n1",5]]}}`, `"partition.cut[2][2]" is a JSON number and must be like "n1"`},
		{`{"at":"0s","partition":{"cut":[["A"],["n1","A"]]}}`, `"partition.cut": "A" stands in it twice`},
		{`{"at":"0s","partition":{"cut":[["A"],["n1"]],"oneway":"yes"}}`, `"partition.oneway": "yes": it must be true or false`},
		{`{"at":"0s","partition":{"cut":[["A"],["` + strings.Repeat(`n","`, run.MaxMembers) + `"]]}}`, `"partition.cut": there is room for 64 names`},
		{`{"at":"0s","lose":{"link":["A","n1"]}}`, `"lose" needs "ppm", such as "ppm": 200000`},
		{`{"at":"0s","lose":{"link":["A","n1"],"ppm":1000001}}`, `"lose.ppm": 1000001: it may be from 0 to 1000000`},
		{`{"at":"0s","lose":{"link":["A","n1"],"ppm":0.2}}`, `"lose.ppm": 0.2: it is no whole number`},
		{`{"at":"0s","lose":{"link":["A"],"ppm":5}}`, `"lose.link": a link has two ends`},
		{`{"at":"0s","lose":{"link":["A","A"],"ppm":5}}`, `"lose.link": both ends of it are "A"`},
		{`{"at":"0s","lose":{"link":["A",""],"ppm":5}}`, `"lose.link": one end: it is empty`},
		{`{"at":"0s","slow":{"link":["A","n1"],"by":"0s"}}`, `"slow.by": "0s": it may be from 1us to 600s`},
		{`{"at":"0s","drop":{"msg":""}}`, `"drop.msg": "": it is empty`},
		{`{"at":"0s","drop":{"msgs":"A/1/set>n3"}}`, `nothing in "drop" is called "msgs"; did you mean msg? There is msg`},
		{`{"at":"0s","delay":{"msg":"A/1/set>n3"}}`, `"delay" needs "by", such as "by": "300ms"`},

		{`{"at":"0s","clock":{"node":"n1"}}`, `"clock" needs one of "jump", "rate", and only one`},
		{`{"at":"0s","clock":{"node":"n1","jump":"1s","rate":1.02}}`, `"clock" needs one of "jump", "rate", and only one`},
		{`{"at":"0s","clock":{"node":"n1","jump":"0s"}}`, `"clock.jump": "0s": a step of nothing is no step`},
		{`{"at":"0s","clock":{"node":"n1","jump":"-25h"}}`, `"clock.jump": "-25h": it may be from -86400s to 86400s`},
		{`{"at":"0s","clock":{"node":"n1","rate":2.1}}`, `"clock.rate": 2.1: it may be from 0.5 to 2`},
		{`{"at":"0s","clock":{"node":"n1","rate":-1}}`, `"clock.rate": -1: it is no ratio: write 1.02, 0.98 or 2`},
		{`{"at":"0s","clock":{"node":"n1","rate":1.0000001}}`, `"clock.rate": 1.0000001: it is finer than a millionth`},
		{`{"at":"0s","clock":{"sentinel":"s1","rate":1.02}}`, `nothing in "clock" is called "sentinel"; there is node, client, jump, rate`},
		{`{"at":"0s","evict":{"node":"n1"}}`, `"evict" needs "key", such as "key": "lock:invoice-42"`},

		{`{"at":"1s","command":{"node":"n1"}}`, `"command" needs "args", such as "args": ["GET", "lock:invoice-42"]`},
		{`{"at":"1s","command":{"node":"n1","args":[]}}`, `"command.args": a command has a name at least`},
		{`{"at":"1s","command":{"node":"n1","args":"GET k"}}`, `"command.args" is a JSON string and must be like ["GET", "lock:invoice-42"]`},
		{`{"at":"1s","command":{"node":"n1","args":["SET","k",1]}}`, `"command.args[3]" is a JSON number and must be like "GET"`},
		{`{"at":"1s","command":{"node":"n1","args":[{"hex":"ff"}]}}`, `"command.args[1]": what is no text is like {"base64": "/wA="}`},
		{`{"at":"1s","command":{"node":"n1","args":[{"base64":"/"}]}}`, `"command.args[1]": "/" is no base64`},
		{`{"at":"1s","command":{"node":"n1","args":["` + strings.Repeat("x", run.MaxCommand+1) + `"]}}`, `"command.args": there is room for 16 KiB of arguments`},
		{`{"at":"1s","command":{"node":"n1","args":["GET"],"x":"y"}}`, `nothing in "command" is called "x"; there is node, args`},

		{`{"at":"0s","heal":"some"}`, `"heal": "some": it may be all, or one or more of cut, slow, lose, such as {"cut": "all"}`},
		{`{"at":"0s","heal":"al"}`, `"heal": "al": it may be all, or one or more of cut, slow, lose, such as {"cut": "all"}`},
		{`{"at":"0s","heal":"alll"}`, `"heal": "alll": did you mean all? It may be all, or one or more of cut, slow, lose, such as {"cut": "all"}`},
		{`{"at":"0s","heal":"slwo"}`, `"heal": "slwo": did you mean {"slow": "all"}? It may be all, or one or more of cut, slow, lose, such as {"cut": "all"}`},
		{`{"at":"0s","heal":[]}`, `"heal": it may be all, or one or more of cut, slow, lose, such as {"cut": "all"}`},
		{`{"at":"0s","heal":{}}`, `"heal" needs one of "cut", "slow", "lose", or more`},
		{`{"at":"0s","heal":{"cut":false}}`, `"heal.cut": false: it may be all, or like [["A"], ["n4", "n5"]]`},
		{`{"at":"0s","heal":{"cut":["A"]}}`, `"heal.cut[1]" is a JSON string and must be like ["n4", "n5"]`},
		{`{"at":"0s","heal":{"slow":"lal"}}`, `"heal.slow": "lal": did you mean all? It may be all, or like ["A", "n1"]`},
		{`{"at":"0s","heal":{"slow":["A"]}}`, `"heal.slow": a link has two ends`},
		{`{"at":"0s","heal":{"clock":"all"}}`, `nothing in "heal" is called "clock"; there is cut, slow, lose`},
	} {
		got, err := Action([]byte(row[0]))
		if err == nil || err.Error() != strings.ReplaceAll(row[1], "VERBS", verbs) {
			t.Errorf("%s reads as %+v\n\thas %v\n\twant %s", row[0], got, err, row[1])
		}
	}
}
