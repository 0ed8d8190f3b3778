// Package stats measures strength by the results of games: the score, the Elo
// difference and the normalised Elo with their 95% intervals, the sequential
// probability ratio test, and the ratings of a tournament.
//
// The figures are those of the tools that engine authors use: fastchess,
// cutechess, fishtest, OpenBench and Ordo. Where those print a figure that cannot
// be right (no interval after ten wins in ten games), the documentation of the
// function says what is done instead. No figure is ever NaN.
package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Record counts the games of the first of two players against the second by
// their result. No count is negative.
type Record struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Pairs counts pairs of games by the points of the first player: 0, 1/2, 1, 3/2 and
// 2. A pair is one opening played from both sides. The two games of a pair are not
// independent, since an opening that favours one side is played by both, so a
// match of pairs has to be counted in pairs ("pentanomial") for an honest
// interval, which is usually the narrower one. No count is negative.
type Pairs [5]int

// Results are the results of a match between two players: a Record or Pairs.
type Results interface {
	// Estimate says what the results tell of the first player's strength.
	Estimate() Estimate

	outcomes() outcomes
}

// Interval is an estimate between the ends of its 95% interval. An end, and the
// value too, may be infinite: who won every game may be stronger by any amount.
type Interval struct {
	Value, Low, High float64
}

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// MarshalJSON writes an object of value, low and high, with null for what is
// infinite, which JSON has no number for.
func (i Interval) MarshalJSON() ([]byte, error) {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return json.Marshal(struct {
		Value *float64 `json:"value"`
		Low   *float64 `json:"low"`
		High  *float64 `json:"high"`
	}{finite(i.Value), finite(i.Low), finite(i.High)})
}

// Estimate is what the results of a match tell of the strength of the first
// player against the second.
type Estimate struct {
	Games int `json:"games"`
	// Score is the mean of the points for a game, from 0 to 1, where a draw is 1/2.
	Score Interval `json:"score"`
	// Elo is the difference of the logistic Elo ratings that explains the score
	// [Elo78]: the expected score is 1/(1+10^(-Elo/400)).
	Elo Interval `json:"elo"`
	// NormalizedElo is the score above 1/2 in standard deviations of the score of
	// one game, times 800/ln 10 [VanDenBergh21]. Two matches of the same
	// normalised Elo need the same number of games to tell who is stronger,
	// however many of them are drawn.
	NormalizedElo Interval `json:"normalized_elo"`
	// Superiority is the likelihood that the first player is the stronger one,
	// from 0 to 1, if nothing was known before the match.
	Superiority float64 `json:"likelihood_of_superiority"`
	// DrawRate is the share of games that were drawn; of Pairs, which do not know
	// it, the share of pairs with one point each.
	DrawRate float64 `json:"draw_rate"`
}

// Games returns the number of games.
func (r Record) Games() int { return r.Wins + r.Draws + r.Losses }

// Reversed returns the record of the second player against the first.
func (r Record) Reversed() Record { return Record{r.Losses, r.Draws, r.Wins} }

// Check returns an error if a count is negative.
func (r Record) Check() error {
	if r.Wins < 0 || r.Draws < 0 || r.Losses < 0 {
		return fmt.Errorf("%d wins, %d draws and %d losses: no count is negative", r.Wins, r.Draws, r.Losses)
	}
	return nil
}

// Estimate says what the games tell, each taken as independent of the others.
//
// The interval of the score is the normal one, mean +- 1.96 standard errors, and
// that of Elo is its image, as fastchess, cutechess and OpenBench have it. Where the
// normal interval has no width, because all results are alike, or does not stay
// between 0 and 1, it is worthless, and Wilson's interval takes its place
// [Wilson27]: all scores that the results are within 1.96 standard errors of, with the
// standard error under that score (the most likely one). Ten wins in ten games give 166
// Elo or more. The two meet with a small step. Without games the interval is
// everything, around 0.
//
// The interval of the normalised Elo is that of the likelihood ratio [Wilks38]: all
// values that a test of it at 5% does not reject. fastchess takes the standard
// deviation of the results for known instead: the same within 4% for players of about equal
// strength, but three times too narrow for a score of 9%.
//
// The likelihood of superiority is the normal one of fastchess; where all results are
// alike, with the standard error of equal players, as in cutechess.
func (r Record) Estimate() Estimate { return r.outcomes().estimate(r.Games(), r.Draws) }

func (r Record) outcomes() outcomes {
	return newOutcomes(1, float64(r.Losses), float64(r.Draws), float64(r.Wins))
}

// Count returns the number of pairs. There are two games in a pair.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Add counts one pair in which the first player scored this many half points, 0
// to 4, in two games.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// Reversed returns the pairs as the second player counts them.
func (p Pairs) Reversed() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// Check returns an error if a count is negative.
func (p Pairs) Check() error {
	for _, n := range p {
		if n < 0 {
			return fmt.Errorf("pairs %d: no count is negative", p)
		}
	}
	return nil
}

// Estimate says what the pairs tell, each taken as independent of the others, by
// the methods of Record.Estimate. The normalised Elo is for a game, not for a
// pair: it is that of a match of independent games with the same variance of the
// score, as in fastchess.
func (p Pairs) Estimate() Estimate { return p.outcomes().estimate(2*p.Count(), p[2]) }

func (p Pairs) outcomes() outcomes {
	return newOutcomes(2, float64(p[0]), float64(p[1]), float64(p[2]), float64(p[3]), float64(p[4]))
}

// eloScale is the Elo difference at which the odds of a win are e to 1.
const eloScale = 400 / math.Ln10

// normalizedScale is the normalised Elo of a score that is one standard
// deviation above 1/2, so that it equals Elo for small differences without
// draws.
const normalizedScale = 2 * eloScale

// quantile is that of the normal distribution for a 95% interval.
const quantile = 1.959963984540054

// Elo returns the difference of the logistic Elo ratings that makes a score
// between 0 and 1 the expected one; infinite at the ends.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return eloScale * math.Log(score/(1-score))
}

// Score returns the score that an Elo difference makes the expected one, the
// inverse of Elo.
func Score(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloScale)) }

// phi is the distribution function of the normal distribution.
func phi(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
