package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// Listener hears what a [Checker] reads, in the order of the file. A program that holds or copies a certificate
// implements it. What it hears is proven only after the check has ended without an error. Its methods must not change
// their arguments.
type Listener interface {
	// Start hears the game and the position of the proof.
	Start(g oxo.Game, p oxo.Position)
	// Part hears that a part of a kind begins: the strategy of a side.
	Part(side oxo.Side, kind byte)
	// Byte hears each byte before the checksum. It hears the last byte of something before the call that reports it.
	// Its error ends the check.
	Byte(b byte) error
	// Open hears that a node of a kind begins. Its parent is the node that began last and has not ended.
	Open(kind byte)
	// Close hears that the node that began last and has not ended ends.
	Close()
	// Move hears the move that leads to the next node.
	Move(m oxo.Move)
	// Note hears that later nodes of the part may refer to the open node. The node gets the next number, from 0.
	Note()
	// Refer hears that the open node refers to an earlier one by its number, and by a symmetry, 0 for none.
	Refer(number uint64, symmetry int)
	// Mirror hears the symmetry by which the strategy's side answers, at the open node of kind [Mirror].
	Mirror(symmetry int)
	// Threat hears the threatened move at the open node.
	Threat(m oxo.Move)
	// Answered hears the zone of the node that ended last, on a board with this number of squares. The node answers a
	// move at a node of kind [Zone].
	Answered(zone *lines.Squares, squares int)
	// Pair hears a pair of the open node that is in the file; in a policy it hears a square and the answer to it.
	Pair(a, b oxo.Move)
	// Found hears the pairs that the finder returned for the open node, of kind [Found] or [Better]. It also hears
	// whether the lines that they leave needed a search.
	Found(pairs [][2]oxo.Move, searched bool)
}

// Deaf is a [Listener] that does nothing. Other listeners embed it.
type Deaf struct{}

// Start implements [Listener].
func (Deaf) Start(oxo.Game, oxo.Position) {}

// Part implements [Listener].
func (Deaf) Part(oxo.Side, byte) {}

// Byte implements [Listener].
func (Deaf) Byte(byte) error { return nil }

// Open implements [Listener].
func (Deaf) Open(byte) {}

// Close implements [Listener].
func (Deaf) Close() {}

// Move implements [Listener].
func (Deaf) Move(oxo.Move) {}

// Note implements [Listener].
func (Deaf) Note() {}

// Refer implements [Listener].
func (Deaf) Refer(uint64, int) {}

// Mirror implements [Listener].
func (Deaf) Mirror(int) {}

// Threat implements [Listener].
func (Deaf) Threat(oxo.Move) {}

// Answered implements [Listener].
func (Deaf) Answered(*lines.Squares, int) {}

// Pair implements [Listener].
func (Deaf) Pair(oxo.Move, oxo.Move) {}

// Found implements [Listener].
func (Deaf) Found([][2]oxo.Move, bool) {}
