package main

import "fmt"

// The table by which the runtime finds the function of a place (runtime.findfunctab)
// has buckets of 4096 places each, that say with which function to begin a search that
// goes from one to the next. WebAssembly counts 65536 places a function and asks for
// its first bucket only (findfunc in symtab.go). The others say the same: they compress
// better so than as zeros.
const (
	bucketSize       = 4 + 16 // where to begin, and by how much later for parts of a bucket
	bucketsEach      = 16
	placesOfFunction = 1 << 16
)

// stride is how many functions have one beginning in common. The search takes some
// steps more, and 6 KiB less go over the wire.
const stride = 16

// coarsen lets searches begin at every sixteenth function.
func (t tables) coarsen(all []function) error {
	first := t.start / placesOfFunction
	if len(all) == 0 || t.start%placesOfFunction != 0 || len(t.buckets) <= bucketSize*bucketsEach*(len(all)-1)+4 {
		return fmt.Errorf("%w: %d bytes to search %d functions from place %d", errLayout, len(t.buckets), len(all), t.start)
	}
	for i := range all {
		if entry := uint64(u32(all[i].record[:])); entry != first+uint64(i) {
			return fmt.Errorf("%w: function %d is number %d, not %d", errLayout, i, entry, first+uint64(i))
		}
	}
	clear(t.buckets)
	for at := 0; at+4 <= len(t.buckets); at += bucketSize {
		i := at / (bucketSize * bucketsEach)
		put32(t.buckets[at:], uint32(i/stride*stride))
	}
	return nil
}
