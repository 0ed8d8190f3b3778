package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// Listener hears what a [Checker] reads, in the order of the file: for a program that holds a certificate or copies it. What it hears is
// proven only after the check has ended without an error. Its methods do not change what they are passed.
type Listener interface {
	// Start hears the game and the position of the proof.
	Start(g oxo.Game, p oxo.Position)
	// Part hears that the strategy of a side begins, a part of this kind.
	Part(side oxo.Side, kind byte)
	// Byte hears each byte before the checksum, before anything that it is the last byte of. Its error ends the check.
	Byte(b byte) error
	// Open hears that a node of a kind begins. It is below the node that began last and has not ended.
	Open(kind byte)
	// Close hears that the node that began last and has not ended ends.
	Close()
	// Move hears the move that leads to the next node.
	Move(m oxo.Move)
	// Note hears that later nodes of the part may refer to the open node. It gets the next number, from 0.
	Note()
	// Refer hears that the open node refers to an earlier one by its number, and by a symmetry, 0 for none.
	Refer(number uint64, symmetry int)
	// Mirror hears the symmetry by which the side answers at the open node, of kind [Mirror].
	Mirror(symmetry int)
	// Threat hears the move that is threatened at the open node.
	Threat(m oxo.Move)
	// Answered hears the zone of the node that ended last, on a board with a number of squares. The node answers a move at a node of
	// kind [Zone].
	Answered(zone *lines.Squares, squares int)
	// Pair hears a pair that stands in the file, of the open node; or the square that a policy answers, and its answer.
	Pair(a, b oxo.Move)
	// Found hears the pairs that were found for the open node, of kind [Found] or [Better], and whether the search of what
	// they leave was needed.
	Found(pairs [][2]oxo.Move, searched bool)
}

// Deaf is a [Listener] that hears nothing. Others embed it for what they do not need.
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
