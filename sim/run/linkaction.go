package run

import (
	"encoding/binary"

	"lockstep/sim/trace"
)

// The link form of an action:
//
//	verb      one byte
//	when      a trigger's fields and after; or else a zero byte, and at
//	whom      one byte for its sort, and its name; only if the verb has one
//	fields    those of the verb, in the order of its Form
//
// A number is a varint, a text its length and its bytes.
func appendAction(b []byte, a *Action) []byte {
	b = append(b, byte(a.Verb))
	if a.When == nil {
		b = appendMember(append(b, 0), &a.At)
	} else {
		for _, f := range TriggerFields {
			b = appendMember(b, f.At(a.When))
		}
		b = appendMember(b, &a.After)
	}
	if !a.Verb.Valid() {
		return b
	}
	form := a.Verb.Form()
	if len(form.Of) > 0 {
		b = appendString(append(b, byte(a.Of)), a.Target)
	}
	for _, f := range form.Fields() {
		b = appendMember(b, f.At(a))
	}
	return b
}

func (d *reader) action() Action {
	a := Action{Verb: Verb(d.byte())}
	if kind := trace.Kind(d.byte()); kind == 0 {
		d.member(&a.At)
	} else {
		a.When = &Trigger{Kind: kind}
		for _, f := range TriggerFields[1:] {
			d.member(f.At(a.When))
		}
		d.member(&a.After)
	}
	if !a.Verb.Valid() {
		d.bad = true
		return a
	}
	form := a.Verb.Form()
	if len(form.Of) > 0 {
		a.Of, a.Target = Of(d.byte()), d.string()
	}
	for _, f := range form.Fields() {
		d.member(f.At(&a))
	}
	return a
}

// appendMember writes the member of an action or a trigger that member points to.
func appendMember(b []byte, member any) []byte {
	switch p := member.(type) {
	case *string:
		return appendString(b, *p)
	case *trace.Time:
		return binary.AppendVarint(b, int64(*p))
	case *trace.Duration:
		return binary.AppendVarint(b, int64(*p))
	case *int:
		return binary.AppendVarint(b, int64(*p))
	case *int64:
		return binary.AppendVarint(b, *p)
	case *Ratio:
		return binary.AppendVarint(b, int64(*p))
	case *trace.Kind:
		return append(b, byte(*p))
	case *Data:
		return append(b, byte(*p))
	case *bool:
		return appendBool(b, *p)
	case *[][]string:
		return appendGroups(b, *p)
	case *[]string:
		return appendList(b, *p)
	case *[2]string:
		return appendString(appendString(b, p[0]), p[1])
	case *HealCut:
		return appendGroups(appendBool(b, p.All), p.Cut)
	case *HealLink:
		return appendString(appendString(appendBool(b, p.All), p.Link[0]), p.Link[1])
	}
	panic("run: a field of a type that the link form does not know")
}

// member reads what appendMember wrote.
func (d *reader) member(member any) {
	switch p := member.(type) {
	case *string:
		*p = d.string()
	case *trace.Time:
		*p = trace.Time(d.varint())
	case *trace.Duration:
		*p = trace.Duration(d.varint())
	case *int:
		*p = int(d.varint())
	case *int64:
		*p = d.varint()
	case *Ratio:
		*p = Ratio(d.varint())
	case *Data:
		*p = Data(d.byte())
	case *bool:
		*p = d.bool()
	case *[][]string:
		*p = d.groups()
	case *[]string:
		*p = d.list(MaxArgs, d.bytes)
	case *[2]string:
		*p = [2]string{d.string(), d.string()}
	case *HealCut:
		*p = HealCut{d.bool(), d.groups()}
	case *HealLink:
		*p = HealLink{d.bool(), [2]string{d.string(), d.string()}}
	default:
		panic("run: a field of a type that the link form does not know")
	}
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

func appendList(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, s)
	}
	return b
}

func appendGroups(b []byte, groups [][]string) []byte {
	b = binary.AppendUvarint(b, uint64(len(groups)))
	for _, group := range groups {
		b = appendList(b, group)
	}
	return b
}
