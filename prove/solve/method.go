package solve

import (
	"fmt"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/words"
)

// Method names a prover.
type Method string

// The methods. A caller asks for one of the first three. The others name the prover that answered
// after Auto was asked for.
const (
	Auto         Method = "auto"      // the best prover for the position
	Search       Method = "search"    // alpha-beta search
	Numbers      Method = "pn"        // proof-number search, which finds only the result
	Backwards    Method = "backwards" // every position, from the ends of the game
	Plies        Method = "plies"     // questions about plies
	Hold         Method = "hold"      // closed sets of positions
	SmallerBoard Method = "smaller"   // the wins of a smaller board
)

// Methods lists the methods that a caller may ask for.
func Methods() []Method { return []Method{Search, Numbers, Auto} }

// ParseMethod reads the name of a method that a caller may ask for.
func ParseMethod(text string) (Method, error) {
	for _, m := range Methods() {
		if text == string(m) {
			return m, nil
		}
	}
	return "", fmt.Errorf("%q: want search (alpha-beta), pn (proof-number search) or auto", words.Clip(text))
}

// InputError is a mistake of the caller: options that do not fit the position, or a file of
// something else.
type InputError struct{ Err error }

// Error implements error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

func inputf(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// minClaimMoves is the number of legal moves from which proof-number search is better in games with
// their own claims, such as k in a row: on 7x7 by a factor of 10 to 1,000. On 6x6, if only the result
// is asked for, both take about the same time.
const minClaimMoves = 37

// minRaceMoves is the number of legal moves from which proof-number search is better in games without draws, such as
// Breakthrough, if only the result is asked for. Alpha-beta takes 0.8 of the time on 5x5, and more than 10 times as
// long on 6x5.
const minRaceMoves = 16

// Choose returns the better prover for a position, Search or Numbers, or m if that is not Auto.
// Numbers finds only a result, so a win has no plies.
func Choose(m Method, p oxo.Position, resultOnly bool) Method {
	if m != Auto {
		return m
	}
	moves := len(p.Moves(nil))
	if claims(p) && (resultOnly || moves >= minClaimMoves) {
		return Numbers
	}
	if oxo.FactsOf(p).Drawless && resultOnly && moves >= minRaceMoves {
		return Numbers
	}
	return Search
}

// claims reports whether the game has its own claims, which proof-number search
// uses.
func claims(p oxo.Position) bool {
	c, ok := p.(knowledge.Claimer)
	return ok && c.Claim(p.Turn(), true) != nil
}
