package solve

import (
	"cmp"
	"io"
	"time"

	"oxo/search"
)

// DefaultMaxPositions is the default of [Options].MaxPositions.
const DefaultMaxPositions = 5_000_000

// Options configures a proof. The zero value asks for the value with its plies, by the best
// prover for the position.
type Options struct {
	// Method names the prover; "" is Auto.
	Method Method
	// ResultOnly asks who wins, without plies or margins.
	ResultOnly bool
	// WholeLine asks for the line of best play to the end of the game, as far as it is known.
	WholeLine bool
	// MaxPositions is the maximum number of positions for solving a game that loops backwards; 0
	// is DefaultMaxPositions.
	MaxPositions int
	// Search configures the search: threads, the book, and the size of the table, which all
	// provers use. The proof sets its ResultOnly and Turns.
	Search search.Options
	// Searcher, if not nil, is used instead of a new Searcher. Then Search only sets the table
	// size of other provers.
	Searcher *search.Searcher
	// Tables says that the book of the search contains tables of solved positions.
	Tables bool
	// Smaller, if not nil, proves a win by the wins of a smaller board.
	Smaller *Smaller
	// Keeper, if not nil, keeps the proof while it runs.
	Keeper Keeper
}

func (o *Options) method() Method { return cmp.Or(o.Method, Auto) }

func (o *Options) maxPositions() int { return cmp.Or(o.MaxPositions, DefaultMaxPositions) }

// Saver is a prover whose state can be written while it runs, and read by another of its kind.
type Saver interface {
	Save(w io.Writer) error
	Load(r io.Reader) error
}

// Keeper keeps a proof while it runs, so that a later proof can continue. The prover calls Yield again
// and again.
type Keeper interface {
	search.Turns
	// Start receives the prover, and loads the state of an earlier prover with the same
	// name, if there is one. If anySize is true, the state may come from a table of another
	// size.
	Start(prover string, s Saver, anySize bool) error
	// Finish keeps the proof for the last time.
	Finish()
	// Elapsed returns the time that the proof has taken, including earlier runs.
	Elapsed() time.Duration
	// Failed reports an error of keeping. The proof continues.
	Failed(err error)
}
