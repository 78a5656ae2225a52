package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// image is a memory once the segments are in it, in the order in which they come.
func image(t interface{ Fatalf(string, ...any) }, segments []segment, size uint64) []byte {
	memory := make([]byte, size)
	for i, s := range segments {
		if s.end() > size {
			t.Fatalf("segment %d ends at %d, beyond the memory's %d bytes", i, s.end(), size)
		}
		copy(memory[s.at:], s.bytes)
	}
	return memory
}

// module writes a module of one memory and that data, amid sections that are
// nothing to us.
func module(pages uint64, segments []segment) []byte {
	m := []byte(magic)
	for _, s := range []section{
		{0, []byte("\x04namewhatever")},
		{sectionMemory, binary.AppendUvarint([]byte{1, 0}, pages)},
		{10, []byte("code")},
		{sectionData, appendData(nil, segments)},
		{0, []byte("\x09producers")},
	} {
		m = append(m, s.id)
		m = binary.AppendUvarint(m, uint64(len(s.body)))
		m = append(m, s.body...)
	}
	return m
}

// takenApart returns a module's sections and, of those, memory and data.
func takenApart(t interface{ Fatalf(string, ...any) }, m []byte) (all []section, size uint64, segments []segment) {
	all, err := parseModule(m)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, s := range all {
		switch s.id {
		case sectionMemory:
			size, err = memorySize(s.body)
		case sectionData:
			segments, err = parseData(s.body)
		}
		if err != nil {
			t.Fatalf("section %d: %v", s.id, err)
		}
	}
	return all, size, segments
}

// same fails unless two modules differ in the division of their data alone.
func same(t interface{ Fatalf(string, ...any) }, old, new []byte) (before, after int) {
	was, size, from := takenApart(t, old)
	is, grown, to := takenApart(t, new)
	if size != grown || len(was) != len(is) {
		t.Fatalf("a memory of %d and %d sections became one of %d and %d", size, len(was), grown, len(is))
	}
	for i := range was {
		if was[i].id != is[i].id || was[i].id != sectionData && !bytes.Equal(was[i].body, is[i].body) {
			t.Fatalf("section %d is another", was[i].id)
		}
	}
	if !bytes.Equal(image(t, from, size), image(t, to, size)) {
		t.Fatalf("the memory is another")
	}
	return len(from), len(to)
}

// The viewer itself begins with the memory that the linker gave it.
func TestTheViewerKeepsItsMemory(t *testing.T) {
	root, tools, err := where()
	if err != nil {
		t.Fatal(err)
	}
	old, err := linked(root, tools, "./wasm", "-s -w")
	if err != nil {
		t.Fatal(err)
	}
	merged, err := fewerSegments(old)
	if err != nil {
		t.Fatal(err)
	}
	before, after := same(t, old, merged)
	if after*100 > before {
		t.Errorf("%d segments became no fewer than %d", before, after)
	}
}

func TestAnyMemoryIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages := rapid.Uint64Range(1, 3).Draw(t, "pages")
		var segments []segment
		at := uint64(0)
		for {
			at += rapid.OneOf(rapid.Uint64Range(0, 4), rapid.Uint64Range(worthwhile-1, worthwhile+1), rapid.Uint64Range(0, pageSize)).Draw(t, "gap")
			b := rapid.SliceOfN(rapid.Byte(), 0, 70).Draw(t, "bytes")
			if at+uint64(len(b)) > pages*pageSize || len(segments) == 100 {
				break
			}
			segments = append(segments, segment{at, b})
			at += uint64(len(b))
		}
		segments = rapid.Permutation(segments).Draw(t, "order")
		old := module(pages, segments)
		merged, err := fewerSegments(old)
		if err != nil {
			t.Fatal(err)
		}
		same(t, old, merged)
		_, _, few := takenApart(t, merged)
		for i := 1; i < len(few); i++ {
			if few[i].at-few[i-1].end() <= worthwhile {
				t.Fatalf("segments %d and %d are left apart by %d zeros", i-1, i, few[i].at-few[i-1].end())
			}
		}
	})
}

