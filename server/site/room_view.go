package site

import "html/template"

// roomView is a room for its template.
type roomView struct {
	Code    string // as in addresses
	Shown   string // as people read it
	Role    string // "view", "drive" or "screen"
	Owner   bool   // whoever looks at the page has opened the room
	Scene   int    // which of the scenes the page shows
	Socket  string // the relative address of the room's socket
	Phrases string // what its scripts say: see phrase.Catalog.Lines
	Own     string // the relative address of the page on which the scene is played alone
	Scenes  []roomScene
	Run     string // the relative address of a scene's runs as driven, up to its number

	// The rest is for whoever has opened it, and for the projector.
	Address     string           // absolute: where one joins
	Where       string           // the same without scheme and code, as it stands on the screen
	QR          qrView           // of Address
	Here        bool             // only this computer can join there
	Screen, CSV string           // relative addresses of the projector's page and of the answers
	Keep        string           // absolute, with the key: the link to keep
	Predictions []roomPrediction // that can be put to the room at this scene
	Options     []string         // the numbers of the answers that a question of one's own may have
	Notes       template.HTML
}

// roomScene is one of the scenes that a room was opened with.
type roomScene struct {
	Index int
	Title string
	Now   bool
}

// roomPrediction is a prediction of a lesson, with the instant at which it is asked.
type roomPrediction struct {
	ID, Clock string
	Ask       template.HTML
}

// qrView is a QR code: so many modules wide and high with its quiet zone, and the dark ones
// as the path of a picture.
type qrView struct {
	Size int
	Path string
}

// joinView is the page on the way into a room, for its template.
type joinView struct {
	Title, About string
	Problem      string // why it did not work, or nothing
	Action       string // the relative address that the form goes to
	Typed        string // the code as it was typed
	Example      string // what a code looks like
	Code         string // of the room whose key is asked for; empty if it is not
	Opens        bool   // the token is asked for with which a room is opened
	Fields       []field
}
