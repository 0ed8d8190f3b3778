package gamefile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// playNodes plays a game of SGF.
func (t *Text) playNodes(r *replay) error {
	stones := board.FactsOf(t.rules).SGF
	grid, ok := t.rules.Start().(board.Grid)
	if stones == nil || !ok {
		return fmt.Errorf("the file is SGF, and %s is not a game of stones: want a file of another format", t.rules.Name())
	}
	if err := r.checkSmart(t, stones.Number, grid); err != nil {
		return err
	}
	r.Names = [2]string{t.Tags["PB"], t.Tags["PW"]}
	r.Event, r.Date, r.Round = t.Tags["EV"], strings.ReplaceAll(t.Tags["DT"], "-", "."), t.Tags["RO"]
	if _, by, ok := strings.Cut(t.Tags["RE"], "+"); ok {
		r.By = by
	}
	s := newSetup(grid)
	s.handicap, _ = words.Number(strings.TrimSpace(t.Tags["HA"]), 99)
	movers := t.movers()
	for i := range t.nodes {
		if r.now != nil && r.full() {
			return nil
		}
		if err := r.node(&t.nodes[i], s, movers[i]); err != nil {
			return err
		}
	}
	if r.now == nil {
		return r.set(s)
	}
	return nil
}

// movers returns for each node the side of the next move, in it or after it: "B", "W"
// or nothing.
func (t *Text) movers() []string {
	all := make([]string, len(t.nodes))
	next := ""
	for i, n := range slices.Backward(t.nodes) {
		for _, p := range slices.Backward(n.properties) {
			if p.name == "B" || p.name == "W" {
				next = p.name
			}
		}
		all[i] = next
	}
	return all
}

// checkSmart returns an error if the file is of other rules.
func (r *replay) checkSmart(t *Text, number int, grid board.Grid) error {
	const goNumber = 1
	name := t.rules.Name()
	said, ok := t.Tags["GM"]
	if !ok {
		said = strconv.Itoa(goNumber)
	}
	if n, err := strconv.Atoi(strings.TrimSpace(said)); err != nil || n != number {
		return fmt.Errorf("GM[%s] is not the number of %s, %d: name the game of the file (1 is Go, 2 Othello, 4 Gomoku)", words.Clip(said), name, number)
	}
	if err := r.checkBoard(t, grid, number == goNumber); err != nil {
		return err
	}
	if ours, program := t.Tags["RU"], t.Tags["AP"]; strings.HasPrefix(program, "oxo") && ours != "" && ours != name {
		return fmt.Errorf("the file has games of %s, but the game is %s: name the game of the file", words.Clip(ours), name)
	}
	return nil
}

// readSize reads "19", or "9:7", columns and rows.
func readSize(text string) (columns, rows int, ok bool) {
	const most = 52
	first, second, both := strings.Cut(strings.TrimSpace(text), ":")
	columns, ok = words.Number(first, most)
	if !both {
		return columns, columns, ok
	}
	rows, ok2 := words.Number(second, most)
	return columns, rows, ok && ok2
}

// setup holds the stones that are set up before the first move.
type setup struct {
	grid          board.Grid
	columns, rows int
	stones        []byte // by rows from the top: X, O or a dot
	turn          oxo.Side
	turned        bool // whether PL gives the side to move
	handicap      int  // the value of HA
	black         int  // number of black setup values
	changed       bool // whether any stones were set or removed
}

func newSetup(grid board.Grid) *setup {
	s := &setup{grid: grid}
	s.columns, s.rows = grid.Size()
	for y := range s.rows {
		for x := range s.columns {
			s.stones = append(s.stones, stoneOf(grid, x, s.rows-1-y))
		}
	}
	return s
}

// stoneOf returns the character of a square in a position's text.
func stoneOf(grid board.Grid, x, y int) byte {
	cell := grid.At(board.Square{Column: x, Row: y})
	if cell.Text == "" {
		return '.'
	}
	return "XO"[cell.Owner&1]
}

