package gamefile

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// isGGF reports whether a game is in the Generic Game Format of Othello servers: its
// GM is a name. All properties are in one node. An evaluation and seconds may follow
// a move: B[F5/0.3/2.45], W[PA].
func (t *Text) isGGF() bool {
	name := strings.TrimSpace(t.Tags["GM"])
	return name != "" && strings.Trim(name, digits) != "" && (t.has("BO") || t.has("TY") || strings.EqualFold(name, "othello"))
}

// playGGF plays a game of GGF.
func (t *Text) playGGF(r *replay) error {
	if !isOthello(t.rules) || !strings.EqualFold(strings.TrimSpace(t.Tags["GM"]), "othello") {
		return fmt.Errorf("the file is a GGF file of %s, but the game is %s: want a GGF file of Othello", words.Clip(t.Tags["GM"]), t.rules.Name())
	}
	if strings.ContainsAny(strings.ToLower(t.Tags["TY"]), "a") {
		return fmt.Errorf("TY[%s] is misère Othello, which oxo does not have", words.Clip(t.Tags["TY"]))
	}
	r.Names = [2]string{t.Tags["PB"], t.Tags["PW"]}
	r.Event, r.Date = t.Tags["PC"], dateOfGGF(t.Tags["DT"])
	start := t.rules.Start()
	if text := t.Tags["BO"]; text != "" {
		var err error
		if start, err = t.boardOfGGF(text); err != nil {
			return fmt.Errorf("line %d: BO: %w", t.Line, err)
		}
	}
	r.begin(start)
	for _, n := range t.nodes {
		for _, p := range n.properties {
			if r.full() {
				return nil
			}
			if p.name != "B" && p.name != "W" {
				continue
			}
			if err := r.moveOfGGF(p, n.line); err != nil {
				return err
			}
		}
	}
	return nil
}

// isOthello reports whether a game is Othello, of any size.
func isOthello(rules oxo.Game) bool {
	const number = 2
	stones := board.FactsOf(rules).SGF
	return stones != nil && stones.Number == number
}

// withPasses replaces the passes in a transcript of Othello by the game's notation.
// Programs write them as pa, PS, -- or @@, alone or between moves.
func withPasses(text string) string {
	var s strings.Builder
	for len(text) > 1 {
		n := len("f5")
		switch strings.ToLower(text[:n]) {
		case "pa", "ps", "--", "@@":
			if len(text) >= len(passName) && strings.EqualFold(text[:len(passName)], passName) {
				n = len(passName)
			}
			s.WriteString(passName)
		default:
			s.WriteString(text[:n])
		}
		text = text[n:]
	}
	return s.String() + text
}

// moveOfGGF plays a move: its square, without the text after the first slash.
func (r *replay) moveOfGGF(p property, line int) error {
	side := oxo.First
	if p.name == "W" {
		side = oxo.Second
	}
	text, _, _ := strings.Cut(strings.TrimSpace(p.values[0]), "/")
	if strings.HasPrefix(strings.ToLower(text), "pa") {
		text = passName
	}
	if err := r.turnTo(side, line); err != nil || r.full() {
		return err
	}
	shown := p.name + "[" + words.Clip(p.values[0]) + "]"
	if r.now.Outcome() == oxo.Ongoing && r.now.Turn() != side {
		return r.failed(line, shown, fmt.Errorf("%s moves, but %s is to move", r.sideName(side), r.sideName(r.now.Turn())))
	}
	if err := r.play(text); err != nil {
		return r.failed(line, shown, err)
	}
	return nil
}

// boardOfGGF reads the size of the board, its squares from the top left, possibly
// with blanks between rows, and the side to move: "8 ---...*".
func (t *Text) boardOfGGF(text string) (oxo.Position, error) {
	fields := strings.Fields(text)
	columns, rows := t.boardSize()
	squares := ""
	if len(fields) > 0 {
		squares = strings.Join(fields[1:], "")
	}
	if len(fields) < 2 || fields[0] != fmt.Sprint(columns) || columns != rows || len(squares) != columns*rows+1 {
		return nil, fmt.Errorf("%q is not a board of %s: write the size, the squares from the top left as -, * and O, and who moves, * or O", begin(text), t.rules.Name())
	}
	p, err := t.rules.ParsePosition(squares[:columns*rows] + " " + squares[columns*rows:])
	return p, err //nolint:wrapcheck // the caller adds the context
}

// dateOfGGF returns the day of a date: "2004.09.18_05:54:38.MDT". It ignores seconds
// since 1970, which old files have.
func dateOfGGF(text string) string {
	day, _, _ := strings.Cut(text, "_")
	if !strings.ContainsAny(day, ".-") {
		return ""
	}
	return strings.ReplaceAll(day, "-", ".")
}

// smartResult reads the winner from RE: in SGF "B+5" or "0", in GGF Black's margin,
// "+64.00:r".
func smartResult(text string) Result {
	text = strings.ToUpper(strings.TrimSpace(text))
	margin, _, _ := strings.Cut(text, ":")
	switch {
	case strings.HasPrefix(text, "B+"):
		return FirstWins
	case strings.HasPrefix(text, "W+"):
		return SecondWins
	case text == "DRAW" || text == "JIGO" || margin != "" && strings.Trim(margin, "+-0.") == "" && strings.Contains(margin, "0"):
		return Drawn
	case strings.HasPrefix(text, "+"):
		return FirstWins
	case strings.HasPrefix(text, "-"):
		return SecondWins
	}
	return Unknown
}
