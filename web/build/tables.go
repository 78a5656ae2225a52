package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// tables are the places in a memory where functions are described. Each is part
// of the memory.
type tables struct {
	count     int    // of functions
	names     []byte // ended by zeros
	units     []byte // files of each compilation unit
	files     []byte // names of files
	values    []byte // values that depend on the place in a function
	functions []byte // where each function's record is, and the records
	data      []byte // what records refer to
	buckets   []byte // where to begin the search of a function
	start     uint64 // the first place in the first function
}

// The header of the tables, runtime.pcHeader, has these bytes and then eight words.
var headerMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, word}

const (
	word       = 8
	headerSize = 72
)

// Words of runtime.moduledata: slices of three words each, and addresses.
const (
	moduleNames     = 1
	moduleUnits     = 4
	moduleFiles     = 7
	modulePCs       = 10
	moduleFunctions = 13
	moduleIndex     = 16
	moduleBuckets   = 19
	moduleStart     = 20
	moduleData      = 40
	moduleEnd       = 41 // of the tables, of which buckets are the last
)

// errLayout is what is said of tables that are not those of Go 1.26.
var errLayout = errors.New("the tables of functions are not laid out as Go 1.26 does it (build with -names to leave them as they are)")

// findTables finds the tables of functions by their header and by the runtime's
// own description of the module, which repeats where they lie.
func findTables(memory []byte) (tables, error) {
	for at := range find(memory, headerMagic) {
		if at+headerSize > len(memory) {
			continue
		}
		header := memory[at : at+headerSize]
		self := binary.LittleEndian.AppendUint64(nil, uint64(at))
		self = binary.LittleEndian.AppendUint64(self, uint64(at)+u64(header[32:])) // the names
		for module := range find(memory, self) {
			if module+word*(moduleEnd+1) <= len(memory) {
				return describe(memory, header, uint64(at), memory[module:])
			}
		}
	}
	return tables{}, fmt.Errorf("%w: no header is found", errLayout)
}

// find yields the places, at whole words, where b stands in a memory.
func find(memory, b []byte) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			i := bytes.Index(memory[at:], b)
			if i < 0 {
				return
			}
			at += i
			if at%word == 0 && !yield(at) {
				return
			}
		}
	}
}

// describe reads where the tables are and holds header and module against one another.
func describe(memory, header []byte, at uint64, module []byte) (tables, error) {
	var err error
	slice := func(field, unit int, offset uint64) []byte {
		from, n := u64(module[field*word:]), u64(module[(field+1)*word:])
		size := n * uint64(unit)
		if from != at+offset || n > uint64(len(memory)) || from > uint64(len(memory)) || size > uint64(len(memory))-from {
			err = fmt.Errorf("%w: the slice in word %d of the module is of %d at %d", errLayout, field, n, from)
			return nil
		}
		return memory[from : from+size]
	}
	t := tables{
		count:     int(u64(header[8:])),
		names:     slice(moduleNames, 1, u64(header[32:])),
		units:     slice(moduleUnits, 4, u64(header[40:])),
		files:     slice(moduleFiles, 1, u64(header[48:])),
		values:    slice(modulePCs, 1, u64(header[56:])),
		functions: slice(moduleFunctions, 1, u64(header[64:])),
	}
	data, buckets, end := u64(module[moduleData*word:]), u64(module[moduleBuckets*word:]), u64(module[moduleEnd*word:])
	switch {
	case err != nil:
		return tables{}, err
	case u64(module[moduleIndex*word:]) != at+u64(header[64:]) || u64(module[(moduleIndex+1)*word:]) != uint64(t.count)+1:
		return tables{}, fmt.Errorf("%w: the index is not one of %d functions", errLayout, t.count)
	case data > buckets || buckets > end || end > uint64(len(memory)):
		return tables{}, fmt.Errorf("%w: data of functions at %d and buckets from %d to %d, not in this order within the memory", errLayout, data, buckets, end)
	}
	t.data, t.buckets = memory[data:buckets], memory[buckets:end]
	t.start = u64(module[moduleStart*word:])
	return t, nil
}

// function is what a record says of one function, runtime._func.
type function struct {
	name     string
	record   [recordSize]byte
	frame    []byte   // by place: the frame's size
	pcdata   [][]byte // by place: other values; nil for none
	funcdata []uint32 // where in the tables' data things are; missing for none
}

// Offsets in a record of fixed size, after which the places of pcdata and funcdata follow.
const (
	recordName   = 4
	recordFrame  = 16
	recordFile   = 20
	recordLine   = 24
	recordPCData = 28 // how many
	recordUnit   = 32
	recordStart  = 36 // the first line
	recordID     = 40
	recordData   = 43 // how many
	recordSize   = 44
)

// missing is the place of funcdata that a function has not.
const missing = 1<<32 - 1

// read reads the records.
func (t tables) read() ([]function, error) {
	if len(t.functions) < 8*t.count+4 {
		return nil, fmt.Errorf("%w: no room for the index of %d functions", errLayout, t.count)
	}
	all := make([]function, t.count)
	for i := range all {
		at := u32(t.functions[8*i+4:])
		if err := t.readOne(&all[i], at); err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		if u32(all[i].record[:]) != u32(t.functions[8*i:]) {
			return nil, fmt.Errorf("function %d: %w: index and record disagree on where it begins", i, errLayout)
		}
	}
	return all, nil
}

