package trace

import (
	"crypto/sha256"
	"hash"
)

// unhashed names the fields that do not tell two runs apart: the engine's
// version, and where in the source a step stands. A comment must not break
// links and transcripts.
func unhashed(f *field) bool { return f == fEngine || f == fFile || f == fLine }

// Hasher computes a run's hash event by event.
type Hasher struct {
	enc Encoder
	sum hash.Hash
	buf []byte
}

// Add takes the next event. The End event, which carries the hash, is not part
// of it.
func (h *Hasher) Add(e *Event) {
	if h.sum == nil {
		h.sum = sha256.New()
	}
	h.buf = h.enc.append(h.buf[:0], e, true)
	h.sum.Write(h.buf)
}

// Sum returns the first 16 bytes of the SHA-256 of all events added, in hex.
func (h *Hasher) Sum() string {
	if h.sum == nil {
		h.sum = sha256.New()
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
