package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
)

// errTables is the error of a program whose tables have a form that withoutLines does
// not know.
var errTables = errors.New("the engine's table of functions is unknown: want that of Go 1.20 or later (runtime.pcHeader), for 64 bits")

// The bytes of runtime.pcHeader and of runtime._func that withoutLines reads and writes.
const (
	headerBytes = 8 + 8*8 // magic and sizes, and 8 words
	funcBytes   = 44      // _func without the words after it
	atStack     = 16      // _func.pcsp
	atFile      = 20      // _func.pcfile
	atLine      = 24      // _func.pcln
	atCount     = 28      // _func.npcdata
	atUnit      = 32      // _func.cuOffset
	atStart     = 36      // _func.startLine
)

// withoutLines overwrites a table of a Go program in WebAssembly with zeros: the file and
// the line of each instruction. The linker has no flag to leave it out, and it is 7% of the
// engine's compressed bytes. Traces of panics print ? for files, and functions as before:
// the runtime takes an offset of 0 as no table (runtime.pcvalue).
func withoutLines(program []byte) error {
	memory, parts, err := dataOf(program)
	if err != nil {
		return err
	}
	at := bytes.Index(memory, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if at < 0 || at+headerBytes > len(memory) {
		return errTables
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(memory[at+8+8*i:])) }
	count, units, tables, functions := word(0), at+word(4), at+word(6), at+word(7)
	if at > units || units > tables || tables > functions || functions > len(memory) || uint64(count) > uint64(len(memory)-functions)/8 {
		return errTables
	}
	used := make([]bool, functions-tables)
	for i := range count {
		f := functions + int(binary.LittleEndian.Uint32(memory[functions+8*i+4:]))
		if f+funcBytes > len(memory) {
			return errTables
		}
		if err := markUsed(used, memory[tables:functions], memory[f:]); err != nil {
			return err
		}
		for _, field := range []int{atFile, atLine, atUnit, atStart} {
			clear(memory[f+field : f+field+4])
		}
	}
	for i := range used {
		if !used[i] {
			memory[tables+i] = 0
		}
	}
	clear(memory[units:tables]) // the names of files
	for _, p := range parts {
		copy(p.bytes, memory[p.at:])
	}
	return nil
}

// markUsed marks the tables that a function needs: the table of its stack, and the
// tables that garbage collection and inlining read.
func markUsed(used []bool, tables, function []byte) error {
	field := func(at int) int { return int(binary.LittleEndian.Uint32(function[at:])) }
	offsets, more := []int{field(atStack)}, field(atCount)
	if more > (len(function)-funcBytes)/4 {
		return errTables
	}
	for i := range more {
		offsets = append(offsets, field(funcBytes+4*i))
	}
	for _, from := range offsets {
		if from == 0 {
			continue
		}
		to := from
		for first := true; ; first = false { // pairs of numbers; after the first pair a zero is the end
			if to >= len(tables) {
				return errTables
			}
			if tables[to] == 0 && !first {
				to++
				break
			}
			for range 2 {
				_, n := binary.Uvarint(tables[to:])
				if n <= 0 {
					return errTables
				}
				to += n
			}
		}
		for i := from; i < to; i++ {
			used[i] = true
		}
	}
	return nil
}

// part is a part of a program's memory that its file holds.
type part struct {
	at    int
	bytes []byte // of the file
}

// dataSection is the number of WebAssembly's section of data.
const dataSection = 11

// errFormat is the error of a program that Go's linker did not write.
var errFormat = errors.New("the engine is not as the linker of Go writes WebAssembly")

// dataOf returns the memory with which a program in WebAssembly begins, and its parts.
func dataOf(program []byte) (memory []byte, parts []part, err error) {
	const header = 8
	if len(program) < header {
		return nil, nil, errFormat
	}
	for rest := program[header:]; len(rest) > 0; {
		size, section := number(rest[1:])
		if size > len(section) {
			return nil, nil, errFormat
		}
		kind := rest[0]
		rest, section = section[size:], section[:size]
		if kind != dataSection {
			continue
		}
		if parts, err = partsOf(section); err != nil {
			return nil, nil, err
		}
	}
	return join(parts), parts, nil
}

// partsOf reads a section of data.
func partsOf(section []byte) (parts []part, err error) {
	count, section := number(section)
	for range count {
		const constant, end = 0x41, 0x0b
		if len(section) < 3 || section[0] != 0 || section[1] != constant {
			return nil, errFormat
		}
		at, n := signed(section[2:])
		if n == 0 || 2+n >= len(section) || section[2+n] != end {
			return nil, errFormat
		}
		var size int
		size, section = number(section[3+n:])
		if size > len(section) {
			return nil, errFormat
		}
		parts = append(parts, part{at, section[:size]})
		section = section[size:]
	}
	return parts, nil
}

// number reads a LEB128 number, and returns the bytes after it; none if it is too large.
func number(from []byte) (v int, rest []byte) {
	u, n := binary.Uvarint(from)
	if n <= 0 || u > math.MaxInt32 {
		return 0, nil
	}
	return int(u), from[n:]
}

// signed reads a signed LEB128 number that is not negative, and returns the number of
// its bytes, or 0.
func signed(from []byte) (v, n int) {
	const bits, more = 7, 0x80
	for shift := 0; n < len(from) && n < 5; shift += bits {
		b := from[n]
		n++
		v |= int(b&^more) << shift
		if b&more == 0 {
			return v, n
		}
	}
	return 0, 0
}

// join copies parts to their places.
func join(parts []part) []byte {
	length := 0
	for _, p := range parts {
		length = max(length, p.at+len(p.bytes))
	}
	memory := make([]byte, length)
	for _, p := range parts {
		copy(memory[p.at:], p.bytes)
	}
	return memory
}
