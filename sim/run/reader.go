package run

import (
	"encoding/binary"
	"unicode/utf8"
)

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

func (d *reader) uint32() uint32 {
	if !d.take(4) {
		return 0
	}
	v := binary.BigEndian.Uint32(d.b)
	d.b = d.b[4:]
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

// count reads how many follow.
func (d *reader) count(most int) int {
	n := d.uvarint()
	if n > uint64(most) {
		d.bad, d.b = true, nil
		return 0
	}
	return int(n)
}

func (d *reader) bool() bool {
	v := d.byte()
	d.bad = d.bad || v > 1
	return v == 1
}

func (d *reader) list(most int, item func() string) []string {
	var list []string
	for range d.count(most) {
		list = append(list, item())
	}
	return list
}

func (d *reader) groups() [][]string {
	var groups [][]string
	for range d.count(MaxMembers) {
		groups = append(groups, d.list(MaxMembers, d.string))
	}
	return groups
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
