package certificate

import (
	"bytes"

	"oxo"
	"oxo/prove/certificate/lines"
)

// FoundPairs checks the pairs that a finder returned.
func FoundPairs(b *lines.Board, pairs [][2]oxo.Move) (lines.Squares, error) {
	c := &prevention{b: b, r: NewReader(nil, Deaf{})}
	return c.foundPairs(pairs)
}

// Refers checks a reference to an earlier node with an image and a zone.
func Refers(b *lines.Board, image *lines.Image, zone *lines.Squares) (lines.Squares, error) {
	c := &prevention{b: b, seen: lines.NewSetList(b.Count), r: NewReader(bytes.NewReader([]byte{See, 0, 0}), Deaf{})}
	c.note(image, zone)
	return c.node(false)
}
