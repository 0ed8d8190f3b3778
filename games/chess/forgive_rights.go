package chess

import (
	"fmt"
	"strings"

	"oxo"
)

// rights removes the castling rights that the men do not allow, and says which and why. It
// leaves characters that are never a right to ParsePosition, which reports what would be right.
func (r *reading) rights(text string) (string, error) {
	letters := strings.ReplaceAll(text, "-", "")
	if text == "-" || strings.Trim(letters, "KQkqABCDEFGHabcdefgh") != "" {
		return text, nil
	}
	if letters != text {
		r.say("the dashes among the rights to castle are left out")
	}
	var kept strings.Builder
	var reasons []string
	out := map[string][]string{} // removed rights, by reason
	seen := uint64(0)
	for _, c := range []byte(letters) {
		sq, letter, why := r.castling(c)
		if why == "" && seen&bit(sq) != 0 {
			why = "the same rook is named twice"
		}
		if why != "" {
			if out[why] == nil {
				reasons = append(reasons, why)
			}
			out[why] = append(out[why], string(c))
			continue
		}
		if letter != c {
			r.say("the right to castle %c is read as %c: the columns of rooks are written in Chess960", c, letter)
		}
		seen |= bit(sq)
		kept.WriteByte(letter)
	}
	for _, why := range reasons {
		r.say("%s left out: %s", namesOf(out[why]), why)
	}
	if kept.Len() == 0 {
		return "-", nil
	}
	return kept.String(), nil
}

// namesOf names rights, followed by the verb.
func namesOf(rights []string) string {
	last := len(rights) - 1
	if last == 0 {
		return "the right to castle " + rights[0] + " is"
	}
	return "the rights to castle " + strings.Join(rights[:last], ", ") + " and " + rights[last] + " are"
}

// castling returns the rook and the letter of a right, or why there is no such right.
func (r *reading) castling(c byte) (sq int, letter byte, why string) {
	us, g := oxo.Side(c>>5&1), r.g
	name, k := g.sideName(us), r.p.king(us)
	if !g.castles {
		return 0, 0, fmt.Sprintf("there is no castling in %s", g.Name())
	}
	letter = c
	if low := c | 0x20; !g.any && (low == 'a' || low == 'h') {
		letter = c&0x20 | map[byte]byte{'a': 'Q', 'h': 'K'}[low] // in the case of c
	}
	if sq, ok := r.p.castlingRook(us, letter|0x20); ok {
		return sq, letter, ""
	}
	return 0, 0, r.whyNot(us, letter|0x20, name, k) + r.in960(us, c|0x20)
}

// whyNot returns why a side does not have a castling right.
func (r *reading) whyNot(us oxo.Side, low byte, name string, k int) string {
	row := 1 + 7*int(us)
	switch {
	case !r.g.any && k != 4+(side-1)*side*int(us):
		return fmt.Sprintf("the king of %s is not on e%d", name, row)
	case r.g.home[us]>>k&1 == 0:
		return fmt.Sprintf("the king of %s is not on row %d", name, row)
	case !r.g.any && low == 'k':
		return fmt.Sprintf("%s has no rook on h%d", name, row)
	case !r.g.any && low == 'q':
		return fmt.Sprintf("%s has no rook on a%d", name, row)
	case low == 'k':
		return fmt.Sprintf("%s has no rook to the right of its king on row %d", name, row)
	case low == 'q':
		return fmt.Sprintf("%s has no rook to the left of its king on row %d", name, row)
	case !r.g.any:
		return "rooks that may castle are on the columns a and h, and the rights are KQkq"
	}
	return fmt.Sprintf("%s has no rook on %c%d", name, low, row)
}

// in960 says if the men would allow the right in Chess960.
func (r *reading) in960(us oxo.Side, low byte) string {
	if r.g.any {
		return ""
	}
	p := *r.p
	p.g = r.g.as960(true).(*game)
	if _, ok := p.castlingRook(us, low); !ok {
		return ""
	}
	return " (in Chess960, the game chess,960, it would be a right)"
}
