package stage

import "lockstep/wasm/viewer"

// A binding is a key and the button that does the same.
type binding struct{ key, do, arg string }

// onStage are the keys of the stage.
var onStage = [...]binding{
	{"a", "hands", ""}, {"z", "undo", ""}, {"Z", "redo", ""}, {"c", "compare", ""}, {"v", "verdict", ""},
	{"1", "tab", "topology"}, {"2", "tab", "time"}, {"3", "tab", "events"}, {"4", "tab", "code"}, {"?", "keys", ""},
}

// onSpace are the keys of the space-time diagram, while it has the focus.
var onSpace = [...]binding{
	{"+", "zoom-in", ""}, {"=", "zoom-in", ""}, {"-", "zoom-out", ""},
	{"ArrowLeft", "pan", "back"}, {"ArrowRight", "pan", "on"}, {"Enter", "middle", ""},
}

// doBound does what a key is bound to, if it is.
func (s *Stage) doBound(bound []binding, key string) bool {
	for _, b := range bound {
		if b.key == key {
			return s.Do(b.do, b.arg)
		}
	}
	return false
}

// Pressed is viewer.Companion: a key went down.
func (s *Stage) Pressed(k viewer.Key) bool {
	if k.Composing {
		return false
	}
	if s.grip.dialog != Whole {
		return s.pressedInDialog(k)
	}
	if k.On == viewer.OnOther {
		return false
	}
	if k.Control {
		return s.pressedWithControl(k)
	}
	if k.Modified {
		return false
	}
	if k.On == viewer.OnSpace && s.doBound(onSpace[:], k.Name) {
		return true
	}
	return s.doBound(onStage[:], k.Name)
}

// pressedWithControl knows what every editor does.
func (s *Stage) pressedWithControl(k viewer.Key) bool {
	switch {
	case k.Name == "z" && !k.Shift:
		return s.Do("undo", "")
	case k.Name == "y", k.Name == "Z", k.Name == "z" && k.Shift:
		return s.Do("redo", "")
	}
	return false
}

// pressedInDialog leaves to an open dialog all keys but those that move within it, and
// those that would move the figure behind it: time stands still.
func (s *Stage) pressedInDialog(k viewer.Key) bool {
	if k.Modified || k.Name != "ArrowUp" && k.Name != "ArrowDown" {
		return k.Command() != viewer.None
	}
	switch s.grip.dialog {
	case Console:
		s.recalled(k.Name == "ArrowUp")
	case Menu:
		s.view.Step(MenuList, k.Name == "ArrowDown")
	default:
		return k.Command() != viewer.None
	}
	s.figure.Update()
	return true
}

func (s *Stage) openKeys(string) {
	if s.view.Has(KeysList) {
		s.openDialog(KeysList)
		return
	}
	s.figure.Do(viewer.Keys)
}
