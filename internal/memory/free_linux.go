package memory

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// systemFree returns how many bytes the process can still take, and words for the
// source of that limit: the machine, the control groups of the process, or a limit of
// the process (ulimit -v, ulimit -d).
func systemFree() (bytes uint64, why string) {
	bytes, why = math.MaxUint64, "there is"
	for _, ask := range []struct {
		why  string
		free func() (uint64, bool)
	}{
		{"the machine has free", availableMemory}, {"the control group allows", groupMemory}, {"the limit of the process (ulimit) leaves", processMemory},
	} {
		if free, known := ask.free(); known && free < bytes {
			bytes, why = free, ask.why
		}
	}
	return bytes, why
}

// availableMemory returns the memory of the machine that programs can still use.
func availableMemory() (bytes uint64, known bool) {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if rest, ok := strings.CutPrefix(in.Text(), "MemAvailable:"); ok {
			kilobytes, err := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}

// groupMemory returns the memory that the control groups of the process still allow:
// all nested groups of version 2, or the one of version 1.
func groupMemory() (bytes uint64, known bool) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return 0, false
	}
	bytes = math.MaxUint64
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		root, most, used := "/sys/fs/cgroup", "memory.max", "memory.current"
		if fields[0] != "0" {
			if fields[1] != "memory" {
				continue
			}
			root, most, used = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
		}
		for path := filepath.Clean("/" + fields[2]); ; path = filepath.Dir(path) {
			limit, ok1 := readNumber(filepath.Join(root, path, most))
			taken, ok2 := readNumber(filepath.Join(root, path, used))
			if ok1 && ok2 {
				bytes, known = min(bytes, limit-min(limit, taken)), true
			}
			if path == "/" {
				break
			}
		}
	}
	return bytes, known
}

// readNumber reads a number from a file. It returns false for the text "max".
func readNumber(file string) (uint64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// processMemory returns the memory that the limits of the process on addresses and
// data still allow.
func processMemory() (bytes uint64, known bool) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	sizes := strings.Fields(string(text))
	bytes = math.MaxUint64
	for _, l := range []struct{ resource, field int }{{syscall.RLIMIT_AS, 0}, {syscall.RLIMIT_DATA, 5}} {
		var limit syscall.Rlimit
		if l.field >= len(sizes) || syscall.Getrlimit(l.resource, &limit) != nil || limit.Cur > math.MaxInt64 {
			continue
		}
		pages, err := strconv.ParseUint(sizes[l.field], 10, 64)
		if err != nil {
			continue
		}
		taken := pages * uint64(os.Getpagesize())
		bytes, known = min(bytes, limit.Cur-min(limit.Cur, taken)), true
	}
	return bytes, known
}
