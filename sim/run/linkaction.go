package run

import (
	"encoding/binary"

	"lockstep/sim/trace"
)

func appendAction(b []byte, a *Action) []byte {
	b = append(b, byte(a.Verb), byte(a.Of), byte(a.Data))
	for _, n := range []int64{int64(a.At), int64(a.After), int64(a.Restart), int64(a.For), a.PPM, int64(a.By), int64(a.Jump), a.Rate} {
		b = binary.AppendVarint(b, n)
	}
	for _, s := range []string{a.Target, a.Msg, a.Key, a.Link[0], a.Link[1], a.Heal.Slow.Link[0], a.Heal.Slow.Link[1], a.Heal.Lose.Link[0], a.Heal.Lose.Link[1]} {
		b = appendString(b, s)
	}
	for _, is := range []bool{a.OneWay, a.Heal.Cut.All, a.Heal.Slow.All, a.Heal.Lose.All, a.When != nil} {
		b = append(b, flag(is))
	}
	b = appendStrings(b, a.Args)
	for _, groups := range [][][]string{a.Cut, a.Heal.Cut.Cut} {
		b = binary.AppendUvarint(b, uint64(len(groups)))
		for _, group := range groups {
			b = appendStrings(b, group)
		}
	}
	if t := a.When; t != nil {
		b = binary.AppendUvarint(append(b, byte(t.Kind)), uint64(t.Nth))
		b = appendStrings(b, []string{t.Who, t.Node, t.Rule, t.Phase})
	}
	return b
}

func flag(is bool) byte {
	if is {
		return 1
	}
	return 0
}

func appendStrings(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, s)
	}
	return b
}

func (d *reader) action() Action {
	a := Action{Verb: Verb(d.byte()), Of: Of(d.byte()), Data: Data(d.byte())}
	a.At = trace.Time(d.varint())
	for _, to := range []*trace.Duration{&a.After, &a.Restart, &a.For} {
		*to = trace.Duration(d.varint())
	}
	a.PPM, a.By, a.Jump, a.Rate = d.varint(), trace.Duration(d.varint()), trace.Duration(d.varint()), d.varint()
	for _, to := range []*string{&a.Target, &a.Msg, &a.Key, &a.Link[0], &a.Link[1], &a.Heal.Slow.Link[0], &a.Heal.Slow.Link[1], &a.Heal.Lose.Link[0], &a.Heal.Lose.Link[1]} {
		*to = d.string()
	}
	var triggered bool
	for _, to := range []*bool{&a.OneWay, &a.Heal.Cut.All, &a.Heal.Slow.All, &a.Heal.Lose.All, &triggered} {
		*to = d.byte() == 1
	}
	for range d.count(len(d.b)) {
		a.Args = append(a.Args, d.bytes())
	}
	for _, to := range []*[][]string{&a.Cut, &a.Heal.Cut.Cut} {
		for range d.count(len(d.b)) {
			*to = append(*to, d.strings())
		}
	}
	if triggered {
		t := &Trigger{Kind: trace.Kind(d.byte()), Nth: int(d.uvarint())}
		if names := d.strings(); len(names) == 4 {
			t.Who, t.Node, t.Rule, t.Phase = names[0], names[1], names[2], names[3]
		} else {
			d.bad = true
		}
		a.When = t
	}
	if !a.Verb.Valid() {
		d.bad = true
	}
	return a
}

func (d *reader) strings() []string {
	var list []string
	for range d.count(len(d.b)) {
		list = append(list, d.string())
	}
	return list
}
