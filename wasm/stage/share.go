package stage

// share shows the address of what the picture shows, to be copied: a room's page leads to the
// room, so there it is that of the page that shows the scene alone.
func (s *Stage) share(string) {
	s.address.strange, s.address.instead = false, "" // what is shown is what is shared
	s.remember(false)
	s.openDialog(Share)
	s.view.SetText(ShareCopied, "")
	address := s.page.Address()
	if s.follower.room != "" {
		address = s.page.Alone() + "#" + s.fragment()
	}
	s.view.SetValue(ShareAddress, address)
	s.view.Focus(ShareAddress)
}

// copyAddress copies the address, or leaves it selected where the browser does not let us.
func (s *Stage) copyAddress(string) {
	done := "viewer.share.select"
	if s.page.Copy(ShareAddress) {
		done = "viewer.share.copied"
	}
	s.view.SetText(ShareCopied, s.say.Say(done))
}
