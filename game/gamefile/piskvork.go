package gamefile

import (
	"regexp"
	"strconv"
	"strings"
)

// Piskvork writes a game as lines:
//
//	Piskvorky 15x15, 11:11, 0     the board, the levels of both players, and the player that begins
//	8,8,1500                      column and row from the top left, from 1, and milliseconds
//	9,8,800
//	pbrain-a.zip                  after a match: the names of both players
//	pbrain-b.zip
//	-1                            why the game ended
//
// Other programs leave out the times or the lines after the moves, or add others.

// piskvorkName is the beginning of the first line.
const piskvorkName = "Piskvorky "

// isPiskvork reports whether a text is a game of Piskvork.
func isPiskvork(text string) bool { return strings.HasPrefix(text, piskvorkName) }

// piskvork reads a game; nil at the end.
func (s *source) piskvork() *Text {
	if !s.blank() {
		return nil
	}
	t := s.start()
	line := s.takeLine()
	head := regexp.MustCompile(`^Piskvorky\s+([0-9]{1,4})\s*x\s*([0-9]{1,4})(?:\D+[0-9]+\D+[0-9]+\D+([01])\s*$)?`).FindStringSubmatch(line)
	if head == nil {
		t.broken = (&source{line: t.Line}).errorf("%q does not begin a game of Piskvork: want its board, as in Piskvorky 15x15, 0:0, 0", begin(line))
		s.toNextPiskvork()
		return t
	}
	g := &stoneGame{unit: "line"}
	g.columns, _ = strconv.Atoi(head[1])
	g.rows, _ = strconv.Atoi(head[2])
	t.stones = g
	s.piskvorkMoves(t)
	var names []string
	for s.blank() && !isPiskvork(s.text) {
		line := strings.TrimSpace(s.takeLine())
		if _, err := strconv.Atoi(line); err != nil && len(names) < len(g.names) && len(line) <= maxName {
			names = append(names, line)
		}
	}
	if len(names) == len(g.names) {
		g.names = [2]string{names[0], names[1]}
		if head[3] == "1" { // the second player began
			g.names = [2]string{names[1], names[0]}
		}
	}
	return t
}

// piskvorkMoves reads the lines of moves.
func (s *source) piskvorkMoves(t *Text) {
	move := regexp.MustCompile(`^\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*(?:,\s*-?[0-9]{1,12}\s*)?$`)
	for s.blank() {
		line, _, _ := strings.Cut(s.text[:min(len(s.text), maxName)], "\n")
		m := move.FindStringSubmatch(strings.TrimRight(line, "\r"))
		if m == nil {
			return
		}
		if len(t.stones.stones) >= maxStones {
			t.broken = s.errorf("more than %d moves: want at most one for each square", maxStones)
			return
		}
		column, _ := strconv.Atoi(m[1])
		row, _ := strconv.Atoi(m[2])
		t.stones.stones = append(t.stones.stones, stone{t.stones.squareFromTop(column, row), s.line})
		s.toEndOfLine()
	}
}

// toNextPiskvork passes over the rest of a game.
func (s *source) toNextPiskvork() {
	for s.blank() && !isPiskvork(s.text) {
		s.toEndOfLine()
	}
}

// takeLine removes the next line and returns its beginning.
func (s *source) takeLine() string {
	line, _, _ := strings.Cut(s.text[:min(len(s.text), maxWord)], "\n")
	s.toEndOfLine()
	return strings.TrimRight(line, "\r")
}
