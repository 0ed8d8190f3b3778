package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"oxo"
	"oxo/explain"
	"oxo/internal/words"
	"oxo/player"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// knownBy names the source of values that were known without a search. With tables the source of a single value is not
// recorded: a book is asked first.
func knownBy(tables string) string {
	if tables != "" {
		return "a book or table"
	}
	return "the book"
}

// knowledge returns the values of a game that are known without a search: from its own
// book, unless off is true, from a book in a file, and from tables.
func (a *app) knowledge(g oxo.Game, off bool, bookFile, tables string) (search.Book, error) {
	b, err := keep.WithBook(a.book(off), g, bookFile)
	if err != nil {
		return nil, err
	}
	return keep.WithTables(b, g, tables)
}

// botBook holds the flags for the book of a bot.
type botBook struct {
	file   string
	margin int
}

// flags adds --book and --book-margin to the command of a bot.
func (b *botBook) flags(c *cobra.Command) {
	bookFlag(c, &b.file)
	bookMarginFlag(c, &b.margin, player.DefaultMargin)
}

// openings returns the moves that a bot plays from the book in a file, which names its
// game. Without --seed every run draws other moves.
func (a *app) openings(c *cobra.Command, b *botBook, seed uint64) (func(game string) player.Repertoire, error) {
	if err := checkBookMargin(c, b.margin, b.file); err != nil || b.file == "" {
		return nil, err
	}
	name, err := keep.GameOfBook(b.file)
	if err != nil {
		return nil, err
	}
	g, err := a.game(name)
	if err != nil {
		return nil, fmt.Errorf("--book %s: %w", b.file, err)
	}
	known, err := keep.WithBook(nil, g, b.file)
	if err != nil {
		return nil, err
	}
	if _, ok := known.(player.Openings); !ok {
		return nil, usagef("--book %s: want a book of estimates, made by oxo book GAME --positions N --out FILE", b.file)
	}
	if !c.Flags().Changed("seed") {
		seed = rand.Uint64()
	}
	return func(game string) player.Repertoire {
		if !oxo.SameName(game, g.Name()) {
			return player.Repertoire{}
		}
		return player.RepertoireOf(known, oxo.Score(b.margin), seed)
	}, nil
}

// openingMove is a move of a book of estimates, in JSON.
type openingMove struct {
	Move  string       `json:"move"`
	Value search.Value `json:"value"`
}

// openingMoves returns the moves of a book of estimates in a position.
func openingMoves(g oxo.Game, p oxo.Position, b search.Book) (all []openingMove) {
	openings, ok := b.(player.Openings)
	if !ok {
		return nil
	}
	for _, m := range openings.Openings(p) {
		all = append(all, openingMove{g.FormatMove(p, m.Move), m.Value})
	}
	return all
}

// writeOpenings prints the moves of a book of estimates.
func (a *app) writeOpenings(g oxo.Game, moves []openingMove) error {
	if len(moves) == 0 {
		return nil
	}
	fmt.Fprintf(a.out, "\nfrom the book, which proves nothing: %s\n", words.Count(len(moves), "move"))
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, m := range moves {
		fmt.Fprintf(w, "%s\t%s\n", m.Move, explain.Worth(g, m.Value))
	}
	return w.Flush()
}

// lineText returns a line of a book in the form of an arena's openings.
func lineText(g oxo.Game, line []oxo.Move) string {
	p := g.Start()
	names := make([]string, len(line))
	for i, m := range line {
		names[i] = g.FormatMove(p, m)
		p.Make(m)
	}
	return strings.Join(names, " ")
}

// addBooks adds the books in files to the books of their games.
func (a *app) addBooks(known map[string]search.Book, files []string) error {
	seen := map[string]string{}
	for _, path := range files {
		name, err := keep.GameOfBook(path)
		if err != nil {
			return err
		}
		g, err := a.game(name)
		if err != nil {
			return fmt.Errorf("--book %s: %w", path, err)
		}
		if other, ok := seen[g.Name()]; ok {
			return usagef("--book %s and --book %s are both of %s: give one of them", other, path, g.Name())
		}
		seen[g.Name()] = path
		own := search.Book(&a.books)
		tables, ok := known[g.Name()].(interface {
			SetBook(b search.Book) search.Book
		})
		if ok {
			own = tables.SetBook(nil)
		}
		b, err := keep.WithBook(own, g, path)
		if err != nil {
			return err
		}
		if ok {
			tables.SetBook(b)
		} else {
			known[g.Name()] = b
		}
	}
	return nil
}
