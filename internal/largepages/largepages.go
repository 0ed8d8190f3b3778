// Package largepages allocates memory for tables that are read at random places. The
// processor translates the address of a page with a cache of a few thousand entries.
// With pages of 4 KB this covers some megabytes, so nearly every read of a large
// table waits for two reads: of the page's address, and of the entry. With pages of 2
// MB it covers gigabytes.
package largepages

import (
	"sync/atomic"
	"unsafe"
)

// Size of a large page in bytes, on the processors that oxo is built for.
const pageBytes = 2 << 20

// Make makes a slice of n zeros, and asks the system for large pages if the slice is
// at least as large as one. The system may refuse: then the slice is as from make. E
// must not contain pointers.
func Make[E any](n int) []E {
	s := make([]E, n)
	advise(pages(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(n)*unsafe.Sizeof(*new(E)))))
	return s
}

// A table grows in steps, each larger than the one before by the factor stepBy, up to
// lastStep bytes; after that it gets all its memory at once. So a table that is hardly
// used stays small, and a short search does not wait for memory that it does not need.
// Copying the entries takes less time than finding new places for them.
const (
	stepBy   = 4
	lastStep = 16 << 20
)

// Grow returns a copy of s whose number of elements is at least need and at most all;
// or s itself if it has enough. New elements are zero.
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

// Touch makes the system allocate all memory of a slice now, instead of each page at
// its first write. Touch changes no element, and other goroutines may use the
// elements meanwhile with atomic operations. The elements must begin at multiples of
// four bytes.
func Touch[E any](s []E) {
	const smallPage = 4 << 10
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(*new(E)))
	for at := 0; at+4 <= len(memory); at += smallPage {
		atomic.AddUint32((*uint32)(unsafe.Pointer(&memory[at])), 0)
	}
}

// pages returns the complete large pages within the memory.
func pages(memory []byte) []byte {
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % pageBytes
	if uintptr(len(memory)) < skip+pageBytes {
		return nil
	}
	memory = memory[skip:]
	return memory[:len(memory)/pageBytes*pageBytes]
}
