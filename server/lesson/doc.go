// Package lesson reads the course: Markdown files with YAML front matter, one a
// lesson and language, and renders them to HTML.
//
//	---
//	title: Redlock in five steps
//	lede: One sentence under the title.
//	summary: One sentence for the list of lessons.
//	order: 1
//	---
//
//	Text. ## Every heading {#has-an-id} that is the same in all languages.
//
// What moves stands in fenced blocks with YAML inside, so that a file reads well
// anywhere. A scene is a run to play; the one beside the text has a column of its
// own where there is room, and parts the text in what comes before and after it.
// A source shows a file of an algorithm, with the scene before it.
//
//	```scene
//	scenario: redlock
//	title: Two clients, five nodes
//	start: 13.5ms             # what the picture shows first
//	until: 2s                 # where the scene ends; its run's own end if left out
//	beside: true
//	params: {lock.ttl: 30s}
//	seed: 7
//	```
//
//	```source
//	file: redlock.go
//	```
//
// An ordered list whose items all begin in bold is a list of steps. Raw HTML is
// refused, and so are pictures of another server. Everything is read, rendered and
// drawn once, by [Load]; whatever is wrong is an error that names file and line and
// says what would be right.
//
// The HTML keeps to the pages' content policy: no style, no script, no foreign
// origin. A page is complete without JavaScript, but for the playing itself.
package lesson
