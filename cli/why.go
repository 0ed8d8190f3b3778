package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// whyOptions holds the flags of explain --why.
type whyOptions struct {
	move      string
	sentences int
	time      time.Duration
	tables    string
}

func whyFlags(c *cobra.Command, o *whyOptions) {
	f := c.Flags()
	f.StringVar(&o.move, "why", "", "say why this move is worth what it is; \"last\" is the last one given")
	f.IntVar(&o.sentences, "sentences", 6, "with --why: how many sentences at most, 3 or more")
	tablesFlag(c, &o.tables)
	f.DurationVar(&o.time, "time", analysisTime, "with --why: time to take, as in 500ms or 10s; 0 is no limit")
}

// check returns an error for a wrong option.
func (o *whyOptions) check(c *cobra.Command, format string) error {
	if !c.Flags().Changed("why") {
		for _, name := range []string{"sentences", "time", "tables"} {
			if c.Flags().Changed(name) {
				return usagef("--%s needs --why MOVE", name)
			}
		}
		return nil
	}
	for _, name := range []string{"algorithm", "depth", "show", "max-nodes"} {
		if c.Flags().Changed(name) {
			return usagef("--%s is about a tree: it cannot be combined with --why", name)
		}
	}
	if format == "dot" {
		return usagef("--format dot draws a tree: with --why want text or json")
	}
	if o.sentences < 3 {
		return usagef("--sentences %d: want 3 or more", o.sentences)
	}
	return checkLimits(search.Limits{Time: o.time})
}

// because is the JSON output of explain --why.
type because struct {
	Game      string         `json:"game"`
	Position  string         `json:"position"`
	Turn      string         `json:"turn"`
	Move      string         `json:"move"`
	Value     search.Value   `json:"value"`
	Sentences []sentenceJSON `json:"sentences"`
	Motives   []string       `json:"motives"`
}

type sentenceJSON struct {
	Text    string   `json:"text"`
	Squares [][2]int `json:"squares"` // column and row, from 1 at the bottom left
	Line    []string `json:"line"`
}

// whyMove reads a position and the move to explain.
func (a *app) whyMove(c *cobra.Command, args []string, start *startOptions, move string) (oxo.Game, oxo.Position, oxo.Move, error) {
	if !strings.EqualFold(move, "last") {
		g, p, err := a.ongoing(c, args, start)
		if err != nil {
			return nil, nil, 0, err
		}
		m, err := g.ParseMove(p, move)
		if err != nil {
			err = usagef("--why: %w", err)
		}
		return g, p, m, err
	}
	b, err := a.begin(c, args, start)
	if err != nil {
		return nil, nil, 0, err
	}
	last := len(b.moves) - 1
	if last < 0 {
		return nil, nil, 0, usagef("--why last is about the last move given, and none was given")
	}
	b.end.Unmake(b.moves[last])
	return b.game, b.end, b.moves[last], nil
}

// why explains the value of a move.
func (a *app) why(c *cobra.Command, args []string, start *startOptions, format string, o whyOptions) error {
	g, p, m, err := a.whyMove(c, args, start, o.move)
	if err != nil {
		return err
	}
	book, err := keep.WithTables(a.book(false), g, o.tables)
	if err != nil {
		return err
	}
	b, err := explain.Why(c.Context(), g, p, m, explain.WhyOptions{
		Searcher: search.New(search.Options{KeepTable: true, Book: book}), Limits: search.Limits{Time: o.time}, Sentences: o.sentences,
	})
	if err != nil {
		return err
	}
	if format == "json" {
		return errors.Join(a.writeJSON(newBecause(g, p, m, b)), context.Cause(c.Context()))
	}
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	fmt.Fprintf(a.out, "%s to move; %s: %s\n\n", board.SideName(g, p.Turn()), g.FormatMove(p, m), explain.Worth(g, b.Value))
	for _, s := range b.Sentences {
		if _, err := fmt.Fprintln(a.out, s.Text); err != nil {
			return err
		}
	}
	return context.Cause(c.Context()) // after an interruption the sentences so far are printed
}

func newBecause(g oxo.Game, p oxo.Position, m oxo.Move, b *explain.Because) because {
	j := because{
		Game: g.Name(), Position: catalog.FormatPosition(g, p), Turn: board.SideName(g, p.Turn()), Move: g.FormatMove(p, m),
		Value: b.Value, Motives: append([]string{}, b.Motives...),
	}
	for _, s := range b.Sentences {
		squares := [][2]int{}
		for _, sq := range s.Squares {
			squares = append(squares, [2]int{sq.Column + 1, sq.Row + 1})
		}
		j.Sentences = append(j.Sentences, sentenceJSON{s.Text, squares, append([]string{}, s.Line...)})
	}
	return j
}