func (t tables) readOne(f *function, at uint32) error {
	r := reader{rest: t.functions}
	r.take(uint64(at))
	copy(f.record[:], r.take(recordSize))
	pcdata := r.take(4 * uint64(u32(f.record[recordPCData:])))
	funcdata := r.take(4 * uint64(f.record[recordData]))
	if r.err != nil {
		return fmt.Errorf("%w: its record at %d", errLayout, at)
	}
	var err error
	if f.name, err = t.name(u32(f.record[recordName:])); err != nil {
		return err
	}
	if f.frame, err = t.table(u32(f.record[recordFrame:])); err != nil {
		return err
	}
	for ; len(pcdata) > 0; pcdata = pcdata[4:] {
		table, err := t.table(u32(pcdata))
		if err != nil {
			return err
		}
		f.pcdata = append(f.pcdata, table)
	}
	for ; len(funcdata) > 0; funcdata = funcdata[4:] {
		f.funcdata = append(f.funcdata, u32(funcdata))
	}
	if f.place(inlineTree) != missing {
		return fmt.Errorf("%w: %s has other functions inlined, in spite of -gcflags=all=-l", errLayout, f.name)
	}
	return nil
}

// place returns where a function's data of a kind is.
func (f *function) place(kind int) uint32 {
	if kind >= len(f.funcdata) {
		return missing
	}
	return f.funcdata[kind]
}

func (t tables) name(at uint32) (string, error) {
	if uint64(at) < uint64(len(t.names)) {
		if name, _, ended := bytes.Cut(t.names[at:], []byte{0}); ended {
			return string(name), nil
		}
	}
	return "", fmt.Errorf("%w: a name at %d", errLayout, at)
}

// table returns the table of values at a place: pairs of varints, by how much the
// value changes and for how far it holds, up to a change of none that is not the first.
func (t tables) table(at uint32) ([]byte, error) {
	if at == 0 {
		return nil, nil
	}
	r := reader{rest: t.values}
	r.take(uint64(at))
	from := r.rest
	for first := true; ; first = false {
		change := r.unsigned()
		if r.err != nil {
			return nil, fmt.Errorf("%w: values at %d", errLayout, at)
		}
		if change == 0 && !first {
			return from[:len(from)-len(r.rest)], nil
		}
		r.unsigned()
	}
}

// clearArguments clears what prints a function's arguments: bytes up to one of 0xff,
// which no argument has (TraceArgsEndSeq in internal/abi/funcpc.go).
func (t tables) clearArguments(at uint32) error {
	if uint64(at) < uint64(len(t.data)) {
		if n := bytes.IndexByte(t.data[at:], 0xff); n >= 0 {
			clear(t.data[at:][:n+1])
			return nil
		}
	}
	return fmt.Errorf("%w: arguments at %d", errLayout, at)
}

// write writes the records, and what they refer to but data, over the old ones.
func (t tables) write(all []function) error {
	index, records := t.functions[:8*len(all)], t.functions[8*len(all)+4:] // amid them the end of the last function
	first := len(t.functions) - len(records)
	var names, values, written packed
	names.put([]byte{0}) // the place 0 stands for no name, and for no values
	values.put([]byte{0})
	for i := range all {
		put32(index[8*i+4:], uint32(first+len(written.bytes)))
		written.bytes = all[i].append(written.bytes, &names, &values)
	}
	clear(t.units)
	clear(t.files)
	return errors.Join(names.replace(t.names), values.replace(t.values), written.replace(records))
}

// append writes a function's record.
func (f *function) append(b []byte, names, values *packed) []byte {
	for len(f.pcdata) > 0 && f.pcdata[len(f.pcdata)-1] == nil {
		f.pcdata = f.pcdata[:len(f.pcdata)-1]
	}
	for len(f.funcdata) > 0 && f.funcdata[len(f.funcdata)-1] == missing {
		f.funcdata = f.funcdata[:len(f.funcdata)-1]
	}
	record := f.record
	put32(record[recordName:], 0)
	if f.name != "" {
		put32(record[recordName:], names.put(append([]byte(f.name), 0)))
	}
	put32(record[recordFrame:], values.put(f.frame))
	put32(record[recordPCData:], uint32(len(f.pcdata)))
	record[recordData] = byte(len(f.funcdata))
	b = append(b, record[:]...)
	for _, table := range f.pcdata {
		b = binary.LittleEndian.AppendUint32(b, values.put(table))
	}
	for _, place := range f.funcdata {
		b = binary.LittleEndian.AppendUint32(b, place)
	}
	return b
}

// packed is things one after the other, equal ones once.
type packed struct {
	bytes []byte
	place map[string]uint32
}

// put returns the place of a thing; nothing has the place 0.
func (p *packed) put(thing []byte) uint32 {
	if len(thing) == 0 {
		return 0
	}
	if at, ok := p.place[string(thing)]; ok {
		return at
	}
	if p.place == nil {
		p.place = make(map[string]uint32)
	}
	at := uint32(len(p.bytes))
	p.place[string(thing)] = at
	p.bytes = append(p.bytes, thing...)
	return at
}

// replace writes everything over what was there.
func (p *packed) replace(old []byte) error {
	if len(p.bytes) > len(old) {
		return fmt.Errorf("a table of %d bytes does not fit where one of %d was", len(p.bytes), len(old))
	}
	clear(old[copy(old, p.bytes):])
	return nil
}

func u32(b []byte) uint32      { return binary.LittleEndian.Uint32(b) }
func u64(b []byte) uint64      { return binary.LittleEndian.Uint64(b) }
func put32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }
