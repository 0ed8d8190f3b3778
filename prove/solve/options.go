package solve

import (
	"cmp"
	"io"
	"time"

	"oxo/search"
)

// DefaultMaxPositions is the number of positions up to which a game that loops is solved backwards.
const DefaultMaxPositions = 5_000_000

// Options say what is asked, and what a proof may use. The zero value asks for the value with its
// plies, by the prover that suits.
type Options struct {
	// Method names the prover; "" is Auto.
	Method Method
	// ResultOnly asks who wins, without plies or margins.
	ResultOnly bool
	// WholeLine asks for the line of best play to the end of the game, as far as that is known.
	WholeLine bool
	// MaxPositions is the number of positions up to which a game that loops is solved backwards; 0
	// is DefaultMaxPositions.
	MaxPositions int
	// Search are the options of the search: the table's size, which is every prover's, threads and
	// the book. ResultOnly and Turns of it are set by the proof.
	Search search.Options
	// Searcher searches instead of a new Searcher. Search is then not used, except for the size of
	// the table of other provers.
	Searcher *search.Searcher
	// Tables says that the book of the search reads tables of solved positions.
	Tables bool
	// Smaller proves a win by the wins of a smaller board; nil for none.
	Smaller *Smaller
	// Keeper keeps the proof while it runs; nil for none.
	Keeper Keeper
}

func (o *Options) method() Method { return cmp.Or(o.Method, Auto) }

func (o *Options) maxPositions() int { return cmp.Or(o.MaxPositions, DefaultMaxPositions) }

// Saver is a prover whose state can be written while it runs, and read by another of its kind.
type Saver interface {
	Save(w io.Writer) error
	Load(r io.Reader) error
}

// Keeper keeps a proof while it runs, so that a later one continues from there. The prover calls Yield
// again and again.
type Keeper interface {
	search.Turns
	// Start takes the prover, and lets it continue from the state of one with the same name.
	// Where anySize is set, the prover also reads the state of a table of another size.
	Start(prover string, s Saver, anySize bool) error
	// Finish keeps the proof for the last time.
	Finish()
	// Elapsed returns how long the proof has taken, earlier runs included.
	Elapsed() time.Duration
	// Failed reports what could not be kept. The proof continues.
	Failed(err error)
}
