package wire

import (
	"encoding/binary"

	"lockstep/sim/trace"
)

// Outcome is how a run comes out, in words of the language asked for: see package
// verdict, which finds them.
type Outcome struct {
	Verdict  string // one of the trace's verdicts
	Headline string
	Why      string // may be empty, as Promise
	Promise  string
	At       trace.Time
	Seq      int // the event that decides it; -1 if none does
}

// Verdict is how the run of an Ask comes out. It follows the batch with the run's end.
type Verdict struct {
	ID uint64
	Outcome
	Attempt
}

// Attempt is what a run is as an attempt at the challenge that was asked about; nothing
// if none was.
type Attempt struct {
	Met   bool   // it meets the goal, by nothing that the challenge does not allow
	Judge string // a sentence that says so, or what is amiss
}

// To is the number of the question.
func (v *Verdict) To() uint64 { return v.ID }

// Comparison is the answer to a Compare.
type Comparison struct {
	ID             uint64
	Same           int        // how many events the runs have in common from the beginning
	FirstA, FirstB string     // the first event that differs, in each, in words
	At             trace.Time // when that is
	A, B           Outcome
	Changed        string // what the difference made of the outcome
}

// To is the number of the question.
func (c *Comparison) To() uint64 { return c.ID }

// AppendVerdict appends the frame of v.
func AppendVerdict(b []byte, v Verdict) []byte {
	b = binary.AppendUvarint(append(b, Version, tagVerdict), v.ID)
	met := byte(0)
	if v.Met {
		met = 1
	}
	return appendText(append(appendOutcome(b, &v.Outcome), met), v.Judge)
}

func readVerdict(b []byte) (Answer, error) {
	b, err := open(b, tagVerdict)
	if err != nil {
		return nil, err
	}
	id, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	v := &Verdict{ID: uint64(id)}
	if b, err = readOutcome(b, &v.Outcome); err != nil || len(b) == 0 || b[0] > 1 {
		return nil, ErrMalformed
	}
	v.Met = b[0] == 1
	if v.Judge, b, err = readText(b[1:]); err != nil || len(b) > 0 {
		return nil, ErrMalformed
	}
	return v, nil
}

// AppendComparison appends the frame of c.
func AppendComparison(b []byte, c Comparison) []byte {
	b = append(b, Version, tagComparison)
	for _, n := range [...]uint64{c.ID, uint64(c.Same), uint64(c.At)} {
		b = binary.AppendUvarint(b, n)
	}
	b = appendOutcome(appendOutcome(b, &c.A), &c.B)
	return appendTexts(b, c.FirstA, c.FirstB, c.Changed)
}

func readComparison(b []byte) (Answer, error) {
	b, err := open(b, tagComparison)
	if err != nil {
		return nil, err
	}
	var n [3]int
	for i := range n {
		if n[i], b, err = readNumber(b); err != nil {
			return nil, err
		}
	}
	c := &Comparison{ID: uint64(n[0]), Same: n[1], At: trace.Time(n[2])}
	for _, o := range [...]*Outcome{&c.A, &c.B} {
		if b, err = readOutcome(b, o); err != nil {
			return nil, err
		}
	}
	if b, err = readTexts(b, &c.FirstA, &c.FirstB, &c.Changed); err != nil || len(b) > 0 {
		return nil, ErrMalformed
	}
	return c, nil
}

func appendOutcome(b []byte, o *Outcome) []byte {
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(o.At)), uint64(o.Seq+1))
	return appendTexts(b, o.Verdict, o.Headline, o.Why, o.Promise)
}

func readOutcome(b []byte, o *Outcome) (rest []byte, err error) {
	at, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	next, b, err := readNumber(b)
	if err != nil {
		return nil, err
	}
	o.At, o.Seq = trace.Time(at), next-1
	return readTexts(b, &o.Verdict, &o.Headline, &o.Why, &o.Promise)
}
