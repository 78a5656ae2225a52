package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Go's linker leaves every run of zeros out of the data of a module and so writes
// it as some 50,000 pieces of a few bytes, each with its address. The addresses
// compress badly: with the zeros left in, 50 KiB less go over the wire.

// worthwhile is the longest run of zeros, in bytes, that is left in. Longer ones
// are few: with them too the module would only be larger once it is unpacked.
const worthwhile = 1 << 10

// The sections of a WebAssembly module that matter here, from the core
// specification, 5.5 "Modules".
const (
	sectionCustom    = 0
	sectionMemory    = 5
	sectionData      = 11
	sectionDataCount = 12
)

// magic is how a module of version 1 begins.
const magic = "\x00asm\x01\x00\x00\x00"

// pageSize is what a memory is counted in.
const pageSize = 64 << 10

// section is one part of a module.
type section struct {
	id   byte
	body []byte
}

// segment is bytes that a module puts into its memory before it runs.
type segment struct {
	at    uint64
	bytes []byte
}

func (s segment) end() uint64 { return s.at + uint64(len(s.bytes)) }

// fewerSegments returns a module that begins with the same memory as the given
// one and does the same, and whose data is in few pieces.
func fewerSegments(module []byte) ([]byte, error) {
	return rewriteData(module, func(segments []segment, size uint64) ([]segment, error) {
		return merge(segments, size, worthwhile)
	})
}

// rewriteData returns a module with other data, made out of its own and the size
// of its memory in bytes.
func rewriteData(module []byte, edit func(segments []segment, size uint64) ([]segment, error)) ([]byte, error) {
	sections, err := parseModule(module)
	if err != nil {
		return nil, fmt.Errorf("the linked module: %w", err)
	}
	size := uint64(0)
	out := []byte(magic)
	for _, s := range sections {
		switch s.id {
		case sectionMemory:
			if size, err = memorySize(s.body); err != nil {
				return nil, fmt.Errorf("the module's memory section: %w", err)
			}
		case sectionDataCount:
			return nil, errors.New("the module counts its data segments, so its code may use them by number and they cannot be rewritten")
		case sectionData:
			segments, err := parseData(s.body)
			if err == nil {
				segments, err = edit(segments, size)
			}
			if err != nil {
				return nil, fmt.Errorf("the module's data section: %w", err)
			}
			s.body = appendData(nil, segments)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out, nil
}

// nonzero cuts a memory into its runs of bytes that are not zero.
func nonzero(memory []byte) []segment {
	var runs []segment
	from := 0
	for at := 0; at <= len(memory); at++ {
		if at < len(memory) && memory[at] != 0 {
			continue
		}
		if at > from {
			runs = append(runs, segment{uint64(from), memory[from:at]})
		}
		from = at + 1
	}
	return runs
}

// merge joins neighbours that lie no more than gap bytes apart, with zeros in
// between: what a memory holds that the module itself makes. They must lie within
// a memory of that size and not overlap; then their order does not matter.
func merge(segments []segment, size, gap uint64) ([]segment, error) {
	segments = slices.SortedFunc(slices.Values(segments), func(a, b segment) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.end(), b.end()))
	})
	var merged []segment
	for i, s := range segments {
		if s.end() > size {
			return nil, fmt.Errorf("the segment at %d ends at %d, beyond a memory of %d bytes", s.at, s.end(), size)
		}
		if i == 0 {
			merged = append(merged, segment{s.at, append([]byte(nil), s.bytes...)})
			continue
		}
		last := &merged[len(merged)-1]
		switch {
		case s.at < last.end():
			return nil, fmt.Errorf("a segment begins at %d, before the end at %d of the one that begins at %d", s.at, last.end(), last.at)
		case s.at-last.end() <= gap:
			last.bytes = append(last.bytes, make([]byte, s.at-last.end())...)
			last.bytes = append(last.bytes, s.bytes...)
		default:
			merged = append(merged, segment{s.at, append([]byte(nil), s.bytes...)})
		}
	}
	return merged, nil
}

