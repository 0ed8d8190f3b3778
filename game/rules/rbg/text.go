package rbg

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/rules"
	"oxo/internal/words"
)

// place is where a generator puts a square: columns from the left, rows from the top. A
// hexagon's rows are shifted.
type place struct{ column, row int }

// places reads the coordinates in names like rx0y0 or hx0y0, or a1; nil if a name has none.
func places(names []string) (all []place, hexagon bool) {
	generated := regexp.MustCompile(`^([rh])x(\d{1,3})y(\d{1,3})$`)
	plain := regexp.MustCompile(`^([a-z])(\d{1,2})$`)
	kinds, top := map[string]bool{}, 0
	for _, name := range names {
		if m := generated.FindStringSubmatch(name); m != nil {
			c, _ := strconv.Atoi(m[2])
			r, _ := strconv.Atoi(m[3])
			all = append(all, place{c, r})
			kinds[m[1]] = true
		} else if m := plain.FindStringSubmatch(name); m != nil {
			r, _ := strconv.Atoi(m[2])
			all = append(all, place{int(m[1][0] - 'a'), -r})
			kinds["plain"], top = true, max(top, r)
		} else {
			return nil, false
		}
	}
	if len(kinds) != 1 {
		return nil, false
	}
	if kinds["plain"] {
		for i := range all {
			all[i].row += top
		}
	}
	return all, kinds["h"]
}

// squareNames returns names for players: a1 is in the lower left corner. Where the sheet's
// names have no coordinates, they stay.
func squareNames(names []string) []string {
	all, _ := places(names)
	bottom := 0
	for _, p := range all {
		if p.column >= 26 {
			return names
		}
		bottom = max(bottom, p.row)
	}
	if all == nil {
		return names
	}
	made := make([]string, len(names))
	for i, p := range all {
		made[i] = string(rune('a'+p.column)) + strconv.Itoa(bottom-p.row+1)
	}
	return made
}

// texts returns the moves of a position as different texts: the squares of the actions, and if two
// moves have the same squares, also the writes.
func (g *Game) texts(p *position) []string {
	l := p.moves()
	if l.texts != nil {
		return l.texts
	}
	for _, full := range []bool{false, true} {
		count := map[string]int{}
		for i := range l.texts {
			count[l.texts[i]]++
		}
		if l.texts == nil {
			l.texts = make([]string, len(l.ids))
		}
		for i := range l.ids {
			if !full || count[l.texts[i]] > 1 {
				l.texts[i] = g.text(l.list.move(i), full)
			}
		}
	}
	seen := map[string]int{}
	for i, text := range l.texts {
		if seen[text]++; seen[text] > 1 {
			l.texts[i] = text + "/" + strconv.Itoa(seen[text])
		}
	}
	return l.texts
}

// text writes the squares of a move's actions, each once in a row; in full also the pieces
// and the variables.
func (g *Game) text(items []item, full bool) string {
	var b strings.Builder
	last := -1
	for _, it := range items {
		if int(it.square) != last {
			if last >= 0 {
				b.WriteByte('-')
			}
			last = int(it.square)
			b.WriteString(g.names[last])
		}
		switch o := &g.ops[it.op]; {
		case !full:
		case o.kind == off:
			b.WriteString("=" + g.pieces[o.arg])
		case o.kind == assign:
			b.WriteString("." + g.variables[o.arg].name)
			if n, ok := o.left.constant(); ok {
				b.WriteString(strconv.FormatInt(n, 10))
			}
		}
	}
	return b.String()
}

// turnMark comes before the side to move, at the end of a position's text.
const turnMark = " to move: "

// FormatPosition writes the squares of each piece, the variables, the place in the rules, and
// the side to move.
func (g *Game) FormatPosition(p oxo.Position) string {
	q, _ := g.own(p)
	return g.write(q)
}

// filler returns the piece that the texts leave out: the piece on most squares at the start.
func (g *Game) filler() uint8 {
	count := make([]int, len(g.pieces))
	for _, k := range g.graph.start {
		count[k]++
	}
	return uint8(slices.Index(count, slices.Max(count)))
}

