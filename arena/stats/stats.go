// Package stats measures strength by the results of games: the score, the Elo
// difference and the normalised Elo with their 95% intervals, the sequential
// probability ratio test, and the ratings of a tournament.
//
// The figures agree with the tools that engine authors use: fastchess, cutechess,
// fishtest, OpenBench and Ordo. Where those print a figure that cannot be right (no
// interval after ten wins in ten games), the documentation of the function says what
// it does instead. No figure is ever NaN.
package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Record counts the results of the first of two players against the second. No count
// is negative.
type Record struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Pairs counts pairs of games by the points of the first player: 0, 1/2, 1, 3/2 and
// 2. A pair is one opening played from both sides. Its two games are dependent, since
// both use the same opening, which may favour one side. So an honest interval needs
// counts of pairs ("pentanomial"); it is usually the narrower one, too. No count is
// negative.
type Pairs [5]int

// Results are the results of a match between two players: a Record or Pairs.
type Results interface {
	// Estimate estimates the first player's strength from the results.
	Estimate() Estimate

	outcomes() outcomes
}

// Interval is an estimate with the ends of its 95% interval. An end, and the value
// too, may be infinite: a player that won every game may be stronger by any amount.
type Interval struct {
	Value, Low, High float64
}

// contains reports whether x is in the interval, ends included.
func (i Interval) contains(x float64) bool { return i.Low <= x && x <= i.High }

// MarshalJSON writes an object of value, low and high, with null for an infinite
// number, since JSON has no infinity.
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

// Estimate is an estimate of the first player's strength relative to the second, from
// the results of a match.
type Estimate struct {
	Games int `json:"games"`
	// Score is the mean of the points per game, from 0 to 1; a draw counts 1/2.
	Score Interval `json:"score"`
	// Elo is the difference of logistic Elo ratings that explains the score [Elo78]:
	// the expected score is 1/(1+10^(-Elo/400)).
	Elo Interval `json:"elo"`
	// NormalizedElo is the score above 1/2 in standard deviations of the score of one
	// game, times 800/ln 10 [VanDenBergh21]. Two matches with the same normalised Elo
	// need the same number of games to find the stronger player, whatever their rates
	// of draws.
	NormalizedElo Interval `json:"normalized_elo"`
	// Superiority is the probability that the first player is the stronger one, from 0
	// to 1, if nothing was known before the match.
	Superiority float64 `json:"likelihood_of_superiority"`
	// DrawRate is the share of drawn games. Pairs do not record draws: there it is the
	// share of pairs with one point for each player.
	DrawRate float64 `json:"draw_rate"`
}

// Games returns the number of games.
func (r Record) Games() int { return r.Wins + r.Draws + r.Losses }

// Reversed returns the record of the second player against the first.
func (r Record) Reversed() Record { return Record{r.Losses, r.Draws, r.Wins} }

// Check returns an error if a count is negative.
func (r Record) Check() error {
	if r.Wins < 0 || r.Draws < 0 || r.Losses < 0 {
		return fmt.Errorf("%d wins, %d draws and %d losses: want numbers of 0 or more", r.Wins, r.Draws, r.Losses)
	}
	return nil
}

// Estimate treats each game as independent of the others.
//
// The interval of the score is the normal one, mean +- 1.96 standard errors, and the
// interval of Elo is its image, as in fastchess, cutechess and OpenBench. The normal
// interval is worthless if it has no width, because all results are equal, or if it
// extends beyond 0 or 1. Then Wilson's interval takes its place [Wilson27]: all
// scores whose distance from the result is at most 1.96 standard errors, with the
// standard error under that score (the most likely one). For ten wins in ten games it
// says 166 Elo or more. There is a small step between the two kinds of interval.
// Without games the interval is unlimited, around 0.
//
// The interval of the normalised Elo is that of the likelihood ratio [Wilks38]: all
// values that a test at 5% does not reject. fastchess instead treats the standard
// deviation of the results as known: that is the same within 4% for players of about
// equal strength, but three times too narrow for a score of 9%.
//
// The likelihood of superiority is the normal one of fastchess; if all results are
// equal, with the standard error of equal players, as in cutechess.
func (r Record) Estimate() Estimate { return r.outcomes().estimate(r.Games(), r.Draws) }

func (r Record) outcomes() outcomes {
	return newOutcomes(1, float64(r.Losses), float64(r.Draws), float64(r.Wins))
}

// Count returns the number of pairs. A pair has two games.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Add counts one pair in which the first player scored halfPoints half points, 0 to
// 4, in two games.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// reversed returns the pairs from the second player's view.
func (p Pairs) reversed() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// Check returns an error if a count is negative.
func (p Pairs) Check() error {
	for _, n := range p {
		if n < 0 {
			return fmt.Errorf("pairs %d: want numbers of 0 or more", p)
		}
	}
	return nil
}

// Estimate treats each pair as independent of the others, and uses the methods of
// Record.Estimate. The normalised Elo is per game, not per pair: it is the
// normalised Elo of a match of independent games with the same variance of the
// score, as in fastchess.
func (p Pairs) Estimate() Estimate { return p.outcomes().estimate(2*p.Count(), p[2]) }

func (p Pairs) outcomes() outcomes {
	return newOutcomes(2, float64(p[0]), float64(p[1]), float64(p[2]), float64(p[3]), float64(p[4]))
}

// eloScale is the Elo difference at which the odds of a win are e to 1.
const eloScale = 400 / math.Ln10

// normalizedScale is the normalised Elo of a score that is one standard deviation
// above 1/2. It is chosen so that normalised Elo equals Elo for small differences
// without draws.
const normalizedScale = 2 * eloScale

// quantile is the quantile of the normal distribution for a 95% interval.
const quantile = 1.959963984540054

// eloOf returns the difference of logistic Elo ratings whose expected score is the
// given one, between 0 and 1; infinite at the ends.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return eloScale * math.Log(score/(1-score))
}

// score returns the expected score of an Elo difference; it is the inverse of Elo.
func score(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloScale)) }

// phi is the distribution function of the normal distribution.
func phi(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
