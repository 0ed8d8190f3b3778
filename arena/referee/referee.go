package referee

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// Options says which positions are compared.
type Options struct {
	Game  oxo.Game
	Start oxo.Position // nil: the start of the game
	Depth int          // all positions up to this number of plies
	Games int          // of random moves
	Seed  uint64       // of the games
	// Progress, if set, is called with the number of positions compared so far.
	Progress func(positions int)
}

// maxPlies ends a random game that does not end by itself.
const maxPlies = 500

// Report says what was compared.
type Report struct {
	Exhaustive int         `json:"exhaustive"` // positions up to the depth; a position counts once for each line of moves to it
	Games      int         `json:"games"`      // random games that were played to the end
	Random     int         `json:"random"`     // positions in random games
	Difference *Difference `json:"difference,omitempty"`
}

// Difference is a position in which oxo and the program differ.
type Difference struct {
	Moves    []string `json:"moves"`    // that lead to the position
	Position string   `json:"position"` // as oxo writes it
	What     string   `json:"what"`     // "moves", "over", "board" or "make"
	Ours     string   `json:"oxo"`
	Theirs   string   `json:"theirs"`
	// OnlyOurs and OnlyTheirs are the moves that only one side has; Twice those that the program has more than
	// once.
	OnlyOurs   []string     `json:"only_oxo,omitempty"`
	OnlyTheirs []string     `json:"only_theirs,omitempty"`
	Twice      []string     `json:"twice,omitempty"`
	Own        oxo.Position `json:"-"`
	Board      oxo.Position `json:"-"` // the program's, if it has sent one
	// Found says how it was found: "at ply 3 of all lines" or "in game 17, after 23 plies".
	Found string `json:"found"`
	// From is the latest position found on the way from which the program still differs if it gets that position
	// by "position TEXT". Then holds the moves from there. If From is empty, the moves begin at the start.
	From string     `json:"from,omitempty"`
	Then []string   `json:"then,omitempty"`
	path []oxo.Move // the moves to the difference; for a "make" the refused move is the last
}

// match is a running comparison.
type match struct {
	o      *Options
	rules  Rules
	start  oxo.Position
	asked  int          // positions compared
	theirs oxo.Position // the position that the program has sent last; nil if it sends none
	report Report
}

// Compare compares the rules, and stops at the first difference.
func Compare(ctx context.Context, r Rules, o Options) (Report, error) {
	m := &match{o: &o, rules: r, start: o.Start}
	if m.start == nil {
		m.start = o.Game.Start()
	}
	found, err := m.exhaustive(ctx)
	if err == nil && found == nil {
		found, err = m.random(ctx)
	}
	if err == nil && found != nil {
		err = m.closer(ctx, found)
	}
	m.report.Difference = found
	return m.report, err
}

