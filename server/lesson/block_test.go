package lesson_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lockstep/server/lesson"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// fence is a fenced block; the front matter before it has six lines.
func fence(kind string, lines ...string) string {
	return "```" + kind + "\n" + strings.Join(lines, "\n") + "\n```\n"
}

// What is wrong with a block is told with file and line, and with what would be right.
func TestBlockErrors(t *testing.T) {
	played := fence("scene", "scenario: s", "title: T") // lines 7 to 10
	predict := func(answers ...string) string {
		return played + fence("predict", append([]string{"id: p", "at: 1s", "ask: Who?", "answers:"}, answers...)...)
	}
	quiz := func(kind string, more ...string) string {
		return fence("quiz", append([]string{"id: q", "kind: " + kind, "ask: Which?"}, more...)...)
	}
	challenge := func(more ...string) string {
		return fence("challenge", append([]string{"id: c", "scenario: s", "kind: break", "ask: Break it.", "hints: [h]", "after: Done."}, more...)...)
	}
	decision := func(nodes ...string) string {
		return fence("decision", append([]string{"id: d", "start: a", "nodes:"}, nodes...)...)
	}
	const wrong, other = "  - {text: B, when: holds(B), reply: No.}", "  - {text: None, when: otherwise, reply: No.}"
	for _, tt := range []struct{ name, text, want string }{
		{"an id with a space", fence("quiz", "id: my quiz", "kind: single"),
			`x.en.md:8: quiz.id: "my quiz": it must be small letters, digits and hyphens, such as who-gets-it, and begin with a letter`},
		{"an id of a heading", "## H {#q}\n" + quiz("single"), `x.en.md:9: quiz.id: the page has the id "q" already; want one of its own`},
		{"an id of the page", "## H {#lesson}\n", `x.en.md:7: the page has the id "lesson" already; want one of its own`},
		{"the other id of the page", "## H {#phrases}\n", `x.en.md:7: the page has the id "phrases" already; want one of its own`},
		{"a link that does something", "a\n[b](javascript:alert(1))\n", `x.en.md:8: the link "javascript:alert(1)" leads to no page: want an https address, or a page of this site, such as fencing`},
		{"one in a text", quiz("single", "reply: a <vbscript:x>"), `x.en.md:11: quiz.reply: the link "vbscript:x" leads to no page: want an https address, or a page of this site, such as fencing`},
		{"an id twice", played + fence("scene", "id: scene-1", "scenario: s", "title: T"), `x.en.md:12: scene.id: the page has the id "scene-1" already; want one of its own`},
		{"two paragraphs", quiz("single", "reply: \"a\\n\\nb\""), "x.en.md:11: quiz.reply: this must be one paragraph of text"},
		{"HTML in a text", quiz("single", "reply: a <b>c</b>"), "x.en.md:11: quiz.reply: raw HTML is not allowed; say it in Markdown"},
		{"HTML for a text", quiz("single", "reply: <b>c</b>"), "x.en.md:11: quiz.reply: raw HTML is not allowed; say it in Markdown"},
		{"a picture in a text", quiz("single", "reply: a ![b](c.png)"), "x.en.md:11: quiz.reply: a picture stands in the text of the lesson, not within a block"},
		{"a heading in a note", fence("note", "kind: fact", "text: \"# a\""), "x.en.md:9: note.text: this must be paragraphs and lists"},
		{"an unknown note", fence("note", "kind: aside", "text: a"), `x.en.md:8: note.kind: "aside": there is story, beware, fact`},

		{"stops out of order", fence("scene", "scenario: s", "title: T", "stops: [{at: 2s, say: a}, {at: 1s, say: b}]"),
			"x.en.md:10: scene.stops.1: stops stand in the order of their instants, and the one before is at 2s"},
		{"a stop after the end", fence("scene", "scenario: s", "title: T", "until: 3s", "stops: [{at: 4s, say: a}]"),
			"x.en.md:7: a stop is at 4s, but the scene ends at 3s"},
		{"a start after the end", fence("scene", "scenario: s", "title: T", "start: 41s"), "x.en.md:7: the scene starts at 41s, but its run ends at 40s"},
		{"an unknown phase", fence("scene", "scenario: s", "title: T", "steps: [asks]"), `x.en.md:10: scene.steps.0: there is no phase "asks"; did you mean ask?`},
		{"no list of steps", fence("scene", "scenario: s", "title: T", "steps: [ask]") + "## H {#h}\n1. **A** b\n",
			"x.en.md:7: steps light the items of a list of steps, and there is none near this scene"},
		{"a list of more steps", fence("scene", "scenario: s", "title: T", "steps: [ask]") + "1. **A** b\n2. **B** b\n",
			"x.en.md:7: steps has 1 items, and the list near this scene has 2"},
		{"two scenes for one list", "1. **A** b\n" + strings.Repeat("\n"+fence("scene", "scenario: s", "title: T", "steps: [ask]"), 2),
			"x.en.md:15: another scene lights the list of steps near this one"},

		{"a prediction about nothing", fence("predict", "id: p", "at: 1s", "ask: Who?", "answers:", wrong, other),
			"x.en.md:7: it asks about a scene, and there is none before it"},
		{"about another scene", played + fence("predict", "id: p", "scene: scene-2", "at: 1s", "ask: Who?", "answers:", wrong, other),
			`x.en.md:11: there is no scene "scene-2" before it; did you mean scene-1? There is scene-1`},
		{"after the end", played + fence("predict", "id: p", "at: 50s", "ask: Who?", "answers:", wrong, other),
			"x.en.md:11: it is asked at 50s, but its scene ends at 40s"},
		{"no answer is right", predict(wrong, "  - {text: C, when: outcome(broken), reply: No.}"),
			"x.en.md:11: none of these answers is right in the run: let one be right when: otherwise, or say when it is"},
		{"two answers are right", predict("  - {text: A, when: holds(A)}", "  - {text: C, when: outcome(ok)}"),
			"x.en.md:11: more than one of these answers is right in the run: holds(A); outcome(ok)"},
		{"otherwise twice", predict(other, other), "x.en.md:17: predict.answers.1: only one answer is right otherwise, and there is one above"},
		{"a wrong answer without a reply", predict("  - {text: A, when: holds(A)}", "  - {text: C, when: otherwise}"),
			"x.en.md:17: predict.answers.1: this answer is wrong, and whoever chooses it is told why: it needs a reply"},
		{"a condition that is none", predict("  - {text: A, when: has(A)}"), `x.en.md:16: predict.answers.0.when: "has(A)": column 1: want one of violated`},
		{"somebody who is not there", predict("  - {text: A, when: holds(Z)}", other), "x.en.md:16: predict.answers.0: holds(Z), column 7: there is no client Z in this run; there is A, B"},
		{"one answer", predict(other), "x.en.md:11: a prediction has 2 to 5 answers, and this one has 1"},

		{"one answer to a quiz", quiz("single", "answers: [{text: a, right: true}]"), "x.en.md:7: a quiz has 2 to 9 answers, and this one has 1"},
		{"ten answers to a quiz", quiz("single", "answers: ["+strings.Repeat("{text: a, reply: b}, ", 10)+"]"), "x.en.md:7: a quiz has 2 to 9 answers, and this one has 10"},
		{"an unknown kind of quiz", quiz("double"), `x.en.md:9: quiz.kind: "double": there is single, multiple, order, number`},
		{"two blanks", fence("quiz", "id: q", "kind: single", "ask: a ____ b ____", "answers: []"), "x.en.md:10: quiz.ask: a sentence has one blank, and here there are 2"},
		{"nothing is right", quiz("single", "answers: [{text: a, reply: b}, {text: c, reply: d}]"), "x.en.md:7: one answer of a single quiz is right: true, and here there are 0"},
		{"two are right", quiz("single", "answers: [{text: a, right: true}, {text: c, right: true}]"), "x.en.md:7: one answer of a single quiz is right: true, and here there are 2"},
		{"a wrong one without a reply", quiz("single", "answers:", "  - {text: a, right: true}", "  - {text: c}"), "x.en.md:13: quiz.answers.1: this answer is wrong"},
		{"none of many", quiz("multiple", "answers: [{text: a, reply: b}, {text: c, reply: d}]"), "x.en.md:7: no answer is right: true; mark at least one"},
		{"one of many without a reply", quiz("multiple", "answers: [{text: a, right: true, reply: b}, {text: c, right: true}]"), "x.en.md:11: quiz.answers.1: every answer of a multiple quiz has a reply"},
		{"an order without a reply", quiz("order", "answers: [{text: a}, {text: b}]"), `x.en.md:7: quiz: "reply" is missing`},
		{"an order with a right one", quiz("order", "reply: r", "answers: [{text: a, right: true}, {text: b}]"), `x.en.md:12: quiz.answers.0: nothing here is called "right"`},
		{"no whole number", quiz("number", "number: 1.5", "reply: r"), `x.en.md:11: quiz.number: "1.5": it must be a whole number from 0 to 999999999999, of digits alone`},
		{"near and right", quiz("number", "number: 15", "near: [{is: 15, reply: b}]", "reply: r"), "x.en.md:7: 15 is right, so it is not among the near ones"},
		{"near twice", quiz("number", "number: 15", "near: [{is: 5, reply: b}, {is: 5, reply: b}]", "reply: r"), "x.en.md:12: quiz.near.1: 5 stands here twice; one reply to it is enough"},
		{"a number with answers", quiz("number", "number: 15", "reply: r", "answers: []"), `x.en.md:13: quiz: nothing here is called "answers"`},

		{"met already", challenge("goal: holds(A)", "solution: {set: {bad: 1}}", "knobs: [bad]"), "x.en.md:7: the goal holds(A) is met before anybody does anything, so there is nothing to do"},
		{"not met", challenge("goal: outcome(stuck)", "solution: {set: {bad: 1}}", "knobs: [bad]"), "x.en.md:15: challenge.solution: it does not meet the goal outcome(stuck): the run comes out broken"},
		{"of nobody", challenge("goal: holds(Z)", "solution: {set: {bad: 1}}", "knobs: [bad]"), "x.en.md:7: the goal holds(Z), column 7: there is no client Z in this run; there is A, B"},
		{"no knob", challenge("goal: holds(B)", "solution: {set: {bad: 1}}"), "x.en.md:15: challenge.solution: it does what the challenge does not permit: bad is none of its knobs"},
		{"not allowed", challenge("goal: holds(B)", "allow: [pause]", "solution: {do: [{at: 1s, crash: {node: n1}}]}"), "x.en.md:16: challenge.solution: it does what the challenge does not permit: crash is not among what it allows"},
		{"too much", challenge("goal: holds(B)", "most: 1", "solution: {do: [{at: 1s, crash: {node: n1}}, {at: 2s, crash: {node: n1}}]}"), "x.en.md:16: challenge.solution: it does what the challenge does not permit: more than 1 actions"},
		{"in vain", challenge("goal: holds(B)", "solution: {do: [{at: 1s, crash: {node: n9}}]}"), "x.en.md:15: challenge.solution: its action 1 does nothing at 1s: no such node"},
		{"no solution", challenge("goal: holds(B)", "solution: {}"), "x.en.md:15: challenge.solution: it does nothing: want do, set or both"},
		{"a solution of words", challenge("goal: holds(B)", "solution: {do: [1.2s pause A]}"), "x.en.md:15: challenge.solution.do.0: this must be a mapping, such as {at: 1.2s, pause: {client: A, for: 12s}}"},
		{"an unknown verb", challenge("goal: holds(B)", "allow: [puase]", "solution: {set: {bad: 1}}"), `x.en.md:15: challenge.allow.0: "puase": did you mean pause? There is crash, restart`},
		{"nothing to do", challenge("goal: holds(B)", "allow: []", "solution: {set: {bad: 1}}"), "x.en.md:7: nothing may be done and nothing changed: let allow or knobs hold something"},
		{"no hints", fence("challenge", "id: c", "scenario: s", "kind: break", "ask: a", "goal: holds(B)", "hints: []", "after: a", "solution: {set: {bad: 1}}", "knobs: [bad]"), "x.en.md:7: a challenge has one hint at least"},
		{"of no scenario", fence("challenge", "id: c", "scenario: missing", "kind: break", "ask: a", "goal: holds(B)", "hints: [h]", "after: a", "solution: {set: {bad: 1}}"), `x.en.md:7: there is no scenario "missing"`},

		{"a sample that is not there", fence("code", "go: a/b.go", "js: a/b.mjs", "part: lock"), "x.en.md:7: there is no file code/a/b.go"},
		{"a sample elsewhere", fence("code", "go: ../b.go", "js: a/b.mjs", "part: lock"), `x.en.md:8: code.go: "../b.go": it must be a file below code that ends in .go, such as first-lock/lock.go`},
		{"a part that is not there", fence("code", "go: s/l.go", "js: s/l.mjs", "part: lok"), "x.en.md:7: code/s/l.go has no line // part lok; did you mean lock? There is lock, wide, open"},
		{"a part too wide", fence("code", "go: s/l.go", "js: s/l.mjs", "part: wide"), "x.en.md:7: code/s/l.go:5: this line is 73 columns wide, and a page has room for 72"},
		{"a part without an end", fence("code", "go: s/l.go", "js: s/l.mjs", "part: open"), "x.en.md:7: code/s/l.go: part open lacks its line // end"},

		{"a decision that starts nowhere", decision("  b: {advice: x}"), `x.en.md:9: decision.start: there is no node "a"; there is b`},
		{"that leads nowhere", decision("  a: {ask: x, options: [{text: y, to: b}, {text: z, to: c}]}", "  b: {advice: x}"), `x.en.md:11: decision.nodes.a: it leads to "c", which is not there; there is a, b`},
		{"that goes in a circle", decision("  a: {ask: x, options: [{text: y, to: b}, {text: z, to: a}]}", "  b: {advice: x}"), `x.en.md:11: decision.nodes.a: it leads back to "a": nobody would come to an advice`},
		{"that leaves one out", decision("  a: {advice: x}", "  b: {advice: x}"), `x.en.md:12: decision.nodes.b: no way leads to "b"; let an option lead there, or leave it out`},
		{"that asks and advises", decision("  a: {advice: x, ask: y}"), "x.en.md:11: decision.nodes.a: a node asks or gives an advice: want ask and options, or advice and cost"},
		{"with one option", decision("  a: {ask: x, options: [{text: y, to: b}]}"), "x.en.md:11: decision.nodes.a: a question has two options or more"},

		{"no digest", "source: 12", "x.en.md:6: front matter.source: \"12\": it must be the first 12 hexadecimal digits of the SHA-256 of the English file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := matter + tt.text
			if strings.HasPrefix(tt.text, "source:") {
				text = strings.TrimSuffix(matter, "---\n") + tt.text + "\n---\n"
			}
			_, err := lesson.Load(files(map[string]string{
				"x.en.md":     text,
				"code/s/l.go": "// part lock\na\n// end\n// part wide\n" + strings.Repeat("a", 73) + "\n// end\n// part open\na\n",
			}), plain)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// A lesson lists its blocks, for whoever looks after the course.
func TestBlocks(t *testing.T) {
	l, _ := load(t, map[string]string{"x.en.md": matter +
		fence("note", "kind: fact", "text: a") + "## H {#h}\n" + fence("scene", "id: s", "scenario: s", "title: T") +
		fence("quiz", "id: q", "kind: order", "ask: a", "reply: r", "answers: [{text: a}, {text: b}]")}).Lesson("en", "x")
	var got []string
	for _, b := range l.Blocks {
		got = append(got, b.Kind+" "+b.ID+" "+b.Below)
	}
	if want := []string{"note  ", "scene s h", "quiz q h"}; !slices.Equal(got, want) || l.Blocks[1].Line != 12 {
		t.Errorf("got %q, the scene at line %d", got, l.Blocks[1].Line)
	}
}

// Everything but the words is the same in every language.
func TestBlocksDisagree(t *testing.T) {
	const steps = "1. **A** b\n\n"
	blocks := map[string][2]string{
		"a stop": {fence("scene", "scenario: s", "title: T", "stops: [{at: 1s, say: a}]"), fence("scene", "scenario: s", "title: U", "stops: [{at: 2s, say: a}]")},
		"a step": {steps + fence("scene", "scenario: s", "title: T", "steps: [ask]"), steps + fence("scene", "scenario: s", "title: U", "steps: [count]")},
		"an id":  {fence("scene", "id: a", "scenario: s", "title: T"), fence("scene", "id: b", "scenario: s", "title: U")},
		"what is right": {fence("quiz", "id: q", "kind: single", "ask: a", "answers: [{text: a, right: true}, {text: b, reply: c}]"),
			fence("quiz", "id: q", "kind: single", "ask: a", "answers: [{text: a, reply: c}, {text: b, right: true}]")},
		"a blank": {fence("quiz", "id: q", "kind: single", "ask: a ____", "answers: [{text: a, right: true}, {text: b, reply: c}]"),
			fence("quiz", "id: q", "kind: single", "ask: a", "answers: [{text: a, right: true}, {text: b, reply: c}]")},
		"a number": {fence("quiz", "id: q", "kind: number", "ask: a", "number: 1", "reply: a"), fence("quiz", "id: q", "kind: number", "ask: a", "number: 2", "reply: a")},
		"a note":   {fence("note", "kind: fact", "text: a"), fence("note", "kind: beware", "text: a")},
		"a condition": {fence("scene", "scenario: s", "title: T") + fence("predict", "id: p", "at: 1s", "ask: a", "answers: [{text: a, when: holds(A)}, {text: b, when: otherwise, reply: c}]"),
			fence("scene", "scenario: s", "title: T") + fence("predict", "id: p", "at: 1s", "ask: a", "answers: [{text: a, when: outcome(ok)}, {text: b, when: otherwise, reply: c}]")},
		"a goal":  {challengeOf("goal: holds(B)"), challengeOf("goal: outcome(broken)")},
		"a bound": {challengeOf("goal: holds(B)", "most: 2"), challengeOf("goal: holds(B)", "most: 3")},
		"a way": {fence("decision", "id: d", "start: a", "nodes: {a: {ask: x, options: [{text: y, to: b}, {text: z, to: c}]}, b: {advice: x}, c: {advice: x}}"),
			fence("decision", "id: d", "start: a", "nodes: {a: {ask: x, options: [{text: y, to: c}, {text: z, to: b}]}, b: {advice: x}, c: {advice: x}}")},
		"the place": {fence("note", "kind: fact", "text: a") + "\n## H {#h}\n", "## H {#h}\n\n" + fence("note", "kind: fact", "text: a")},
	}
	for name, two := range blocks {
		c := load(t, map[string]string{"x.en.md": matter + two[0], "x.ms.md": matter + two[1], "x.zh.md": matter + two[0]})
		list := c.Disagreements()
		if len(list) != 1 || !strings.HasPrefix(list[0], "x.ms.md:") || !strings.Contains(list[0], ", where x.en.md:") {
			t.Errorf("%s: %q", name, list)
		}
		en, _ := c.Lesson("en", "x")
		ms, _ := c.Lesson("ms", "x")
		zh, _ := c.Lesson("zh", "x")
		if en.Edition == ms.Edition || en.Edition != zh.Edition {
			t.Errorf("%s: the editions are %s, %s and %s", name, en.Edition, ms.Edition, zh.Edition)
		}
	}
}

// Kept answers are of a question's edition: whatever else changes in a lesson, or is said in
// another language, they mean the same.
func TestEditionsOfQuestions(t *testing.T) {
	edition := func(text string) string {
		t.Helper()
		l, _ := load(t, map[string]string{"x.en.md": matter + text}).Lesson("en", "x")
		for _, b := range l.Blocks {
			switch q := b.Part.(type) {
			case *lesson.Quiz:
				return q.Edition
			case *lesson.Predict:
				return q.Edition
			}
		}
		t.Fatal("there is no question")
		return ""
	}
	scene := fence("scene", "scenario: s", "title: T")
	predict := func(first string) string {
		return scene + fence("predict", "id: p", "at: 1s", "ask: a", "answers: [{text: a, when: "+first+"}, {text: b, when: otherwise, reply: c}]")
	}
	quiz := func(ask string, answers string) string {
		return fence("quiz", "id: q", "kind: single", "ask: "+ask, "answers: ["+answers+"]")
	}
	const a, b = "{text: a, right: true}", "{text: b, reply: c}"
	for name, tt := range map[string]struct {
		one, other string
		same       bool
	}{
		"words at the end":          {quiz("a", a+", "+b) + "\nText.\n", quiz("a", a+", "+b) + "\nOther text.\n\n## More {#more}\n", true},
		"another question":          {quiz("a", a+", "+b), quiz("a", a+", "+b) + strings.Replace(quiz("a", b+", "+a), "id: q", "id: r", 1), true},
		"words of the question":     {quiz("a", a+", "+b), quiz("b", a+", "+b), true},
		"another order":             {quiz("a", a+", "+b), quiz("a", b+", "+a), false},
		"another answer":            {quiz("a", a+", "+b), quiz("a", a+", "+b+", "+b), false},
		"words before a prediction": {predict("holds(A)"), "Text.\n\n" + predict("holds(A)"), true},
		"another prediction":        {predict("holds(A)"), predict("outcome(ok)"), false},
	} {
		if one, other := edition(tt.one), edition(tt.other); one == "" || (one == other) != tt.same {
			t.Errorf("%s: the editions are %s and %s, want them the same: %v", name, one, other, tt.same)
		}
	}
}

func challengeOf(more ...string) string {
	return fence("challenge", append([]string{"id: c", "scenario: s", "kind: break", "ask: a", "hints: [h]", "after: Done.", "solution: {set: {bad: 1}}", "knobs: [bad]"}, more...)...)
}

// What a run may do is what its challenge says.
func TestBreach(t *testing.T) {
	l, _ := load(t, map[string]string{"x.en.md": matter + fence("challenge", "id: c", "scenario: s", "seed: 7", "kind: break", "ask: a",
		"hints: [h]", "after: Done.", "params: {lock.ttl: 30s, lock.kind: token}", "goal: holds(B)",
		"solution: {do: [{at: 1s, crash: {node: n1}}]}", "allow: [crash]", "knobs: [lock.ttl]", "most: 2")}).Lesson("en", "x")
	x, ok := l.Challenge("c")
	if _, other := l.Challenge("d"); !ok || other {
		t.Fatal("the challenge is not found by its id, or another is")
	}
	if b := x.Breach(&x.Run); b != nil {
		t.Errorf("what one begins with is refused: %+v", b)
	}
	if b := x.Breach(&x.Solved); b != nil {
		t.Errorf("the solution is refused: %+v", b)
	}
	crash := run.Action{At: trace.Time(1), Verb: run.Crash, Target: "n1"}
	for _, tt := range []struct {
		name   string
		change func(*run.Run)
		want   lesson.Breach
	}{
		{"another scenario", func(r *run.Run) { r.Scenario = "t" }, lesson.Breach{Of: lesson.BreachRun}},
		{"another seed", func(r *run.Run) { r.Seed++ }, lesson.Breach{Of: lesson.BreachRun}},
		{"a loaded die", func(r *run.Run) { r.Choices = []run.Choice{{Key: "k"}} }, lesson.Breach{Of: lesson.BreachRun}},
		{"a knob", func(r *run.Run) { r.Params[0].Value = "1s" }, lesson.Breach{}},
		{"a knob as in the scenario", func(r *run.Run) { r.Params = r.Params[1:] }, lesson.Breach{}},
		{"no knob", func(r *run.Run) { r.Params[1].Value = "setnx" }, lesson.Breach{Of: lesson.BreachKnobs, Name: "lock.kind"}},
		{"no knob, as in the scenario", func(r *run.Run) { r.Params = r.Params[:1] }, lesson.Breach{Of: lesson.BreachKnobs, Name: "lock.kind"}},
		{"no knob, anew", func(r *run.Run) { r.Params = append(r.Params, run.Param{Name: "clients.A.work", Value: "1s"}) }, lesson.Breach{Of: lesson.BreachKnobs, Name: "clients.A.work"}},
		{"the knob and then not", func(r *run.Run) { r.Params = append(r.Params, run.Param{Name: "lock.kind", Value: "setnx"}) }, lesson.Breach{Of: lesson.BreachKnobs, Name: "lock.kind"}},
		{"enough", func(r *run.Run) { r.Actions = []run.Action{crash, crash} }, lesson.Breach{}},
		{"too much", func(r *run.Run) { r.Actions = []run.Action{crash, crash, crash} }, lesson.Breach{Of: lesson.BreachMost}},
		{"something else", func(r *run.Run) { r.Actions = []run.Action{{Verb: run.Flush, Target: "n1"}} }, lesson.Breach{Of: lesson.BreachAllow, Name: "flush"}},
	} {
		r := x.Run
		r.Params = slices.Clone(r.Params)
		tt.change(&r)
		b := x.Breach(&r)
		if b == nil {
			b = &lesson.Breach{}
		}
		if *b != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, *b, tt.want)
		}
	}
}

// Answers to be put in order are never shown in it, and always in the same.
func TestShuffled(t *testing.T) {
	for n := 2; n <= 9; n++ {
		for _, id := range []string{"a", "b", "which-first", "z9"} {
			q := &lesson.Quiz{ID: id, Answers: make([]lesson.Answer, n)}
			order := q.Shuffled()
			sorted := slices.Sorted(slices.Values(order))
			if slices.IsSorted(order) || sorted[0] != 0 || sorted[n-1] != n-1 || len(slices.Compact(sorted)) != n || !slices.Equal(order, q.Shuffled()) {
				t.Errorf("%s: %d answers are shown in the order %v", id, n, order)
			}
		}
	}
}

// Each run is played once for all languages of a lesson.
func TestRunsArePlayedOnce(t *testing.T) {
	count := make(map[string]int)
	o := plain
	o.Play = func(r *run.Run) ([]trace.Event, error) {
		count[r.Scenario]++
		return play(r)
	}
	text, err := os.ReadFile("testdata/challenge.en.md")
	if err != nil {
		t.Fatal(err)
	}
	two := string(text) + fence("scene", "scenario: two", "title: T") + fence("scene", "scenario: two", "title: U")
	if _, err := lesson.Load(files(map[string]string{"x.en.md": two, "x.ms.md": two, "x.zh.md": two}), o); err != nil {
		t.Fatal(err)
	}
	if count["two"] != 1 || count["redlock"] != 6 {
		t.Errorf("runs were played %v times, want one of two and six of redlock: three challenges and their solutions", count)
	}
}

// A translation that goes on where the English text has ended is told of, too.
func TestBlocksDisagreeAtTheEnd(t *testing.T) {
	one := matter + "## H {#h}\n"
	more := one + "\n" + fence("note", "kind: fact", "text: a")
	c := load(t, map[string]string{"x.en.md": one, "x.ms.md": more, "x.zh.md": one})
	want := `x.ms.md:9: here is "note: fact", and x.en.md has nothing more`
	if got := c.Disagreements(); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %s", got, want)
	}
}
