package trace

import (
	"encoding/binary"
	"errors"
)

// The binary form of one event:
//
//	kind      one byte
//	seq       zigzag varint, less the previous event's plus one: 0 in a run
//	t         zigzag varint, less the previous event's
//	mask      varint, a bit for each field of the kind that may be left out
//	fields    those always there, then those that the mask names
//
// A string is its number in a table that both sides grow alike; a string that
// is new follows in full. So one Encoder's events must be read by one Decoder,
// from the first on.

// Encoder writes events in binary. The zero Encoder is ready.
type Encoder struct {
	table map[string]uint64
	seq   int
	t     Time
}

// Reset makes the encoder start a new stream, keeping its memory.
func (x *Encoder) Reset() {
	clear(x.table)
	x.seq, x.t = 0, 0
}

// Append appends e to b. It panics on an event of no known kind.
func (x *Encoder) Append(b []byte, e *Event) []byte { return x.append(b, e, false) }

func (x *Encoder) append(b []byte, e *Event, hashed bool) []byte {
	k := &kinds[e.Kind]
	b = append(b, byte(e.Kind))
	b = binary.AppendVarint(b, int64(e.Seq-x.seq))
	b = binary.AppendVarint(b, int64(e.T-x.t))
	x.seq, x.t = e.Seq+1, e.T

	var mask uint64
	for i, f := range k.maybe {
		if !absent(f.at(e)) && !(hashed && unhashed(f)) {
			mask |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, mask)
	for _, f := range k.always {
		if !(hashed && unhashed(f)) {
			b = x.field(b, f.at(e))
		}
	}
	for i, f := range k.maybe {
		if mask&(1<<i) != 0 {
			b = x.field(b, f.at(e))
		}
	}
	return b
}

func (x *Encoder) field(b []byte, p any) []byte {
	switch p := p.(type) {
	case *string:
		return x.string(b, *p)
	case *NodeID:
		return x.string(b, string(*p))
	case *ClientID:
		return x.string(b, string(*p))
	case *Purpose:
		return x.string(b, string(*p))
	case *int:
		return binary.AppendVarint(b, int64(*p))
	case *int64:
		return binary.AppendVarint(b, *p)
	case *Time:
		return binary.AppendVarint(b, int64(*p))
	case *Local:
		return binary.AppendVarint(b, int64(*p))
	case *Duration:
		return binary.AppendVarint(b, int64(*p))
	case *bool:
		if *p {
			return append(b, 1)
		}
		return append(b, 0)
	case *Reading:
		return binary.AppendVarint(b, int64(p.Local))
	case *[]string:
		b = binary.AppendUvarint(b, uint64(len(*p)))
		for _, s := range *p {
			b = x.string(b, s)
		}
		return b
	case *[]NodeID:
		b = binary.AppendUvarint(b, uint64(len(*p)))
		for _, s := range *p {
			b = x.string(b, string(s))
		}
		return b
	case *[]Key:
		b = binary.AppendUvarint(b, uint64(len(*p)))
		for _, k := range *p {
			b = x.string(b, k.Name)
			b = x.string(b, k.Value)
			b = binary.AppendVarint(b, int64(k.PTTL))
		}
		return b
	case *[]NodeInfo:
		return appendInfos(x, b, *p, func(n *NodeInfo) info { return n })
	case *[]ClientInfo:
		return appendInfos(x, b, *p, func(c *ClientInfo) info { return c })
	case *[]ResourceInfo:
		return appendInfos(x, b, *p, func(r *ResourceInfo) info { return r })
	}
	panic("trace: a field of a type that the encoder does not know")
}

func appendInfos[T any](x *Encoder, b []byte, list []T, of func(*T) info) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for i := range list {
		for _, m := range of(&list[i]).members() {
			b = x.field(b, m.at)
		}
	}
	return b
}

