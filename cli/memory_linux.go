package cli

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// freeMemory returns how many bytes programs can still take, as the system
// tells.
func freeMemory() (bytes uint64, known bool) {
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