// node applies the properties of a node: first the setup, then the moves. next is the
// side of the next move, in this node or after it.
func (r *replay) node(n *node, s *setup, next string) error {
	if err := r.setUp(n, s, next); err != nil {
		return fmt.Errorf("line %d: %w", n.line, err)
	}
	for _, p := range n.properties {
		if p.name != "B" && p.name != "W" {
			continue
		}
		if r.now != nil && r.full() {
			return nil
		}
		if len(p.values) > 1 {
			return r.failed(n.line, p.name+"["+p.values[0]+"]["+p.values[1]+"]", errors.New("a move has more than one point: write each move into a node of its own"))
		}
		if err := r.stone(p, n.line, s); err != nil {
			return err
		}
	}
	for _, p := range n.properties {
		if p.name == "C" && r.now != nil {
			r.say(strings.TrimSpace(p.values[0]), n.line)
		}
	}
	return nil
}

// setUp applies a node's setup. After the first move this restarts the game.
func (r *replay) setUp(n *node, s *setup, next string) error {
	at := s
	if r.now != nil {
		grid, ok := r.now.(board.Grid)
		if !ok {
			return nil
		}
		at = newSetup(grid)
	}
	some := false
	for _, p := range n.properties {
		var err error
		switch p.name {
		case "AB", "AW", "AE":
			err = at.put(p)
			some = true
		case "PL":
			err = at.readTurn(p.values[0])
			some = true
		}
		if err != nil {
			return err
		}
	}
	if r.now == nil || !some {
		return nil
	}
	if !at.turned {
		at.turn = map[string]oxo.Side{"B": oxo.First, "W": oxo.Second, "": r.now.Turn()}[next]
	}
	p, err := at.position(r.Rules)
	if err != nil {
		return fmt.Errorf("the stones that are set up after ply %d: %w", r.plies(), err)
	}
	if p.Turn() != at.turn {
		return fmt.Errorf("%s is to move according to the file, but %s according to the stones that are set up after ply %d", r.sideName(at.turn), r.sideName(p.Turn()), r.plies())
	}
	r.notice(n.line, "a position is set up here: the game begins again with it")
	return r.beginAgain(p)
}

// put sets or removes stones.
func (s *setup) put(p property) error {
	for _, value := range p.values {
		from, to, ok := s.corners(value)
		if !ok {
			return fmt.Errorf("%s[%s] is not a point of a board of %dx%d: write the letters of its column and of its row from the top, as in %s[aa]", p.name, words.Clip(value), s.columns, s.rows, p.name)
		}
		for y := from[1]; y <= to[1]; y++ {
			for x := from[0]; x <= to[0]; x++ {
				s.stones[y*s.columns+x] = map[string]byte{"AB": 'X', "AW": 'O', "AE": '.'}[p.name]
			}
		}
		if p.name == "AB" {
			s.black++
		}
		s.changed = true
	}
	return nil
}

// corners reads a point, or a rectangle of points: "dd", "aa:cc".
func (s *setup) corners(text string) (from, to [2]int, ok bool) {
	first, second, both := strings.Cut(strings.TrimSpace(text), ":")
	if !both {
		second = first
	}
	from, ok = s.point(first)
	to, ok2 := s.point(second)
	return from, to, ok && ok2 && from[0] <= to[0] && from[1] <= to[1]
}

// point reads the letters of a column and a row from the top.
func (s *setup) point(text string) (at [2]int, ok bool) {
	if len(text) != 2 {
		return at, false
	}
	for i := range at {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z':
			at[i] = int(c - 'a')
		case c >= 'A' && c <= 'Z':
			at[i] = int(c-'A') + 26
		default:
			return at, false
		}
	}
	return at, at[0] < s.columns && at[1] < s.rows
}

func (s *setup) readTurn(text string) error {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "b", "black", "1":
		s.turn = oxo.First
	case "w", "white", "2":
		s.turn = oxo.Second
	default:
		return fmt.Errorf("PL[%s] is not a side: write PL[B] or PL[W]", words.Clip(text))
	}
	s.turned = true
	return nil
}

// set begins the game at the position that was set up.
func (r *replay) set(s *setup) error {
	if s.handicap > 1 && s.black == 0 && (!s.turned || s.turn == oxo.Second) {
		return fmt.Errorf("HA[%d] says that black begins with %d stones, but none are set up: write AB and their points, or black's moves B", s.handicap, s.handicap)
	}
	if s.handicap > 1 && !s.turned {
		s.turn, s.turned = oxo.Second, true // the side that gives a handicap moves first
	}
	if !s.changed && (!s.turned || s.turn == s.grid.Turn()) {
		r.begin(s.grid)
		return nil
	}
	p, err := s.position(r.Rules)
	if err != nil {
		return fmt.Errorf("the stones that are set up: %w", err)
	}
	if s.turned && p.Turn() != s.turn {
		return fmt.Errorf("%s is to move according to the file, but %s according to the stones that are set up", r.sideName(s.turn), r.sideName(p.Turn()))
	}
	r.begin(p)
	return nil
}

