// Package wire is what page and server say to each other over the WebSocket.
//
// The page owns its run and asks: this run, events from sequence s, at least
// until virtual time t. The server answers with one or more batches, or with a
// problem in words. Asking again is all there is to reconnecting, and any
// server can answer. Every frame is binary and stands alone: a batch carries
// its own string table.
package wire

import (
	"encoding/binary"
	"errors"

	"lockstep/sim/trace"
)

// Version opens every frame. A page and a server of different versions say so
// instead of misreading each other.
const Version = 3

// CloseVersion is the code with which the server closes the connection of a page
// of another version. The page then says that it wants to be reloaded.
const CloseVersion = 4001

// MaxAsk bounds a frame from the page, in bytes.
const MaxAsk = 68 << 10

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
}

// Batch is a stretch of a run's events.
type Batch struct {
	ID     uint64
	Events []trace.Event // in sequence
	More   bool          // the run has events after these
}

// Problem says in words why there is no answer.
type Problem struct {
	ID   uint64
	Text string
}

// AppendAsk appends the frame of a.
func AppendAsk(b []byte, a Ask) []byte {
	b = append(b, Version, tagAsk)
	b = binary.AppendUvarint(b, a.ID)
	b = binary.AppendUvarint(b, uint64(a.From))
	b = binary.AppendUvarint(b, uint64(a.Until))
	return append(b, a.Run...)
}

// ReadAsk reads a frame that AppendAsk wrote.
func ReadAsk(b []byte) (Ask, error) {
	b, err := open(b, tagAsk)
	if err != nil {
		return Ask{}, err
	}
	var n [3]uint64
	for i := range n {
		v, size := binary.Uvarint(b)
		if size <= 0 || v > 1<<62 {
			return Ask{}, ErrMalformed
		}
		n[i], b = v, b[size:]
	}
	return Ask{ID: n[0], From: int(n[1]), Until: trace.Time(n[2]), Run: string(b)}, nil
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
	return append(b, p.Text...)
}

// ReadAnswer reads a batch or a problem: exactly one of the two is not nil
// unless err is set.
func ReadAnswer(b []byte) (*Batch, *Problem, error) {
	if len(b) >= 2 && b[1] == tagProblem {
		b, err := open(b, tagProblem)
		if err != nil {
			return nil, nil, err
		}
		id, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, nil, ErrMalformed
		}
		return nil, &Problem{ID: id, Text: string(b[n:])}, nil
	}
	b, err := open(b, tagBatch)
	if err != nil {
		return nil, nil, err
	}
	id, n := binary.Uvarint(b)
	if n <= 0 || len(b) == n || b[n] > 1 {
		return nil, nil, ErrMalformed
	}
	x := &Batch{ID: id, More: b[n] == 1}
	b = b[n+1:]
	var dec trace.Decoder
	for len(b) > 0 {
		if len(x.Events) == MaxBatch {
			return nil, nil, ErrMalformed
		}
		var e trace.Event
		if b, err = dec.Next(b, &e); err != nil {
			return nil, nil, err
		}
		x.Events = append(x.Events, e)
	}
	return x, nil, nil
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