// exhaustive compares all positions, ply by ply, so that the first difference is a shortest one.
func (m *match) exhaustive(ctx context.Context) (*Difference, error) {
	for depth := range m.o.Depth + 1 {
		found, err := m.walk(ctx, m.start.Clone(), nil, depth)
		if found != nil {
			found.Found = fmt.Sprintf("at ply %d of all lines", depth)
		}
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil //nolint:nilnil // no difference
}

// walk compares the positions that are below plies after p.
func (m *match) walk(ctx context.Context, p oxo.Position, path []oxo.Move, below int) (*Difference, error) {
	if below == 0 {
		m.report.Exhaustive++
		return m.replay(ctx, path)
	}
	if p.Outcome() != oxo.Ongoing {
		return nil, nil //nolint:nilnil // compared before
	}
	for _, move := range catalog.Playable(p, nil) {
		p.Make(move)
		found, err := m.walk(ctx, p, append(path, move), below-1)
		p.Unmake(move)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil //nolint:nilnil // no difference
}

// random plays random games, and compares each position.
func (m *match) random(ctx context.Context) (*Difference, error) {
	rng := rand.New(rand.NewPCG(m.o.Seed, 0))
	for n := range m.o.Games {
		path, found, err := m.play(ctx, rng)
		if err != nil {
			return nil, err
		}
		if found == nil {
			m.report.Games++
			continue
		}
		short, err := m.shorten(ctx, path, found)
		short.Found = fmt.Sprintf("in game %d, after %d plies", n+1, len(path))
		return short, err
	}
	return nil, nil //nolint:nilnil // no difference
}

// play plays a random game up to a difference.
func (m *match) play(ctx context.Context, rng *rand.Rand) ([]oxo.Move, *Difference, error) {
	p := m.start.Clone()
	var path []oxo.Move
	found, err := m.set(ctx, p)
	for {
		if found == nil && err == nil {
			m.report.Random++
			found, err = m.look(ctx, p, path)
		}
		if found != nil || err != nil {
			return path, found, err
		}
		moves := catalog.Playable(p, nil)
		if p.Outcome() != oxo.Ongoing || drawnByClock(p) || len(moves) == 0 || len(path) == maxPlies {
			return path, nil, nil
		}
		move := moves[rng.IntN(len(moves))]
		found, err = m.make(ctx, p, path, move)
		path = append(path, move)
	}
}

// replay plays moves from the start without comparing, and compares the position after them.
func (m *match) replay(ctx context.Context, path []oxo.Move) (*Difference, error) {
	p := m.start.Clone()
	found, err := m.set(ctx, p)
	for i, move := range path {
		if found != nil || err != nil {
			return found, err
		}
		found, err = m.make(ctx, p, path[:i], move)
	}
	if found != nil || err != nil {
		return found, err
	}
	return m.look(ctx, p, path)
}

// maxShorten is the number of questions after which [match.shorten] stops.
const maxShorten = 200_000

// shorten leaves out moves from a path as long as the remaining moves are legal and lead to a difference.
func (m *match) shorten(ctx context.Context, path []oxo.Move, found *Difference) (*Difference, error) {
	questions := 0
	for shorter := true; shorter; {
		shorter = false
		for try := range fewer(path) {
			if questions >= maxShorten {
				return found, nil
			}
			if !m.legal(try) {
				continue
			}
			questions += len(try) + 1
			d, err := m.replay(ctx, try)
			if err != nil {
				return found, err
			}
			if d != nil {
				path, found, shorter = d.path, d, true
				break
			}
		}
	}
	return found, nil
}

// fewer yields shorter lists of moves: first without a long run of neighbouring moves, then without
// shorter runs, then without each pair of moves.
func fewer(path []oxo.Move) iter.Seq[[]oxo.Move] {
	return func(yield func([]oxo.Move) bool) {
		for size := max(len(path)/2, 1); size >= 1; size-- {
			for at := 0; at+size <= len(path); at++ {
				if !yield(slices.Delete(slices.Clone(path), at, at+size)) {
					return
				}
			}
		}
		for second := range path {
			for first := range second {
				if !yield(slices.Delete(slices.Delete(slices.Clone(path), second, second+1), first, first+1)) {
					return
				}
			}
		}
	}
}

// legal reports whether the moves of a path are legal, one after the other.
func (m *match) legal(path []oxo.Move) bool {
	p := m.start.Clone()
	for _, move := range path {
		if p.Outcome() != oxo.Ongoing || drawnByClock(p) || !slices.Contains(catalog.Playable(p, nil), move) {
			return false
		}
		p.Make(move)
	}
	return true
}

// closer sets d.From and d.Then. It tries the last position of the path, then positions more and more moves
// earlier, and stops at the first from which the program still differs.
func (m *match) closer(ctx context.Context, d *Difference) error {
	const oneByOne = 16
	for then := 0; then < len(d.path); then = max(then+1, then*2*min(then/oneByOne, 1)) {
		p := m.start.Clone()
		for _, move := range d.path[:len(d.path)-then] {
			p.Make(move)
		}
		from := m.o.Game.FormatPosition(p)
		if answer, err := m.rules.Ask(ctx, "position "+from); err != nil || strings.HasPrefix(answer, "error") {
			return err
		}
		o := *m.o
		o.Start = p
		other := &match{o: &o, rules: m.rules, start: p}
		again, err := other.replay(ctx, d.path[len(d.path)-then:])
		if err != nil {
			return err
		}
		if again != nil {
			d.From, d.Then = from, again.Moves
			return nil
		}
	}
	return nil
}