func (g *Game) write(q *position) string {
	var parts []string
	for k := range g.pieces {
		var squares []string
		for v, piece := range q.state.board {
			if int(piece) == k && piece != g.filler() {
				squares = append(squares, g.names[v])
			}
		}
		if squares != nil {
			parts = append(parts, g.pieces[k]+":"+strings.Join(squares, ","))
		}
	}
	for i, n := range q.variables {
		if n != 0 {
			parts = append(parts, g.variables[i].name+"="+strconv.Itoa(int(n)))
		}
	}
	parts = append(parts, "rule="+strconv.Itoa(int(g.packing.place[q.hub])))
	if q.at != 0 {
		parts = append(parts, "cursor="+g.names[q.at])
	}
	return strings.Join(parts, " ") + turnMark + g.facts.Sides[q.turn]
}

// ParsePosition reads what FormatPosition writes. It does not check that play can lead
// there.
func (g *Game) ParsePosition(text string) (oxo.Position, error) {
	body, side, ok := strings.Cut(strings.TrimSpace(text)+" ", strings.TrimRight(turnMark, " "))
	turn := slices.Index(g.facts.Sides[:], strings.TrimSpace(side))
	if !ok || turn < 0 {
		return nil, fmt.Errorf("%q: want pieces and variables, then %q and %s or %s", words.Clip(text), strings.TrimSpace(turnMark), g.facts.Sides[0], g.facts.Sides[1])
	}
	p := g.begin()
	p.turn = oxo.Side(turn)
	for v := range p.state.board {
		p.put(uint16(v), g.filler())
	}
	p.hub = -1
	seen := map[string]bool{}
	for part := range strings.FieldsSeq(body) {
		name, value, _ := strings.Cut(part, ":")
		if !strings.Contains(part, ":") {
			name, value, _ = strings.Cut(part, "=")
		}
		if seen[name] {
			return nil, fmt.Errorf("%q is there twice: want it once", words.Clip(name))
		}
		seen[name] = true
		if err := g.readPart(p, part, name, value); err != nil {
			return nil, err
		}
	}
	return g.checked(p)
}

// readPart reads the squares of a piece, or a number.
func (g *Game) readPart(p *position, part, name, value string) error {
	n, err := strconv.Atoi(value)
	piece, variable := slices.Index(g.pieces, name), g.variable(name)
	switch {
	case strings.Contains(part, ":") && piece >= 0:
		for square := range strings.SplitSeq(value, ",") {
			v := slices.Index(g.names, square)
			if v < 0 || p.state.board[v] != g.filler() {
				return fmt.Errorf("%q: want squares of the board, each once", words.Clip(part))
			}
			p.put(uint16(v), uint8(piece))
		}
		return nil
	case name == "cursor" && slices.Contains(g.names, value):
		p.at = uint16(slices.Index(g.names, value))
		return nil
	case name == "rule" && err == nil && n >= 0 && n < len(g.packing.rests):
		p.hub = g.packing.rests[n]
		return nil
	case variable >= 0 && err == nil && n >= 0 && n <= g.variables[variable].bound:
		p.variables[variable] = int32(n)
		return nil
	}
	return fmt.Errorf("%q: want PIECE:SQUARE,SQUARE or VARIABLE=NUMBER", words.Clip(part))
}

// checked completes a position that was given as text. It returns an error if the position is
// broken.
func (g *Game) checked(p *position) (_ oxo.Position, err error) {
	defer func() {
		if b, ok := recover().(rules.Broken); ok {
			err = b
		}
	}()
	if p.hub < 0 {
		return nil, fmt.Errorf("no place in the rules: want rule=0 to rule=%d", len(g.packing.rests)-1)
	}
	p.player = g.packing.players[p.hub]
	p.board = g.packing.boardKey(p.state.board)
	p.imagine()
	p.over = p.player < 0 // the keeper is to move only if it has no move
	if p.at != 0 && (p.over || g.hubs[p.hub].free) {
		return nil, fmt.Errorf("the cursor means nothing in this place of the rules: want no cursor=")
	}
	p.Outcome()
	return g.wrap(p), nil
}
