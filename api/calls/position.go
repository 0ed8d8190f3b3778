package calls

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"oxo"
	"oxo/api"
	"oxo/game/catalog"
	"oxo/player"
)

// Position is a game that is being played: where it began, and the moves since. Moves are numbers,
// whose meaning only the game knows: see [Position.MoveText] and [Position.Find].
type Position struct {
	game *Game

	mu      sync.Mutex
	began   string // the text of where it began, or "" for the start
	session *player.Session
	legal   []oxo.Move // the legal moves, if known is set
	known   bool
}

// Position begins at the text of a position, or at the start if the text is empty, and plays the moves,
// which are separated by dots, commas or blanks.
func (g *Game) Position(text, moves string) (p *Position, err error) {
	err = guard(func() error {
		start := g.game.Start()
		if text = strings.TrimSpace(text); text != "" {
			if err := g.fits(text); err != nil {
				return err
			}
			var err error
			if start, _, err = catalog.ReadPosition(g.game, text); err != nil {
				return inputError(err)
			}
		}
		if err := g.fits(moves); err != nil {
			return err
		}
		q := &Position{game: g, began: text, session: player.NewSession(g.game, start)}
		for i, move := range api.SplitMoves(moves) {
			if err := q.play(move); err != nil {
				kind := Input
				if e, ok := errors.AsType[*Error](err); ok {
					kind = e.Kind
				}
				return errorf(kind, "move %d: %v", i+1, err)
			}
		}
		p = q
		return nil
	})
	return p, err
}

// maxText is the longest text of a position or of moves, in bytes.
const maxText = 20_000

func (g *Game) fits(text string) error {
	if len(text) > maxText {
		return errorf(Large, "a text of %d characters: want at most %d", len(text), maxText)
	}
	return nil
}

// Game returns the game that is played.
func (p *Position) Game() *Game { return p.game }

// Copy returns a second position with the same moves; they can be taken back there, too.
func (p *Position) Copy() (copied *Position, err error) {
	place := p.Place()
	return p.game.Position(place.Position, place.Moves)
}

// Place returns the position as package api names it.
func (p *Position) Place() api.Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	return api.Place{Game: p.game.Name(), Position: p.began, Moves: strings.Join(p.session.Notation(), ".")}
}

// Legal appends the legal moves to buf; none if the game is over, by repetition too.
func (p *Position) Legal(buf []oxo.Move) (moves []oxo.Move, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = guard(func() error {
		moves = append(buf, p.moves()...)
		return nil
	})
	return moves, err
}

// moves returns the legal moves. The caller has the lock.
func (p *Position) moves() []oxo.Move {
	if !p.known {
		p.legal = p.legal[:0]
		if !p.session.Drawn() {
			p.legal = catalog.Playable(p.session.Position(), p.legal)
		}
		p.known = true
	}
	return p.legal
}

// Make plays a legal move.
func (p *Position) Make(m oxo.Move) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return guard(func() error {
		if !slices.Contains(p.moves(), m) {
			return p.refuse(m)
		}
		p.session.Make(m)
		p.known = false
		return nil
	})
}

// refuse returns the error of a move that is not legal.
func (p *Position) refuse(m oxo.Move) error {
	if p.over() {
		return errorf(Over, "the game is over: %s", p.verdict())
	}
	return errorf(Input, "the number %d is not a legal move here: want one of %d moves, as %s", m, len(p.moves()), p.game.game.FormatMove(p.session.Position(), p.moves()[0]))
}

// Play plays a move that is given as text.
func (p *Position) Play(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return guard(func() error { return p.play(text) })
}

func (p *Position) play(text string) error {
	if err := p.game.fits(text); err != nil {
		return err
	}
	if p.over() {
		return errorf(Over, "the game is over: %s", p.verdict())
	}
	if _, err := p.session.Play(text); err != nil {
		return inputError(err)
	}
	p.known = false
	return nil
}

// Undo takes back the last n moves.
func (p *Position) Undo(n int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return guard(func() error {
		if made := len(p.session.Moves()); n < 0 || n > made {
			return errorf(Input, "%d moves cannot be taken back: want 0 to %d", n, made)
		}
		if n == 0 {
			return nil
		}
		p.known = false
		return inputError(p.session.Undo(n))
	})
}

