// Package largepages takes memory for tables that are read at random places. The
// processor finds the place of a page in memory by a table of its own, which holds a few
// thousand pages. In pages of 4 KB these are some megabytes, and nearly every look into a
// large table waits for two reads: of the page's place, and of the entry. In pages of 2 MB
// these are gigabytes.
package largepages

import (
	"sync/atomic"
	"unsafe"
)

// bytes of a large page, on the processors that oxo is built for.
const pageBytes = 2 << 20

// Make makes a slice of n zeros, and asks the system for large pages if it is as large as
// one. The system may say no: then the slice is as from make. E holds no pointers.
func Make[E any](n int) []E {
	s := make([]E, n)
	advise(pages(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(n)*unsafe.Sizeof(*new(E)))))
	return s
}

// A table takes its memory in steps, each this many times as large as the one before, up to lastStep bytes; and then all of
// it at once. So one that is used little takes little, and a short search does not wait for memory that it does not
// need. To copy what is there takes less time than to find new places for it.
const (
	stepBy   = 4
	lastStep = 16 << 20
)

// Grow returns a copy of s with at least need elements, of all that there may be; or s where it has as many. The others are zeros.
func Grow[E any](s []E, need, all int) []E {
	if need <= len(s) {
		return s
	}
	n := min(max(need, stepBy*len(s)), all)
	if uintptr(n)*unsafe.Sizeof(*new(E)) > lastStep {
		n = all
	}
	larger := Make[E](n)
	copy(larger, s)
	return larger
}

// Touch makes the system give all memory of a slice now. Else it gives each page when that is first written. Touch
// changes no element, and other goroutines may use them meanwhile, by atomic operations. The elements must begin at
// multiples of four bytes.
func Touch[E any](s []E) {
	const smallPage = 4 << 10
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(*new(E)))
	for at := 0; at+4 <= len(memory); at += smallPage {
		atomic.AddUint32((*uint32)(unsafe.Pointer(&memory[at])), 0)
	}
}

// pages returns what of the memory is whole large pages.
func pages(memory []byte) []byte {
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % pageBytes
	if uintptr(len(memory)) < skip+pageBytes {
		return nil
	}
	memory = memory[skip:]
	return memory[:len(memory)/pageBytes*pageBytes]
}
