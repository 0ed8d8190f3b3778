// Package memory returns how much memory the process can still take, and reads and
// writes sizes in bytes.
package memory

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Spare is the memory that a search needs in addition to its table. It has room for the garbage of a few hundred
// positions: with 8 MB the collector ran for every tenth position of a list, and short searches took twice as long on a
// busy machine.
const Spare = 14 << 20

// Free returns how many bytes the process can still take, and the beginning of a
// sentence that names the reason: the machine, a control group, a limit of the process
// (ulimit -v, ulimit -d), or GOMEMLIMIT.
func Free() (bytes uint64, why string) {
	bytes, why = systemFree()
	if limit := userLimit(); uint64(limit) < bytes {
		bytes, why = uint64(limit), "GOMEMLIMIT allows"
	}
	return bytes, why
}

// Limit sets the limit at which the collector of garbage runs. A lower limit of the user
// (GOMEMLIMIT) stays.
func Limit(bytes int64) { debug.SetMemoryLimit(min(bytes, userLimit())) }

// userLimit returns the limit in GOMEMLIMIT, or the largest number.
func userLimit() int64 {
	var limit Size
	if text := os.Getenv("GOMEMLIMIT"); text == "" || limit.Set(text) != nil {
		return math.MaxInt64
	}
	return int64(limit)
}

// Size is a number of bytes, above 0. It is the value of a flag, written with a unit.
type Size int64

// Fits returns an error if there is not enough memory for n tables of the size: a
// program that runs out of memory ends with a stack trace.
func (s Size) Fits(n int) error {
	free, why := Free()
	if want := uint64(s) * uint64(n); want > free || want > free-min(free, Spare) {
		return fmt.Errorf("%s %v of memory; a smaller table does", why, Size(min(free, math.MaxInt64)))
	}
	return nil
}

// sizeUnits are powers of 1024, as tables are.
func sizeUnits() []string { return []string{"B", "KB", "MB", "GB", "TB"} }

// Set reads a size: 64MB, 64M and 64MiB are the same. It refuses a number without a unit, since a user who writes 512
// means megabytes, not bytes.
func (s *Size) Set(text string) error {
	digits := strings.TrimRightFunc(strings.TrimSpace(text), func(r rune) bool { return r < '0' || r > '9' })
	unit := strings.ToUpper(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), digits)))
	shift := slices.IndexFunc(sizeUnits(), func(u string) bool {
		return unit == u || u != "B" && unit != "" && (unit == u[:1] || unit == u[:1]+"IB")
	}) * 10
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || n < 1 || shift < 0 || n > math.MaxInt64>>shift {
		return errors.New("want a whole number above 0 and a unit, as in 64MB or 2GB")
	}
	*s = Size(n << shift)
	return nil
}

// String writes the size in the greatest unit that leaves a number of at least 1, with
// one digit after the point at most.
func (s Size) String() string {
	n, unit := float64(s), 0
	for n >= 1024 && unit < len(sizeUnits())-1 {
		n, unit = n/1024, unit+1
	}
	return strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64) + sizeUnits()[unit]
}

// Type names the value in the help.
func (Size) Type() string { return "size" }
