package gamefile

import (
	"fmt"
	"regexp"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// lines reads a line of moves or a position with its operations; nil at the end.
// [Text.Play] determines which of them it is.
func (s *source) lines() *Text {
	for s.text != "" {
		line, more, _ := strings.Cut(s.text, "\n")
		at := s.line
		s.skip(len(s.text) - len(more))
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		t := s.start()
		t.Line, t.whole = at, line
		for w := range strings.FieldsSeq(line) {
			if len(w) > maxWord {
				t.broken = (&source{line: at}).errorf("%q continues for %d bytes without a blank, too long for a move: want blanks between the moves", begin(w), len(w))
				break
			}
			t.words = append(t.words, word{w, at})
		}
		return t
	}
	return nil
}

// playWhole plays a line: moves, or otherwise a position with operations of EPD.
func (t *Text) playWhole(r *replay) error {
	if _, err := catalog.PlayWord(t.rules, t.rules.Start(), t.bare(t.words[0].text)); err != nil && t.place() {
		return t.playLine(r)
	}
	return t.playWords(r)
}

// place reads a line as a position, with EPD operations if there are any. It reports
// whether the line is a position.
func (t *Text) place() bool {
	if len(t.whole) > maxWord {
		return false
	}
	position, operations := cutOperations(t.whole)
	if len(t.movesAfter()) > 0 {
		position, operations = t.words[0].text+" "+t.words[1].text, nil
	}
	if _, _, err := catalog.ReadPosition(t.rules, position); err != nil && operations == nil {
		before, rest, _ := strings.Cut(t.whole, ";") // operations with a program's own codes
		if _, _, err = catalog.ReadPosition(t.rules, strings.TrimSpace(before)); err != nil {
			return false
		}
		position, operations = strings.TrimSpace(before), []string{strings.TrimSpace(rest)}
	}
	t.from, t.answers = position, nil
	for _, text := range operations {
		code, operand, _ := strings.Cut(text, " ")
		t.answers = append(t.answers, operation{code, strings.TrimSpace(operand)})
	}
	return true
}

// operation is an operation of EPD: its code and the rest.
type operation struct{ code, operand string }

// cutOperations splits a line into a position and its operations. The position ends
// at the first operation, even one without meaning here. A semicolon within quotation
// marks does not end an operation. pgn-extract writes c0 and c1 without quotation
// marks; c3 and c6 without them may be en passant squares.
func cutOperations(line string) (position string, operations []string) {
	codes := regexp.MustCompile(` ((bm|am|id|a[cs][dns]|ce|v[0-9]|dm|eco|fmvn|hmvc|nic|noop|p[mv]|rc|resign|sv|tc[grs]i?|c[01])[ ;]|c[0-9] ")`)
	first := codes.FindStringIndex(line + " ")
	if first == nil {
		return strings.TrimRight(line, "; "), nil
	}
	quoted := false
	operations = strings.FieldsFunc(line[min(first[0]+1, len(line)):], func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ';' && !quoted
	})
	for i := range operations {
		operations[i] = strings.TrimSpace(operations[i])
	}
	return strings.TrimSpace(line[:first[0]]), operations
}

// playLine begins at the position of a line, and applies its operations.
func (t *Text) playLine(r *replay) error {
	text := t.from
	if fields := strings.Fields(text); len(fields) == fieldsOfEPD {
		if _, ok := t.rules.(Algebraic); ok { // EPD has FEN's counters as operations
			text = strings.Join(append(fields, t.operand("hmvc", "0"), t.operand("fmvn", "1")), " ")
		}
	}
	start, changed, err := catalog.ReadPosition(t.rules, text)
	if err != nil {
		return fmt.Errorf("line %d: %w", t.Line, err)
	}
	for _, sentence := range changed {
		r.Notices = keep(r.Notices, fmt.Sprintf("line %d: %s", t.Line, sentence))
	}
	r.begin(start)
	for _, o := range t.answers {
		switch o.code {
		case "bm":
			r.Best, err = r.answers(o, r.Best)
		case "am":
			r.Avoid, err = r.answers(o, r.Avoid)
		case "id":
			r.ID = strings.Trim(o.operand, `"`)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", t.Line, err)
		}
	}
	return t.playMoves(r, t.movesAfter())
}

// movesAfter returns the moves after a position of Othello, in the format of Othello
// Sensei: "---...--- * F5D6". Other words there are a score or a comment.
func (t *Text) movesAfter() []word {
	const before = 2 // the squares and the side
	if !isOthello(t.rules) || len(t.words) <= before || strings.ContainsAny(t.words[before-1].text, ";%") {
		return nil
	}
	first := strings.ToLower(t.words[before].text)
	if strings.ContainsAny(first, ":+") || first != passName && (len(first) < len("f5") || !strings.HasPrefix(first, "pa") && (!isLetter(first[0]) || !strings.Contains(digits, first[1:2]))) {
		return nil
	}
	return t.words[before:]
}

// fieldsOfEPD is the number of fields of a chess position in EPD: FEN without its
// counters.
const fieldsOfEPD = 4

// operand returns the operand of an operation, or a default.
func (t *Text) operand(code, without string) string {
	for _, o := range t.answers {
		if o.code == code {
			return o.operand
		}
	}
	return without
}

// answers appends the moves of an operation to moves.
func (r *replay) answers(o operation, moves []oxo.Move) ([]oxo.Move, error) {
	texts := strings.Fields(o.operand)
	if len(texts) == 0 {
		return nil, fmt.Errorf("%q is not a move", o.code)
	}
	for _, text := range texts {
		m, err := r.Rules.ParseMove(r.now, strings.TrimRight(text, "!?+#"))
		if err != nil {
			return nil, err //nolint:wrapcheck // it names the move
		}
		moves = append(moves, m)
	}
	return moves, nil
}
