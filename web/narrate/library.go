package narrate

// libraries says of the clients whose locks have a library's habits which one that
// is, in the order of the first of each. Where a library's name is not its id there is
// a phrase of it. A lock of another kind than the library's is not the library's any more,
// whatever else it has of it.
func (t teller) libraries() []string {
	var said []string
	for i, c := range t.e.Clients {
		if c.Profile == "" || c.Claims != "" {
			continue
		}
		names, first := t.users(c.Profile)
		if first < i {
			continue // it was said
		}
		key := "start.library"
		if len(names) == 1 {
			key += ".one"
		}
		said = append(said, t.c.Say(key, "clients", t.list(names), "library", t.known("library", c.Profile)))
	}
	return said
}

// users names the clients that lock as a library does, and says where the first of
// them stands.
func (t teller) users(library string) (names []string, first int) {
	for i, c := range t.e.Clients {
		if c.Profile != library || c.Claims != "" {
			continue
		}
		if names == nil {
			first = i
		}
		names = append(names, string(c.ID))
	}
	return names, first
}
