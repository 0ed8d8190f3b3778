package puzzle

import (
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/player"
)

// Puzzle is a position with one answer. Its moves are in the game's notation.
type Puzzle struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Turn     string `json:"turn" doc:"The side to move"`
	// Keeps is the result that the answer keeps: "win" or "draw"; or [Material].
	Keeps string `json:"keeps"`
	// Within is the number of plies of a puzzle of the form "win within n plies", or "win material
	// within n plies"; 0 in all others.
	// Then a wrong try may win too, but not so soon.
	Within int    `json:"within,omitempty"`
	Answer string `json:"answer"`
	// Line is the best play of both sides, beginning with the answer. All its moves are proven.
	Line []string `json:"line"`
	// Plies is how far one must look ahead: to the win, or, if the answer draws, to the latest
	// loss after a wrong try. In games that end by a margin it is the length of the line.
	Plies   int      `json:"plies"`
	Theme   string   `json:"theme"`
	Motives []string `json:"motives,omitempty"`
	Reason  string   `json:"reason" doc:"Why the answer is worth what it is, in words"`
	// Sentences are the reason, sentence by sentence.
	Sentences []string `json:"-"`
	Wrong     []Wrong  `json:"wrong" doc:"Every other legal move"`
	Rating    int      `json:"rating,omitempty"`
	// Found is the share of tries in which levels 1 to 10 found the answer; nil without tries.
	Found  []float64 `json:"found,omitempty"`
	Source string    `json:"source,omitempty" doc:"Where the position comes from"`
}

// Wrong is a move that does not keep the result.
type Wrong struct {
	Move string `json:"move"`
	// Result of the move for the side that makes it: "draw" or "loss"; empty if it only does not
	// win within the plies of the puzzle.
	Result string `json:"result,omitempty"`
	// Plies to the loss; 0 if that number is not proven, or the game does not count plies.
	Plies int `json:"plies,omitempty"`
	// Line begins with the move and the reply that refutes it, which is proven. Moves after the
	// reply are best play. A move that ends the game has no reply.
	Line []string `json:"line"`
}

// Material is the result of a puzzle in which one move alone wins material.
const Material = "material"

// Tried returns the wrong try with a move, or nil.
func (p *Puzzle) Tried(move string) *Wrong {
	for i := range p.Wrong {
		if p.Wrong[i].Move == move {
			return &p.Wrong[i]
		}
	}
	return nil
}

// Options are the options of an [Examiner]. The zero value has the defaults.
type Options struct {
	// Nodes is the number of positions that the proof of one puzzle may visit; 0 means
	// DefaultNodes. The same seed and nodes give the same puzzles.
	Nodes uint64
	// Time limits the proof of one puzzle too; 0 sets no limit. With it the puzzles depend on the
	// machine.
	Time time.Duration
	// MinPlies and MaxPlies bound [Puzzle.Plies]; 0 sets no bound.
	MinPlies, MaxPlies int
	// Tries is the number of tries of each level; negative means none, 0 means DefaultTries.
	Tries int
	// Mates says that a puzzle may also be of the form "win within n plies", as the mates of
	// chess, in a game whose other values can seldom be proven.
	Mates bool
	// Worth is the worth of a piece, where a puzzle may also be of the form "win material"; or nil.
	Worth      func(c board.Cell) int
	TableBytes int64 // of each of the two searchers that prove; 0 means 8 MB
}

// Suit sets the forms of puzzles that suit a game. In chess few values can be proven, so puzzles may
// be mates and wins of material, too.
func (o *Options) Suit(g oxo.Game) {
	if o.Mates = board.FactsOf(g).Style.Pieces == board.Chessmen; o.Mates {
		o.Worth = worthOfMan
	}
}

// worthOfMan is the worth of a man of chess in pawns. A king, which is never taken, has none.
func worthOfMan(c board.Cell) int {
	return map[string]int{"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}[strings.ToUpper(c.Text)]
}

// Defaults of [Options].
const (
	DefaultNodes = 60_000
	DefaultTries = 8
	defaultTable = 8 << 20
)

// withDefaults returns the options with numbers in place of zeros.
func (o Options) withDefaults() Options {
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	if o.Tries == 0 {
		o.Tries = DefaultTries
	}
	if o.TableBytes == 0 {
		o.TableBytes = defaultTable
	}
	return o
}

// Levels is the number of levels that try a puzzle.
const Levels = int(player.MaxLevel)

// over returns the sign of a finished position for a side: 1 for a win.
func over(p oxo.Position, side oxo.Side) int {
	sign := oxo.Final(p).Sign()
	if p.Turn() != side {
		return -sign
	}
	return sign
}