// position returns the position with the stones and the side to move.
func (s *setup) position(rules oxo.Game) (oxo.Position, error) {
	var text strings.Builder
	for y := range s.rows {
		if y > 0 {
			text.WriteByte('/')
		}
		text.Write(s.stones[y*s.columns : (y+1)*s.columns])
	}
	if strings.Contains(rules.FormatPosition(s.grid), " ") {
		text.WriteString(" " + board.SideName(rules, s.turn))
	}
	return rules.ParsePosition(text.String()) //nolint:wrapcheck // the callers add the context
}

// stone plays a move of SGF. An empty value, or tt on boards of up to 19x19, is a
// pass.
func (r *replay) stone(p property, line int, s *setup) error {
	side := oxo.First
	if p.name == "W" {
		side = oxo.Second
	}
	if r.now == nil {
		if !s.turned {
			s.turn, s.turned = side, true
		}
		if err := r.set(s); err != nil {
			return err
		}
		if r.full() {
			return nil
		}
	}
	text := p.name + "[" + words.Clip(p.values[0]) + "]"
	move, err := s.moveOf(p.values[0])
	if err != nil {
		return r.failed(line, text, err)
	}
	if move == passName && r.now.Outcome() != oxo.Ongoing {
		r.notice(line, "%s is passed over: the game is over before it", text)
		return nil
	}
	if err := r.turnTo(side, line); err != nil || r.full() {
		return err
	}
	if r.now.Outcome() == oxo.Ongoing && r.now.Turn() != side {
		return r.failed(line, text, fmt.Errorf("%s moves, but %s is to move: write a pass as %s[]", r.sideName(side), r.sideName(r.now.Turn()), "BW"[r.now.Turn()&1:][:1]))
	}
	if err := r.play(move); err != nil {
		return r.failed(line, text, r.bySuperko(move, err))
	}
	return nil
}

// turnTo adds a pass that the file omits: a forced pass, or in Go the pass between
// two moves of one side.
func (r *replay) turnTo(side oxo.Side, line int) error {
	if r.now.Outcome() != oxo.Ongoing || r.now.Turn() == side {
		return nil
	}
	if pass, ok := catalog.OnlyPass(r.Rules, r.now); ok {
		r.make(pass)
		return nil
	}
	pass, err := r.Rules.ParseMove(r.now, passName)
	if err != nil || r.plies() >= maxPlies {
		return nil //nolint:nilerr // without a pass the move is out of turn, which the caller says
	}
	over := r.now.Clone()
	if over.Make(pass); over.Outcome() != oxo.Ongoing {
		return nil
	}
	r.notice(line, "%s moves twice in a row: read as a pass of %s between the moves", r.sideName(side), r.sideName(r.now.Turn()))
	r.make(pass)
	return nil
}

// bySuperko adds to a move's error the form of the game that would allow the move.
func (r *replay) bySuperko(move string, err error) error {
	simple := board.FactsOf(r.Rules).SimpleKo
	if simple == "" {
		return err
	}
	m, wrong := r.Rules.ParseMove(r.now, move)
	if wrong != nil || catalog.Repeats(r.now, m) == 0 {
		return err
	}
	return fmt.Errorf("%w, or name the game with the simple rule of ko to read the file: %s", err, simple)
}

// passName is the games' notation of a pass.
const passName = "pass"

// moveOf converts the point of a move to the game's notation.
func (s *setup) moveOf(value string) (string, error) {
	const passes = 19 // the largest board on which tt is a pass
	value = strings.TrimSpace(value)
	if value == "" || value == "tt" && s.columns <= passes && s.rows <= passes {
		return passName, nil
	}
	at, ok := s.point(value)
	if !ok {
		return "", fmt.Errorf("that is not a point of a board of %dx%d: write the letters of the column and of the row from the top, or nothing for a pass", s.columns, s.rows)
	}
	columns, rows := s.grid.Labels()
	return columns[at[0]] + rows[s.rows-1-at[1]], nil
}
