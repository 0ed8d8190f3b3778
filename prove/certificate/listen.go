package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// Listener is called with what a [Checker] reads, in the order of the file. A program that holds or copies a
// certificate implements it. What it gets is proven only after the check has ended without an error. Its methods must
// not change their arguments.
type Listener interface {
	// Start gets the game and the position of the proof.
	Start(g oxo.Game, p oxo.Position)
	// Part is called when a part begins: the strategy of a side. It also gets the kind
	// of the part.
	Part(side oxo.Side, kind byte)
	// Byte gets each byte before the checksum. The last byte of a node or a move comes before the call that
	// reports the node or the move. Its error ends the check.
	Byte(b byte) error
	// Open is called when a node of a kind begins. Its parent is the node that began last and has not
	// ended.
	Open(kind byte)
	// Close is called when a node ends: the one that began last and has not ended yet.
	Close()
	// Move gets the move that leads to the next node.
	Move(m oxo.Move)
	// Note is called if later nodes of the part may refer to the open node. The node gets the next number, from
	// 0.
	Note()
	// Refer is called if the open node refers to an earlier one. It gets the number of that node, and a
	// symmetry, 0 for none.
	Refer(number uint64, symmetry int)
	// Mirror gets the symmetry by which the strategy's side answers, at the open node of kind [Mirror].
	Mirror(symmetry int)
	// Threat gets the threatened move at the open node.
	Threat(m oxo.Move)
	// Answered gets the zone of the node that ended last, on a board with this number of squares. The node answers a
	// move at a node of kind [Zone].
	Answered(zone *lines.Squares, squares int)
	// Pair gets a pair of the open node that is in the file; in a policy it gets a square and the answer to it.
	Pair(a, b oxo.Move)
	// Found gets the pairs that the finder returned for the open node, of kind [Found] or [Better]. It also gets
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
