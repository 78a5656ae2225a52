package run

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"unicode/utf8"
)

// linkVersion opens every link form; a change of layout needs a new one.
const linkVersion = 2

// Errors of Parse.
var (
	ErrLink    = errors.New("run: this is no run's link")
	ErrVersion = errors.New("run: this link is of a version that this engine does not know")
)

// Link returns the run as text that an address may hold: letters, digits, - and _.
func (r *Run) Link() string {
	b := []byte{linkVersion}
	b = appendString(b, r.Engine)
	b = appendString(b, r.Scenario)
	b = binary.AppendUvarint(b, r.Seed)
	b = binary.AppendUvarint(b, uint64(len(r.Params)))
	for _, p := range r.Params {
		b = appendString(appendString(b, p.Name), p.Value)
	}
	b = binary.AppendUvarint(b, uint64(len(r.Choices)))
	for _, c := range r.Choices {
		b = binary.AppendUvarint(appendString(b, c.Key), c.Pick)
	}
	b = binary.AppendUvarint(b, uint64(len(r.Actions)))
	for i := range r.Actions {
		b = appendAction(b, &r.Actions[i])
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Parse reads what Link wrote. It checks the form and that times lie within a run,
// not whether scenario, nodes and clients exist.
func Parse(link string) (*Run, error) {
	if len(link) > MaxLink {
		return nil, ErrLink
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(link)
	if err != nil || len(b) == 0 {
		return nil, ErrLink
	}
	if b[0] != linkVersion {
		return nil, ErrVersion
	}
	d := reader{b: b[1:]}
	r := &Run{Engine: d.string(), Scenario: d.string(), Seed: d.uvarint()}
	for range d.count(MaxParams) {
		r.Params = append(r.Params, Param{d.string(), d.string()})
	}
	for range d.count(MaxChoices) {
		r.Choices = append(r.Choices, Choice{d.string(), d.uvarint()})
	}
	for range d.count(MaxActions) {
		r.Actions = append(r.Actions, d.action())
	}
	if d.bad || len(d.b) > 0 {
		return nil, ErrLink
	}
	return r, nil
}

// reader takes a link form apart; bad says that it was cut short or malformed.
type reader struct {
	b   []byte
	bad bool
}

func (d *reader) take(n int) bool {
	if d.bad || n <= 0 || n > len(d.b) {
		d.bad, d.b = true, nil
		return false
	}
	return true
}

func (d *reader) byte() byte {
	if !d.take(1) {
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

func (d *reader) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if !d.take(n) {
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *reader) varint() int64 {
	v, n := binary.Varint(d.b)
	if !d.take(n) {
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *reader) count(most int) int {
	n := d.uvarint()
	if n > uint64(most) {
		d.bad, d.b = true, nil
		return 0
	}
	return int(n)
}

// string reads text: names and values stand in a trace, whose JSON could not say
// other bytes.
func (d *reader) string() string {
	s := d.bytes()
	if !utf8.ValidString(s) {
		d.bad, d.b = true, nil
		return ""
	}
	return s
}

// bytes reads any bytes, as a command may have them.
func (d *reader) bytes() string {
	n := d.uvarint()
	if n == 0 || d.bad {
		return ""
	}
	if n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}
