package wire

// Pushed is an answer that nobody has asked for yet: a room sends all its pages what each
// of them would ask for next, made once. Its answer has the number 0.
type Pushed struct {
	Run  string // link form of what it is about
	Base string // link form of the run of which a page must have the batch's Same events; empty if Same is 0
	Lang string // of a verdict; empty for a batch

	Answer []byte // the frame of a [Batch] or a [Verdict]
}

// AppendPushed appends the frame of p.
func AppendPushed(b []byte, p Pushed) []byte {
	b = appendTexts(append(b, Version, tagPushed), p.Run, p.Base, p.Lang)
	return append(b, p.Answer...)
}

// ReadPushed reads a frame that AppendPushed wrote. What it answers is read by
// [ReadAnswer].
func ReadPushed(b []byte) (*Pushed, error) {
	b, err := open(b, tagPushed)
	if err != nil {
		return nil, err
	}
	p := new(Pushed)
	if p.Answer, err = readTexts(b, &p.Run, &p.Base, &p.Lang); err != nil {
		return nil, err
	}
	return p, nil
}