// Made returns the number of moves made since the beginning.
func (p *Position) Made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.session.Moves())
}

// Turn returns the side to move; in a finished game the side whose turn it would be.
func (p *Position) Turn() oxo.Side {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.session.Position().Turn()
}

// Outcomes of a position, for both sides.
const (
	Ongoing   = 0
	FirstWon  = 1
	SecondWon = 2
	Drawn     = 3 // by the rules, by repetition, or without progress for too long
)

// Outcome returns who has won, if the game is over.
func (p *Position) Outcome() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.session.Position()
	o := q.Outcome()
	if winner, won := o.Winner(q.Turn()); won {
		return FirstWon + int(winner)
	}
	if o == oxo.Drawn || p.session.Drawn() {
		return Drawn
	}
	return Ongoing
}

func (p *Position) over() bool {
	return p.session.Position().Outcome() != oxo.Ongoing || p.session.Drawn()
}

// verdict returns the state of the game in words. The caller has the lock.
func (p *Position) verdict() string {
	if p.session.Position().Outcome() == oxo.Ongoing && p.session.Drawn() {
		return "a draw: " + p.session.WhyDrawn()
	}
	return catalog.Verdict(p.game.game, p.session.Position())
}

// Verdict returns the state of the game in words: "X is to move", "O has won".
func (p *Position) Verdict() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.verdict()
}

// Text returns the position in the notation of the game.
func (p *Position) Text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return catalog.FormatPosition(p.game.game, p.session.Position())
}

// MoveText writes a legal move in the notation of the game.
func (p *Position) MoveText(m oxo.Move) (text string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = guard(func() error {
		if !slices.Contains(p.moves(), m) {
			return p.refuse(m)
		}
		text = p.game.game.FormatMove(p.session.Position(), m)
		return nil
	})
	return text, err
}

// Find reads a legal move, as Play does, and does not play it.
func (p *Position) Find(text string) (m oxo.Move, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = guard(func() error {
		if err := p.game.fits(text); err != nil {
			return err
		}
		if p.over() {
			return errorf(Over, "the game is over: %s", p.verdict())
		}
		var err error
		m, err = p.game.game.ParseMove(p.session.Position(), text)
		return inputError(err)
	})
	return m, err
}

// Ask answers a question about the position. The argument what names a request of package api:
//
//	position   the state of the game, to draw it
//	picture    the board as SVG
//	analyze    the value of every move, again each time that more is known
//	reply      the move of a player of some strength
//	solve      bounds of the position's value, again each time that more is known
//	prove      a proof by the prover that suits the position
//	why        the reason of a move's value, in words
//	review     each move of the game so far: what it was worth
//	explain    the tree of a search
//
// fields is a JSON object of the request's other fields, as {"ms": 100}, or empty. hear gets each event of
// the answer with its JSON. If the context ends, so does the call, with an error of kind [Stopped].
func (p *Position) Ask(ctx context.Context, what string, fields []byte, hear func(event string, data []byte)) error {
	request, err := p.request(fields)
	if err != nil {
		return err
	}
	return p.kept(ctx, func() error { return p.game.core.Ask(ctx, what, request, hear) })
}

// kept calls f, and calls it again if its rule sheet was not asked about for so long that it is no
// longer kept.
func (p *Position) kept(ctx context.Context, f func() error) error {
	err := f()
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != Unknown || p.game.sheet.Text == "" {
		return err
	}
	if _, err := p.game.core.service.Sheet(ctx, p.game.sheet); err != nil {
		return inputError(err)
	}
	return f()
}

// request adds the position to the fields of a request.
func (p *Position) request(fields []byte) ([]byte, error) {
	all := map[string]json.RawMessage{}
	if len(strings.TrimSpace(string(fields))) > 0 {
		if err := json.Unmarshal(fields, &all); err != nil || all == nil {
			return nil, errorf(Input, "the fields of a request: want a JSON object, as {\"ms\": 100}")
		}
	}
	place := p.Place()
	for name, text := range map[string]string{"game": place.Game, "position": place.Position, "moves": place.Moves} {
		if _, ok := all[name]; ok {
			return nil, errorf(Input, "the field %q: want it left out, since the position has it", name)
		}
		all[name] = asJSON(text)
	}
	return asJSON(all), nil
}
