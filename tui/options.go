//go:build unix || windows

package tui

import (
	"fmt"
	"math/rand/v2"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// Options are what a screen begins with.
type Options struct {
	// Families are the games to choose from, at least one.
	Families []catalog.Family
	// Game is the game to play; nil begins with the list of games.
	Game oxo.Game
	// Start is where the game begins, with Moves made since; nil is the start of the
	// game, which chance may deal.
	Start oxo.Position
	Moves []oxo.Move
	// Ask shows what was chosen before the game begins.
	Ask bool

	// Human says which sides a person plays; Level how strong oxo is at the others,
	// Player who moves for it, [player.Search] where it is empty, Time how long a
	// perfect player, or the analysis, may think about a move, above 0.
	Human  [2]bool
	Level  player.Level
	Player string
	Time   time.Duration
	Method player.Method
	// ChanceTime takes the place of Time in games of which a side is left to chance;
	// 0 does not.
	ChanceTime time.Duration
	// Names are what the sides are called, where it is not what the game calls them.
	Names [2]string
	// Seed decides what levels and chance draw.
	Seed uint64
	// Book returns what a search may ask about a game; nil is no book.
	Book func(oxo.Game) (search.Book, error)
	// BookMargin is how much worse than the best a move of that book may be, where it is
	// [player.Openings].
	BookMargin oxo.Score

	// NoColour draws without colours, whatever the terminal can show.
	NoColour bool
	// Unicode says that the terminal shows more than ASCII.
	Unicode bool

	// For tests: no report of progress is left out; the second side has a level of its
	// own; oxo against itself waits for a key.
	all    bool
	second player.Level
	held   bool
}

// sides are who plays a game.
type sides struct {
	human  [2]bool
	levels [2]player.Level // of the sides that oxo plays
	chance bool            // the side that people leave to chance is left to it
	time   time.Duration
}

// seat is who moves for a side that nobody plays. Its player is made by its first
// move, since a table takes time to build; moves are made one after another.
type seat struct {
	name   string // of the player, as in [player.Names]
	level  player.Level
	opts   player.Options
	player player.Player
	said   string // what it is called
}

// newSeats makes the players of the sides that nobody plays, of one game.
func newSeats(o *Options, g oxo.Game, s sides) ([2]*seat, error) {
	var seats [2]*seat
	chance, _ := g.(player.Chance)
	var book search.Book
	if o.Book != nil {
		var err error
		if book, err = o.Book(g); err != nil {
			return seats, err
		}
	}
	for side := range seats {
		if s.human[side] {
			continue
		}
		st := &seat{name: o.Player, level: s.levels[side], opts: player.Options{Seed: o.Seed + uint64(side), Keep: true, BookMargin: o.BookMargin}}
		switch {
		case chance != nil && s.chance && oxo.Side(side) == chance.ChanceSide():
			st.name, st.said = player.Random, "chance"
		case st.name == "" || st.name == player.Search:
			st.name, st.said = player.Search, "oxo, "+st.level.String()
			st.opts.Level, st.opts.Method, st.opts.Book = st.level, o.Method, book
			st.opts.Limits = search.Limits{Time: s.time}
		case st.name == player.MCTS:
			st.said = "oxo by " + st.name
			st.opts.Limits = search.Limits{Time: s.time}
		default:
			st.said = "oxo by " + st.name
		}
		if other := seats[0]; side == 1 && other != nil && other.name == st.name && st.name == player.Table {
			st = other // a table is built once
		}
		seats[side] = st
	}
	return seats, nil
}

// start returns where a game begins.
func start(o *Options, g oxo.Game, s sides, seed uint64) oxo.Position {
	if o.Start != nil && o.Game != nil && o.Game.Name() == g.Name() {
		return o.Start.Clone()
	}
	chance, ok := g.(player.Chance)
	if ok && s.chance && !s.human[chance.ChanceSide()] {
		return chance.Deal(rand.New(rand.NewPCG(seed, 0)))
	}
	return g.Start()
}

// names are what the sides of a game are called here.
func names(o *Options, g oxo.Game) [2]string {
	if o.Game != nil && o.Game.Name() == g.Name() && o.Names != [2]string{} {
		return o.Names
	}
	return [2]string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}
}

// check says what is wrong with the options.
func (o *Options) check() error {
	switch {
	case len(o.Families) == 0:
		return fmt.Errorf("the screen was given no games: it needs one family at least")
	case o.Time <= 0:
		return fmt.Errorf("the time for a move is %v: oxo needs some time to think, as in 500ms or 10s", o.Time)
	}
	return nil
}