// parseModule cuts a module into its sections.
func parseModule(module []byte) ([]section, error) {
	r := reader{rest: module}
	if string(r.take(uint64(len(magic)))) != magic {
		return nil, errors.New("it does not begin as WebAssembly of version 1 does")
	}
	var sections []section
	var seen [256]bool
	for len(r.rest) > 0 && r.err == nil {
		id := r.byte()
		if id != sectionCustom && seen[id] {
			return nil, fmt.Errorf("it has two sections of sort %d", id)
		}
		seen[id] = true
		sections = append(sections, section{id, r.take(r.unsigned())})
	}
	return sections, r.err
}

// memorySize returns how many bytes the module's memory has at the beginning.
func memorySize(body []byte) (uint64, error) {
	r := reader{rest: body}
	count, limits, pages := r.unsigned(), r.byte(), r.unsigned()
	if r.err == nil && (count != 1 || limits > 1) {
		return 0, fmt.Errorf("one memory of 32 bits that is not shared is expected, not %d with limits of sort %d", count, limits)
	}
	if limits == 1 {
		r.unsigned() // the most that it may grow to
	}
	return pages * pageSize, r.done()
}

// parseData reads a data section of segments that have a fixed place.
func parseData(body []byte) ([]segment, error) {
	r := reader{rest: body}
	count := r.unsigned()
	var segments []segment
	for i := uint64(0); i < count && r.err == nil; i++ {
		mode, op := r.byte(), r.byte()
		at := uint32(r.signed()) // an i32 is an address without sign
		if end := r.byte(); r.err == nil && (mode != modeActive || op != opConst || end != opEnd) {
			return nil, fmt.Errorf("segment %d is not put to a constant address of the first memory (mode %d, operation %#x up to %#x)", i, mode, op, end)
		}
		segments = append(segments, segment{uint64(at), r.take(r.unsigned())})
	}
	return segments, r.done()
}

// How the place of a segment is written: the instruction i32.const, and its end.
const (
	modeActive = 0
	opConst    = 0x41
	opEnd      = 0x0b
)

// appendData writes what parseData reads.
func appendData(b []byte, segments []segment) []byte {
	b = binary.AppendUvarint(b, uint64(len(segments)))
	for _, s := range segments {
		b = append(b, modeActive, opConst)
		b = appendSigned(b, int32(s.at))
		b = append(b, opEnd)
		b = binary.AppendUvarint(b, uint64(len(s.bytes)))
		b = append(b, s.bytes...)
	}
	return b
}

// appendSigned writes a number in LEB128 with sign.
func appendSigned(b []byte, v int32) []byte {
	for v < -64 || v > 63 {
		b = append(b, byte(v)&0x7f|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

// reader takes a module apart. After its first error it gives zeros.
type reader struct {
	rest []byte
	err  error
}

var errShort = errors.New("it ends in the middle of something")

func (r *reader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.rest)) {
		r.fail(errShort)
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// unsigned reads a number of 32 bits in LEB128.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.rest)
	switch {
	case n == 0:
		r.fail(errShort)
		return 0
	case n < 0 || v > math.MaxUint32:
		r.fail(errors.New("a number has more than 32 bits"))
		return 0
	}
	r.take(uint64(n))
	return v
}

// signed reads a number of 32 bits in LEB128 with sign.
func (r *reader) signed() int32 {
	v := int64(0)
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			v = v << (57 - shift) >> (57 - shift) // its highest bit is the sign
			if v != int64(int32(v)) {
				break
			}
			return int32(v)
		}
	}
	r.fail(errors.New("a number has more than 32 bits"))
	return 0
}

// done returns the first error, or one if anything is left.
func (r *reader) done() error {
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%d bytes follow its end", len(r.rest))
	}
	return r.err
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}
