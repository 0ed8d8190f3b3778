package audit

import (
	"fmt"
	"iter"
	"regexp"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/gamefile"
)

// gameBegins matches the beginning of a file of games: a tag, a node of SGF, or the number of the first move.
var gameBegins = regexp.MustCompile(`^\s*(\[[A-Za-z]\w* "|\(\s*;|1\.)`)

// variantTag matches the rules that a file of PGN names.
var variantTag = regexp.MustCompile(`\[Variant "([^"]+)"\]`)

// openGames opens a file of games, PGN, PDN or SGF. Its records are the proven results in its comments, and the
// results of games that the rules end.
func openGames(o *opening) (*Source, error) {
	if !text(o.data) || !gameBegins.Match(o.data) {
		return nil, errOther
	}
	g, err := o.gameOfFile()
	if err != nil {
		return nil, err
	}
	r, err := gamefile.NewReader(g, string(o.data))
	if err != nil {
		return nil, err //nolint:wrapcheck // it says what it wants
	}
	s := &Source{}
	var records []Record
	games := 0
	for t := r.Next(); t != nil; t = r.Next() {
		games++
		records = append(records, s.recordsOf(g, t)...)
	}
	s.All = func(yield func(Record) bool) {
		for i, r := range records {
			if r.Number = i + 1; !yield(r) {
				return
			}
		}
	}
	s.About = fmt.Sprintf("games of %s, %d", g.Name(), games)
	return s, nil
}

// gameOfFile returns the game of a file. PGN without the tag Variant is chess.
func (o *opening) gameOfFile() (oxo.Game, error) {
	if o.game != nil {
		return o.game, nil
	}
	if !strings.HasPrefix(firstLine(o.data), "[") || strings.Contains(string(o.data), "[GameType ") {
		return nil, errNoGame
	}
	if m := variantTag.FindSubmatch(o.data); m != nil {
		return o.lookup(string(m[1]))
	}
	return o.lookup("chess")
}

// recordsOf returns the records of a game.
func (s *Source) recordsOf(rules oxo.Game, t *gamefile.Text) []Record {
	g, err := t.Play(gamefile.All)
	if err != nil {
		return []Record{{Where: fmt.Sprintf("line %d", t.Line), Read: func() (Content, error) { return Content{}, err }}}
	}
	var all []Record
	for _, c := range g.Comments {
		said, estimates := readComment(c.Text)
		s.Estimates += estimates
		if len(said) > 0 {
			all = append(all, Record{Where: fmt.Sprintf("line %d", c.Line), Read: func() (Content, error) {
				return contentOf(g, c.Ply, said)
			}})
		}
	}
	if end := positionAt(g, len(g.Moves)); settled(end) && g.Stated != gamefile.Unknown && len(g.After) == 0 {
		all = append(all, Record{Where: fmt.Sprintf("line %d", t.Line), Read: func() (Content, error) {
			return Content{Game: rules, Claims: []Claim{resultClaim(g, end)}}, nil
		}})
	}
	return all
}

// positionAt returns the position after some plies of a game.
func positionAt(g *gamefile.Game, ply int) oxo.Position {
	p := g.Start.Clone()
	for _, m := range g.Moves[:ply] {
		p.Make(m)
	}
	return p
}

// settled reports whether the rules alone say who has won. In Go the players agree which stones are dead, and in games that
// repeat positions a player may have to claim a draw.
func settled(p oxo.Position) bool {
	_, points := p.(oxo.Margined)
	_, loops := p.(oxo.Looping)
	over := p.Outcome()
	return over != oxo.Ongoing && (!loops || !points && over != oxo.Drawn)
}

// resultClaim returns the claim that the result of the file is the one by the rules.
func resultClaim(g *gamefile.Game, end oxo.Position) Claim {
	winner := map[gamefile.Result]int{gamefile.FirstWins: 1, gamefile.SecondWins: -1}[g.Stated]
	if end.Turn() == oxo.Second {
		winner = -winner
	}
	return Claim{What: "result", Position: end, Stated: resultText(g.Rules, g.Stated), Holds: ofSign(winner), Write: func(s oxo.Score) string {
		side := end.Turn()
		switch {
		case s.Sign() == 0:
			return resultText(g.Rules, gamefile.Drawn)
		case s.Sign() < 0:
			side = side.Opponent()
		}
		return resultText(g.Rules, [2]gamefile.Result{gamefile.FirstWins, gamefile.SecondWins}[side])
	}}
}

// resultText writes a result with the names of the sides.
func resultText(g oxo.Game, r gamefile.Result) string {
	switch r {
	case gamefile.FirstWins:
		return board.SideName(g, oxo.First) + " wins"
	case gamefile.SecondWins:
		return board.SideName(g, oxo.Second) + " wins"
	}
	return "draw"
}

// contentOf makes the claims of a comment after some plies of a game.
func contentOf(g *gamefile.Game, ply int, said []saying) (Content, error) {
	c := Content{Game: g.Rules}
	p := positionAt(g, ply)
	what := "at the start"
	if ply > 0 {
		before := positionAt(g, ply-1)
		what = fmt.Sprintf("ply %d, after %s", g.Before+ply, g.Rules.FormatMove(before, g.Moves[ply-1]))
	}
	for _, s := range said {
		claim, err := s.claim(g, p, ply)
		if err != nil {
			return Content{}, err
		}
		claim.What = what
		c.Claims = append(c.Claims, claim)
	}
	return c, nil
}

// whiteOf returns the side that a file calls white.
func whiteOf(g *gamefile.Game) oxo.Side {
	if d := board.FactsOf(g.Rules).Draughts; d != nil && g.Format == gamefile.PDN {
		return d.White
	}
	return oxo.First
}

// plural yields the matches of a pattern in a text.
func plural(pattern *regexp.Regexp, text string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			if !yield(m) {
				return
			}
		}
	}
}
