package calls

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/api"
	"oxo/search"
)

// Scored is a legal move with its value.
type Scored struct {
	Move  oxo.Move
	Worth api.Worth // for the side that makes the move
	Best  bool      // no move is better
	Depth int       // plies looked ahead; 0 where the value is proven
	Nodes uint64
}

// Analyze returns the values of the legal moves that are known after a time, best first. All
// are known where the position is small enough, and then it returns earlier. 0 milliseconds is the
// most that the core allows.
func (p *Position) Analyze(ctx context.Context, milliseconds int) (all []Scored, err error) {
	request := api.AnalyzeRequest{Place: p.Place(), Limits: api.Limits{Milliseconds: milliseconds}}
	err = p.kept(ctx, func() error {
		return p.game.core.search(ctx, func(with *search.Searcher) error {
			var last api.Analysis
			err := p.game.core.service.Analyze(ctx, with, p.game.core.allowed, request, func(a api.Analysis) { last = a })
			if err != nil {
				return err
			}
			all = all[:0]
			for _, w := range last.Moves {
				m, err := p.at(request.Place, w.Move)
				if err != nil {
					return err
				}
				all = append(all, Scored{m, w.Worth, w.Best, w.Depth, w.Nodes})
			}
			return nil
		})
	})
	return all, err
}

// Reply returns the move of a player. The level is 1 to 10, perfect, or a name of the textbook's
// players: see [api.ReplyRequest]. The same seed gives the same move, where the time is enough.
func (p *Position) Reply(ctx context.Context, level string, milliseconds int, seed uint64) (chosen Scored, err error) {
	request := api.ReplyRequest{Place: p.Place(), Level: level, Milliseconds: milliseconds, Seed: seed}
	err = p.kept(ctx, func() error {
		return p.game.core.search(ctx, func(with *search.Searcher) error {
			r, err := p.game.core.service.Reply(ctx, with, p.game.core.allowed, request)
			if err != nil {
				return err
			}
			m, err := p.at(request.Place, r.Move)
			chosen = Scored{Move: m, Worth: r.Worth, Nodes: r.Nodes}
			return err
		})
	})
	return chosen, err
}

// at reads a move of a place that was asked about. The position may be another one by now: then the
// caller has changed it from another goroutine while this one was thinking.
func (p *Position) at(place api.Place, move string) (m oxo.Move, err error) {
	m, err = p.Find(move)
	if err == nil && p.Place() == place {
		return m, nil
	}
	return 0, errorf(Input, "the position was changed while it was asked about: want a copy for each goroutine that plays")
}

// Cell returns the best move of a side on a board of k in a row that is given as characters, row by row from the
// top, as the programs of tutorials have it. A blank, a full stop, an underline, a hyphen, a digit or a zero byte is
// an empty square; the two sides are any two other characters, and side is one of them. Rows and columns
// count from 0. If the game is over, both are -1.
func (c *Core) Cell(ctx context.Context, squares []byte, rows, columns, inRow int, side byte) (row, column int, err error) {
	text, last, err := lettered(squares, rows, columns, side)
	if err != nil {
		return -1, -1, err
	}
	g, err := c.Game(fmt.Sprintf("mnk:%dx%dx%d", columns, rows, inRow))
	if err != nil {
		return -1, -1, err
	}
	p, err := g.Position(text, "")
	if err != nil || p.Outcome() != Ongoing {
		return -1, -1, err
	}
	if last {
		return -1, -1, errorf(Input, "%q has one stone more than the other side, which is to move: want the same number, or one less", side)
	}
	best, err := p.Reply(ctx, "perfect", 0, 0)
	if err != nil {
		return -1, -1, err
	}
	name, err := p.MoveText(best.Move)
	if err != nil {
		return -1, -1, err
	}
	number, err := strconv.Atoi(name[1:]) // as in b2, from the bottom
	return rows - number, int(name[0] - 'a'), inputError(err)
}

// empty are the characters of an empty square.
const empty = " ._-0123456789\x00"

// lettered writes a board of characters as the text of a position: the side that moved first is X. last says that
// the side has made the last move.
func lettered(squares []byte, rows, columns int, side byte) (text string, last bool, err error) {
	if rows < 1 || columns < 1 || rows > 20 || columns > 20 || len(squares) != rows*columns {
		return "", false, errorf(Input, "a board of %d characters with %d rows and %d columns: want 1 to 20 rows and columns", len(squares), rows, columns)
	}
	if strings.IndexByte(empty, side) >= 0 {
		return "", false, errorf(Input, "the side %q: want a character that is not that of an empty square", side)
	}
	var mine, theirs int
	var other byte
	for _, b := range squares {
		switch {
		case strings.IndexByte(empty, b) >= 0:
		case b == side:
			mine++
		case other == 0 || b == other:
			other = b
			theirs++
		default:
			return "", false, errorf(Input, "the characters %q, %q and %q: want two sides", side, other, b)
		}
	}
	if theirs < mine-1 || theirs > mine+1 {
		return "", false, errorf(Input, "%q has %d stones, and the other side %d: want numbers that differ by one at most", side, mine, theirs)
	}
	letter := map[byte]byte{side: 'X', other: 'O'}
	if theirs > mine {
		letter = map[byte]byte{side: 'O', other: 'X'}
	}
	var out strings.Builder
	for i, b := range squares {
		if i > 0 && i%columns == 0 {
			out.WriteByte('/')
		}
		if strings.IndexByte(empty, b) >= 0 {
			b = '.'
		} else {
			b = letter[b]
		}
		out.WriteByte(b)
	}
	return out.String(), mine > theirs, nil
}
