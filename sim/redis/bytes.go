package redis

import (
	"slices"

	"lockstep/sim/redis/resp"
)

// Commands that reach into a string. Their offsets decide how long it becomes,
// so they are checked here and never reach miniredis.

func (n *Node) appendTo(args []string) resp.Reply {
	old, failed := n.text(args[1])
	if failed.IsError() {
		return failed
	}
	if len(old.Text)+len(args[2]) > valueMax {
		return errTooLong
	}
	n.write(args[1], old.Text+args[2])
	return resp.IntOf(int64(len(old.Text) + len(args[2])))
}

// getRange counts from the end where a position is negative. A start before
// the beginning is the beginning, but two of them in the wrong order are none.
func (n *Node) getRange(args []string) resp.Reply {
	start, ok1 := integer(args[2])
	end, ok2 := integer(args[3])
	if !ok1 || !ok2 {
		return errNotInteger
	}
	v, failed := n.text(args[1])
	size := int64(len(v.Text))
	switch {
	case failed.IsError():
		return failed
	case size == 0 || start < 0 && end < 0 && start > end:
		return resp.BulkOf("")
	}
	if start < 0 {
		start += size
	}
	if end < 0 {
		end += size
	}
	start, end = max(start, 0), min(max(end, 0), size-1)
	if start > end {
		return resp.BulkOf("")
	}
	return resp.BulkOf(v.Text[start : end+1])
}

func (n *Node) setRange(args []string) resp.Reply {
	offset, ok := integer(args[2])
	switch {
	case !ok:
		return errNotInteger
	case offset < 0:
		return resp.ErrorOf("ERR offset is out of range")
	}
	old, failed := n.text(args[1])
	switch patch := args[3]; {
	case failed.IsError():
		return failed
	case patch == "":
		return resp.IntOf(int64(len(old.Text)))
	case offset > int64(valueMax-len(patch)):
		return errTooLong
	case !n.affords(int(offset)):
		return errMemory
	default:
		b := grown(old.Text, int(offset)+len(patch))
		copy(b[offset:], patch)
		n.write(args[1], string(b))
		return resp.IntOf(int64(len(b)))
	}
}

func (n *Node) setBit(args []string) resp.Reply {
	at, failed := bitOffset(args[2])
	if failed.IsError() {
		return failed
	}
	if args[3] != "0" && args[3] != "1" {
		return resp.ErrorOf("ERR bit is not an integer or out of range")
	}
	old, failed := n.text(args[1])
	switch {
	case failed.IsError():
		return failed
	case !n.affords(at / 8):
		return errMemory
	}
	b := grown(old.Text, at/8+1)
	mask := byte(1) << (7 - at%8)
	was := b[at/8] & mask
	b[at/8] &^= mask
	if args[3] == "1" {
		b[at/8] |= mask
	}
	n.write(args[1], string(b))
	return bit(was)
}

func (n *Node) getBit(args []string) resp.Reply {
	at, failed := bitOffset(args[2])
	if failed.IsError() {
		return failed
	}
	v, failed := n.text(args[1])
	switch {
	case failed.IsError():
		return failed
	case at/8 >= len(v.Text):
		return resp.IntOf(0)
	}
	return bit(v.Text[at/8] & (1 << (7 - at%8)))
}

func bit(masked byte) resp.Reply {
	if masked != 0 {
		return resp.IntOf(1)
	}
	return resp.IntOf(0)
}

func bitOffset(arg string) (at int, failed resp.Reply) {
	v, ok := integer(arg)
	if !ok || v < 0 || v >= 8*valueMax {
		return 0, resp.ErrorOf("ERR bit offset is not an integer or out of range")
	}
	return int(v), resp.Reply{}
}

// grown returns the bytes of s, padded with zeros up to size.
func grown(s string, size int) []byte {
	b := slices.Grow([]byte(s), max(0, size-len(s)))
	return b[:max(len(s), size)]
}

// affords reports whether so many more bytes may be stored.
func (n *Node) affords(bytes int) bool { return n.ledger.used+bytes <= memoryMax }
