package cli

import (
	"runtime"

	"oxo"
	"oxo/internal/memory"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// searchOptions holds the flags for the resources of a search.
type searchOptions struct {
	table        memory.Size
	threads      int
	more         int64 // additional bytes that the command needs
	maxPositions int   // only for solve
	noBook       bool
	book         string // file of a book
	tables       string // file or folder of tables
}

// noBookFlag adds --no-book to a command that uses books.
func noBookFlag(c *cobra.Command, off *bool) {
	c.Flags().BoolVar(off, "no-book", false, "do not ask the game's own opening book")
}

// bookFlag adds --book to a command that plays or analyses.
func bookFlag(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "book", "", "an opening book made by oxo book GAME --out FILE; levels below perfect do not ask it")
}

// bookMarginFlag adds --book-margin to a command that plays.
func bookMarginFlag(c *cobra.Command, margin *int, usual int) {
	c.Flags().IntVar(margin, "book-margin", usual, "with --book: also play moves of a book of estimates that are at most this much worse than the best, drawn by --seed")
}

// checkBookMargin returns an error if --book-margin is wrong or has no --book.
func checkBookMargin(c *cobra.Command, margin int, file string) error {
	if file == "" && c.Flags().Changed("book-margin") {
		return usagef("--book-margin is for a book: add --book FILE")
	}
	if margin < 0 || margin > int(oxo.MaxEstimate) {
		return usagef("--book-margin %d: want a number from 0 to %d, in the unit of the game's estimates", margin, oxo.MaxEstimate)
	}
	return nil
}

// book returns the games' own books, or nil if off is true.
func (a *app) book(off bool) search.Book {
	if off {
		return nil
	}
	return &a.books
}

// methodFlag adds --method to a command.
func methodFlag(c *cobra.Command, m *player.Method) {
	*m = player.Auto
	c.Flags().Var((*methodValue)(m), "method", "search (alpha-beta), mcts (Monte-Carlo tree search), or auto: mcts in games with their own play-outs, as Go, and search in others")
}

// methodValue reads a method.
type methodValue player.Method

// Set reads a name.
func (m *methodValue) Set(text string) error {
	to, err := player.ParseMethod(text)
	if err == nil {
		*m = methodValue(to)
	}
	return err //nolint:wrapcheck // the flag's name comes before this text
}

// String writes the name.
func (m *methodValue) String() string { return string(*m) }

// Type names the value in the help.
func (m *methodValue) Type() string { return "method" }

// searchFlags adds --table and --threads to a command.
func searchFlags(c *cobra.Command, o *searchOptions) {
	o.table = 256 << 20
	c.Flags().Var(&o.table, "table", "memory for the transposition table, as in 64MB or 2GB")
	threadsFlag(c, &o.threads)
}

// threadsFlag adds --threads to a command. [checkThreads] checks it.
func threadsFlag(c *cobra.Command, threads *int) {
	c.Flags().IntVar(threads, "threads", 1, "threads that search together, where neither nodes nor depth limit the search")
}

// checkThreads returns an error for a wrong --threads.
func checkThreads(threads int) error {
	if threads < 1 || threads > search.MaxThreads {
		return usagef("--threads %d: want a number from 1 to %d; this machine has %d processors", threads, search.MaxThreads, runtime.NumCPU())
	}
	return nil
}

// threadMemory is the memory of each further thread in bytes: the moves of its plies, on the
// largest boards.
const threadMemory = 2 << 20

// options checks the flags, and returns the options of the search.
func (o *searchOptions) options() (search.Options, error) {
	if err := checkThreads(o.threads); err != nil {
		return search.Options{}, err
	}
	if err := checkTable(o.table, 1); err != nil {
		return search.Options{}, err
	}
	// By default the garbage collector would let garbage grow to the size of the
	// table, which is most of the heap. The table itself costs the collector
	// nothing. A limit set by the user (GOMEMLIMIT) stays.
	limit := int64(o.table) + int64(o.table)/50 + memory.Spare + int64(o.threads-1)*threadMemory + o.more
	memory.Limit(limit)
	return search.Options{TableBytes: int64(o.table), Threads: o.threads}, nil
}

// checkTable refuses tables that do not fit into memory.
func checkTable(size memory.Size, tables int) error {
	if err := size.Fits(tables); err != nil {
		return usagef("--table %v: %w", size, err)
	}
	return nil
}
