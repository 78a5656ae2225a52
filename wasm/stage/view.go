package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/spacetime"
	"lockstep/web/thing"
	"lockstep/web/wall"
)

// Part names a part of the stage.
type Part uint8

const (
	Whole Part = iota
	Verdict
	VerdictHeadline
	VerdictWhy
	VerdictPromise
	VerdictChange // what the last change made of the outcome
	VerdictButton
	VerdictGo // the button's words
	Compare   // instead of the verdict, while two branches are compared
	NameThis
	NameThat
	PictureThis // the names, above the pictures
	PictureThat
	VerdictThis
	VerdictThat
	Changed
	Difference
	DifferenceButton
	Space
	FoldButton
	Events
	TabTopology // and the others, in the order of tabs
	TabTime
	TabEvents
	TabCode
	Branches
	UndoButton
	RedoButton
	CompareButton
	Seed
	Lanes
	Seen // how far along the line somebody has been
	Menu
	MenuTitle
	MenuList
	Amount
	AmountTitle
	AmountLabel
	AmountHint
	AmountValue
	Console
	ConsoleTitle
	ConsoleLog
	ConsoleLine
	ConsoleWait // that the next line has to
	Share
	ShareAddress
	ShareCopied
	Name
	NameValue
	Params
	ParamsForm
	ParamsProblem
	KeysList
	Attempt     // what becomes of the challenge
	AttemptSaid // in words
	Other       // the picture of the branch that is compared
	Parts       // how many there are
)

// View is the stage's part of the page. What is set shows with the next repaint.
type View interface {
	// Has tells whether the page has the part.
	Has(p Part) bool

	// Enable lets the reader use the controls that the page came with.
	Enable()

	SetText(p Part, text string)
	SetAttr(p Part, name, value string)
	DropAttr(p Part, name string)
	SetValue(p Part, value string)

	// SetHTML replaces what is in the part. The focus stays on what does the same.
	SetHTML(p Part, markup []byte)

	// Insert puts an element before the child at the place, Replace one instead of it,
	// Remove takes it out. Show brings it into sight within the part.
	Insert(p Part, place int, markup []byte)
	Replace(p Part, place int, markup []byte)
	Remove(p Part, place int)
	Show(p Part, place int)

	// Open shows a dialog over the page; Close puts it away, and the focus is where it
	// was before.
	Open(p Part)
	Close(p Part)

	// Focus selects what is in a field, or focuses the first thing in a part that can
	// be.
	Focus(p Part)

	// FocusField selects what is in the form's field of that name; without a name, in its
	// first.
	FocusField(p Part, name string)

	// Limits returns the least and the most that the form's field of that name may hold as
	// it is written there, as long as no other is changed; nothing where there are none.
	Limits(p Part, name string) (least, most string)

	// Step moves the focus to the next thing in a part that can have it, or to the one
	// before.
	Step(p Part, next bool)

	// Fill gives a form's fields the values that the page came with, but for those
	// given by name.
	Fill(p Part, values []Field)

	// Hold frames the thing whose menu is open in the picture; nothing for the zero
	// thing.
	Hold(t thing.Thing)

	// DrawOther shows a second picture, of the state s at the instant t, or none for
	// a nil state.
	DrawOther(s *trace.State, t trace.Time)

	// DrawSpace shows the diagram of a story after so many events, at the instant t, as v
	// has it.
	DrawSpace(story *spacetime.Story, happened int, t trace.Time, v spacetime.View)

	// SpaceWidth returns how wide the diagram may be, in pixels; 0 while it is not shown.
	SpaceWidth() int
}

// Field is a form's field.
type Field struct {
	Name  string // what it is called in the form
	Value string
	Usual string // the value that the page came with
}

// Page is what the stage needs of the document and its browser.
type Page interface {
	// Address returns the address of the page, with its fragment.
	Address() string

	// Alone is the address, without a fragment, of the page that shows alone what a room's
	// page shows.
	Alone() string

	// SetAddress gives the address a fragment, which begins with no #. Push makes
	// that a step of the browser's history. It tells whether the browser did so: some
	// refuse pages that change it too often, for a while.
	SetAddress(fragment string, push bool) bool

	// Keep keeps a text by that name for as long as the tab is open, where the browser lets
	// us; Kept returns it, or nothing.
	Keep(name, text string)
	Kept(name string) string

	// Save keeps a text by that name for good, where the browser lets us.
	Save(name, text string)

	// Visit goes to another page, at an address relative to this one.
	Visit(address string)

	// Later has f called when the time has passed, once; a later call replaces it.
	Later(d wall.Span, f func())

	// Copy puts what is selected in the part into the clipboard, and tells whether
	// it could.
	Copy(p Part) bool

	// Moved tells a room's page where the stage stands now, and whether its reader has
	// changed that; else time has run out.
	Moved(to Standing, byReader bool)

	// Random is a number that nobody can foresee.
	Random(below int64) int64
}
