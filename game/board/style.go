package board

import "oxo"

// Places is what the squares of a board look like.
type Places int

// The kinds of places. A drawing that does not know a kind takes PlainPlaces.
const (
	PlainPlaces Places = iota // squares with a rim each
	Hash                      // lines between the squares, as for noughts and crosses
	Crossings                 // lines that cross; a piece is where they do
	Frame                     // holes in an upright frame: a piece falls down its column
	Chequered                 // squares of two colours, for pieces that walk
	Tray                      // places for tiles
	Heaps                     // each row is a heap, from the left; there is nothing where it has ended
)

func (p Places) String() string {
	return name(int(p), "plain", "hash", "crossings", "frame", "chequered", "tray", "heaps")
}

// Pieces is what the pieces look like. The side of a [Cell] decides between two of
// them, and the text where that is said.
type Pieces int

// The kinds of pieces. A drawing that does not know a kind takes Lettered.
const (
	Lettered    Pieces = iota // the text of the cell on a disc of its side
	Marks                     // a cross for the first side, a ring for the second
	Discs                     // flat discs
	Stones                    // round stones, dark for the first side and light for the second
	Pawns                     // pawns, light for the first side and dark for the second
	Chessmen                  // the text is one of K Q R B N P, of either case; the first side is light
	Tiles                     // the text is a number; nobody owns it
	Sticks                    // matches, sticks, counters: all the same, nobody's
	Draughtsmen               // the text is w or b for a man of the light or the dark side, W or B for its king
)

func (p Pieces) String() string {
	return name(int(p), "lettered", "marks", "discs", "stones", "pawns", "chessmen", "tiles", "sticks", "draughtsmen")
}

// name returns the name of a kind; a number without a kind has that of the plain one.
func name(kind int, names ...string) string {
	if kind < 0 || kind >= len(names) {
		kind = 0
	}
	return names[kind]
}

// Style is how a board looks. The zero value is the plain one.
type Style struct {
	Places Places
	Pieces Pieces
	Wraps  bool // opposite edges are joined
}

// Styled is an [oxo.Game] that says how its boards look; others look plain.
type Styled interface {
	oxo.Game
	Style() Style
}

// StyleOf returns how the boards of a game look.
func StyleOf(g oxo.Game) Style {
	if s, ok := g.(Styled); ok {
		return s.Style()
	}
	return Style{}
}

// Ruled is an [oxo.Game] that says its rules to who does not know it.
type Ruled interface {
	oxo.Game
	// Goal is one sentence or two, of at most 120 characters: what one does, and
	// how one wins.
	Goal() string
	// Rules are all of them, a sentence or two in each string, few enough for one
	// screen.
	Rules() []string
}
