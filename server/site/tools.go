package site

// tool is a button of the stage.
type tool struct {
	Do    string
	Text  string
	Title string // with its key, if it has one
	Keys  string // for assistive technology
	Icon  string // a path in a square of 16
	Part  string // of its word, where the viewer changes it
	Why   string // it cannot be used at first

	Line    bool // it has an outline
	Bare    bool // the sign is known to everybody: the word is for who cannot see it
	Opens   bool // a dialog
	Pressed bool
}

// tools are the stage's buttons by what they do.
var tools = map[string]tool{
	"hands": {Opens: true, Line: true, Keys: "A",
		Icon: "M5 9V3.4a1 1 0 0 1 2 0V7M7 7V2.4a1 1 0 0 1 2 0V7M9 7V3.4a1 1 0 0 1 2 0V7M11 7V5.4a1 1 0 0 1 2 0V9.5c0 2.4-1.6 4.1-4 4.1-2.2 0-3.2-1-4.2-2.6L2.9 8.7A1 1 0 0 1 4.5 7.6L5 8.3"},
	"undo":        {Keys: "Control+Z", Icon: "M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7"},
	"redo":        {Keys: "Control+Shift+Z", Icon: "M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 0 0 0 7h3"},
	"compare":     {Opens: true, Keys: "C", Icon: "M2 3h5v10H2ZM9 3h5v10H9Z"},
	"params":      {Opens: true, Icon: "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4"},
	"seed":        {Part: "seed", Icon: "M2.5 2.5h11v11h-11ZM5.6 5.6h.01M10.4 10.4h.01M8 8h.01"},
	"share":       {Opens: true, Line: true, Icon: "M6.5 9.5l3-3M7.2 4.6 8.4 3.4a3 3 0 0 1 4.2 4.2L11.4 8.8M8.8 11.4 7.6 12.6a3 3 0 0 1-4.2-4.2L4.6 7.2"},
	"keys":        {Opens: true, Keys: "?", Icon: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.5-1.1.9-1.1 1.8M8 12.8h.01"},
	"fold":        {Pressed: true},
	"zoom-in":     {Bare: true, Icon: "M8 3v10M3 8h10"},
	"zoom-out":    {Bare: true, Icon: "M3 8h10"},
	"fit":         {},
	"difference":  {Line: true},
	"compare-end": {},
	"copy":        {Line: true},
}

// Tool returns the button that does that, in words.
func (x *stageView) Tool(do string) tool {
	t := tools[do]
	t.Do, t.Text = do, x.view.Say("play.do."+do)
	t.Title = t.Text
	if do == "seed" { // it shows the one there is
		t.Text = x.view.Say("stage.seed", "seed", "0")
	}
	if x.view.phrases.Has("stage.key." + do) {
		t.Title = x.Keyed(t.Text, do)
	}
	if do == "compare" {
		t.Why = x.view.Say("viewer.compare.none")
	}
	return t
}
