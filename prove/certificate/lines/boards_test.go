//go:build !race

package lines_test

import (
	"testing"

	"oxo/internal/certtest"
	"oxo/prove/certificate/lines"
)

// TestCounting: sets of 128 squares give the same lines that count, and the same squares that pairs leave, as sets of
// any size.
func TestCounting(t *testing.T) { lines.CheckCounting(t, certtest.Varied) }

// TestScheme: through random changes of its pairs, the sums of a scheme are the same as sums over all lines, and each
// change has the effect that the scheme expects.
func TestScheme(t *testing.T) { lines.CheckSchemes(t, certtest.Varied) }

// TestWithout: the lines that pairs leave are the same as in a count of all lines.
func TestWithout(t *testing.T) { lines.CheckWithout(t, certtest.Varied) }
