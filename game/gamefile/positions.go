package gamefile

import (
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// fieldsOfFEN is the number of fields of a chess position with its counters.
const fieldsOfFEN = 6

// ofPositions reports whether the words of a game are positions before and after
// moves, as pgn-extract -Wfen writes them.
func (t *Text) ofPositions() bool {
	if _, algebraic := t.rules.(Algebraic); !algebraic || len(t.words) < fieldsOfFEN || !strings.Contains(t.words[0].text, "/") {
		return false
	}
	_, _, err := catalog.ReadPosition(t.rules, t.position(0))
	return err == nil
}

// position returns the text of a position that begins at a word.
func (t *Text) position(at int) string {
	var fields []string
	for _, w := range t.words[at:min(at+fieldsOfFEN, len(t.words))] {
		fields = append(fields, w.text)
	}
	return strings.Join(fields, " ")
}

// playPositions plays a game given as positions, each one legal move after the
// previous one. The game begins at the first.
func (t *Text) playPositions(r *replay) error {
	for i := 0; i < len(t.words) && !r.full(); i += fieldsOfFEN {
		w := t.words[i]
		p, _, err := catalog.ReadPosition(t.rules, t.position(i))
		switch {
		case err != nil:
		case i == 0 && t.has("FEN") && menOf(r.Rules, p) != menOf(r.Rules, r.now):
			err = errors.New("the game begins at another position than the tag FEN says")
		case i == 0:
			r.begin(p)
		case r.now.Outcome() == oxo.Drawn:
			r.notice(w.line, "the game is a draw by the rules before this ply: the positions after it are passed over")
			return nil
		default:
			err = r.moveTo(p)
		}
		if err != nil {
			return r.failed(w.line, w.text, err)
		}
	}
	return nil
}

// moveTo makes the move that leads to a position. Counters and castling rights may
// differ: they follow from the moves.
func (r *replay) moveTo(p oxo.Position) error {
	if r.plies() >= maxPlies {
		return errTooLong()
	}
	for _, m := range catalog.Playable(r.now, nil) {
		q := r.now.Clone()
		if q.Make(m); menOf(r.Rules, q) == menOf(r.Rules, p) {
			r.make(m)
			return nil
		}
	}
	return fmt.Errorf("no legal move leads from the position before it, %s, to this one: write the position after each move", r.Rules.FormatPosition(r.now))
}

// menOf returns the pieces and the side to move of a chess position, in FEN's
// notation.
func menOf(rules oxo.Game, p oxo.Position) string {
	fields := strings.Fields(rules.FormatPosition(p))
	return strings.Join(fields[:min(2, len(fields))], " ")
}