func (x *Encoder) string(b []byte, s string) []byte {
	if n, ok := x.table[s]; ok {
		return binary.AppendUvarint(b, n)
	}
	if x.table == nil {
		x.table = make(map[string]uint64)
	}
	n := uint64(len(x.table))
	x.table[s] = n
	b = binary.AppendUvarint(b, n)
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// ErrMalformed is what a Decoder answers to bytes that no Encoder wrote.
var ErrMalformed = errors.New("trace: malformed binary events")

// Decoder reads what one Encoder wrote. The zero Decoder is ready.
type Decoder struct {
	table []string
	seq   int
	t     Time
	b     []byte
	bad   bool
}

// Next reads the first event of b into e and returns the rest of b. After an
// error the decoder is of no more use.
func (d *Decoder) Next(b []byte, e *Event) (rest []byte, err error) {
	*e = Event{}
	d.b = b
	e.Kind = Kind(d.byte())
	if d.bad || !e.Kind.Valid() {
		return nil, ErrMalformed
	}
	k := &kinds[e.Kind]
	e.Seq = d.seq + int(d.varint())
	e.T = d.t + Time(d.varint())
	d.seq, d.t = e.Seq+1, e.T
	mask := d.uvarint()
	if mask>>len(k.maybe) != 0 {
		return nil, ErrMalformed
	}
	for _, f := range k.always {
		d.field(f.at(e))
	}
	for i, f := range k.maybe {
		if mask&(1<<i) != 0 {
			p := f.at(e)
			d.field(p)
			// An Encoder leaves zero fields out; taking them here would give one
			// event two forms.
			if d.bad || absent(p) {
				return nil, ErrMalformed
			}
		}
	}
	if d.bad {
		return nil, ErrMalformed
	}
	return d.b, nil
}

func (d *Decoder) field(p any) {
	switch p := p.(type) {
	case *string:
		*p = d.string()
	case *NodeID:
		*p = NodeID(d.string())
	case *ClientID:
		*p = ClientID(d.string())
	case *Purpose:
		*p = Purpose(d.string())
	case *int:
		*p = int(d.varint())
	case *int64:
		*p = d.varint()
	case *Time:
		*p = Time(d.varint())
	case *Local:
		*p = Local(d.varint())
	case *Duration:
		*p = Duration(d.varint())
	case *bool:
		v := d.byte()
		*p = v == 1
		d.bad = d.bad || v > 1
	case *Reading:
		*p = ReadAt(Local(d.varint()))
	case *[]string:
		for range d.len() {
			*p = append(*p, d.string())
		}
	case *[]NodeID:
		for range d.len() {
			*p = append(*p, NodeID(d.string()))
		}
	case *[]Key:
		for range d.len() {
			*p = append(*p, Key{Name: d.string(), Value: d.string(), PTTL: Duration(d.varint())})
		}
	case *[]NodeInfo:
		*p = readInfos(d, func(n *NodeInfo) info { return n })
	case *[]ClientInfo:
		*p = readInfos(d, func(c *ClientInfo) info { return c })
	case *[]ResourceInfo:
		*p = readInfos(d, func(r *ResourceInfo) info { return r })
	default:
		panic("trace: a field of a type that the decoder does not know")
	}
}

func readInfos[T any](d *Decoder, of func(*T) info) []T {
	var list []T
	for range d.len() {
		var item T
		for _, m := range of(&item).members() {
			d.field(m.at)
		}
		list = append(list, item)
	}
	return list
}

// len reads a list's length. No item takes less than a byte, which bounds what
// malformed bytes can make us allocate.
func (d *Decoder) len() int {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *Decoder) byte() byte {
	if len(d.b) == 0 {
		d.bad = true
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

func (d *Decoder) varint() int64 {
	v, n := binary.Varint(d.b)
	return v * int64(d.take(n))
}

func (d *Decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	return v * uint64(d.take(n))
}

// take consumes n bytes and returns 1, or marks the input bad and returns 0.
func (d *Decoder) take(n int) int {
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return 1
}

func (d *Decoder) string() string {
	i := d.uvarint()
	if d.bad || i < uint64(len(d.table)) {
		if d.bad {
			return ""
		}
		return d.table[i]
	}
	n := d.uvarint()
	if i != uint64(len(d.table)) || n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	d.table = append(d.table, s)
	return s
}
