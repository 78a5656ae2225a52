package stage

// share shows the address of what the picture shows, to be copied.
func (s *Stage) share(string) {
	s.address.strange, s.address.instead = false, "" // what is shown is what is shared
	s.remember(false)
	s.openDialog(Share)
	s.view.SetText(ShareCopied, "")
	s.view.SetValue(ShareAddress, s.page.Address())
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
