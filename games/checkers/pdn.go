package checkers

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/catalog"
	"oxo/internal/words"
)

// The numbers of games in Portable Draughts Notation.
const (
	typeInternational = 20
	typeEnglish       = 21
	typeBrazilian     = 26
)

// GameType returns the number of the game in Portable Draughts Notation, 0 for a form
// that has none.
func (g *Game) GameType() int {
	square := g.columns == g.rows && g.men == g.rows/2-1
	switch {
	case square && g.columns == 8 && !g.international:
		return typeEnglish
	case square && g.columns == 10 && g.international:
		return typeInternational
	case square && g.columns == 8:
		return typeBrazilian
	}
	return 0
}

// White returns the side that plays white.
func (g *Game) White() oxo.Side {
	if g.international {
		return oxo.First
	}
	return oxo.Second
}

// PDN is a game written in Portable Draughts Notation.
type PDN struct {
	Tags   map[string]string
	Moves  []string
	Result string // "1-0" where white won, "0-1", "1/2-1/2", "*", or by points "2-0"
}

// ReadPDN reads the games of a file. Comments, variations, and signs behind moves are
// left out. Whether the moves are legal, Replay says.
func ReadPDN(text string) ([]PDN, error) {
	r := pdnReader{game: PDN{Tags: map[string]string{}}}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var err error
		if rest, err = r.read(rest); err != nil {
			return nil, fmt.Errorf("game %d: %w", len(r.games)+1, err)
		}
	}
	r.end("*")
	return r.games, nil
}

// pdnReader is the games read so far, and the one being read.
type pdnReader struct {
	games []PDN
	game  PDN
}

// end ends the game being read, if there is one.
func (r *pdnReader) end(result string) {
	if len(r.game.Moves) > 0 || len(r.game.Tags) > 0 {
		r.game.Result = result
		r.games = append(r.games, r.game)
	}
	r.game = PDN{Tags: map[string]string{}}
}

// read reads one part of a game, and returns what follows it.
func (r *pdnReader) read(text string) (rest string, err error) {
	switch text[0] {
	case '[':
		return r.tag(text)
	case '{':
		_, rest, ok := strings.Cut(text, "}")
		if !ok {
			return "", fmt.Errorf("the comment %q has no end: write } behind it", words.Clip(text))
		}
		return rest, nil
	case ';', '%':
		_, rest, _ = strings.Cut(text, "\n")
		return rest, nil
	case '(':
		return variation(text)
	}
	end := strings.IndexAny(text, " \t\r\n{}()[];")
	switch end {
	case -1:
		end = len(text)
	case 0:
		return "", fmt.Errorf("%q is no part of a game", words.Clip(text))
	}
	r.word(text[:end])
	return text[end:], nil
}

// tag reads [Name "value"].
func (r *pdnReader) tag(text string) (rest string, err error) {
	inside, rest, ok := strings.Cut(text[1:], "]")
	name, value, ok2 := strings.Cut(strings.TrimSpace(inside), " ")
	value = strings.TrimSpace(value)
	if !ok || !ok2 || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return "", fmt.Errorf("%q is no tag: write a name and a value, as in [Event \"Match\"]", words.Clip(text))
	}
	if len(r.game.Moves) > 0 {
		r.end("*")
	}
	r.game.Tags[name] = value[1 : len(value)-1]
	return rest, nil
}

// variation leaves out what is in brackets, with brackets and comments within.
func variation(text string) (rest string, err error) {
	depth, comment := 0, false
	for i, c := range text {
		switch {
		case comment:
			comment = c != '}'
		case c == '{':
			comment = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return text[i+1:], nil
			}
		}
	}
	return "", fmt.Errorf("the variation %q has no end: write ) behind it", words.Clip(text))
}

// word reads a number of a move, a move, a sign or a result.
func (r *pdnReader) word(w string) {
	switch w {
	case "1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0":
		r.end(w)
		return
	}
	if number, rest, ok := strings.Cut(w, "."); ok && strings.Trim(number, "0123456789") == "" {
		w = strings.TrimLeft(rest, ".") // "1.", "1...", "1.11-15"
	}
	if w = strings.TrimRight(w, "!?"); w != "" && w[0] != '$' {
		r.game.Moves = append(r.game.Moves, w)
	}
}

// Replay plays the game from where it began, and returns the position at its end and
// the moves. Its error names the first move that is wrong, and what would be right.
func (p *PDN) Replay(g *Game) (oxo.Position, []oxo.Move, error) {
	at := g.Start()
	if fen, ok := p.Tags["FEN"]; ok {
		var err error
		if at, err = g.ParsePosition(fen); err != nil {
			return nil, nil, err
		}
	}
	moves, err := catalog.ReplayFrom(g, at, p.Moves...)
	return at, moves, err
}
