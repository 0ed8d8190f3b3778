//go:build !race

package certificate

import (
	"bytes"
	"errors"
	"testing"

	"oxo"
	"oxo/prove/certificate/lines"
)

// crowded returns an empty board of 128 squares. Each of its count lines has the same two squares.
func crowded(count int) *lines.Board {
	b := &lines.Board{Count: lines.MaxPacked}
	for m := range b.Count {
		b.Owner = append(b.Owner, -1)
		if m >= 2 && len(b.Lines) < count {
			b.Lines = append(b.Lines, []oxo.Move{0, 1, oxo.Move(m)})
		}
	}
	for m := 4; len(b.Lines) < count; m++ {
		b.Lines = append(b.Lines, []oxo.Move{2, 3, oxo.Move(m)})
	}
	b.Kin = lines.NewKin(b.Lines, b.Count)
	return b
}

// TestTooManyLines: two pairs of a leaf of kind Better stop at most 128 lines; a leaf of kind Found may stop more.
func TestTooManyLines(t *testing.T) {
	for _, count := range []int{lines.MaxPacked, lines.MaxPacked + 1} {
		for _, kind := range []byte{Found, Better} {
			c := &prevention{b: crowded(count), unsettled: lines.AllSquares(), r: NewReader(bytes.NewReader([]byte{kind}), Deaf{})}
			_, err := c.node(false)
			if refused := kind == Better && count > lines.MaxPacked; refused != errors.Is(err, ErrWrong) || err != nil && !refused {
				t.Errorf("%d lines, kind %d: %v", count, kind, err)
			}
		}
	}
}
