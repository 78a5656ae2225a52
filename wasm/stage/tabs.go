package stage

import "lockstep/web/board"

func (s *Stage) chooseTab(tab string) {
	s.tab = tab
	s.showTab()
	s.remember(false)
}

// stepTab shows the next view, or the one before, and moves the focus to its button.
func (s *Stage) stepTab(to string) {
	s.chooseTab(board.Tabs[(s.tabAt+len(board.Tabs)+step(to))%len(board.Tabs)])
	s.view.Focus(TabTopology + Part(s.tabAt))
}

// showTab shows the view that was chosen, or else the first.
func (s *Stage) showTab() {
	chosen := 0
	for i, name := range board.Tabs {
		if name == s.tab {
			chosen = i
		}
	}
	s.view.SetAttr(Whole, "data-tab", board.Tabs[chosen])
	s.tabAt = chosen
	for i := range board.Tabs {
		button, selected, index := TabTopology+Part(i), "false", "-1"
		if i == chosen {
			selected, index = "true", "0"
		}
		s.view.SetAttr(button, "aria-selected", selected)
		s.view.SetAttr(button, "tabindex", index)
	}
}
