// Package wire is what page and server say to each other over the WebSocket.
//
// The page owns its run and asks: this run, events from sequence s, at least
// until virtual time t. The server answers with one or more batches, or with a
// problem in words. Asking again is all there is to reconnecting, and any
// server can answer. Every frame is binary and stands alone: a batch carries
// its own string table.
//
// A run that grew from another shares its beginning. A page that has events of
// that other run, the base, says so, and the server says from which event on the
// new run differs: what the page has already does not travel again. Later
// questions about the run, after a break too, go by the events of the run itself.
package wire

import (
	"encoding/binary"
	"errors"

	"lockstep/sim/trace"
)

// Version opens every frame. A page and a server of different versions say so
// instead of misreading each other.
const Version = 4

// CloseVersion is the code with which the server closes the connection of a page
// of another version. The page then says that it wants to be reloaded.
const CloseVersion = 4001

// MaxAsk bounds a frame from the page, in bytes. It holds two links.
const MaxAsk = 132 << 10

// MaxBatch bounds the events in one batch.
const MaxBatch = 512

const (
	tagAsk     = 'a'
	tagBatch   = 'b'
	tagProblem = 'p'
)

// Errors of the readers.
var (
	ErrVersion   = errors.New("wire: the other side speaks another version")
	ErrMalformed = errors.New("wire: malformed frame")
)

// Ask is the page's question.
type Ask struct {
	ID    uint64 // chosen by the page; answers carry it
	Run   string // link form
	From  int    // first event wanted
	Until trace.Time

	// Base is the link form of a run of which the page has the first Have events.
	// It goes with From 0, and there is none if Have is 0. A link that names its engine
	// is safe from a server whose engine plays the run otherwise.
	Base string
	Have int
}

// Batch is a stretch of a run's events.
type Batch struct {
	ID     uint64
	Events []trace.Event // in sequence
	More   bool          // the run has events after these

	// Same is, in the first batch of an answer, how many of the base's first events
	// are the run's too; Events goes on from there. At most Have, and less than the
	// run has: its End always comes. Events are the same that differ in nothing but
	// the engine and the place in the source, and a Start also in the run that it
	// names.
	Same int
}

// Problem says in words why there is no answer.
type Problem struct {
	ID     uint64
	Reason Reason
	Text   string // in English
}

// Reason is what sort of problem it is, for a page that can say it in its reader's
// language.
type Reason string

// The reasons.
const (
	ReasonVersion  Reason = "version"  // the link is of a newer Lockstep
	ReasonEngine   Reason = "engine"   // the run was made by another engine than the server's; Text says which
	ReasonLink     Reason = "link"     // the link is damaged
	ReasonInput    Reason = "input"    // the run names what does not exist; Text says what
	ReasonBeyond   Reason = "beyond"   // the page asks for what comes after the run's end
	ReasonBusy     Reason = "busy"     // too many large runs are being sent; ask again
	ReasonStopping Reason = "stopping" // the server is
	ReasonFault    Reason = "fault"    // Lockstep's own
)

// AppendAsk appends the frame of a.
func AppendAsk(b []byte, a Ask) []byte {
	b = append(b, Version, tagAsk)
	for _, n := range [...]uint64{a.ID, uint64(a.From), uint64(a.Until), uint64(a.Have)} {
		b = binary.AppendUvarint(b, n)
	}
	b = appendText(b, a.Base)
	return append(b, a.Run...)
}

// ReadAsk reads a frame that AppendAsk wrote.
func ReadAsk(b []byte) (Ask, error) {
	b, err := open(b, tagAsk)
	if err != nil {
		return Ask{}, err
	}
	var n [4]int
	for i := range n {
		if n[i], b, err = readNumber(b); err != nil {
			return Ask{}, err
		}
	}
	a := Ask{ID: uint64(n[0]), From: n[1], Until: trace.Time(n[2]), Have: n[3]}
	if a.Base, b, err = readText(b); err != nil {
		return Ask{}, err
	}
	if a.Run = string(b); (a.Have > 0) != (a.Base != "") || a.Have > 0 && a.From > 0 {
		return Ask{}, ErrMalformed
	}
	return a, nil
}

// AppendBatch appends the frame of x.
func AppendBatch(b []byte, x Batch) []byte {
	b = append(b, Version, tagBatch)
	b = binary.AppendUvarint(b, x.ID)
	more := byte(0)
	if x.More {
		more = 1
	}
	b = append(b, more)
	b = binary.AppendUvarint(b, uint64(x.Same))
	var enc trace.Encoder
	for i := range x.Events {
		b = enc.Append(b, &x.Events[i])
	}
	return b
}

// AppendProblem appends the frame of p.
func AppendProblem(b []byte, p Problem) []byte {
	b = append(b, Version, tagProblem)
	b = binary.AppendUvarint(b, p.ID)
	b = appendText(b, string(p.Reason))
	return append(b, p.Text...)
}

// ReadAnswer reads a batch or a problem: exactly one of the two is not nil
// unless err is set.
func ReadAnswer(b []byte) (*Batch, *Problem, error) {
	if len(b) >= 2 && b[1] == tagProblem {
		p, err := readProblem(b)
		return nil, p, err
	}
	x, err := readBatch(b)
	return x, nil, err
}

func readProblem(b []byte) (*Problem, error) {
	b, err := open(b, tagProblem)
	if err != nil {
		return nil, err
	}
	id, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	reason, b, err := readText(b)
	if err != nil {
		return nil, err
	}
	return &Problem{ID: uint64(id), Reason: Reason(reason), Text: string(b)}, nil
}

func readBatch(b []byte) (*Batch, error) {
	b, err := open(b, tagBatch)
	if err != nil {
		return nil, err
	}
	id, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	if len(b) == 0 || b[0] > 1 {
		return nil, ErrMalformed
	}
	x := &Batch{ID: uint64(id), More: b[0] == 1}
	if x.Same, b, err = readNumber(b[1:]); err != nil {
		return nil, err
	}
	var dec trace.Decoder
	for len(b) > 0 {
		if len(x.Events) == MaxBatch {
			return nil, ErrMalformed
		}
		var e trace.Event
		if b, err = dec.Next(b, &e); err != nil {
			return nil, err
		}
		x.Events = append(x.Events, e)
	}
	return x, nil
}

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
