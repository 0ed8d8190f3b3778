package uci

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// Variant is a game that other UCI programs play too: it knows what they call it,
// and how they write its positions and moves. A game needs it only where that
// differs from its own notation.
type Variant interface {
	oxo.Game
	// Variant returns the value of the option UCI_Variant, one word.
	Variant() string
	// FormatFEN writes a position, and ParseFEN reads it. The counters of moves at its end are no part of a
	// position: a game may pass them over, or count on from them towards a draw, as chess does.
	FormatFEN(p oxo.Position) string
	ParseFEN(text string) (oxo.Position, error)
	// FormatUCI writes a legal move, one word, and ParseUCI reads it. ParseUCI
	// refuses moves that are not legal.
	FormatUCI(p oxo.Position, m oxo.Move) string
	ParseUCI(p oxo.Position, text string) (oxo.Move, error)
}

// Fairy is a [Variant] whose rules Fairy-Stockfish can be told.
type Fairy interface {
	Variant
	// FairySection returns the section of a variants file that has the rules; it is
	// empty for a game that the program knows without one. The error says why
	// there cannot be one.
	FairySection() (string, error)
}

// Chess960 is a [Variant] whose kings and rooks may castle from anywhere, where an
// option says so: UCI_Chess960. A program always gets its positions as FEN, since
// its own start is another one.
type Chess960 interface {
	Variant
	// Chess960 reports whether the game is one with that option.
	Chess960() bool
	// As960 returns the game with the option or without.
	As960(on bool) oxo.Game
}

// is960 reports whether a game is Chess960.
func is960(g Variant) bool {
	c, ok := g.(Chess960)
	return ok && c.Chess960()
}

// variant returns how UCI programs write a game, in the game's own notation where
// it does not say.
func variant(g oxo.Game) Variant {
	if v, ok := g.(Variant); ok {
		return v
	}
	return plain{g}
}

// plain is a game in its own notation.
type plain struct{ oxo.Game }

// Variant returns the game's name.
func (g plain) Variant() string { return g.Name() }

// FormatFEN returns the game's text of a position.
func (g plain) FormatFEN(p oxo.Position) string { return g.FormatPosition(p) }

// ParseFEN reads it.
func (g plain) ParseFEN(text string) (oxo.Position, error) { return g.ParsePosition(text) }

// FormatUCI returns the game's text of a move. Blanks would end it, so an
// underscore is written for each.
func (g plain) FormatUCI(p oxo.Position, m oxo.Move) string {
	return strings.ReplaceAll(g.FormatMove(p, m), " ", "_")
}

// ParseUCI reads it.
func (g plain) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	if m, err := g.ParseMove(p, text); err == nil || !strings.Contains(text, "_") {
		return m, err
	}
	return g.ParseMove(p, strings.ReplaceAll(text, "_", " "))
}

// squares are the sides of the square boards that are offered, besides what the
// families name: those for which UCI programs have names of their own.
const (
	leastSide = 5
	mostSide  = 8
)

// offered lists the games that the option UCI_Variant offers: the first one, then
// the well-known and the usual ones of each family, and square boards that other
// programs have names for.
func offered(families []catalog.Family, first oxo.Game) []Variant {
	list := []Variant{variant(first)}
	add := func(name string) {
		g, err := catalog.Lookup(families, name)
		if err != nil {
			return // a family without a usual game, such as a tree that has to be written
		}
		v := variant(g)
		for _, there := range list {
			if there.Name() == v.Name() {
				return
			}
		}
		list = append(list, v)
	}
	for _, f := range families {
		for _, a := range f.Aliases {
			add(a.Name)
		}
		add(usual(&f))
		for side := leastSide; side <= mostSide && len(f.Parameters) == 2; side++ {
			name := f.Compose([]int{side, side})
			if g, err := catalog.Lookup(families, name); err == nil && !strings.Contains(variant(g).Variant(), "x") {
				add(name)
			}
		}
	}
	return list
}

// usual is the name of the usual game of a family.
func usual(f *catalog.Family) string {
	var values []int
	for _, p := range f.Parameters {
		values = append(values, p.Usual)
	}
	return f.Compose(values)
}

// Lookup finds a game by what UCI programs call it, or by a name of oxo's own:
// tictactoe, mnk5x5x4, breakthrough6, cfour8x7, mnk:5x5x4. The error says what would
// be right.
func Lookup(families []catalog.Family, name string) (oxo.Game, error) {
	g, err := lookup(families, nil, name)
	if err != nil {
		return nil, err
	}
	return underlying(g), nil
}

// lookup is Lookup, where the games offered come first.
func lookup(families []catalog.Family, games []Variant, name string) (Variant, error) {
	for _, g := range games {
		if strings.EqualFold(g.Variant(), name) {
			return g, nil
		}
	}
	g, err := catalog.Lookup(families, name)
	if err == nil {
		return variant(g), nil
	}
	for _, f := range families {
		bases := []string{f.Name}
		if g, err := catalog.Lookup(families, usual(&f)); err == nil {
			v := variant(g)
			if strings.EqualFold(v.Variant(), name) {
				return v, nil
			}
			bases = append(bases, v.Variant())
		}
		for _, base := range bases {
			if g, ok := sized(families, &f, base, name); ok {
				return g, nil
			}
		}
	}
	return nil, err
}

// sized reads the name of a game that is a base with parameters behind it.
func sized(families []catalog.Family, f *catalog.Family, base, name string) (Variant, bool) {
	if len(name) <= len(base) || !strings.EqualFold(name[:len(base)], base) {
		return nil, false
	}
	rest := name[len(base):]
	if rest[0] < '0' || rest[0] > '9' {
		return nil, false
	}
	if _, ok := words.Number(rest, 999); ok {
		rest += "x" + rest
	}
	g, err := catalog.Lookup(families, f.Name+":"+rest)
	if err != nil {
		return nil, false
	}
	return variant(g), true
}

// VariantsFile returns the rules of games as a variants file for Fairy-Stockfish,
// whose option VariantPath names such a file. A game that cannot be told is an
// error that says why.
func VariantsFile(games []oxo.Game) (string, error) {
	var text strings.Builder
	text.WriteString("# Made by oxo bot uci --variants, from the rules of its games.\n")
	for _, g := range games {
		f, ok := g.(Fairy)
		if !ok {
			return "", fmt.Errorf("%s has no rules that Fairy-Stockfish reads: there is k in a row, Connect Four, Breakthrough, Othello and chess", g.Name())
		}
		section, err := f.FairySection()
		if err != nil {
			return "", err
		}
		if section != "" {
			text.WriteString("\n# " + g.Name() + "\n" + section)
		}
	}
	return text.String(), nil
}
