package checkers

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"oxo"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// ReadPosition implements [catalog.Forgiving]: it reads texts with small mistakes that other
// programs make. It corrects such a text to one that ParsePosition reads, and says what it
// changed.
//
//	[FEN "W:W31-50:B1-20"]   the tag of a file      the text between the quotes
//	W:W:W31-50:B1-20         the side to move twice once
//	W : W 31, 32 : B 1       blanks                 left out; between two squares a comma
//	W:W31-50:B1-20:          a colon at the end     left out
//	W:Wa3,c3:Kb8             squares by letters     their numbers
//
// More plies without progress than a game can have are an error.
func (g *game) ReadPosition(text string) (oxo.Position, []string, error) {
	p, err := g.ParsePosition(text)
	var r reading
	if err != nil {
		r = reading{g: g, text: strings.ToUpper(strings.TrimSpace(text))}
		for _, repair := range []func(){r.tag, r.blanks, r.ends, r.turn, r.letters} {
			repair()
		}
		if err = r.unfinished(); err != nil {
			return nil, nil, err
		}
		if p, err = g.ParsePosition(r.text); err != nil {
			return nil, nil, err
		}
	}
	if n, limit := p.(*position).Clock(); n > limit {
		return nil, nil, fmt.Errorf("the counter H%d: a game is a draw after %d plies without progress: write H0 to H%d", n, limit, limit)
	}
	return p, r.changed, nil
}

// reading is a text being corrected.
type reading struct {
	g       *game
	text    string
	changed []string
}

// becomes replaces the text, and records why.
func (r *reading) becomes(text, why string) {
	if text != r.text {
		r.text, r.changed = text, append(r.changed, why)
	}
}

// tag unwraps the tag of a file of games.
func (r *reading) tag() {
	text := strings.Trim(strings.TrimPrefix(strings.Trim(r.text, "[] "), "FEN"), `" `)
	r.becomes(text, "the brackets and quotes of a tag are left out")
}

// blanks removes blanks. A blank between two squares becomes a comma.
func (r *reading) blanks() {
	fields := strings.Fields(r.text)
	var text strings.Builder
	commas := false
	for i, field := range fields {
		if i > 0 && isSquare(fields[i-1]) && startsSquare(field) {
			text.WriteByte(',')
			commas = true
		}
		text.WriteString(field)
	}
	if commas {
		r.becomes(text.String(), "blanks between squares are read as commas")
		return
	}
	r.becomes(text.String(), "blanks are left out")
}

// isSquare reports whether a text ends with a square, and startsSquare whether it starts with
// one.
func isSquare(text string) bool { return unicode.IsDigit(rune(text[len(text)-1])) }

func startsSquare(text string) bool { return unicode.IsDigit(rune(text[0])) || text[0] == 'K' }

// ends removes a colon, a comma or a full stop at the end of the text, and a comma at the end
// of a part.
func (r *reading) ends() {
	text := strings.TrimRight(r.text, ".")
	if strings.Count(text, ":") > 2 {
		text = strings.TrimSuffix(text, ":")
	}
	text = strings.TrimSuffix(strings.ReplaceAll(text, ",:", ":"), ",")
	if text != strings.TrimSuffix(r.text, ".") {
		r.becomes(text, "signs after the last square are left out")
	}
}

// turn removes a second side to move.
func (r *reading) turn() {
	for _, side := range []string{"W", "B"} {
		if rest, ok := strings.CutPrefix(r.text, side+":"+side+":"); ok && strings.Count(rest, ":") > 0 && strings.Contains(":"+rest, ":"+side) {
			r.becomes(side+":"+rest, "who is to move is there twice, and read once")
		}
	}
}

// letters converts squares written as letter and row, if all are written in this way.
func (r *reading) letters() {
	parts := strings.Split(r.text, ":")
	for i, part := range parts {
		if i == 0 || len(part) < 2 || part[0] != 'W' && part[0] != 'B' {
			continue
		}
		names := strings.Split(part[1:], ",")
		for j, name := range names {
			bare, king := strings.CutPrefix(name, "K")
			s, rest, ok := notation.ReadSquare(strings.ToLower(bare), r.g.columns, r.g.rows)
			bit, dark := r.g.at(s)
			if !ok || !dark || rest != "" {
				return
			}
			if names[j] = strconv.Itoa(r.g.number(bit)); king {
				names[j] = "K" + names[j]
			}
		}
		parts[i] = part[:1] + strings.Join(names, ",")
	}
	r.becomes(strings.Join(parts, ":"), "squares by letters are read as numbers, a1 on the left of the row that white begins on")
}

// unfinished refuses a position in the middle of a jump, where captured pieces are not removed
// yet.
func (r *reading) unfinished() error {
	for name := range strings.FieldsFuncSeq(r.text, func(c rune) bool { return c == ':' || c == ',' }) {
		name = strings.TrimLeft(name, "WB")
		if n, ok := strings.CutPrefix(strings.Replace(name, "P", "G", 1), "G"); ok {
			if _, ok := words.Number(n, r.g.squares); ok {
				return fmt.Errorf("%s is a piece that a jump has taken and that is not yet removed: write the position before or after the jump", words.Clip(name))
			}
		}
	}
	return nil
}
