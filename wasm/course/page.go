package course

// Page is what a lesson needs of the document and its browser.
type Page interface {
	// Load gives back what was kept under a name, by this page or another of the
	// browser: an empty text if nothing was, or the browser keeps nothing.
	Load(name string) string

	// Save keeps a text under a name for good, where the browser does. An empty one takes
	// away what was kept.
	Save(name, text string)

	// Update shows what was set, soon.
	Update()
}

// Mark is how an option stands once a question is answered. The sign of its chip says
// whether what the reader did agrees with what is right.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	Believed      // chosen or put there, and not so: outlined, ≠
	Missed        // right, but not chosen: filled, ≠
	True          // as it should be: filled, =
)

// QuestionView is a question on the page. No text that it is given holds markup of ours,
// but those that came with the page may.
type QuestionView interface {
	// Enable lets the reader answer, or no more.
	Enable(on bool)

	// Fill answers as a [Question] has it.
	Fill(answer string)

	// Mark marks an option, in a word.
	Mark(option int, m Mark, word string)

	// Reply is shown below the question and read out: how it went, why, paragraph by
	// paragraph, and the label of a button that plays it, if there is one.
	Reply(agree bool, headline string, why []string, watch string)

	// Ask has the reader answer otherwise, in words, or clears all that was said.
	Ask(words string)

	// Label is what the button says.
	Label(text string)

	// Answers shows the folded list of what is right, or hides it.
	Answers(on bool)

	// Tell has a sentence read out that is not shown.
	Tell(sentence string)
}

// SceneView is what a lesson has around a figure and beside it.
type SceneView interface {
	// Stop shows the sentence of a stop, and no other; -1 for none.
	Stop(i int)

	// Light marks the step of that number as what happens now, and those before it as
	// done; -1 for none.
	Light(step int)

	// Wait leads to a prediction that waits for an answer; with no words, it does not.
	Wait(words, id string)

	// Approach brings the figure into sight and to the hands.
	Approach()
}
