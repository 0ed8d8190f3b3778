package mnk

import (
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

// chainName is the name of the motives of a win by fours. Each move of such a win has one.
const chainName = "chain of fours"

// fourSeeker is a position that looks for wins by fours.
type fourSeeker interface {
	stones
	// byFours returns an upper limit of the plies to a win of the side to move by fours, and its
	// first move; 0 if none was found.
	byFours() (plies int, first oxo.Move)
	// skip passes the turn, or takes that back. Only [fourSeeker.byFours] and moves may follow.
	skip(plies int)
}

// plainFour is the text of a move that makes a four and nothing else.
const plainFour = "makes a four"

// chainThreats limits the positions of a search for a chain of fours.
const chainThreats = 2000

func (p *wide) byFours() (plies int, first oxo.Move) {
	if n := p.winByFours(p.ply&1, chainThreats); n > 0 {
		return n, oxo.Move(p.threats.first)
	}
	return 0, 0
}

func (p *wide) skip(plies int)   { p.ply += plies }
func (p *strict) skip(plies int) { p.ply += plies }

// rowMotives returns the reasons for a move that are about fours and threes.
func (g *game) rowMotives(p fourSeeker, m oxo.Move) (all []board.Motive) {
	if !g.namesRows() {
		return nil
	}
	mine := int(p.Turn())
	before := rowBoardOf(p)
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	b := rowBoardOf(p)
	made := b.makes(mine, int(m))
	decided := len(before.fives(mine)) > 0 || len(b.fives(1-mine)) > 0
	if len(made.fives) > 0 && !decided {
		all = g.chainMotives(p, m, b, &made)
	}
	if text, ways := g.madeWords(p, m, &made); text != "" && (text != plainFour || len(all) == 0) { // a chain of fours says more
		all = append(all, board.Motive{Kind: board.Threatens, Name: "threat", Text: text, Squares: g.lit(m, ways), Threats: ways})
	} else if text == "" && !decided {
		all = append(all, g.quietMotives(p, m)...)
	}
	return append(all, g.stopMotives(before, b, m, mine)...)
}

// madeWords says what a stone makes, and how the threats of that win. The position is the one
// after the move.
func (g *game) madeWords(p fourSeeker, m oxo.Move, made *madeRows) (text string, ways [][]oxo.Move) {
	for _, sq := range made.fives {
		ways = append(ways, []oxo.Move{oxo.Move(sq)})
	}
	for _, fourths := range made.threes {
		ways = append(ways, []oxo.Move{oxo.Move(fourths[0])})
	}
	fours := len(made.fives)
	switch {
	case made.open:
		return "makes an open four", ways[:fours]
	case fours > 1:
		return "makes two fours at once", ways[:fours]
	case fours == 1 && len(made.threes) > 0 && g.threeStays(p, m, made.fives[0]):
		return "makes a four and a three at once", ways
	case fours == 1:
		return plainFour, ways[:1]
	case len(made.threes) > 1:
		return "makes two threes at once", ways
	case len(made.threes) == 1:
		return "makes an open three", ways
	}
	return "", nil
}

// threeStays reports whether a stone still makes an open three once a square has stopped its four.
func (g *game) threeStays(p fourSeeker, m oxo.Move, answer int) bool {
	b := rowBoardOf(p)
	mine := int(p.Turn().Opponent())
	if !b.open(1-mine, answer) {
		return true
	}
	p.Make(oxo.Move(answer))
	defer p.Unmake(oxo.Move(answer))
	return p.Outcome() == oxo.Ongoing && len(rowBoardOf(p).makes(mine, int(m)).threes) > 0
}

// chainMotives returns the reason of a move that makes a four and wins by fours.
func (g *game) chainMotives(p fourSeeker, m oxo.Move, b *rowBoard, made *madeRows) []board.Motive {
	line := []oxo.Move{m}
	var text string
	switch answers := b.answers(p, made.fives); {
	case len(answers) > 0:
		more := len(answers) > 1
		for _, a := range answers {
			p.Make(a)
			rest, branches := g.chain(p)
			p.Unmake(a)
			if rest == nil {
				return nil
			}
			if !more {
				line, more = append(append(line, a), rest...), branches
			}
		}
		text = "wins by a chain of fours: " + g.chainWords(line, more)
	case made.open:
		text = "makes an open four"
	case len(made.fives) > 1:
		text = "makes two fours at once"
	default:
		text = "makes a four whose answer is forbidden"
	}
	return []board.Motive{{Kind: board.Wins, Name: chainName, Text: text, Squares: g.lit(m, [][]oxo.Move{line})}}
}

// quietMotives returns the reason of a move that makes neither a four nor a three, but threatens a
// win by fours that was not there before. The position is the one after the move.
func (g *game) quietMotives(p fourSeeker, m oxo.Move) []board.Motive {
	p.Unmake(m)
	plies, _ := p.byFours()
	p.Make(m)
	if plies > 0 {
		return nil
	}
	p.skip(1)
	line, more := g.chain(p)
	p.skip(-1)
	if line == nil || more {
		return nil
	}
	text := "would win next by a chain of fours: " + g.chainWords(line, false)
	if len(line) == 1 {
		if !g.twoFours(p, line[0]) {
			return nil
		}
		text = "would next make two fours at once with " + g.squareName(int(line[0]))
	}
	ways := [][]oxo.Move{line}
	return []board.Motive{{Kind: board.Threatens, Name: "threat", Text: text, Squares: g.lit(m, ways), Threats: ways}}
}

// twoFours reports whether a second move of the side that moved last would make two fours that are
// not an open four.
func (g *game) twoFours(p fourSeeker, m oxo.Move) bool {
	mine := int(p.Turn().Opponent())
	p.skip(1)
	p.Make(m)
	made := rowBoardOf(p).makes(mine, int(m))
	p.Unmake(m)
	p.skip(-1)
	return len(made.fives) > 1 && !made.open
}

// chain returns a win of the side to move by fours: its moves and the answers, without the last
// answer and the five. It ends before an answer if there are several, and says so. Without such a win it
// returns nil.
func (g *game) chain(p fourSeeker) (line []oxo.Move, branches bool) {
	defer func() {
		for _, m := range slices.Backward(line) {
			p.Unmake(m)
		}
	}()
	mine := int(p.Turn())
	for {
		plies, first := p.byFours()
		if plies == 0 {
			return line, true // the search found it before, with more work
		}
		p.Make(first)
		line = append(line, first)
		if p.Outcome() != oxo.Ongoing {
			return line, false
		}
		b := rowBoardOf(p)
		answers := b.answers(p, b.makes(mine, int(first)).fives)
		if len(answers) != 1 {
			return line, len(answers) > 1
		}
		p.Make(answers[0])
		line = append(line, answers[0])
	}
}

// maxChain is the number of moves of a chain that fit a sentence.
const maxChain = 8

// chainWords lists the moves of the side that makes the fours.
func (g *game) chainWords(line []oxo.Move, more bool) string {
	var names []string
	for i := 0; i < len(line); i += 2 {
		names = append(names, g.squareName(int(line[i])))
	}
	if len(names) > maxChain {
		names, more = names[:maxChain], true
	}
	text := strings.Join(names, ", ")
	if more {
		text += " and so on"
	}
	return text
}

// stopMotives returns the reason of a move that stops rows of the other side.
func (g *game) stopMotives(before, after *rowBoard, m oxo.Move, mine int) []board.Motive {
	what, squares := "five in a row", before.fives(1-mine)
	if len(after.fives(1-mine)) > 0 {
		return nil
	}
	if len(squares) == 0 {
		if squares = before.opens(1 - mine); len(squares) == 0 || len(after.opens(1-mine)) > 0 {
			return nil
		}
		what = "the open four"
		if len(squares) > 1 {
			what += "s"
		}
	}
	var names []string
	var ways [][]oxo.Move
	for _, sq := range squares {
		names = append(names, g.squareName(sq))
		ways = append(ways, []oxo.Move{oxo.Move(sq)})
	}
	text := "stops " + what + " at " + listed(names)
	return []board.Motive{{Kind: board.Stops, Name: "stops a threat", Text: text, Squares: g.lit(m, ways), Threats: ways}}
}

// listed joins names as a sentence does.
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// lit returns the squares of a move and of the moves after it.
func (g *game) lit(m oxo.Move, ways [][]oxo.Move) (squares []board.Square) {
	for _, way := range append([][]oxo.Move{{m}}, ways...) {
		for _, at := range way {
			s := board.Square{Column: int(at) % g.rules.Columns, Row: g.rules.Rows - 1 - int(at)/g.rules.Columns}
			if !slices.Contains(squares, s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}
