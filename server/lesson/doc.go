// Package lesson reads the course: Markdown files with YAML front matter, one a
// lesson and language, and renders them to HTML.
//
//	---
//	title: Redlock in five steps
//	lede: One sentence under the title.
//	summary: One sentence for the list of lessons.
//	order: 1
//	source: 0a1b2c3d4e5f      # of a translation: Digest of the English file it is of
//	---
//
//	Text. ## Every heading {#has-an-id} that is the same in all languages.
//
// # Blocks
//
// What moves, asks or stands apart is a fenced block with YAML inside, so that a file
// reads well anywhere. Texts in it are a paragraph of Markdown; what is no text is the
// same in every language: see [Course.Disagreements]. An id is small letters, digits
// and hyphens, and unique on the page.
//
// A scene is a run to play; the one beside the text has a column of its own where there
// is room, and parts the text in what comes before and after it. Playing halts at its
// stops. Its steps are the phases of the run that light the items of the list of steps
// near it: an ordered list whose items all begin in bold.
//
//	```scene
//	id: five-nodes            # scene-1, scene-2 and so on if left out
//	scenario: redlock
//	title: Two clients, five nodes
//	start: 13.5ms             # what the picture shows first
//	until: 2s                 # where the scene ends; its run's own end if left out
//	beside: true
//	params: {lock.ttl: 30s}
//	seed: 7
//	stops:
//	  - {at: 15ms, say: Three have said OK.}
//	steps: [read-clock, ask, read-clock-again, count, [work, let-go]]
//	```
//
// A source shows a file of an algorithm with the scene before it.
//
//	```source
//	file: redlock.go
//	```
//
// A prediction is asked at an instant of a scene before it, the last one if none is
// named. Its run makes exactly one answer right: when is a goal, in the words of package
// goal, or otherwise. Every wrong answer has a reply.
//
//	```predict
//	id: who-gets-it
//	scene: five-nodes
//	at: 13.6ms
//	ask: Who gets the lock?
//	answers:
//	  - {text: A does., when: "holds(A, before 1s)", reply: Three of five are enough.}
//	  - {text: Nobody does., when: otherwise, reply: One is always first.}
//	```
//
// A quiz is answered by the lesson: one right answer of several (single; a sentence with
// ____ to complete is one, too), some of them (multiple, each with its reply), the right
// order (order: they stand here as they should), or a whole number (number).
//
//	```quiz
//	id: where-release
//	kind: multiple
//	ask: Where does A send a release?
//	answers:
//	  - {text: To n2., right: true, reply: It said OK.}
//	  - {text: To itself., reply: It holds no key.}
//	```
//
//	```quiz
//	id: what-is-left
//	kind: number
//	ask: How much validity is left?
//	number: 9848
//	unit: ms
//	near: [{is: 9898, reply: That forgets the 50 ms that have passed.}]
//	reply: Take time and drift off the TTL.   # after any other wrong number
//	right: So long and no longer.
//	```
//
// A challenge is a run to change so that a goal is met, in any way that allow, knobs and
// most permit. Untouched the run must not meet it, and the solution must. What is done is
// written as in a scenario's faults: see package runjson.
//
//	```challenge
//	id: break-it
//	kind: break               # or repair
//	scenario: foreign-release-spared
//	params: {lock.ttl: 10s}
//	seed: 7
//	ask: Let two be inside at once.
//	goal: violated(mutual-exclusion)
//	allow: [pause, crash]     # verbs; all if left out, [] for none
//	knobs: [lock.ttl]         # parameters; none if left out
//	most: 1                   # actions
//	hints: [Look at the TTL., Who sleeps does not see time pass.]
//	solution:
//	  do: [{at: 1.2s, pause: {client: A, for: 12s}}]
//	  set: {lock.ttl: 30s}
//	after: The pause outlived the lock.
//	```
//
// Code is a part of two files of the folder code, between the lines // part lock and
// // end, of at most [MaxColumns] columns.
//
//	```code
//	title: In your code
//	go: first-lock/lock.go
//	js: first-lock/lock.mjs
//	part: lock
//	```
//
// A note (story, beware, fact) stands apart, in paragraphs and lists. A decision is
// questions that lead to an advice, one after the other.
//
//	```decision
//	id: which-lock
//	start: purpose
//	nodes:
//	  purpose: {ask: What for?, options: [{text: To save work., to: one}, {text: For money., to: fence}]}
//	  one: {advice: One node is enough., cost: One round trip.}
//	  fence: {advice: Add fencing., cost: A number with every write.}
//	```
//
// Code in go, js, lua, redis and text stands in fenced blocks as it is. Raw HTML is
// refused, and so are pictures of another server. A file has at most [MaxSize] bytes, and a
// line of it [MaxLine].
//
// # Terms
//
// Where the text first uses a term of the glossary it is a link there: in paragraphs and
// lists, not in headings, tables, links, code and blocks. See package glossary.
//
// # Loading
//
// Everything is read, played, rendered and drawn once, by [Load]; whatever is wrong is
// an error that names file and line and says what would be right.
//
// The HTML keeps to the pages' content policy: no style, no script, no foreign origin.
// A page is complete without JavaScript, but for the playing itself: what is right and
// every reply stand in details, which the client puts away when it takes over.
package lesson
