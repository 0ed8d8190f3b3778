package chess

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// ReadPosition implements [catalog.Forgiving]: it reads FEN with small mistakes that other
// programs make. It corrects such a FEN to one that ParsePosition reads, and says what it
// changed.
//
//	a right to castle that the board does not allow   left out
//	a square en passant that no pawn has passed       left out
//	W, white                                          w
//	HAha in chess that is not Chess960                KQkq
//	- for a counter                                   0 plies, move 1
//	_ for a blank, as in addresses of pages           a blank
//	fen, quotation marks or a tag around it           left out
//	; at its end                                      left out
//	operations of EPD, as in bm Kg2; id "one";        left out, except hmvc and fmvn, the counters
func (g *game) ReadPosition(text string) (oxo.Position, []string, error) {
	p, err := g.parseFEN(text)
	if err == nil {
		return p, nil, nil
	}
	r := reading{g: g}
	fields, kept := r.fields(text)
	if len(fields) < 2 {
		return nil, nil, err
	}
	fields[0], fields[1] = r.men(fields[0]), r.turn(fields[1])
	if r.p, err = g.parseFEN(strings.Join(fields[:2], " ")); err != nil {
		return nil, nil, err
	}
	for i, repair := range []func(string) (string, error){r.rights, r.passant, r.counter("plies without progress", "0"), r.counter("number of the move", "1")} {
		if i+2 >= len(fields) {
			break
		}
		if fields[i+2], err = repair(fields[i+2]); err != nil {
			return nil, nil, err
		}
	}
	if p, err = g.parseFEN(strings.Join(append(fields, kept...), " ")); err != nil {
		return nil, nil, err
	}
	return p, r.changed, nil
}

// reading is a FEN being corrected.
type reading struct {
	g       *game
	p       *position // the men and the turn
	changed []string
}

func (r *reading) say(format string, args ...any) {
	r.changed = append(r.changed, fmt.Sprintf(format, args...))
}

// fields returns the fields of a FEN, and the counters among EPD operations after them.
func (r *reading) fields(text string) (fields, counters []string) {
	text = r.unwrapped(text)
	if dashed := strings.NewReplacer("–", "-", "—", "-", "−", "-").Replace(text); dashed != text {
		r.say("a long dash is read as -")
		text = dashed
	}
	if fields = strings.Fields(text); len(fields) == 1 && strings.Contains(text, "_") {
		fields = strings.FieldsFunc(strings.TrimSpace(text), func(c rune) bool { return c == '_' })
		r.say("_ is read as a blank")
	}
	if n := len(fields); n > 0 && len(fields) <= 6 && strings.Trim(fields[n-1], ";") != fields[n-1] {
		r.say("the ; at the end is left out")
		fields[n-1] = strings.Trim(fields[n-1], ";")
		text = strings.TrimRight(text, "; ")
		if fields[n-1] == "" {
			fields = fields[:n-1]
		}
	}
	for i := 4; i < min(len(fields), 7); i++ {
		if c := fields[i][0] | 0x20; c >= 'a' && c <= 'z' && strings.HasSuffix(text, ";") {
			return fields[:i:i], r.operations(strings.Join(fields[i:], " "), i == 4)
		}
	}
	return fields, nil
}

// unwrapped removes what other programs put around a FEN: the word fen, quotation marks, the
// tag of PGN.
func (r *reading) unwrapped(text string) string {
	inner := strings.TrimSpace(text)
	if tag, ok := strings.CutPrefix(inner, "[FEN "); ok {
		inner = strings.TrimSpace(strings.TrimSuffix(tag, "]"))
	}
	if n := len(inner); n > 1 && (inner[0] == '"' || inner[0] == '\'') && inner[n-1] == inner[0] {
		inner = inner[1 : n-1]
	}
	for _, word := range []string{"position fen ", "fen ", "FEN: ", "FEN "} {
		inner = strings.TrimPrefix(inner, word)
	}
	if inner != strings.TrimSpace(text) {
		r.say("what is around the FEN is left out")
		return inner
	}
	return text
}

// operations returns the counters among EPD operations, if wanted, and says what it leaves out.
func (r *reading) operations(text string, wanted bool) []string {
	plies, number := "", ""
	var out []string
	for operation := range strings.SplitSeq(strings.TrimSuffix(text, ";"), ";") {
		operation = strings.TrimSpace(operation)
		code, operand, _ := strings.Cut(operation, " ")
		switch {
		case code == "hmvc" && wanted:
			plies = operand
		case code == "fmvn" && wanted:
			number = operand
		case operation != "":
			out = append(out, operation)
		}
	}
	if len(out) > 0 {
		r.say("%q is left out: it is not part of a position", words.Clip(strings.Join(out, "; ")))
	}
	if plies == "" && number == "" {
		return nil
	}
	r.say("hmvc and fmvn are read as the counters of a FEN")
	counters := []string{"0", "1"}
	for i, given := range []string{plies, number} {
		if given != "" {
			counters[i] = given
		}
	}
	return counters
}

// men removes a / after the last row.
func (r *reading) men(text string) string {
	if short := strings.TrimSuffix(text, "/"); strings.Count(short, "/") == r.g.rows-1 && short != text {
		r.say("the / after the last row is left out")
		return short
	}
	return text
}

// turn reads W, B, white and black as the turn.
func (r *reading) turn(text string) string {
	for _, name := range []string{"white", "black"} {
		if strings.EqualFold(text, name) || strings.EqualFold(text, name[:1]) {
			if text != name[:1] {
				r.say("%s is read as %s, %s to move", text, name[:1], name)
			}
			return name[:1]
		}
	}
	return text
}

// counter reads - as the least value of a counter.
func (r *reading) counter(name, least string) func(string) (string, error) {
	return func(text string) (string, error) {
		if text != "-" {
			return text, nil
		}
		r.say("the %s, -, is read as %s", name, least)
		return least, nil
	}
}

// passant removes a square that no pawn of the other side has just passed. It returns an error
// for a square that may have two meanings: the square of such a pawn, or a square passed by a
// pawn of the side to move.
func (r *reading) passant(text string) (string, error) {
	name := strings.ToLower(text)
	if text == "-" || len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return text, nil // ParsePosition will report the error
	}
	p, q := *r.p, *r.p
	if p.readPassant(name) == nil {
		r.say("the square en passant, %s, is read as %s", text, name)
		return name, nil
	}
	passed := name[:1] + "63"[p.turn&1:][:1]
	if name[1] == "54"[p.turn&1] && p.readPassant(passed) == nil {
		return "", fmt.Errorf("the square en passant: the pawn of %[2]s is on %[1]s: write %[3]s if it has just gone two steps, else -", name, p.g.sideName(p.turn^1), passed)
	}
	if q.turn ^= 1; name[1] == "63"[q.turn&1] && q.readPassant(name) == nil {
		return "", fmt.Errorf("the square en passant: a pawn of %s has passed %s, and %s is to move: write %c for the side to move, or - for the square",
			p.g.sideName(p.turn), name, p.g.sideName(p.turn), "wb"[q.turn&1])
	}
	r.say("the square en passant, %s, is left out: no pawn of %s has just passed it", name, p.g.sideName(p.turn^1))
	return "-", nil
}
