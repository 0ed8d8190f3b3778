package arena

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/words"
)

// opening is the beginning of a game.
type opening struct {
	From  string     // text of its position; "" is the game's start
	Moves []oxo.Move // made for both players
}

// Separate streams of random numbers, so that one choice does not affect another.
const (
	streamOpening = iota + 1
	streamSymmetry
	streamPlayer // and streamPlayer+1, by side
)

// stream returns the number of the n-th stream of a kind. Neighbouring seeds have no
// stream in common.
func stream(kind, n int) uint64 { return uint64(n)<<8 | uint64(kind) }

// tries is how often random plies are drawn again if they end the game.
const tries = 1000

// openings makes the openings of a plan.
type openings struct {
	plan  *Plan
	game  oxo.Game
	lines []line
}

// line is a given opening after parsing.
type line struct {
	start oxo.Position
	from  string
	moves []oxo.Move
}

func newOpenings(p *Plan, g oxo.Game) (*openings, error) {
	o := &openings{plan: p, game: g}
	for i, text := range p.Openings {
		l, err := readOpening(g, text)
		if err != nil {
			return nil, fmt.Errorf("opening %d, %q: %w", i+1, words.Clip(text), err)
		}
		o.lines = append(o.lines, l)
	}
	if len(o.lines) == 0 {
		o.lines = []line{{start: g.Start()}}
	}
	return o, nil
}

// Try returns an error if the openings of a plan do not work in its game.
func (p *Plan) Try(g oxo.Game) error {
	o, err := newOpenings(p, g)
	if err != nil {
		return err
	}
	for i := range min(len(o.lines), p.Games/2) {
		if _, _, err := o.of(Fixture{Pair: i * len(p.pairings())}); err != nil {
			return fmt.Errorf("opening %d: %w", i+1, err)
		}
	}
	return nil
}

// ReadOpenings adds the openings in the text of a file to the plan. Lines of moves and
// positions are taken whole, and Plies stays the number of random plies after them. If cut,
// the plan takes the first Plies plies of each game that a file has from beginning to end,
// and no random ones. An error names the file and the opening.
func (p *Plan) ReadOpenings(g oxo.Game, name, text string, cut bool) error {
	number, games := 0, false
	plies := func(f gamefile.Format) int {
		if f == gamefile.Moves || !cut {
			return gamefile.All
		}
		games = true
		return p.Plies
	}
	for game, err := range GamesOf(g, name, text, plies) {
		number++
		if err == nil {
			err = p.addOpening(game)
		}
		if err != nil {
			return fmt.Errorf("%s: opening %d: %w", name, number, err)
		}
	}
	if number == 0 {
		return fmt.Errorf("%s has no openings: want a file of games, or lines of a position, or of moves with blanks between them", name)
	}
	if games {
		p.Plies = 0
	}
	return nil
}

// addOpening adds the beginning of a game to the plan.
func (p *Plan) addOpening(game *gamefile.Game) error {
	last := game.Start.Clone()
	for _, m := range game.Moves {
		last.Make(m)
	}
	if last.Outcome() != oxo.Ongoing {
		return fmt.Errorf("%w after its %d plies: --plies N takes the first N of each game of a file", oxo.ErrGameOver, len(game.Moves))
	}
	text, err := openingText(game)
	if err != nil {
		return err
	}
	p.Openings = append(p.Openings, text)
	return nil
}

// textOf returns a position's text for a file of games: in chess with the counters of the
// fifty-move rule and of moves, which a game that begins there needs.
func textOf(g oxo.Game, p oxo.Position) string {
	if a, ok := g.(gamefile.Algebraic); ok {
		return a.FormatFEN(p)
	}
	return g.FormatPosition(p)
}

// readOpening reads a position, moves separated by blanks, or both, as openingText
// writes them.
func readOpening(g oxo.Game, text string) (line, error) {
	place, moves, both := strings.Cut(text, movesAfter)
	start, failed := g.ParsePosition(place)
	l := line{start: start}
	switch {
	case failed == nil:
		l.from = textOf(g, start)
	case both:
		return line{}, failed //nolint:wrapcheck // the caller says which opening
	default:
		l.start, moves = g.Start(), text
	}
	p := l.start.Clone()
	var err error
	if l.moves, err = catalog.ReplayFrom(g, p, strings.Fields(moves)...); err != nil && failed != nil {
		return line{}, fmt.Errorf("want a position (%w) or moves (%w)", failed, err)
	}
	if err == nil && p.Outcome() != oxo.Ongoing {
		err = oxo.ErrGameOver
	}
	return l, err
}

// of returns the opening of a fixture and its first position. Both games of a pair
// have the same opening, each mapped by its own random symmetry.
func (o *openings) of(f Fixture) (opening, oxo.Position, error) {
	round := o.plan.round(f.Pair)
	l := o.lines[round%len(o.lines)]
	rng := rand.New(rand.NewPCG(o.plan.Seed, stream(streamOpening, round)))
	for range tries {
		p := l.start.Clone()
		opening := opening{From: l.from, Moves: append([]oxo.Move(nil), l.moves...)}
		for _, m := range l.moves {
			p.Make(m)
		}
		for range o.plan.Plies {
			moves := catalog.Playable(p, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
			opening.Moves = append(opening.Moves, m)
		}
		if p.Outcome() != oxo.Ongoing {
			continue
		}
		o.turn(&opening, f)
		return opening, l.start.Clone(), nil
	}
	return opening{}, nil, fmt.Errorf("%d random plies nearly always end the game %s: want fewer", o.plan.Plies, o.game.Name())
}

// turn maps an opening by a symmetry of the board. An opening with a position of its
// own stays unchanged, since only moves can be mapped.
func (o *openings) turn(opening *opening, f Fixture) {
	p, ok := o.game.Start().(oxo.Symmetric)
	if !ok || opening.From != "" {
		return
	}
	s := rand.New(rand.NewPCG(o.plan.Seed, stream(streamSymmetry, f.N))).IntN(p.Symmetries())
	for i, m := range opening.Moves {
		opening.Moves[i] = p.MapMove(m, s)
		p.Make(m)
	}
}

// seed returns the random seed of a side's player in a game.
func (p *Plan) seed(f Fixture, side oxo.Side) uint64 {
	return rand.New(rand.NewPCG(p.Seed, stream(streamPlayer+int(side), f.N))).Uint64()
}
