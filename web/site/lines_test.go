package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// program returns a program in WebAssembly whose memory is a table of two functions.
func program() []byte {
	word := binary.LittleEndian.AppendUint64
	half := binary.LittleEndian.AppendUint32
	tables := []byte{
		0,       // an offset of 0 means that there is no table
		2, 5, 0, // 1: a stack
		8, 0x81, 1, 2, 3, 0, // 4: lines
		0, 7, 0, // 10: data; its first number may be 0
	}
	const headerEnd, tablesAt, functionsAt = 72, 80, 80 + 16
	table := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}
	for _, w := range []uint64{2, 0, 0, 0, headerEnd, headerEnd + 4, tablesAt, functionsAt} {
		table = word(table, w)
	}
	table = append(table, "unitfile"...)
	table = append(table, tables...)
	table = append(table, make([]byte, functionsAt-len(table))...)
	for i := range uint32(2) { // the list of functions, then each
		table = half(half(table, i), 16+48*i)
	}
	for i := range uint32(2) {
		for _, v := range []uint32{i, 77, 8, 0, 1, 4, 4, 1, 5, 99, 0, 10 * i} {
			table = half(table, v)
		}
	}
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = append(out, 1, 1, 0) // another section
	const first = 100          // the bytes of the first part
	data := []byte{2, 0, 0x41, 0x80, 0x08, 0x0b, first}
	data = append(data, table[:first]...)
	data = append(data, 0, 0x41, 0xe4, 0x08, 0x0b)
	data = binary.AppendUvarint(data, uint64(len(table)-first))
	data = append(data, table[first:]...)
	out = append(out, dataSection)
	out = binary.AppendUvarint(out, uint64(len(data)))
	return append(out, data...)
}

// TestWithoutLines: only the tables of files and lines are overwritten.
func TestWithoutLines(t *testing.T) {
	got, want := program(), program()
	if err := withoutLines(got); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Index(want, []byte{8, 0x81, 1, 2, 3, 0})
	clear(want[lines : lines+6])
	files := bytes.Index(want, []byte("unitfile"))
	clear(want[files : files+8])
	for i := range 2 {
		for _, field := range []int{atFile, atLine, atUnit, atStart} {
			memory, parts, err := dataOf(want)
			if err != nil {
				t.Fatal(err)
			}
			at := bytes.Index(memory, []byte{0xf1, 0xff, 0xff, 0xff}) + 80 + 16 + 16 + 48*i + field
			clear(memory[at : at+4])
			for _, p := range parts {
				copy(p.bytes, memory[p.at:])
			}
		}
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%x\nwant\n%x", got, want)
	}
}

// TestWithoutLinesRefuses: a program that is not as Go writes it is an error, however it ends.
func TestWithoutLinesRefuses(t *testing.T) {
	if err := withoutLines([]byte("\x00asm\x01\x00\x00\x00")); !errors.Is(err, errTables) {
		t.Errorf("without data: %v: want %v", err, errTables)
	}
	for n := range len(program()) - 8 { // without the last 8 bytes a function still is whole
		_ = withoutLines(program()[:n]) // no panic
	}
	for i := range program() {
		for _, b := range []byte{0, 0x7f, 0xff} {
			wrong := program()
			wrong[i] = b
			_ = withoutLines(wrong)
		}
	}
}
