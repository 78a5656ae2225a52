package main

func lock(set func(key, token string) bool, key, token string) bool {
	// part lock
	return set(key, token) // false if somebody has it
	// end
}
