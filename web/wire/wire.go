// Package wire is what page and server say to each other over the WebSocket.
//
// The page owns its run and asks: this run, events from sequence s, at least
// until virtual time t. The server answers with one or more batches, or with a
// problem in words. Asking again is all there is to reconnecting, and any
// server can answer. Every frame is binary and stands alone: a batch carries
// its own string table.
//
// The server also judges: it has all of every run and all phrases. A page that wants
// to know how a run comes out says in which language, and the [Verdict] follows the
// run's last batch. Where the run is an attempt at a challenge the verdict says, too,
// whether it meets the goal: the server alone judges that, and by the same rules for
// everybody. To a [Compare], the other question that a page can put, the answer
// is a [Comparison]. One question is answered at a time, of whichever kind: the newest.
//
// A run that grew from another shares its beginning. A page that has events of
// that other run, the base, says so, and the server says from which event on the
// new run differs: what the page has already does not travel again. Later
// questions about the run, after a break too, go by the events of the run itself.
//
// Where many pages show the same, in a room, the server does not wait to be asked by each:
// what the answers would be is [Pushed] to all of them.
package wire

import (
	"encoding/binary"
	"errors"
)

// Version opens every frame. A page and a server of different versions say so
// instead of misreading each other.
const Version = 5

// CloseVersion is the code with which the server closes the connection of a page
// of another version. The page then says that it wants to be reloaded.
const CloseVersion = 4001

// MaxQuestion bounds a frame from the page, in bytes. It holds two links, and all else
// that a question of either kind says.
const MaxQuestion = 132 << 10

// MaxName bounds the name of a run or a challenge in a question, in bytes.
const MaxName = 512

// MaxBatch bounds the events in one batch.
const MaxBatch = 512

const (
	tagAsk        = 'a'
	tagBatch      = 'b'
	tagCompare    = 'c'
	tagComparison = 'd'
	tagProblem    = 'p'
	tagPushed     = 'r'
	tagVerdict    = 'v'
)

// Errors of the readers.
var (
	ErrVersion   = errors.New("wire: the other side speaks another version")
	ErrMalformed = errors.New("wire: malformed frame")
)

func open(b []byte, tag byte) ([]byte, error) {
	switch {
	case len(b) < 2:
		return nil, ErrMalformed
	case b[0] != Version:
		return nil, ErrVersion
	case b[1] != tag:
		return nil, ErrMalformed
	}
	return b[2:], nil
}

// readNumber reads a number that fits an int of 64 bits with room to add to it.
func readNumber(b []byte) (n int, rest []byte, err error) {
	v, size := binary.Uvarint(b)
	if size <= 0 || v > 1<<62 {
		return 0, nil, ErrMalformed
	}
	return int(v), b[size:], nil
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func readText(b []byte) (s string, rest []byte, err error) {
	n, b, err := readNumber(b)
	if err != nil || n > len(b) {
		return "", nil, ErrMalformed
	}
	return string(b[:n]), b[n:], nil
}

// readTexts reads so many texts, one after another.
func readTexts(b []byte, to ...*string) (rest []byte, err error) {
	for _, s := range to {
		if *s, b, err = readText(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func appendTexts(b []byte, all ...string) []byte {
	for _, s := range all {
		b = appendText(b, s)
	}
	return b
}
