package scene_test

import "lockstep/sim/trace"

// picture is a telling instant. It says what it shows.
type picture struct {
	name  string
	about string
	at    trace.Time
	story func() *story
}

// allCases are all of them.
func allCases() []picture { return append(cases[:len(cases):len(cases)], worldCases...) }

// cases are those of five nodes that know nothing of each other.
var cases = []picture{
	{"before", `
Nothing has happened yet: five nodes without a key, two clients that have not
begun, and nobody inside.`, 0, func() *story { return begin(5, 2) }},

	{"asking", `
Step two of five. A asks all nodes at once. n1 crashed a moment ago with its data
lost, so the request to it breaks off, in amber since somebody caused that. n2 and
n3 hold A's key and A has heard their OK: two filled cells. n4's OK is on its way
back, outlined, and A's SET to n5, filled, has not arrived. B waits for its first
try.`, 220 * ms, func() *story {
		s := begin(5, 2)
		s.fault(100*ms, "crash", "n1", "lose", 0)
		s.phase(210*ms, "A", "read-clock", 1, 0)
		s.phase(210*ms, "A", "ask", 1, 0)
		arrive := []trace.Time{0, 0, 212 * ms, 213 * ms, 217 * ms, 226 * ms}
		for n := 1; n <= 5; n++ {
			s.ask(210*ms, "A", 1, "set", n, arrive[n])
		}
		s.drop(214*ms, message("A", 1, "set", 1, false), "n1", "node down", "")
		s.serve(212*ms, "A", 1, "set", 2, "OK", 10*trace.Second, 215*ms)
		s.serve(213*ms, "A", 1, "set", 3, "OK", 10*trace.Second, 216*ms)
		s.hear(215*ms, "A", 1, "set", 2)
		s.hear(216*ms, "A", 1, "set", 3)
		s.serve(217*ms, "A", 1, "set", 4, "OK", 10*trace.Second, 223*ms)
		return s
	}},

	{"held", `
A holds the lock and is inside. What it believes, the outlined bar, agrees with
what is true on five nodes: the equals sign. B has been refused by all and waits
before it tries again.`, 640 * ms, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.acquire(300*ms, "B", 1, 5)
		s.phase(306*ms, "B", "let-go", 1, 0)
		s.phase(340*ms, "B", "wait", 1, 480*trace.Millisecond)
		return s
	}},

	{"refused", `
B asks while A holds: three refusals have arrived, one (nil) is under way, and n5
has not answered within its timeout, so its cell has a question mark. The late
reply of n5 is still coming.`, 352 * ms, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.phase(300*ms, "B", "read-clock", 1, 0)
		s.phase(300*ms, "B", "ask", 1, 0)
		for n := 1; n <= 5; n++ {
			s.ask(300*ms, "B", 1, "set", n, 302*ms)
		}
		for n := 1; n <= 3; n++ {
			s.serve(302*ms, "B", 1, "set", n, "(nil)", 0, 306*ms)
		}
		s.serve(302*ms, "B", 1, "set", 4, "(nil)", 0, 380*ms)
		s.serve(302*ms, "B", 1, "set", 5, "(nil)", 0, 420*ms)
		for n := 1; n <= 3; n++ {
			s.hear(306*ms, "B", 1, "set", n)
		}
		s.timeout(350*ms, "B", 1, 5)
		return s
	}},

	{"releasing", `
A gives the lock back: it believes nothing any more, its requests are called DEL
and not EVAL, n1 and n2 have let go already. One of them is lost by chance, which
is grey.`, 704 * ms, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.outside(700*ms, "A")
		s.phase(700*ms, "A", "give-back", 1, 0)
		s.add(700*ms, trace.Event{Kind: trace.Release, Who: "A", Key: lockKey, Token: token("A", 1)})
		for n := 1; n <= 5; n++ {
			s.ask(700*ms, "A", 1, "del", n, 700*ms+trace.Time(n)*1500)
		}
		s.serve(701500, "A", 1, "del", 1, "(integer) 1", 0, 706*ms)
		s.serve(703*ms, "A", 1, "del", 2, "(integer) 1", 0, 708*ms)
		s.drop(703500, message("A", 1, "del", 4, false), "n4", "lost", "")
		return s
	}},

	{"parted", `
Belief and truth have parted. n3's clock jumped forward and A's key there ran out;
n2 crashed. A still believes, by its own clock, and counts n2 and n3: dashed cells,
dashed ties, and one sign. Nobody is told, which is the point.`, 3 * sec, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		s.add(2600*ms, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million})
		s.add(2600*ms, trace.Event{Kind: trace.Expire, Node: "n3", Key: lockKey})
		s.fault(2700*ms, "crash", "n2", "keep", 0)
		return s
	}},

	{"broken", `
Mutual exclusion is broken. A's key on n3 ran out early, B won n3, n4 and n5, and
both are inside. The frame is dashed and the sign open: with a clock that jumps,
this was not promised. A's ghost stands beside B's key on n3.`, 4 * sec, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		s.add(2600*ms, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million})
		s.add(2600*ms, trace.Event{Kind: trace.Expire, Node: "n3", Key: lockKey})
		s.acquire(3900*ms, "B", 1, 5, 3, 4, 5)
		s.add(3906*ms, trace.Event{Kind: trace.Violation, Rule: "mutual-exclusion", Who: "B", Detail: "A and B"})
		return s
	}},

	{"paused", `
The whole process A is paused while it holds. Its card is hatched and its bar
stands still, since it does not look at its clock; the keys go on dying. It says
when A will be back.`, 4 * sec, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.fault(2*sec, "pause", "A", "", 12*trace.Second)
		return s
	}},

	{"crashed", `
A's process crashed while it held: sunken card, hollow badge. Its keys stay on the
nodes until they run out. B has used up its tries.`, 2 * sec, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.fault(1*sec, "crash", "A", "", 0)
		s.acquire(1500*ms, "B", 3, 5)
		s.phase(1506*ms, "B", "let-go", 3, 0)
		s.phase(1540*ms, "B", "gave-up", 3, 0)
		return s
	}},

	{"too-late", `
Three nodes asked in turn, 15 + 10 + 10 s of a 30 s TTL. All three said OK and the
client refuses nevertheless: too late. It lets go everywhere.`, 35 * sec, func() *story {
		s := begin(3, 1)
		s.phase(0, "A", "read-clock", 1, 0)
		s.phase(0, "A", "ask", 1, 0)
		from := trace.Time(0)
		for n, lasts := range []trace.Time{15 * sec, 10 * sec, 10 * sec} {
			s.ask(from, "A", 1, "set", n+1, from+lasts/2)
			s.serve(from+lasts/2, "A", 1, "set", n+1, "OK", 30*trace.Second, from+lasts)
			s.hear(from+lasts, "A", 1, "set", n+1)
			from += lasts
		}
		s.phase(35*sec, "A", "read-clock-again", 1, 0)
		s.phase(35*sec, "A", "count", 1, 0)
		s.decide(35*sec, "A", 1, "too late", 2, 1, 2, 3)
		s.phase(35*sec, "A", "let-go", 1, 0)
		return s
	}},

	{"three", `
Three clients, five nodes, and much at once. A believes and is wrong about n2 and n3:
n2 crashed, on n3 its key ran out. B's requests are under way to all, one is lost and
one delayed; C gives back what it had on n4 and n5, and one DEL is lost.`, 3 * sec, func() *story {
		s := begin(5, 3)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		s.acquire(210*ms, "C", 1, 5, 4, 5)
		s.add(2600*ms, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million})
		s.add(2600*ms, trace.Event{Kind: trace.Expire, Node: "n3", Key: lockKey})
		s.fault(2700*ms, "crash", "n2", "keep", 0)
		s.phase(2990*ms, "B", "read-clock", 1, 0)
		s.phase(2990*ms, "B", "ask", 1, 0)
		for n := 1; n <= 5; n++ {
			arrive := 2990*ms + trace.Time(n)*4*ms
			if n == 4 {
				arrive += 30 * sec
			}
			s.ask(2990*ms, "B", 1, "set", n, arrive)
		}
		s.drop(2992*ms, message("B", 1, "set", 2, false), "n2", "node down", "scenario")
		s.phase(2993*ms, "C", "give-back", 1, 0)
		for n := 4; n <= 5; n++ {
			s.ask(2993*ms, "C", 1, "del", n, 3004*ms)
		}
		s.drop(2996*ms, message("C", 1, "del", 5, false), "n5", "lost", "")
		return s
	}},

	{"crowd", `
Nine nodes and six clients: nodes in flat rows, clients in two lines each, and
every identity told by colour, shape, pattern and letter.`, 320 * ms, func() *story {
		s := begin(9, 6)
		s.acquire(200*ms, "A", 1, 9, 1, 2, 3, 4, 5)
		s.acquire(300*ms, "C", 1, 9, 6, 7, 8)
		s.phase(306*ms, "C", "wait", 1, 300*trace.Millisecond)
		s.phase(310*ms, "B", "read-clock", 1, 0)
		s.phase(310*ms, "B", "ask", 1, 0)
		for n := 1; n <= 9; n++ {
			s.ask(310*ms, "B", 1, "set", n, 310*ms+trace.Time(n)*3*ms)
		}
		s.fault(315*ms, "crash", "E", "", 0)
		s.fault(315*ms, "crash", "n9", "lose", 0)
		return s
	}},

	{"multitude", `
The most there can be: nine nodes and 24 clients, each one line high.`, 320 * ms, func() *story {
		s := begin(9, 24)
		s.acquire(200*ms, "A", 1, 9, 1, 2, 3, 4, 5, 6)
		for _, who := range []string{"G", "M", "X"} {
			s.phase(300*ms, who, "read-clock", 1, 0)
			s.phase(300*ms, who, "ask", 1, 0)
			for n := 1; n <= 9; n++ {
				s.ask(310*ms, who, 1, "set", n, 310*ms+trace.Time(n)*3*ms)
			}
		}
		return s
	}},
}
