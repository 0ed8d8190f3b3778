package largepages

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestMake: a slice of any length is all zeros, and can be written to its end.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1000, pageBytes / 16, pageBytes/16 + 1, 5*pageBytes/16 + 7} {
		s := Make[[2]uint64](n)
		if len(s) != n {
			t.Fatalf("%d elements, want %d", len(s), n)
		}
		for i := range s {
			if s[i] != [2]uint64{} {
				t.Fatalf("element %d of %d is %v", i, n, s[i])
			}
			s[i] = [2]uint64{1, 2}
		}
	}
}

// TestPages: the pages are complete and within the memory, and no more would fit.
func TestPages(t *testing.T) {
	memory := make([]byte, 6*pageBytes)
	for _, from := range []int{0, 1, pageBytes - 1, pageBytes} {
		for _, n := range []int{0, 1, pageBytes - 1, pageBytes, 2*pageBytes + 5, 4 * pageBytes} {
			part := memory[from : from+n]
			p := pages(part)
			if len(p) == 0 {
				if n >= 2*pageBytes {
					t.Errorf("no page in %d bytes", n)
				}
				continue
			}
			low, high := address(p)-address(part), address(part)+uintptr(n)-address(p)-uintptr(len(p))
			if address(p)%pageBytes != 0 || len(p)%pageBytes != 0 || low >= pageBytes || high >= pageBytes {
				t.Errorf("%d bytes at %#x: %d at %#x", n, address(part), len(p), address(p))
			}
		}
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// TestAdvice: Linux records that the memory should use large pages, if it supports
// them.
func TestAdvice(t *testing.T) {
	const enabled = "/sys/kernel/mm/transparent_hugepage/enabled"
	if text, err := os.ReadFile(enabled); err != nil || strings.Contains(string(text), "[never]") {
		t.Skipf("no large pages here: %s is %q, %v", enabled, text, err)
	}
	s := Make[byte](4 * pageBytes)
	at := address(pages(s))
	s[0] = 1
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	inside := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			inside = from <= at && at < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && inside {
			if !strings.Contains(flags+" ", " hg ") {
				t.Errorf("the memory at %#x has the flags %s, without hg", at, flags)
			}
			return
		}
	}
	t.Error("the memory is not in the list of the process")
}

// TestTouch: touching changes nothing, and reaches each page.
func TestTouch(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 3 * pageBytes / 8} {
		s := Make[uint64](n)
		for i := range s {
			s[i] = uint64(i)
		}
		Touch(s)
		for i := range s {
			if s[i] != uint64(i) {
				t.Fatalf("element %d of %d is %d", i, n, s[i])
			}
		}
	}
}
