package resource

import (
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// do asks r a command written as one line; ~ stands for an empty word.
func do(r *Resource, who, line string) Result {
	words := strings.Fields(line)
	for i := range words {
		if words[i] == "~" {
			words[i] = ""
		}
	}
	return r.Do(who, words)
}

func mustNew(t testing.TB, c Config) *Resource {
	t.Helper()
	c.ID = "it"
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Each story is a conversation: who asks, what, and what is answered.
func TestStories(t *testing.T) {
	for _, story := range []struct {
		name   string
		config Config
		lines  []string
	}{
		{"an invoice charged from a stale reading is charged twice", Config{Kind: Ledger}, []string{
			"A READ -> 0 unpaid",
			"B READ -> 0 unpaid",
			"A WRITE charge paid BASE 0 KEY a -> OK 1",
			"B WRITE charge paid BASE 0 KEY b -> OK 2",
			"B READ -> 2 paid",
		}},
		{"the last item is sold twice, and the stock does not show it", Config{Kind: Stock}, []string{
			"A READ -> 0 1",
			"B READ -> 0 1",
			"A WRITE sell 0 BASE 0 KEY a -> OK 1",
			"B WRITE sell 0 BASE 0 KEY b -> OK 2",
			"B READ -> 2 0",
		}},
		{"a write sets what it was told: a sale is undone", Config{Kind: Stock, Initial: "5"}, []string{
			"A READ -> 0 5",
			"B WRITE sell 4 BASE 0 KEY b1 -> OK 1",
			"B WRITE sell 3 BASE 1 KEY b2 -> OK 2",
			"A WRITE sell 4 BASE 0 KEY a -> OK 3",
			"B READ -> 3 4",
		}},
		{"without a guard a number says nothing", Config{Kind: Ledger}, []string{
			"B READ FENCE 34 -> 0 unpaid",
			"A WRITE charge paid BASE 0 KEY a FENCE 33 -> OK 1",
		}},
		{"fencing: 33 is refused once 34 was seen in a write", Config{Kind: Stock, Guard: Fencing, Initial: "5"}, []string{
			"A READ -> 0 5",
			"B WRITE sell 4 BASE 0 KEY b FENCE 34 -> OK 1",
			"A WRITE sell 4 BASE 0 KEY a FENCE 33 -> REFUSED stale number",
			"A READ FENCE 33 -> REFUSED stale number",
			"A READ -> 1 4",
		}},
		{"fencing: a read that shows its number closes the door", Config{Kind: Ledger, Guard: Fencing}, []string{
			"B READ FENCE 34 -> 0 unpaid",
			"A WRITE charge paid BASE 0 KEY a FENCE 33 -> REFUSED stale number",
			"B WRITE charge paid BASE 0 KEY b FENCE 34 -> OK 1",
		}},
		{"fencing: a read that hides its number leaves it open", Config{Kind: Ledger, Guard: Fencing}, []string{
			"B READ -> 0 unpaid",
			"A WRITE charge paid BASE 0 KEY a FENCE 33 -> OK 1",
			"B WRITE charge paid BASE 0 KEY b FENCE 34 -> OK 2",
		}},
		{"fencing: a number that is issued is not yet seen", Config{Kind: Ledger, Guard: Fencing}, []string{
			"A NUMBER -> (integer) 1",
			"B NUMBER -> (integer) 2",
			"A WRITE charge paid BASE 0 KEY a FENCE 1 -> OK 1",
		}},
		{"fencing: equal numbers pass from the same holder only", Config{Kind: Stock, Guard: Fencing, Initial: "5"}, []string{
			"A WRITE sell 4 BASE 0 KEY a1 FENCE 7 -> OK 1",
			"B WRITE sell 3 BASE 1 KEY b FENCE 7 -> REFUSED another's number",
			"A WRITE sell 3 BASE 1 KEY a2 FENCE 7 -> OK 2",
		}},
		{"fencing: a write without a number is refused", Config{Kind: Ledger, Guard: Fencing}, []string{
			"A WRITE charge paid BASE 0 KEY a -> REFUSED no number",
		}},
		{"compare-and-set: refused if the version moved", Config{Kind: File, Guard: CompareAndSet}, []string{
			`A READ -> 0 ""`,
			"B WRITE append B BASE 0 KEY b -> OK 1",
			"A WRITE append A BASE 0 KEY a -> REFUSED changed since read",
			`A READ -> 1 "B"`,
			"A WRITE append BA BASE 1 KEY a -> OK 2",
		}},
		{"idempotency key: the second write answers as the first did and applies nothing", Config{Kind: Stock, Guard: IdempotencyKey, Initial: "5"}, []string{
			"A WRITE sell 4 BASE 0 KEY a -> OK 1",
			"B WRITE sell 3 BASE 1 KEY b -> OK 2",
			"A WRITE sell 4 BASE 0 KEY a -> OK 1",
			"A READ -> 2 3",
		}},
		{"idempotency key: it does not keep two clients apart", Config{Kind: Ledger, Guard: IdempotencyKey}, []string{
			"A WRITE charge paid BASE 0 KEY a -> OK 1",
			"B WRITE charge paid BASE 0 KEY b -> OK 2",
		}},
		{"unique: an invoice has one charge", Config{Kind: Ledger, Guard: UniqueConstraint}, []string{
			"A WRITE charge paid BASE 0 KEY a -> OK 1",
			"B WRITE charge paid BASE 0 KEY b -> REFUSED not unique",
		}},
		{"unique: a unit is sold once", Config{Kind: Stock, Guard: UniqueConstraint, Initial: "5"}, []string{
			"A WRITE sell 4 BASE 0 KEY a -> OK 1",
			"B WRITE sell 4 BASE 0 KEY b -> REFUSED not unique",
			"B WRITE sell 3 BASE 1 KEY b -> OK 2",
		}},
		{"unique: a line is written once, yet another's can be lost", Config{Kind: File, Guard: UniqueConstraint}, []string{
			"A WRITE append A BASE 0 KEY a -> OK 1",
			"A WRITE append A BASE 0 KEY a -> REFUSED not unique",
			"B WRITE append B BASE 0 KEY b -> OK 2",
		}},
		{"words in small letters, options in any order", Config{Kind: Ledger}, []string{
			"A write charge paid key a fence 3 base 0 -> OK 1",
		}},
	} {
		t.Run(story.name, func(t *testing.T) {
			r := mustNew(t, story.config)
			for _, line := range story.lines {
				said, want, _ := strings.Cut(line, " -> ")
				who, cmd, _ := strings.Cut(said, " ")
				if got := do(r, who, cmd).Reply; got != want {
					t.Errorf("%s: %s", said, got)
				}
			}
		})
	}
}

// The same write delivered twice, behind each guard.
func TestDuplicate(t *testing.T) {
	for _, tt := range []struct {
		guard   Guard
		reply   string
		why     string
		applied int64
	}{
		{None, "OK 2", "", 2},
		{Fencing, "OK 2", "", 2},
		{CompareAndSet, "REFUSED changed since read", trace.WhyChanged, 1},
		{IdempotencyKey, "OK 1", trace.WhyDoneAlready, 1},
		{UniqueConstraint, "REFUSED not unique", trace.WhyNotUnique, 1},
	} {
		for kind, write := range map[Kind]string{Ledger: "charge paid", Stock: "sell 4", File: "append A"} {
			r := mustNew(t, Config{Kind: kind, Guard: tt.guard, Initial: map[Kind]string{Stock: "5"}[kind]})
			line := "WRITE " + write + " BASE 0 KEY A/1 FENCE 33"
			do(r, "A", line)
			got := do(r, "A", line)
			if got.Reply != tt.reply || got.Why != tt.why || r.version != tt.applied {
				t.Errorf("%v behind %v: %+v, %d applied", kind, tt.guard, got, r.version)
			}
		}
	}
}

func TestFacts(t *testing.T) {
	r := mustNew(t, Config{Kind: Stock, Guard: Fencing, Initial: "5"})
	for _, tt := range []struct {
		line string
		want Result
	}{
		{"READ FENCE 2", Result{Reply: "0 5", Op: OpRead, OK: true, Value: "5", Fence: 2}},
		{"WRITE sell 4 BASE 0 KEY k FENCE 3", Result{Reply: "OK 1", Op: OpSell, OK: true, Value: "4", Version: 1, Fence: 3}},
		{"WRITE sell 3 BASE 1 KEY k FENCE 2", Result{Reply: "REFUSED stale number", Op: OpSell, Why: trace.WhyStaleNumber, Value: "4", Version: 1, Base: 1, Fence: 2}},
		{"NUMBER", Result{Reply: "(integer) 1", Value: "4", Version: 1}},
		{"NUMBER", Result{Reply: "(integer) 2", Value: "4", Version: 1}},
	} {
		if got := do(r, "A", tt.line); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.line, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		kind        Kind
		line, reply string
	}{
		{Ledger, "", "(error) ERR an empty command; READ, WRITE and NUMBER are understood"},
		{Ledger, "GET", `(error) ERR unknown command "GET"; READ, WRITE and NUMBER are understood`},
		{Ledger, "NUMBER 1", "(error) ERR NUMBER stands alone"},
		{Ledger, "READ FENCE", "(error) ERR the form is READ [FENCE n]"},
		{Ledger, "READ FENCE 1 FENCE 2", "(error) ERR the form is READ [FENCE n]"},
		{Ledger, "READ FENCE 0", `(error) ERR FENCE takes a whole number from 1, not "0"`},
		{Ledger, "READ FENCE 1.5", `(error) ERR FENCE takes a whole number from 1, not "1.5"`},
		{Ledger, "READ BASE 0", "(error) ERR the form is READ [FENCE n]"},
		{Ledger, "WRITE", "(error) ERR the form is WRITE charge value BASE version KEY key [FENCE n]"},
		{Ledger, "WRITE sell 4 BASE 0 KEY k", `(error) ERR a ledger takes charge, not "sell"`},
		{Ledger, "WRITE charge half BASE 0 KEY k", `(error) ERR an invoice is unpaid or paid, not "half"`},
		{Ledger, "WRITE charge unpaid BASE 0 KEY k", "(error) ERR a charge leaves the invoice paid"},
		{Ledger, "WRITE charge paid BASE 0", "(error) ERR BASE and KEY are needed: WRITE charge value BASE version KEY key [FENCE n]"},
		{Ledger, "WRITE charge paid KEY k", "(error) ERR BASE and KEY are needed: WRITE charge value BASE version KEY key [FENCE n]"},
		{Ledger, "WRITE charge paid BASE -1 KEY k", `(error) ERR BASE takes a whole number from 0, not "-1"`},
		{Ledger, "WRITE charge paid BASE 0 KEY ~", "(error) ERR BASE and KEY are needed: WRITE charge value BASE version KEY key [FENCE n]"},
		{Stock, "WRITE sell -1 BASE 0 KEY k", `(error) ERR a stock is a whole number from 0 to 1000000000, not "-1"`},
		{Stock, "WRITE sell 01 BASE 0 KEY k", `(error) ERR a stock is a whole number from 0 to 1000000000, not "01"`},
		{File, "WRITE append " + strings.Repeat("x", MaxText+1) + " BASE 0 KEY k", "(error) ERR a file holds at most 65536 bytes, not 65537"},
	} {
		r := mustNew(t, Config{Kind: tt.kind, Guard: Fencing})
		got := do(r, "A", tt.line)
		if got.Reply != tt.reply || got.Op != "" || r.version != 0 {
			t.Errorf("%.60s: %+v", tt.line, got)
		}
	}
}

func TestNew(t *testing.T) {
	for k, want := range map[Kind]string{Ledger: Unpaid, Stock: "1", File: ""} {
		if r := mustNew(t, Config{Kind: k}); r.Value() != want {
			t.Errorf("%v starts with %q", k, r.Value())
		}
	}
	_, err := New(Config{ID: "seats", Kind: Stock, Initial: "many"})
	if want := `resource seats cannot start so: a stock is a whole number from 0 to 1000000000, not "many"`; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestNames(t *testing.T) {
	for i, name := range KindNames() {
		if got := Kind(i).String(); got != name {
			t.Errorf("kind %d is called %q, and %q in the list", i, got, name)
		}
	}
	for i, name := range GuardNames() {
		if got := Guard(i).String(); got != name {
			t.Errorf("guard %d is called %q, and %q in the list", i, got, name)
		}
	}
	if k, g := Kind(len(KindNames())), Guard(len(GuardNames())); k.String() != "unknown" || g.String() != "unknown" {
		t.Errorf("out of range they are called %v and %v", k, g)
	}
	if len(KindNames()) != int(File)+1 || len(GuardNames()) != int(UniqueConstraint)+1 {
		t.Errorf("there are %q and %q", KindNames(), GuardNames())
	}
}

func TestNext(t *testing.T) {
	for _, tt := range []struct {
		kind      Kind
		reading   string
		op, value string
		writes    bool
	}{
		{Ledger, Unpaid, OpCharge, Paid, true},
		{Ledger, Paid, "", "", false},
		{Ledger, "", "", "", false},
		{Stock, "5", OpSell, "4", true},
		{Stock, "1", OpSell, "0", true},
		{Stock, "0", "", "", false},
		{Stock, "x", "", "", false},
		{File, "", OpAppend, "A\n", true},
		{File, "B\n", OpAppend, "B\nA\n", true},
	} {
		op, value, writes := next(tt.kind, tt.reading, "A")
		if op != tt.op || value != tt.value || writes != tt.writes {
			t.Errorf("%v %q: %q %q %v", tt.kind, tt.reading, op, value, writes)
		}
	}
}

func TestParseReading(t *testing.T) {
	for _, text := range []string{"", "A\nB\n", `"quoted"`, "\x00\xff", "ж 中"} {
		r := mustNew(t, Config{Kind: File, Initial: text})
		if version, value, ok := parseReading(do(r, "A", "READ").Reply); version != 0 || value != text || !ok {
			t.Errorf("%q reads %d %q %v", text, version, value, ok)
		}
	}
	if version, value, ok := parseReading("12 unpaid"); version != 12 || value != "unpaid" || !ok {
		t.Errorf("%d %q %v", version, value, ok)
	}
	for _, reply := range []string{"", "OK 1", "REFUSED stale number", "(error) ERR READ", "3", "-1 5", `0 "`} {
		if _, _, ok := parseReading(reply); ok {
			t.Errorf("%q is taken for a reading", reply)
		}
	}
}
