package gamefile

import (
	"regexp"
	"strings"
)

// The database of RenjuNet and the games that its server sends are XML. A game has the names of the
// squares of its moves, and the points of black:
//
//	<game id="1" black="3069" white="3969" bresult="0.5" rule="25" ...>
//	<move>h8 i9 j8 ...</move>
//	<info>...</info>
//	</game>

// Texts of this format.
const (
	rifGame    = "<game "
	rifGameEnd = "</game>"
	rifMoves   = "<move>"
	rifSide    = 15
)

// isRIF reports whether a text is of this format.
func isRIF(text string) bool {
	return strings.HasPrefix(text, "<") && strings.Contains(text, rifGame) && strings.Contains(text, rifMoves)
}

// rif reads a game; nil at the end.
func (s *source) rif() *Text {
	at := strings.Index(s.text, rifGame)
	if at < 0 {
		s.text = ""
		return nil
	}
	s.skip(at)
	t := s.start()
	g := &stoneGame{columns: rifSide, rows: rifSide, unit: "line"}
	t.stones = g
	end := strings.Index(s.text, rifGameEnd)
	if end < 0 {
		t.broken = s.errorf("%q has no %s", begin(s.text), rifGameEnd)
		s.text = ""
		return t
	}
	after := s.text[end+len(rifGameEnd):]
	head, body, _ := strings.Cut(s.text[:end], ">")
	g.result = rifResult(head)
	g.names = [2]string{rifPlayer(head, "black"), rifPlayer(head, "white")}
	if moves := strings.Index(body, rifMoves); moves >= 0 {
		s.skip(len(head) + 1 + moves + len(rifMoves))
		s.rifMoves(t)
	}
	s.skip(len(s.text) - len(after))
	return t
}

// rifMoves reads the moves up to the next tag.
func (s *source) rifMoves(t *Text) {
	list, _, _ := strings.Cut(s.text, "<")
	end := len(s.text) - len(list)
	for len(s.text) > end {
		rest := s.text[:len(s.text)-end]
		blank := len(rest) - len(strings.TrimLeft(rest, whiteSpace+","))
		if s.skip(blank); blank == len(rest) {
			return
		}
		word := rest[blank:]
		if n := strings.IndexAny(word, whiteSpace+","); n >= 0 {
			word = word[:n]
		}
		if len(t.stones.stones) >= maxStones {
			t.broken = s.errorf("more than %d moves: want at most one for each square", maxStones)
			return
		}
		text := word
		if text == "--" {
			text = passName
		}
		t.stones.stones = append(t.stones.stones, stone{text, s.line})
		s.skip(len(word))
	}
}

// rifResult reads black's points.
func rifResult(head string) Result {
	switch rifValue(head, "bresult") {
	case "1":
		return FirstWins
	case "0":
		return SecondWins
	case "0.5":
		return Drawn
	}
	return Unknown
}

// rifPlayer returns a name for a player, made from the number that the database gives the player.
func rifPlayer(head, side string) string {
	number := rifValue(head, side)
	if number == "" {
		return ""
	}
	return "RenjuNet player " + number
}

// rifValue returns a short value of a game's tag.
func rifValue(head, name string) string {
	head = head[:min(len(head), maxName)]
	m := regexp.MustCompile(`\s` + name + `\s*=\s*"([^"]{0,64})"`).FindStringSubmatch(head)
	if m == nil {
		return ""
	}
	return m[1]
}
