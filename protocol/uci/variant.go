package uci

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// Variant is a game that other UCI programs play too. It defines their name for the
// game, and their notation of positions and moves. A game needs it only if these
// differ from its own.
type Variant interface {
	oxo.Game
	// Variant returns the value of the option UCI_Variant, one word.
	Variant() string
	// FormatFEN writes a position, and ParseFEN reads it. The move counters at its end
	// are not part of a position: a game may ignore them, or continue to count towards
	// a draw, as in chess.
	FormatFEN(p oxo.Position) string
	ParseFEN(text string) (oxo.Position, error)
	// FormatUCI writes a legal move as one word, and ParseUCI reads it. ParseUCI
	// refuses illegal moves.
	FormatUCI(p oxo.Position, m oxo.Move) string
	ParseUCI(p oxo.Position, text string) (oxo.Move, error)
	// FairySection returns the section of a variants file that has the rules; it is
	// empty for a game that the program knows without one. The error says why
	// there cannot be one.
	FairySection() (string, error)
}

// is960 reports whether a game is Chess960. Programs always get its positions as FEN,
// since their start is a different one.
func is960(g Variant) bool {
	c := board.FactsOf(g).Chess960
	return c != nil && c.On
}

// variant returns the UCI notation of a game: its own notation if it does not define
// one.
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

// ParseFEN reads the game's text of a position.
func (g plain) ParseFEN(text string) (oxo.Position, error) { return g.ParsePosition(text) }

// FairySection returns an error that names the games with a section.
func (g plain) FairySection() (string, error) {
	return "", fmt.Errorf("Fairy-Stockfish cannot read the rules of %s: want k in a row, Connect Four, Breakthrough, Othello or chess", g.Name())
}

// FormatUCI returns the game's text of a move. Blanks would end it, so an
// underscore is written for each.
func (g plain) FormatUCI(p oxo.Position, m oxo.Move) string {
	return strings.ReplaceAll(g.FormatMove(p, m), " ", "_")
}

// ParseUCI reads the game's text of a move.
func (g plain) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	if m, err := g.ParseMove(p, text); err == nil || !strings.Contains(text, "_") {
		return m, err
	}
	return g.ParseMove(p, strings.ReplaceAll(text, "_", " "))
}

// Sides of the square boards that are offered in addition to the families' games: UCI
// programs have their own names for these.
const (
	minSide = 5
	maxSide = 8
)

// offered lists the games of the option UCI_Variant: the first one, then the
// well-known and default games of each family, and square boards for which other
// programs have names.
func offered(families []catalog.Family, first oxo.Game) []Variant {
	list := []Variant{variant(first)}
	add := func(name string) {
		g, err := catalog.Lookup(families, name)
		if err != nil {
			return // a family without a default game, such as trees, which must be written
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
		for side := minSide; side <= maxSide && len(f.Parameters) == 2; side++ {
			name := f.Compose([]int{side, side})
			if g, err := catalog.Lookup(families, name); err == nil && !strings.Contains(variant(g).Variant(), "x") {
				add(name)
			}
		}
	}
	return list
}

// usual returns the name of a family's default game.
func usual(f *catalog.Family) string {
	var values []int
	for _, p := range f.Parameters {
		values = append(values, p.Usual)
	}
	return f.Compose(values)
}

// Lookup finds a game by its name in UCI programs or in oxo: tictactoe, mnk5x5x4,
// breakthrough6, cfour8x7, mnk:5x5x4. Its error suggests a correct name.
func Lookup(families []catalog.Family, name string) (oxo.Game, error) {
	g, err := lookup(families, nil, name)
	if err != nil {
		return nil, err
	}
	return underlying(g), nil
}

// lookup is Lookup with preference for the offered games.
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

// sized reads the name of a game that is a base name followed by parameters.
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

// VariantsFile returns the rules of games as a variants file for Fairy-Stockfish, for
// its option VariantPath. If a game's rules cannot be written, it returns an error
// with the reason.
func VariantsFile(games []oxo.Game) (string, error) {
	var text strings.Builder
	text.WriteString("# Made by oxo bot uci --variants, from the rules of its games.\n")
	for _, g := range games {
		section, err := variant(g).FairySection()
		if err != nil {
			return "", err
		}
		if section != "" {
			text.WriteString("\n# " + g.Name() + "\n" + section)
		}
	}
	return text.String(), nil
}
