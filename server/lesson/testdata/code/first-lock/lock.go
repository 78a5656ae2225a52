package lock

func lock() {
	// part lock
	ok := set(key, "<token>") // nil if nobody has it
	if !ok {
		return
	}

	// end
	// part two
	charge()
	// end
}
