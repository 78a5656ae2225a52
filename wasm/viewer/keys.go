package viewer

// Key is a key that went down.
type Key struct {
	Name      string // as the browser calls it: " ", "k", "ArrowLeft"
	Shift     bool
	Control   bool // with Ctrl, or with Meta, which is a Mac's
	Modified  bool // with Ctrl, Alt or Meta: the browser's own, as a rule
	Composing bool // it feeds an input method
	On        On
}

// On is what had the focus.
type On uint8

const (
	OnFigure   On = iota // the figure, or the page's body
	OnButton             // something in the figure that Space and Enter press
	OnScrubber           // the figure's scrubber
	OnSpace              // its space-time diagram
	OnOther              // something with keys of its own, or outside the figure
)

// Command is what a learner tells a figure to do.
type Command uint8

const (
	None Command = iota
	Toggle
	Step
	Back
	Next
	Home
	End
	Slower
	Faster
	Keys // show what the keys are
)

// commands are the names that buttons carry in data-do.
var commands = map[string]Command{
	"play": Toggle, "step": Step, "back": Back, "next": Next, "restart": Home,
}

// CommandNamed returns the command of a button's data-do, or None.
func CommandNamed(name string) Command { return commands[name] }

// Command returns what the key tells the figure. None leaves it to the browser.
func (k Key) Command() Command {
	if k.Modified || k.Composing || k.On == OnOther {
		return None
	}
	switch k.Name {
	case " ":
		if k.On == OnButton {
			return None
		}
		return Toggle
	case "k", "K":
		return Toggle
	case "ArrowLeft":
		return Back
	case "ArrowRight":
		if k.Shift {
			return Next
		}
		return Step
	case "n", "N":
		return Next
	case "Home", "0":
		return Home
	case "End":
		return End
	case "[", "-":
		return Slower
	case "]", "+", "=":
		return Faster
	case "?":
		return Keys
	}
	if k.On != OnScrubber {
		return None
	}
	// What a slider's keys mean, measured in events instead of pixels.
	switch k.Name {
	case "ArrowUp":
		return Step
	case "ArrowDown":
		return Back
	case "PageUp":
		return Next
	}
	return None
}
