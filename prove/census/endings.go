package census

import (
	"context"
	"fmt"
	"math"

	"oxo"
)

// Ender is an [oxo.Position] of a game that numbers its endings: the positions with few men, where kings and all
// other pieces count as men. The endings are divided into classes, by material for example. A move leads to the same
// class or to an earlier class in the list, or ends the game, so the classes can be solved one after another.
//
// Positions that are images of each other may share a number, even with the sides exchanged, since values are for the
// side to move. A number may belong to no position.
type Ender interface {
	oxo.Position
	// Endings returns the sizes of the classes with at most the given number of men. The list for fewer men is a
	// prefix of the list for more. It is nil if the game cannot number endings with this number of men.
	Endings(men int) []int
	// Ending returns the class of the position and its number there. It reports false if the position has more men,
	// or a right that no class covers (castling, for example).
	Ending(men int) (class, number int, ok bool)
	// SetEnding changes the position to the one with a number, without a past. It reports whether there is such a
	// position.
	SetEnding(class, number int) bool
	// EndingName names a class, by its men for example: KRK. It is empty if the game has no names for its classes.
	EndingName(class int) string
}

// Endings holds the value of every position with few men, one byte each. It does not change,
// and any number of goroutines may use it.
type Endings struct {
	game   string
	men    int
	begins []int  // the index in values of each class's first value, and the end
	values []byte // encoded for scoreOf
}

// maxEndingPlies is the length of the longest win that a table can hold.
const maxEndingPlies = 253

// maxNumbers limits the numbers of a class to 31 bits.
const maxNumbers = math.MaxInt32

// noPosition is the byte of a number without a position.
const noPosition byte = 0x80

// scoreOf decodes a byte, a signed number: 0 is a draw, n a win in 2n-1 plies, -n a loss in
// 2n-2. The winner makes the last ply, so no other numbers of plies occur. It reports false for
// a number without a position.
func scoreOf(value byte) (oxo.Score, bool) {
	switch n := int(int8(value)); {
	case value == noPosition:
		return 0, false
	case n > 0:
		return oxo.Win(2*n - 1), true
	case n < 0:
		return oxo.Loss(-2*n - 2), true
	}
	return oxo.Draw, true
}

// byteOf encodes a win or a loss in a number of plies, which is odd for a win.
func byteOf(plies int, wins bool) byte {
	if wins {
		return byte((plies + 1) / 2)
	}
	return byte(-(plies + 2) / 2)
}

// newEndings makes a table without values.
func newEndings(g oxo.Game, men int) (*Endings, Ender, error) {
	p, ok := g.Start().(Ender)
	if !ok {
		return nil, nil, fmt.Errorf("%s does not number its positions with few men, so they cannot be in a table", g.Name())
	}
	sizes := p.Endings(men)
	if len(sizes) == 0 {
		fewer := min(men-1, 100) // no game numbers more
		for fewer > 0 && len(p.Endings(fewer)) == 0 {
			fewer--
		}
		if fewer == 0 {
			return nil, nil, fmt.Errorf("%s has no endings that can be numbered by their men: its rules count something else, or its board is too large", g.Name())
		}
		return nil, nil, fmt.Errorf("%s has no endings of %d men that can be numbered: want at most %d men", g.Name(), men, fewer)
	}
	t := &Endings{game: g.Name(), men: men, begins: []int{0}}
	for _, n := range sizes {
		last := t.begins[len(t.begins)-1]
		if n < 0 || n >= maxNumbers || last > math.MaxInt-n {
			return nil, nil, fmt.Errorf("%w: a class of %s has %d numbers", ErrMaxPositions, g.Name(), n)
		}
		t.begins = append(t.begins, last+n)
	}
	return t, p, nil
}

// Men returns the maximum number of men of the table's positions.
func (t *Endings) Men() int { return t.men }

// Lookup returns the value of a position of the table's game for its side to move, whatever moves came before, and
// whether the table has it. It ignores draws by moves without progress: see [oxo.UnderClock]. It reports false for a
// position of another game. It implements search.Book.
func (t *Endings) Lookup(p oxo.Position) (oxo.Score, bool) {
	e, ok := p.(Ender)
	if !ok || oxo.OtherGame(p, t.game) {
		return 0, false
	}
	class, number, ok := e.Ending(t.men)
	if !ok {
		return 0, false
	}
	return scoreOf(t.values[t.begins[class]+number])
}

// EndingStats counts the numbers of a table by value.
type EndingStats struct {
	Numbers             int // all
	Wins, Draws, Losses int // positions, for the side to move
	Longest             int // plies of the longest forced win or loss
}

// Positions returns the number of positions.
func (s *EndingStats) Positions() int { return s.Wins + s.Draws + s.Losses }

// Stats returns the counts of the table.
func (t *Endings) Stats() EndingStats { return countEndings(t.values) }

// Classes returns the counts of each class, in the order of [Ender.Endings].
func (t *Endings) Classes() []EndingStats {
	all := make([]EndingStats, len(t.begins)-1)
	for class := range all {
		all[class] = countEndings(t.values[t.begins[class]:t.begins[class+1]])
	}
	return all
}

func countEndings(values []byte) (s EndingStats) {
	s.Numbers = len(values)
	var many [256]int
	for _, b := range values {
		many[b]++
	}
	for b, n := range many {
		v, ok := scoreOf(byte(b))
		if !ok || n == 0 {
			continue
		}
		switch v.Sign() {
		case 1:
			s.Wins += n
		case 0:
			s.Draws += n
		default:
			s.Losses += n
		}
		s.Longest = max(s.Longest, v.Plies())
	}
	return s
}

// SolveEndings makes the table of all positions with at most the given number of men, class by class:
// retrograde analysis [Thompson86]. It uses the options MaxPositions, which limits the numbers,
// and Progress. It takes a byte for each number, and for the class being solved some 14 bytes
// per number and 8 per move within the class.
func SolveEndings(ctx context.Context, g oxo.Game, men int, opts Options) (*Endings, error) {
	opts = opts.withDefaults()
	t, p, err := newEndings(g, men)
	if err != nil {
		return nil, err
	}
	all := t.begins[len(t.begins)-1]
	if all > opts.MaxPositions {
		return nil, fmt.Errorf("%w: %s numbers %d of at most %d men: want at most %d", ErrMaxPositions, g.Name(), all, men, opts.MaxPositions)
	}
	if l, ok := p.(oxo.Looping); ok {
		if _, value := l.Repeated(); value != oxo.Draw {
			return nil, fmt.Errorf("%w, and its rules forbid that: the value of a position depends on the moves before, so no table can hold it", ErrLoops)
		}
	}
	t.values = make([]byte, all)
	s := endingSolver{ctx: ctx, opts: opts, table: t, p: p}
	for class := range len(t.begins) - 1 {
		if err := s.solve(class); err != nil {
			return nil, fmt.Errorf("endings of %s: %w", g.Name(), err)
		}
	}
	return t, nil
}