// The comparison notices a merger that does anything else than it should.
func TestAnotherMemoryIsNoticed(t *testing.T) {
	segments := []segment{{8, []byte("left")}, {20, []byte("right")}, {9_000, []byte("far")}}
	old := module(1, segments)
	for name, spoil := range map[string]func(s []segment) []segment{
		"a gap left out":  func(s []segment) []segment { return []segment{{8, []byte("leftright")}, s[2]} },
		"a gap not empty": func(s []segment) []segment { return []segment{{8, []byte("left--------right")}, s[2]} },
		"a piece lost":    func(s []segment) []segment { return s[:2] },
		"a piece moved":   func(s []segment) []segment { s[2].at++; return s },
	} {
		t.Run(name, func(t *testing.T) {
			heard := &complaints{}
			same(heard, old, module(1, spoil(slices.Clone(segments))))
			if len(heard.said) == 0 {
				t.Error("passes for the same memory")
			}
		})
	}
	same(t, old, module(1, []segment{{8, []byte("left\x00\x00\x00\x00\x00\x00\x00\x00right")}, segments[2]}))
}

// complaints hears what a test would fail with.
type complaints struct{ said []string }

func (c *complaints) Fatalf(format string, args ...any) {
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

func TestModulesThatAreNotWhatWeExpect(t *testing.T) {
	good := module(1, []segment{{0, []byte("a")}, {10, []byte("b")}})
	with := func(id byte, body string) []byte {
		return append(append([]byte(magic), id, byte(len(body))), body...)
	}
	for name, c := range map[string]struct {
		module []byte
		want   string
	}{
		"nothing":                    {nil, "does not begin as WebAssembly"},
		"a page of HTML":             {[]byte("<!doctype html>"), "does not begin as WebAssembly"},
		"cut short":                  {good[:len(good)-3], "ends in the middle"},
		"a length without end":       {append([]byte(magic), 10, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), "more than 32 bits"},
		"two sections of code":       {append(slices.Clone(good), 10, 0), "two sections of sort 10"},
		"a count of its data":        {with(sectionDataCount, "\x01"), "counts its data segments"},
		"two memories":               {with(sectionMemory, "\x02\x00\x01\x00\x01"), "one memory"},
		"a shared memory":            {with(sectionMemory, "\x01\x03\x01\x01"), "one memory"},
		"more after its memory":      {with(sectionMemory, "\x01\x00\x01\x00"), "1 bytes follow"},
		"a segment without a place":  {with(sectionData, "\x01\x01\x01a\x00\x00"), "not put to a constant address"},
		"a segment where code says":  {with(sectionData, "\x01\x00\x23\x00\x0b\x01a"), "not put to a constant address"},
		"a segment of another world": {with(sectionData, "\x01\x02\x00\x41\x00\x0b\x01a"), "not put to a constant address"},
		"segments that stop":         {with(sectionData, "\x09\x00\x41\x00\x0b\x01a"), "ends in the middle"},
		"an address without end":     {with(sectionData, "\x01\x00\x41\xff\xff\xff\xff\xff\xff\x0b\x01a"), "more than 32 bits"},
		"segments that overlap":      {module(1, []segment{{0, []byte("ab")}, {1, []byte("c")}}), "a segment begins at 1, before the end at 2 of the one that begins at 0"},
		"a segment beyond memory":    {module(1, []segment{{pageSize - 1, []byte("ab")}}), "the segment at 65535 ends at 65537, beyond a memory of 65536 bytes"},
		"data without a memory":      {with(sectionData, "\x01\x00\x41\x00\x0b\x01a"), "beyond a memory of 0 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := fewerSegments(c.module)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("gives %d bytes and the error %v, want one that says %q", len(got), err, c.want)
			}
		})
	}
}

func TestAddresses(t *testing.T) {
	for _, v := range []int32{0, 1, 63, 64, -1, -64, -65, 8191, 8192, math.MaxInt32, math.MinInt32} {
		r := reader{rest: appendSigned(nil, v)}
		if got := r.signed(); got != v || r.done() != nil {
			t.Errorf("%d is written and read as %d, %v", v, got, r.err)
		}
	}
	// The same number may be written longer than it need be.
	if r := (reader{rest: []byte{0x85, 0x80, 0x00}}); r.signed() != 5 || r.done() != nil {
		t.Errorf("5 in three bytes: %v", r.err)
	}
}

// Whatever the bytes, there is a module with the same memory or an error.
func FuzzFewerSegments(f *testing.F) {
	f.Add(module(1, []segment{{0, []byte("a")}, {10, []byte("b")}, {5000, []byte("c")}}))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, m []byte) {
		if sections, err := parseModule(m); err == nil && slices.ContainsFunc(sections, func(s section) bool {
			size, err := memorySize(s.body)
			return s.id == sectionMemory && err == nil && size > 1<<24
		}) {
			t.Skip("a memory too large for a test")
		}
		if merged, err := fewerSegments(m); err == nil {
			same(t, m, merged)
		}
	})
}
