package trace

import (
	"crypto"
	"hash"
)

// unhashed names the fields that do not tell two runs apart: the engine's
// version, and where in the source a step stands. A comment must not break
// links and transcripts.
func unhashed(f field) bool { return f == fEngine || f == fFile || f == fLine }

// newSum returns SHA-256 if the program has it. It is not imported here: whoever
// computes hashes imports crypto/sha256, and the browser's viewer, which only
// shows them, goes without those 50 KiB.
func newSum() hash.Hash { return crypto.SHA256.New() }

// Hasher computes a run's hash event by event. It panics in a program without
// crypto/sha256.
type Hasher struct {
	enc Encoder
	sum hash.Hash
	buf []byte
}

// Add takes the next event. The End event, which carries the hash, is not part
// of it.
func (h *Hasher) Add(e *Event) {
	if h.sum == nil {
		h.sum = newSum()
	}
	h.buf = h.enc.append(h.buf[:0], e, true)
	h.sum.Write(h.buf)
}

// Sum returns the first 16 bytes of the SHA-256 of all events added, in hex.
func (h *Hasher) Sum() string {
	if h.sum == nil {
		h.sum = newSum()
	}
	const digits = "0123456789abcdef" // encoding/hex would bring fmt along
	var text []byte
	for _, v := range h.sum.Sum(nil)[:16] {
		text = append(text, digits[v>>4], digits[v&15])
	}
	return string(text)
}

// Reset forgets all events.
func (h *Hasher) Reset() {
	h.enc.Reset()
	if h.sum != nil {
		h.sum.Reset()
	}
}

// Hash returns the hash of a whole run's events.
func Hash(events []Event) string {
	var h Hasher
	for i := range events {
		if events[i].Kind != End {
			h.Add(&events[i])
		}
	}
	return h.Sum()
}
