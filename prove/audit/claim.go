package audit

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// Claim says that the value of a position, or of a move, is within some bounds.
type Claim struct {
	What     string // the column or the move that the claim is about; empty if a record has only one value
	Position oxo.Position
	// AfterMove is set if the claim is about a move. Position is then the position after the move, and the value
	// is the value for the side that has made it.
	AfterMove bool
	Stated    string     // the value as the file has it
	Holds     oxo.Bounds // the scores that Stated allows
	// Write writes a value as the file would. If nil, values are written in oxo's words.
	Write func(s oxo.Score) string
}

// won and lost return the bounds of a win and of a loss in any number of plies.
func won() oxo.Bounds  { return oxo.Between(oxo.MaxEstimate+1, oxo.Infinity) }
func lost() oxo.Bounds { return oxo.Between(-oxo.Infinity, -oxo.MaxEstimate-1) }

// none returns bounds that contain no value.
func none() oxo.Bounds { return oxo.Between(oxo.Infinity, -oxo.Infinity) }

// ofSign returns the bounds of a win for 1, a draw for 0, and a loss for -1.
func ofSign(sign int) oxo.Bounds {
	switch {
	case sign > 0:
		return won()
	case sign < 0:
		return lost()
	}
	return oxo.Exactly(oxo.Draw)
}

// onlyResult widens bounds to all scores with the same result.
func onlyResult(b oxo.Bounds) oxo.Bounds {
	if _, known := b.Result(); !known || b.Lo() > b.Hi() {
		return b
	}
	return ofSign(b.Lo().Sign())
}

// Verdict is the result of checking a claim.
type Verdict string

// The verdicts.
const (
	Right    Verdict = "right"
	Wrong    Verdict = "wrong"
	Unproven Verdict = "unproven" // the limit of the search was too small
	Unread   Verdict = "unread"   // the record could not be read
)

// judge compares a claim with the proven bounds of its position.
func (c *Claim) judge(proven oxo.Bounds) Verdict {
	if c.AfterMove {
		proven = proven.ToParent()
	}
	both := proven.And(c.Holds)
	switch {
	case both.Lo() > both.Hi():
		return Wrong
	case proven.Lo() >= c.Holds.Lo() && proven.Hi() <= c.Holds.Hi():
		return Right
	}
	return Unproven
}

// right writes the proven value, or its bounds.
func (c *Claim) right(g oxo.Game, proven oxo.Bounds) string {
	if c.AfterMove {
		proven = proven.ToParent()
	}
	words := c.words(g, proven)
	if c.Write == nil || !proven.Exact() {
		return words
	}
	text := c.Write(proven.Lo())
	if text == words {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, words)
}

// stated writes the value as the file has it, and in oxo's words if these differ.
func (c *Claim) stated(g oxo.Game) string {
	if words := c.words(g, c.Holds); c.Holds.Exact() && words != c.Stated {
		return fmt.Sprintf("%s (%s)", c.Stated, words)
	}
	return c.Stated
}

// words writes bounds in oxo's words, and in the scale of the game if it has one.
func (c *Claim) words(g oxo.Game, b oxo.Bounds) string {
	text := boundsText(b)
	if !b.Exact() || c.AfterMove {
		return text
	}
	if n, ok := catalog.Scale(g, c.Position, b.Lo()); ok {
		text += fmt.Sprintf(", score %d", n)
	}
	return text
}

// boundsText writes bounds in oxo's words.
func boundsText(b oxo.Bounds) string {
	if result, known := b.Result(); known && !b.Exact() && (b == won() || b == lost()) {
		return result
	}
	return b.String()
}

// maxScaled is the greatest number of plies for which [scaled] compares a score with a number.
const maxScaled = 400

// scaled returns the bounds of the values that the scale of the game writes as n.
func scaled(g oxo.Game, p oxo.Position, n int) (oxo.Bounds, error) {
	scale := board.FactsOf(g).Scale
	if scale == nil {
		return none(), fmt.Errorf("the score %d: want connect4, oxo knows no scale of scores for %s", n, g.Name())
	}
	if n == 0 {
		return oxo.Exactly(oxo.Draw), nil
	}
	for plies := range maxScaled {
		s := oxo.Win(plies)
		if n < 0 {
			s = oxo.Loss(plies)
		}
		if scale.Of(p, s) == n && (p.Outcome() != oxo.Ongoing || s.IsWin() == (plies%2 == 1)) { // the side to move makes plies 1, 3 and so on
			return oxo.Exactly(s), nil
		}
	}
	return none(), nil
}

// parseValue reads "win", "draw", "loss in 6", "win by 3", "first wins", or a number in the scale of
// the game. In a game that ends by a margin, a number is that margin. Words after these are ignored.
func parseValue(g oxo.Game, p oxo.Position, text string) (oxo.Bounds, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if _, margined := p.(oxo.Margined); margined {
			return oxo.Exactly(oxo.By(n)), nil
		}
		return scaled(g, p, n)
	}
	fields := strings.Fields(strings.ToLower(text))
	sign, known := 0, false
	if len(fields) > 0 {
		sign, known = signOf(strings.TrimRight(fields[0], ",;:"), p.Turn())
	}
	if !known {
		return none(), fmt.Errorf("the value %.40q: want win, draw or loss, as in \"win in 7\" or \"loss by 2\", or a number", text)
	}
	return withNumber(sign, fields[1:]), nil
}

// withNumber returns the bounds of a result with the words after it, such as "in 7" or "by 3".
func withNumber(sign int, rest []string) oxo.Bounds {
	if len(rest) < 2 || sign == 0 {
		return ofSign(sign)
	}
	n, err := strconv.Atoi(strings.TrimRight(rest[1], ",;:"))
	switch {
	case err != nil || n < 0:
	case rest[0] == "by":
		return oxo.Exactly(oxo.By(sign * n))
	case rest[0] == "in" && sign > 0:
		return oxo.Exactly(oxo.Win(n))
	case rest[0] == "in":
		return oxo.Exactly(oxo.Loss(n))
	}
	return ofSign(sign)
}

// signOf returns 1, 0 or -1 for a word for a result, and reports whether the word is one.
func signOf(word string, turn oxo.Side) (sign int, known bool) {
	own := 1 // of the first side
	if turn == oxo.Second {
		own = -1
	}
	switch word {
	case "win", "won", "wins":
		return 1, true
	case "loss", "lost", "loses":
		return -1, true
	case "draw", "drawn", "tie":
		return 0, true
	case "first":
		return own, true
	case "second":
		return -own, true
	}
	return 0, false
}

// inScale returns a function that writes values of a position in the scale of the game.
func inScale(g oxo.Game, p oxo.Position) func(oxo.Score) string {
	return func(s oxo.Score) string {
		n, ok := catalog.Scale(g, p, s)
		if !ok {
			return s.String()
		}
		return strconv.Itoa(n)
	}
}
