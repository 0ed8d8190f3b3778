package stats

import (
	"fmt"
	"math"
	"strings"
)

// Model defines the meaning of an SPRT's two Elo differences.
type Model int

// Models, with the names that fastchess uses.
const (
	// logistic: the expected score is 1/(1+10^(-elo/400)).
	logistic Model = iota
	// Normalized: see Estimate.NormalizedElo. The number of games that a test takes
	// does not depend on the rate of draws.
	Normalized
	// Bayesian: BayesElo, whose expected score depends on the rate of draws, which is
	// estimated from the results. For a Record only.
	Bayesian
)

// String returns the model's name.
func (m Model) String() string {
	switch m {
	case logistic:
		return "logistic"
	case Normalized:
		return "normalized"
	case Bayesian:
		return "bayesian"
	}
	return fmt.Sprintf("model %d", int(m))
}

// MarshalText writes the model's name.
func (m Model) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a model's name.
func (m *Model) UnmarshalText(text []byte) error {
	read, err := ParseModel(string(text))
	*m = read
	return err
}

// ParseModel reads a model's name.
func ParseModel(name string) (Model, error) {
	for _, m := range []Model{logistic, Normalized, Bayesian} {
		if strings.EqualFold(name, m.String()) || m == Normalized && strings.EqualFold(name, "normalised") {
			return m, nil
		}
	}
	return 0, fmt.Errorf("no model %q: want %v, %v or %v", name, logistic, Normalized, Bayesian)
}

// SPRT is a sequential probability ratio test [Wald45] of two hypotheses: the first
// player is Elo0 stronger than the second (H0), or Elo1 (H1). After every game or
// pair of games the log-likelihood ratio is compared with two bounds; the match ends
// at the first bound that it reaches. On average this takes about half the games of a
// match of fixed length with the same error rates.
//
// The error rates hold for players whose true difference is Elo0 or Elo1. They are
// smaller if the difference is below Elo0 or above Elo1. The test is an approximation,
// which is good after some dozens of games.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // the rate of accepting H1 although H0 is true
	Beta  float64 `json:"beta"`  // the rate of accepting H0 although H1 is true
	Model Model   `json:"model"`
}

// The largest Elo differences of a test. Beyond them a few games suffice to see the
// difference.
const (
	maxElo        = 1000
	maxNormalized = 500
)

// Check returns an error that names a parameter out of bounds.
func (t SPRT) Check() error {
	most := float64(maxElo)
	if t.Model == Normalized {
		most = maxNormalized
	}
	switch {
	case t.Model < logistic || t.Model > Bayesian:
		return fmt.Errorf("%v: want %v, %v or %v", t.Model, logistic, Normalized, Bayesian)
	case !(math.Abs(t.Elo0) <= most && math.Abs(t.Elo1) <= most):
		return fmt.Errorf("elo0 %g, elo1 %g: in the model %v want each from -%g to %g", t.Elo0, t.Elo1, t.Model, most, most)
	case t.Elo0 >= t.Elo1:
		return fmt.Errorf("elo0 %g, elo1 %g: want elo0 less than elo1", t.Elo0, t.Elo1)
	case !(0 < t.Alpha && t.Alpha < 0.5):
		return fmt.Errorf("alpha %g: want more than 0 and less than 0.5", t.Alpha)
	case !(0 < t.Beta && t.Beta < 0.5):
		return fmt.Errorf("beta %g: want more than 0 and less than 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted:
// log(beta/(1-alpha)) and log((1-beta)/alpha) [Wald45].
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// State is the state of a test.
type State int

// States of a test.
const (
	Continue State = iota // undecided: play on
	AcceptH0
	AcceptH1
)

// String returns a word for the state: "continue", "H0" or "H1".
func (s State) String() string {
	switch s {
	case AcceptH0:
		return "H0"
	case AcceptH1:
		return "H1"
	}
	return "continue"
}

// MarshalText writes the word for the state.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Test returns the log-likelihood ratio of the results, and the state of the test. It
// returns an error if the parameters are out of bounds, or if the model does not
// allow Pairs.
//
// The ratio is the generalised one: the likelihood of the results under their
// likeliest distribution for Elo1, divided by their likelihood under the likeliest
// distribution for Elo0. It comes from solving the equations of the two
// distributions, not from a normal approximation [VanDenBergh21]. Results that have
// not occurred yet count as 0.001 of a game, as in fishtest and fastchess, so that
// they are not treated as impossible. Without results, and in the Bayesian model
// without a win or without a loss, the ratio is 0.
func (t SPRT) Test(r Results) (llr float64, state State, err error) {
	if err := t.Check(); err != nil {
		return 0, Continue, err
	}
	o := r.outcomes()
	if t.Model == Bayesian && o.games != 1 {
		return 0, Continue, fmt.Errorf("the model %v is for single games: want %v or %v for pairs", Bayesian, logistic, Normalized)
	}
	llr = t.ratio(&o)
	switch lower, upper := t.Bounds(); {
	case llr <= lower:
		state = AcceptH0
	case llr >= upper:
		state = AcceptH1
	}
	return llr, state, nil
}

// ratio returns the log-likelihood ratio.
func (t SPRT) ratio(o *outcomes) float64 {
	if o.trials == 0 {
		return 0
	}
	var p0, p1 law
	switch t.Model {
	case Normalized:
		scale := math.Sqrt(o.games) / normalizedScale
		p0, p1 = o.likeliestOfT(t.Elo0*scale), o.likeliestOfT(t.Elo1*scale)
	case Bayesian:
		if o.share[0] == 0 || o.share[2] == 0 {
			return 0
		}
		r := o.regularized()
		p0, p1 = o.likeliestOfMean(r.bayesScore(t.Elo0)), o.likeliestOfMean(r.bayesScore(t.Elo1))
	default:
		p0, p1 = o.likeliestOfMean(score(t.Elo0)), o.likeliestOfMean(score(t.Elo1))
	}
	r := o.regularized()
	return r.trials * (r.logLikelihood(&p1) - r.logLikelihood(&p0))
}

// bayesScore returns the expected score for a BayesElo difference, at the rate of
// draws of the games. The games must include wins and losses.
func (o *outcomes) bayesScore(elo float64) float64 {
	lost, won := o.share[0], o.share[2]
	drawElo := eloScale / 2 * math.Log((1-lost)/lost*(1-won)/won)
	win, loss := score(elo-drawElo), score(-elo-drawElo)
	return win + (1-win-loss)/2
}
