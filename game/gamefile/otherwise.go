package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
)

// signs are the characters of annotations after moves: checks, praise, and
// evaluations as in books. They do not affect the move.
const signs = "+#!?=-/∞±∓⩲⩱□△⌓⟳→↑⇆○⊕↓∆−⇄⟲⨀⟫⟪⊞⊡∇▽▲◇⇔⇗⇑⇒←≅≡~°⌾⊥⟂⊘✕"

// isSign reports whether a word consists only of signs, and is not a result or a null
// move: "+=", "+/-", "-+", "=", "∞". N is a novelty, and D a diagram.
func isSign(text string) bool {
	return !isNull(text) && (strings.Trim(text, signs) == "" || slices.Contains([]string{"N", "D", "mate", "ch", "ch."}, text))
}

// isNull reports whether a word is a null move, which passes the turn, in the
// notation of some program.
func isNull(text string) bool {
	switch text {
	case "--", "<>", "Z0", "0000", "@@@@", "null", "NULL", "Null":
		return true
	}
	return false
}

// otherwise returns the only legal move that a text can mean if the rules' own
// notation does not read it: promotions such as e8(Q), e8/Q, e8=q and e7-e8q, exf6ep,
// squares with signs such as h5f7# and d1-h5, and chess pieces as symbols.
func (r *replay) otherwise(text string) (found oxo.Move, ok bool) {
	if _, algebraic := r.Rules.(Algebraic); !algebraic || r.now.Outcome() != oxo.Ongoing || len(text) > maxAlgebraic {
		return 0, false
	}
	return meant(text, func(other string) (oxo.Move, error) { return r.Rules.ParseMove(r.now, other) })
}

// meant reads the spellings of a text with a function, and returns the move if they
// agree on one.
func meant(text string, read func(string) (oxo.Move, error)) (found oxo.Move, ok bool) {
	for _, other := range spellings(text) {
		m, err := read(other)
		if err != nil {
			continue
		}
		if ok && m != found {
			return 0, false
		}
		found, ok = m, true
	}
	return found, ok
}

// maxAlgebraic is the maximum length, in bytes, of a text that is read as a chess
// move.
const maxAlgebraic = 32

// spellings lists the possible meanings of a move's text.
func spellings(text string) (all []string) {
	pictures := strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "", "–", "-", "—", "-", "‑", "-")
	text = strings.TrimRight(pictures.Replace(text), signs)
	for _, passing := range []string{"e.p.", "e.p", "ep"} {
		text = strings.TrimSuffix(text, passing)
	}
	text = strings.TrimRight(text, signs)
	if strings.Trim(text, "oO0-") == "" { // o-o, OO
		castling := [...]string{2: "O-O", 3: "O-O-O"}
		if n := len(text) - strings.Count(text, "-"); n < len(castling) {
			return []string{castling[n]}
		}
	}
	if len(text) > 2 && text[0] == 'P' && text[1] >= 'a' && text[1] <= 'h' {
		text = text[1:] // Pe2-e4
	}
	if len(text) == 2 && strings.Trim(text, "abcdefgh") == "" { // ed
		for _, row := range digits {
			all = append(all, text[:1]+"x"+text[1:]+string(row))
		}
	}
	all = append(all, text, strings.NewReplacer("-", "", "x", "", ":", "").Replace(text))
	plain := strings.NewReplacer("(", "", ")", "", "/", "", "=", "").Replace(text)
	if n := len(plain); n > 2 && strings.ContainsRune(digits, rune(plain[n-2])) {
		man := strings.ToUpper(plain[n-1:])
		all = append(all, plain[:n-1]+"="+man, strings.NewReplacer("-", "", "x", "", ":", "").Replace(plain[:n-1])+strings.ToLower(man))
	}
	if move, ok := beforeNumber(text); ok {
		all = append(all, move)
	}
	return all
}

// beforeNumber removes the number of the next move directly after a move, as chess.js
// 1.4.0 writes it at line breaks: "Kf737." is Kf7 and 37, "O-O12." is O-O and 12.
func beforeNumber(text string) (move string, ok bool) {
	rest, ok := strings.CutSuffix(text, ".")
	move = strings.TrimRight(rest, digits)
	number := rest[len(move):]
	if !ok || move == "" || number == "" {
		return "", false
	}
	if c := move[len(move)-1]; c >= 'a' && c <= 'h' { // the first digit is the rank
		move, number = move+number[:1], number[1:]
	}
	return move, number != ""
}

// playAfter plays a move in a position that is drawn by the rules, since players may continue
// there. It reports false for games without such positions.
func (r *replay) playAfter(text string, line int) (done bool, err error) {
	c, ok := r.Rules.(Algebraic)
	if !ok {
		return false, nil
	}
	read := func(other string) (oxo.Move, error) { return c.ParseAfter(r.now, other) }
	m, err := read(text)
	if err != nil && len(text) <= maxAlgebraic {
		if other, ok := meant(text, read); ok {
			m, err = other, nil
		}
	}
	if err != nil {
		return true, err //nolint:wrapcheck // the caller says where
	}
	if r.plies() >= maxPlies {
		return true, errTooLong()
	}
	if len(r.After) == 0 {
		r.notice(line, "the game is a draw by the rules before this ply, and goes on in the file: a command looks at what is before it, or at the position after a ply that --ply names")
	}
	r.After = append(r.After, m)
	r.now.Make(m)
	return true, nil
}

// pass plays a null move: the game's own pass, or in chess a new start with the other
// side to move.
func (r *replay) pass(text string, line int) error {
	a, ok := r.Rules.(Algebraic)
	if !ok && r.play(passName) == nil {
		return nil
	}
	wrong := fmt.Errorf("%s is a null move: it passes the turn, which %s does not have. --ply %d is the game up to here", text, r.Rules.Name(), r.plies())
	if !ok || r.now.Outcome() != oxo.Ongoing {
		return wrong
	}
	p, err := turned(a, r.now)
	if err != nil {
		return fmt.Errorf("%w; and the other side cannot be to move: %w", wrong, err)
	}
	r.notice(line, "%s is a null move, which passes the turn: the game begins again after it, with %s to move", text, r.sideName(p.Turn()))
	return r.beginAgain(p)
}

// turned returns a chess position with the other side to move.
func turned(a Algebraic, p oxo.Position) (oxo.Position, error) {
	fields := strings.Fields(a.FormatFEN(p))
	black := p.Turn() == oxo.Second
	fields[1], fields[3] = map[bool]string{true: "w", false: "b"}[black], "-"
	if len(fields) == 6 {
		for i, add := range map[int]bool{4: true, 5: black} {
			if n, err := strconv.Atoi(fields[i]); err == nil && add {
				fields[i] = strconv.Itoa(n + 1)
			}
		}
	}
	return a.ParsePosition(strings.Join(fields, " ")) //nolint:wrapcheck // the caller adds the context
}
