package run

import (
	"encoding/binary"
	"errors"

	"lockstep/sim/base64url"
)

// Every link form opens with its version; a change of layout needs a new one. A link
// that names no edition of its scenario is as it was before there were any.
const (
	linkVersion        = 2
	linkVersionEdition = 3
)

// Errors of Parse.
var (
	ErrLink    = errors.New("run: this is no run's link")
	ErrVersion = errors.New("run: this link is of a version that this engine does not know")
)

// Link returns the run as text that an address may hold: letters, digits, - and _.
// Parse takes it if the run keeps to MaxActions, MaxParams and MaxChoices, each of its
// actions passes its Check, all its texts but the arguments of commands are UTF-8, and
// the link is no longer than MaxLink.
func (r *Run) Link() string {
	b := []byte{linkVersion}
	if r.Edition != 0 {
		b = binary.BigEndian.AppendUint32([]byte{linkVersionEdition}, r.Edition)
	}
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
	return string(base64url.Append(nil, b))
}

// Parse reads what Link wrote. It checks the form and that actions are what
// [Action.Check] lets pass, not whether scenario, nodes and clients exist.
func Parse(link string) (*Run, error) {
	if len(link) > MaxLink {
		return nil, ErrLink
	}
	b, ok := base64url.Decode(link)
	if !ok || len(b) == 0 {
		return nil, ErrLink
	}
	r, d := new(Run), reader{b: b[1:]}
	switch b[0] {
	case linkVersion:
	case linkVersionEdition:
		r.Edition = d.uint32()
	default:
		return nil, ErrVersion
	}
	r.Engine, r.Scenario, r.Seed = d.string(), d.string(), d.uvarint()
	for range d.count(MaxParams) {
		r.Params = append(r.Params, Param{d.string(), d.string()})
	}
	for range d.count(MaxChoices) {
		r.Choices = append(r.Choices, Choice{d.string(), d.uvarint()})
	}
	for range d.count(MaxActions) {
		a := d.action()
		d.bad = d.bad || a.Check() != nil
		r.Actions = append(r.Actions, a)
	}
	// A number can be written at length: but a run has one link only.
	if d.bad || len(d.b) > 0 || r.Link() != link {
		return nil, ErrLink
	}
	return r, nil
}
