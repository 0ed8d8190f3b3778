package lines_test

import (
	"testing"

	"oxo/internal/certtest"
	"oxo/prove/certificate/lines"
)

// TestCounting: with sets of 128 squares the lines that count, and what pairs leave of them, are the same as with sets of any size.
func TestCounting(t *testing.T) { lines.CheckCounting(t, certtest.Varied) }

// TestScheme: what a scheme knows of its lines is what a look at all lines finds, through random changes of its pairs; and what it expects of
// a change is what the change brings.
func TestScheme(t *testing.T) { lines.CheckSchemes(t, certtest.Varied) }
