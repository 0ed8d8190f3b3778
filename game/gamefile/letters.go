package gamefile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// alphabets returns the letters of knight, bishop, rook, queen and king in the
// languages of the PGN standard (8.2.3.2), English first. German includes Danish,
// Norwegian and Swedish, Italian includes Spanish.
func alphabets() []string {
	return []string{
		english, "SLTDK", "CFTDR", "CATDR", "PLTDK", "CBTDR", // German, French, Italian, Dutch, Portuguese
		"SGWHK", "JSVDK", "HFBVK", "CNTDR", "RLTDK", "RBHDK", "ROVLK", // Polish, Czech, Hungarian, Romanian, Finnish, Icelandic, Estonian
	}
}

// english is the alphabet of PGN.
const english = "NBRQK"

// lettered returns a regular expression for a move with letters of pieces: the moving
// piece, the squares, the piece of a promotion, and signs.
func lettered() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Z]?)([a-h]?[1-8]?[-x:]?[a-h][1-8][=/(]?)([A-Z]?)([^A-Z]*)$`)
}

// inEnglish returns the words of the game with PGN's letters. A game with other
// letters is played in each language, and the language in which most plies are legal
// is taken. If two languages have the same number of legal plies but different moves,
// the words stay unchanged.
func (t *Text) inEnglish(r *replay) []word {
	if _, algebraic := r.Rules.(Algebraic); !algebraic || !t.foreign() {
		return t.words
	}
	var best *replay
	var found string
	single := true
	for _, letters := range alphabets() {
		trial := &replay{Game: &Game{Rules: r.Rules}, most: All}
		trial.begin(r.Start)
		err := t.playMoves(trial, translated(t.words, letters))
		switch {
		case err == nil && letters == english:
			return t.words
		case best == nil || trial.plies() > best.plies():
			best, found, single = trial, letters, true
		case trial.plies() == best.plies():
			single = single && slices.Equal(trial.Moves, best.Moves)
		}
	}
	if found == english || !single {
		return t.words
	}
	r.Notices = keep(r.Notices, fmt.Sprintf("line %d: the letters %s are read as %s, knight, bishop, rook, queen and king: PGN has those of English", t.Line, spaced(found), spaced(english)))
	return translated(t.words, found)
}

// foreign reports whether a move of the game has a letter outside PGN's alphabet.
func (t *Text) foreign() bool {
	moves := lettered()
	for _, w := range t.words {
		if m := moves.FindStringSubmatch(t.bare(w.text)); m != nil && strings.Trim(m[1]+m[3], english) != "" {
			return true
		}
	}
	return false
}

// translated replaces the letters of a language by PGN's. A letter that the language
// does not have makes the word invalid.
func translated(all []word, letters string) []word {
	moves := lettered()
	letter := func(text string) string {
		if text == "" {
			return ""
		}
		if at := strings.Index(letters, text); at >= 0 {
			return english[at : at+1]
		}
		return "?" + text
	}
	result := slices.Clone(all)
	for i, w := range all {
		number := len(w.text) - len(strings.TrimLeft(w.text, digits+"."))
		if m := moves.FindStringSubmatch(w.text[number:]); m != nil {
			result[i].text = w.text[:number] + letter(m[1]) + m[2] + letter(m[3]) + m[4]
		}
	}
	return result
}

// spaced separates letters by blanks.
func spaced(letters string) string { return strings.Join(strings.Split(letters, ""), " ") }
