package gamefile

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// Write writes a game in a format. [Moves] can only hold the moves.
func Write(g *Game, format Format) (string, error) {
	switch format {
	case PGN:
		return g.pgn(), nil
	case PDN:
		d := board.FactsOf(g.Rules).Draughts
		if d == nil {
			return "", fmt.Errorf("%s is not a kind of draughts: want pgn instead of pdn", g.Rules.Name())
		}
		return g.pdn(d), nil
	case SGF:
		return g.smart()
	case Moves:
		return strings.Join(g.texts(g.Start, g.Moves), " ") + "\n", nil
	}
	return "", fmt.Errorf("no format %q: want pgn, pdn, sgf or moves", format)
}

// pgn writes a game in Portable Game Notation, with the tag Variant for games other
// than chess. The first side is White, except in draughts, which define their White.
func (g *Game) pgn() string {
	name, from := g.Rules.Name(), g.from()
	a, ok := g.Rules.(Algebraic)
	if ok {
		name = a.VariantTag()
	}
	if ok && (from != "" || name != "") {
		from = a.FormatFEN(g.Start) // all six fields
	}
	white := oxo.First
	if d := board.FactsOf(g.Rules).Draughts; d != nil {
		white = d.White
	}
	tags := g.tags(white)
	if name != "" {
		tags = append(tags, [2]string{"Variant", name})
	}
	tags = append(tags, g.termination()...)
	return g.page(append(tags, place(from)...), white)
}

// pdn writes a game in Portable Draughts Notation. A result is white's points and
// black's, whichever of them begins.
func (g *Game) pdn(d *board.Draughts) string {
	tags := append(g.tags(d.White), [2]string{"Variant", g.Rules.Name()})
	tags = append(tags, g.termination()...)
	if n := d.GameType; n != 0 {
		tags = append(tags, [2]string{"GameType", fmt.Sprint(n)})
	}
	from := g.from()
	if from != "" && g.Move > 0 {
		from = fmt.Sprintf("%s%s%d", from, moveAfter, g.Move)
	}
	return g.page(append(tags, place(from)...), d.White)
}

// page writes the tags, the moves and the result.
func (g *Game) page(tags [][2]string, white oxo.Side) string {
	var s strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", "", "\t", " ")
	for _, tag := range tags {
		fmt.Fprintf(&s, "[%s \"%s\"]\n", tag[0], escape.Replace(tag[1]))
	}
	s.WriteString("\n")
	s.WriteString(wrap(append(g.moveText(), g.score(white))))
	s.WriteString("\n")
	return s.String()
}

// from returns the text of the game's first position, empty for the start.
func (g *Game) from() string {
	if a, ok := g.Rules.(Algebraic); ok {
		if a.FormatFEN(g.Start) == a.FormatFEN(g.Rules.Start()) {
			return ""
		}
		return a.FormatFEN(g.Start)
	}
	if text := g.Rules.FormatPosition(g.Start); text != g.Rules.FormatPosition(g.Rules.Start()) {
		return text
	}
	return ""
}

// place returns the tags for the first position.
func place(from string) [][2]string {
	if from == "" {
		return nil
	}
	return [][2]string{{"SetUp", "1"}, {"FEN", from}}
}

// tags returns the seven standard tags.
func (g *Game) tags(white oxo.Side) [][2]string {
	or := func(text, without string) string {
		if text == "" {
			return without
		}
		return text
	}
	return [][2]string{
		{"Event", or(g.Event, "?")},
		{"Site", "?"},
		{"Date", or(g.Date, "????.??.??")},
		{"Round", or(g.Round, "?")},
		{"White", or(g.Names[white], "?")},
		{"Black", or(g.Names[white.Opponent()], "?")},
		{"Result", g.score(white)},
	}
}

func (g *Game) termination() [][2]string {
	if g.Termination == "" {
		return nil
	}
	return [][2]string{{"Termination", g.Termination}}
}

// score returns the result in the notation of PGN and PDN.
func (g *Game) score(white oxo.Side) string {
	switch g.Result {
	case Drawn:
		return "1/2-1/2"
	case Unknown:
		return "*"
	}
	if (g.Result == FirstWins) == (white == oxo.First) {
		return "1-0"
	}
	return "0-1"
}

// texts writes a sequence of moves from p, which it leaves unchanged.
func (g *Game) texts(p oxo.Position, moves []oxo.Move) []string {
	a, ok := g.Rules.(Algebraic)
	var texts []string
	q := p.Clone()
	for _, m := range moves {
		text := g.Rules.FormatMove(q, m)
		if ok {
			text = a.FormatSAN(q, m)
		}
		texts = append(texts, strings.ReplaceAll(text, " ", "_"))
		q.Make(m)
	}
	return texts
}

// moveText writes the moves with their numbers and comments.
func (g *Game) moveText() (all []string) {
	first := g.firstPly()
	p := g.Start.Clone()
	again := true // whether a move of the second side needs its number
	for i, text := range g.texts(g.Start, g.Moves) {
		all = append(all, number(first+i, again)...)
		all = append(all, text)
		again = false
		if i < len(g.Notes) {
			again = len(g.Notes[i].Better) > 0
			all = append(all, g.note(&g.Notes[i], p, first+i)...)
		}
		p.Make(g.Moves[i])
	}
	return all
}

// firstPly returns the number of the first ply, from 0: after a FEN it follows from
// the move number.
func (g *Game) firstPly() int {
	ply := int(g.Start.Turn())
	if g.Move > 0 {
		return ply + 2*(g.Move-1)
	}
	if a, ok := g.Rules.(Algebraic); ok {
		if fields := strings.Fields(a.FormatFEN(g.Start)); len(fields) == 6 {
			if n, err := strconv.Atoi(fields[5]); err == nil && n > 0 {
				ply += 2 * (n - 1)
			}
		}
	}
	return ply
}

// number writes the number of a move; for the second side only on request.
func number(ply int, second bool) []string {
	switch {
	case ply%2 == 0:
		return []string{fmt.Sprintf("%d.", ply/2+1)}
	case second:
		return []string{fmt.Sprintf("%d...", ply/2+1)}
	}
	return nil
}

// note writes the comments on a move made in p: a mark, a comment, a better line.
func (g *Game) note(n *Note, p oxo.Position, ply int) (all []string) {
	switch n.Mark {
	case Mistake:
		all = append(all, "$2")
	case Blunder:
		all = append(all, "$4")
	case Dubious:
		all = append(all, "$6")
	}
	if n.Comment != "" {
		text := strings.NewReplacer("{", "(", "}", ")").Replace(n.Comment)
		if strings.HasSuffix(text, `\`) {
			text += " " // kokopu reads \} as a brace within the comment
		}
		all = append(all, strings.Fields("{"+text+"}")...)
	}
	if len(n.Better) == 0 {
		return all
	}
	var line []string
	for i, text := range g.texts(p, n.Better) {
		line = append(append(line, number(ply+i, i == 0)...), text)
	}
	line[0] = "(" + line[0]
	line[len(line)-1] += ")"
	return append(all, line...)
}

// wrap joins words to lines of up to 80 characters.
func wrap(words []string) string {
	var s strings.Builder
	length := 0
	for _, w := range words {
		if length > 0 && length+1+len(w) > 80 {
			s.WriteString("\n")
			length = 0
		} else if length > 0 {
			s.WriteString(" ")
			length++
		}
		s.WriteString(w)
		length += len(w)
	}
	return s.String() + "\n"
}
