// Package board holds what the stage's page and the client that plays it agree on.
package board

// Tabs are the views of a narrow page, in order. It shows one at a time, and an address
// can hold which.
var Tabs = [...]string{"topology", "time", "events", "code"}

// Listed is how many steps the list of events holds, until somebody asks for more. The
// page comes with as many.
const Listed = 60

// MaxName is how long a branch's name may be, in characters: the page's form takes as
// many.
const MaxName = 40
