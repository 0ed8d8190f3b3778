package player

import (
	"errors"

	"oxo"
	"oxo/game/catalog"
)

// Session is a running game. Only one goroutine may use it.
type Session struct {
	game  oxo.Game
	start oxo.Position
	now   oxo.Position
	moves []oxo.Move
	seen  map[string]int // occurrences of each state, in a game that loops
}

// ErrNothingToUndo is returned by Undo at the start of a session.
var ErrNothingToUndo = errors.New("no move can be taken back")

// NewSession begins at a position, which it copies.
func NewSession(g oxo.Game, start oxo.Position) *Session {
	s := &Session{game: g, start: start.Clone(), now: start.Clone()}
	if _, ok := s.now.(oxo.Looping); ok {
		s.seen = map[string]int{g.FormatPosition(s.now): 1}
	}
	return s
}

// Drawn reports whether a game that loops has reached the same state for the
// third time, or has made no progress for too long: then it is a draw, although
// moves are left.
func (s *Session) Drawn() bool {
	return Drawn(s.now) || s.seen != nil && s.seen[s.game.FormatPosition(s.now)] >= 3
}

// NoProgress reports whether the rule of no progress makes the game a draw.
func (s *Session) NoProgress() bool {
	p, ok := s.now.(oxo.Clocked)
	return ok && noProgress(p)
}

// WhyDrawn gives the reason why a game that could continue is a draw: see
// [Session.Drawn].
func (s *Session) WhyDrawn() string {
	if s.NoProgress() {
		return "no progress for too long"
	}
	return "the position came about for the third time"
}

// count adds n to the occurrences of the current state.
func (s *Session) count(n int) {
	if s.seen != nil {
		s.seen[s.game.FormatPosition(s.now)] += n
	}
}

// Position returns the current position. The caller must not change it.
func (s *Session) Position() oxo.Position { return s.now }

// Moves returns the moves made since the start of the session. The caller must
// not change them.
func (s *Session) Moves() []oxo.Move { return s.moves }

// Turn returns what a player needs to choose the next move.
func (s *Session) Turn(clock Clock) Turn {
	return Turn{Game: s.game, Start: s.start, Moves: s.moves, Now: s.now, Clock: clock}
}

// Play reads a move and makes it; its error says what would be right.
func (s *Session) Play(text string) (oxo.Move, error) {
	m, err := catalog.Play(s.game, s.now, text)
	if err == nil {
		s.moves = append(s.moves, m)
		s.count(1)
	}
	return m, err
}

// Make makes a legal move.
func (s *Session) Make(m oxo.Move) {
	s.now.Make(m)
	s.moves = append(s.moves, m)
	s.count(1)
}

// Undo takes back the last n moves, or all if there are fewer; without any it returns
// ErrNothingToUndo.
func (s *Session) Undo(n int) error {
	if len(s.moves) == 0 {
		return ErrNothingToUndo
	}
	for ; n > 0 && len(s.moves) > 0; n-- {
		last := len(s.moves) - 1
		s.count(-1)
		s.now.Unmake(s.moves[last])
		s.moves = s.moves[:last]
	}
	return nil
}

// Notation writes the moves as text.
func (s *Session) Notation() []string { return catalog.FormatLine(s.game, s.start, s.moves) }

// Names writes the moves as players of the game write them.
func (s *Session) Names() []string { return catalog.NameLine(s.game, s.start, s.moves) }
