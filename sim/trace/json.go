package trace

import (
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends e as one JSON object without a line break: kind, seq and t
// first, then the kind's fields in the order of the table in kind.go. Bytes
// that are not UTF-8 become U+FFFD; the world lets none into an event.
func (e *Event) AppendJSON(b []byte) []byte {
	b = append(b, `{"kind":"`...)
	b = append(b, e.Kind.String()...)
	b = append(b, `","seq":`...)
	b = strconv.AppendInt(b, int64(e.Seq), 10)
	b = append(b, `,"t":`...)
	b = strconv.AppendInt(b, int64(e.T), 10)
	if !e.Kind.Valid() {
		return append(b, '}')
	}
	for _, f := range kinds[e.Kind].always {
		name, p := f.of(e)
		b = appendNamed(b, name, p)
	}
	for _, f := range kinds[e.Kind].maybe {
		if name, p := f.of(e); !absent(p) {
			b = appendNamed(b, name, p)
		}
	}
	return append(b, '}')
}

func appendNamed(b []byte, name string, p any) []byte {
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, '"', ':')
	return appendMember(b, p)
}

func appendMember(b []byte, p any) []byte {
	switch p := p.(type) {
	case *string:
		return AppendQuoted(b, *p)
	case *NodeID:
		return AppendQuoted(b, string(*p))
	case *ClientID:
		return AppendQuoted(b, string(*p))
	case *Purpose:
		return AppendQuoted(b, string(*p))
	case *int:
		return strconv.AppendInt(b, int64(*p), 10)
	case *int64:
		return strconv.AppendInt(b, *p, 10)
	case *Time:
		return strconv.AppendInt(b, int64(*p), 10)
	case *Local:
		return strconv.AppendInt(b, int64(*p), 10)
	case *Duration:
		return strconv.AppendInt(b, int64(*p), 10)
	case *bool:
		return strconv.AppendBool(b, *p)
	case *Reading:
		return strconv.AppendInt(b, int64(p.Local), 10)
	case *[]string:
		return appendList(b, *p, AppendQuoted)
	case *[]NodeID:
		return appendList(b, *p, func(b []byte, n NodeID) []byte { return AppendQuoted(b, string(n)) })
	case *[]Key:
		return appendList(b, *p, func(b []byte, k Key) []byte {
			b = AppendQuoted(append(b, `{"key":`...), k.Name)
			if k.PTTL != Gone {
				b = AppendQuoted(append(b, `,"value":`...), k.Value)
			}
			b = strconv.AppendInt(append(b, `,"pttl":`...), int64(k.PTTL), 10)
			return append(b, '}')
		})
	case *[]NodeInfo:
		return appendList(b, *p, func(b []byte, n NodeInfo) []byte { return appendInfo(b, &n) })
	case *[]ClientInfo:
		return appendList(b, *p, func(b []byte, c ClientInfo) []byte { return appendInfo(b, &c) })
	case *[]ResourceInfo:
		return appendList(b, *p, func(b []byte, r ResourceInfo) []byte { return appendInfo(b, &r) })
	}
	panic("trace: a field of a type that the JSON writer does not know")
}

// appendInfo appends an object of those members that say something.
func appendInfo(b []byte, of info) []byte {
	open := byte('{')
	for _, m := range of.members() {
		if absent(m.at) {
			continue
		}
		b = append(append(b, open, '"'), m.name...)
		b = appendMember(append(b, '"', ':'), m.at)
		open = ','
	}
	if open == '{' {
		b = append(b, open)
	}
	return append(b, '}')
}

func appendList[T any](b []byte, list []T, item func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, v)
	}
	return append(b, ']')
}

// AppendQuoted appends s to b as a JSON string.
func AppendQuoted(b []byte, s string) []byte {
	const hexdigits = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hexdigits[r>>4], hexdigits[r&15])
		default: // an invalid byte arrives here as U+FFFD
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
