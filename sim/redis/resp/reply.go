package resp

import "strconv"

// Kind says which of RESP's types a [Reply] has.
type Kind uint8

// The types of RESP2. There are two kinds of nothing, the null bulk string and
// the null array; only on the wire do they differ.
const (
	Nil Kind = iota
	Status
	Error
	Int
	Bulk
	Array
	NilArray
)

// A Reply is one answer of a server. Its zero value is nil.
type Reply struct {
	Kind  Kind
	Text  string // of a Status, an Error (code first: "ERR ..."), a Bulk
	Int   int64
	Array []Reply
}

// OK is the answer of most writes.
var OK = Reply{Kind: Status, Text: "OK"}

// StatusOf, ErrorOf, IntOf, BulkOf and ArrayOf make replies.
func StatusOf(text string) Reply  { return Reply{Kind: Status, Text: text} }
func ErrorOf(text string) Reply   { return Reply{Kind: Error, Text: text} }
func IntOf(n int64) Reply         { return Reply{Kind: Int, Int: n} }
func BulkOf(text string) Reply    { return Reply{Kind: Bulk, Text: text} }
func ArrayOf(list ...Reply) Reply { return Reply{Kind: Array, Array: list} }
func BulksOf(list []string) Reply {
	replies := make([]Reply, len(list))
	for i, s := range list {
		replies[i] = BulkOf(s)
	}
	return ArrayOf(replies...)
}

// IsError reports whether the server refused.
func (r Reply) IsError() bool { return r.Kind == Error }

// IsNil reports whether there was nothing to answer with: no such key, or a
// condition such as NX that did not hold.
func (r Reply) IsNil() bool { return r.Kind == Nil || r.Kind == NilArray }

// IsOK reports whether the reply is the status OK.
func (r Reply) IsOK() bool { return r.Kind == Status && r.Text == "OK" }

// String prints r as redis-cli does, but always on one line:
//
//	OK   (nil)   (integer) 1   "text"   (error) ERR ...   ["a", (integer) 1]
func (r Reply) String() string { return string(r.Append(nil)) }

// Append appends what String returns.
func (r Reply) Append(b []byte) []byte {
	switch r.Kind {
	case Status:
		return appendLine(b, r.Text)
	case Error:
		return appendLine(append(b, "(error) "...), r.Text)
	case Int:
		return strconv.AppendInt(append(b, "(integer) "...), r.Int, 10)
	case Bulk:
		return AppendQuoted(b, r.Text)
	case Array:
		b = append(b, '[')
		for i, e := range r.Array {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = e.Append(b)
		}
		return append(b, ']')
	}
	return append(b, "(nil)"...)
}

// AppendQuoted appends s in the quotes of redis-cli, which escapes bytes rather
// than runes: "\xe9" stays two characters wide in every locale.
func AppendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '\\', '"':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		case '\a':
			b = append(b, `\a`...)
		case '\b':
			b = append(b, `\b`...)
		default:
			if ' ' <= c && c <= '~' {
				b = append(b, c)
			} else {
				b = append(b, '\\', 'x', hex[c>>4], hex[c&15])
			}
		}
	}
	return append(b, '"')
}
