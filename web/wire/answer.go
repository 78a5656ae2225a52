package wire

import (
	"encoding/binary"

	"lockstep/sim/trace"
)

// Answer is a *[Batch], a *[Verdict], a *[Comparison] or a *[Problem].
type Answer interface {
	// To is the number of the question that it answers.
	To() uint64
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
	Text   string // in English, but what is wrong with a run's parameters in the language of the question
}

// Reason is what sort of problem it is, for a page that can say it in its reader's
// language.
type Reason string

// The reasons.
const (
	ReasonVersion  Reason = "version"  // the link is of a version of Lockstep that this one does not know
	ReasonEngine   Reason = "engine"   // the run was made by another engine than the server's; Text says which
	ReasonLink     Reason = "link"     // the link is damaged
	ReasonScenario Reason = "scenario" // there is no scenario of that name; Text says which there are
	ReasonInput    Reason = "input"    // the run names what does not exist; Text says what
	ReasonBeyond   Reason = "beyond"   // the page asks for what comes after the run's end
	ReasonBusy     Reason = "busy"     // too many large runs are being sent or judged; ask again
	ReasonStopping Reason = "stopping" // the server is
	ReasonFault    Reason = "fault"    // Lockstep's own
)

// To is the number of the question.
func (x *Batch) To() uint64 { return x.ID }

// To is the number of the question.
func (p *Problem) To() uint64 { return p.ID }

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

// ReadAnswer reads a frame of the server's.
func ReadAnswer(b []byte) (Answer, error) {
	if len(b) >= 2 {
		switch b[1] {
		case tagVerdict:
			return readVerdict(b)
		case tagComparison:
			return readComparison(b)
		case tagProblem:
			return readProblem(b)
		}
	}
	return readBatch(b)
}

func readProblem(b []byte) (Answer, error) {
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

func readBatch(b []byte) (Answer, error) {
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
