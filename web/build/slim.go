package main

import (
	"fmt"
	"strings"
)

// Go's linker gives a program tables of its functions: how large a function's
// frame is wherever it may be held up and where in it pointers lie, which the
// stack needs to grow and the collector to run; but also the names, files and
// lines that a stack trace prints. Nobody reads a trace of the viewer, and without
// these 90 KiB less go over the wire.
//
// What may go was read off the runtime of Go 1.26, for WebAssembly:
//
//   - Files, lines and arguments serve printing alone (funcline1 in symtab.go,
//     printArgs in traceback.go).
//   - The table of unsafe points says where a function may not be interrupted from
//     outside. Nothing interrupts it there: preemptMSupported is false in os_wasm.go.
//   - The name of a function is printed, and asked for in three places besides.
//     isSystemGoroutine counts a goroutine as the runtime's own by the package in
//     which it began; panicwrap says which method was called on a nil pointer, by
//     the name of the wrapper that noticed it; argMapInternal knows two functions of
//     package reflect by theirs.

// withoutNames returns a module that does the same, but whose stack traces are empty.
func withoutNames(module []byte) ([]byte, error) {
	return withFunctions(module, (*function).forgetPrinting)
}

// withFunctions changes what a module's tables say of every function.
func withFunctions(module []byte, change func(*function)) ([]byte, error) {
	return rewriteData(module, func(segments []segment, size uint64) ([]segment, error) {
		segments, err := merge(segments, size, worthwhile)
		if err != nil {
			return nil, err
		}
		memory := make([]byte, size)
		for _, s := range segments {
			copy(memory[s.at:], s.bytes)
		}
		if err := slim(memory, change); err != nil {
			return nil, fmt.Errorf("the tables of functions: %w", err)
		}
		return merge(nonzero(memory), size, worthwhile)
	})
}

// slim writes a memory's tables of functions anew, each function changed. The new
// tables stand where the old ones did, and zeros follow them.
func slim(memory []byte, change func(*function)) error {
	t, err := findTables(memory)
	if err != nil {
		return err
	}
	functions, err := t.read()
	if err != nil {
		return err
	}
	dropped, kept := make(map[uint32]bool), make(map[uint32]bool)
	for i := range functions {
		f := &functions[i]
		if at := f.place(argInfo); at != missing {
			dropped[at] = true
		}
		change(f)
		for _, at := range f.funcdata {
			kept[at] = true
		}
	}
	for at := range dropped {
		if !kept[at] {
			if err := t.clearArguments(at); err != nil {
				return err
			}
		}
	}
	if err := t.coarsen(functions); err != nil {
		return err
	}
	return t.write(functions)
}

// Kinds of pcdata and funcdata, from internal/abi/symtab.go.
const (
	unsafePoint  = 0
	inlineIndex  = 2
	argLiveIndex = 3

	inlineTree  = 3
	argInfo     = 5
	argLiveInfo = 6
)

// idWrapper marks functions that the compiler made around methods.
const idWrapper = 23

// forgetPrinting drops what nothing but printing needs.
func (f *function) forgetPrinting() {
	for _, field := range []int{recordFile, recordLine, recordUnit, recordStart} {
		clear(f.record[field : field+4])
	}
	for _, kind := range []int{unsafePoint, inlineIndex, argLiveIndex} {
		if kind < len(f.pcdata) {
			f.pcdata[kind] = nil
		}
	}
	for _, kind := range []int{argInfo, argLiveInfo} {
		if kind < len(f.funcdata) {
			f.funcdata[kind] = missing
		}
	}
	f.name = neededName(f.name, f.record[recordID])
}

// neededName returns as much of a function's name as the runtime asks for.
func neededName(name string, id byte) string {
	switch {
	case id == idWrapper, name == "reflect.makeFuncStub", name == "reflect.methodValueCall":
		return name
	case strings.HasPrefix(name, "runtime."):
		return "runtime."
	}
	return ""
}
