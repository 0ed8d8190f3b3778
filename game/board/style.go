package board

// Places says how the squares of a board look.
type Places int

// Kinds of places. A renderer that does not know a kind uses PlainPlaces.
const (
	PlainPlaces Places = iota // separate squares with borders
	Hash                      // lines between the squares, as for noughts and crosses
	Crossings                 // crossing lines; pieces are on the crossings
	Frame                     // holes in an upright frame: a piece drops down its column
	Chequered                 // squares of two colours, for pieces that move
	Tray                      // places for tiles
	Heaps                     // each row is a heap that begins at the left; nothing is drawn beyond its end
)

func (p Places) String() string {
	return name(int(p), "plain", "hash", "crossings", "frame", "chequered", "tray", "heaps")
}

// Pieces is the look of the pieces. The side of a [Cell] chooses between two shapes;
// for some kinds the text chooses.
type Pieces int

// Kinds of pieces. A renderer that does not know a kind uses Lettered.
const (
	Lettered    Pieces = iota // the text of the cell on a disc of its side
	Marks                     // a cross for the first side, a ring for the second
	Discs                     // flat discs
	Stones                    // round stones, dark for the first side and light for the second
	Pawns                     // pawns, light for the first side and dark for the second
	Chessmen                  // the text is one of K Q R B N P, of either case; the first side is light
	Tiles                     // the text is a number; they have no owner
	Sticks                    // matches, sticks, counters: all alike, without an owner
	Draughtsmen               // the text is w or b for a man of the light or the dark side, W or B for its king
)

func (p Pieces) String() string {
	return name(int(p), "lettered", "marks", "discs", "stones", "pawns", "chessmen", "tiles", "sticks", "draughtsmen")
}

// name returns the name of a kind; for an unknown kind, of the plain one.
func name(kind int, names ...string) string {
	if kind < 0 || kind >= len(names) {
		kind = 0
	}
	return names[kind]
}

// Style is the look of a board. The zero value is the plain one.
type Style struct {
	Places Places
	Pieces Pieces
	Wraps  bool // opposite edges are joined
}
