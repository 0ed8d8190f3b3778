//go:build unix || windows

package tui

import (
	"fmt"
	"math/rand/v2"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/languages"
	"oxo/player"
	"oxo/search"
)

// Options are the initial settings of a screen.
type Options struct {
	// Families are the games to choose from, at least one.
	Families []catalog.Family
	// Game is the game to play; nil begins with the list of games.
	Game oxo.Game
	// Start is the game's first position, with Moves made since; nil is the start of
	// the game, which chance may deal.
	Start oxo.Position
	Moves []oxo.Move
	// Ask shows the choices before the game begins.
	Ask bool

	// Human says which sides a person plays. For the others Level is oxo's strength,
	// and Player the player that moves; empty means [player.Search]. Time is the limit
	// of a perfect player, or of the analysis, for a move; it must be above 0.
	Human  [2]bool
	Level  player.Level
	Player string
	Time   time.Duration
	Method player.Method
	// ChanceTime replaces Time in games that leave one side to chance, unless it is 0.
	ChanceTime time.Duration
	// Names are the names of the sides, if they differ from the game's.
	Names [2]string
	// Seed seeds the random choices of levels and chance.
	Seed uint64
	// Book returns the book of a game for searches; nil means no book.
	Book func(oxo.Game) (search.Book, error)
	// BookMargin is how much worse than the best move of that book a move may be, if
	// the book implements [player.Openings].
	BookMargin oxo.Score

	// Words are the texts in the language of the player; nil is English.
	Words *languages.Catalogue

	// NoColour draws without colours, even if the terminal has them.
	NoColour bool
	// Unicode says that the terminal shows more than ASCII.
	Unicode bool

	// For tests: no report of progress is skipped; the second side has its own level;
	// oxo against itself waits for a key.
	all    bool
	second player.Level
	held   bool
}

// sides says who plays which side.
type sides struct {
	human  [2]bool
	levels [2]player.Level // of the sides that oxo plays
	chance bool            // chance plays the side that people leave to it
	time   time.Duration
}

// seat is the player of a side that no person plays. Its first move makes the player,
// since a table takes time to build; only one move is computed at a time.
type seat struct {
	name   string // of the player, as in [player.Names]
	level  player.Level
	opts   player.Options
	player player.Player
	said   string // the name to show
}

// newSeats makes the players of the sides that no person plays.
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
			st = other // the table is built only once
		}
		seats[side] = st
	}
	return seats, nil
}

// start returns the first position of a game.
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

// names returns the names of a game's sides.
func names(o *Options, g oxo.Game) [2]string {
	if o.Game != nil && o.Game.Name() == g.Name() && o.Names != [2]string{} {
		return o.Names
	}
	return [2]string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}
}

// check returns an error if the options are wrong.
func (o *Options) check() error {
	switch {
	case len(o.Families) == 0:
		return fmt.Errorf("the screen has no games: want at least one family")
	case o.Time <= 0:
		return fmt.Errorf("the time for a move is %v: want a time above 0, as in 500ms or 10s", o.Time)
	}
	return nil
}
