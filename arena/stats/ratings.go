package stats

import (
	"errors"
	"fmt"
	"math"
)

// Ratings are the Elo ratings of the players of a tournament.
type Ratings struct {
	// Elo has the rating of each player, with its 95% interval.
	Elo []Interval `json:"elo"`
	// Prior reports that a player, or a group of players, won or lost every game
	// against the others, which has no finite rating. Then each player got one extra
	// drawn game, divided among the opponents.
	Prior bool `json:"prior"`

	covariance [][]float64 // of the ratings around their mean
}

// Mean replaces the anchor: the mean of all ratings becomes 0.
const Mean = -1

// ErrNeverMet is wrapped by the error of Rate if some players never met the others,
// not even through third players: nothing compares them.
var ErrNeverMet = errors.New("never met")

// Rate returns the maximum-likelihood ratings for the results of a tournament, where
// table[i][j] is the record of player i against player j. The rating of the player
// anchor is 0; if anchor is Mean, the mean of all ratings is 0.
//
// This is the model of Bradley and Terry [BradleyTerry52]: the expected score of i
// against j is 1/(1+10^((Rj-Ri)/400)), and a draw is half a win and half a loss, as
// in Ordo. The likelihood has one maximum, which Newton's method finds, if no players
// won or lost all games against the rest [Ford57]; otherwise Prior is set.
//
// The intervals are normal ones. In the model a draw is as uncertain as a win. The
// variance of the points is therefore reduced by the draws of the whole tournament,
// in the same proportion for all (quasi-likelihood [Wedderburn74]). One extra game
// for each player, decided by chance, is included so that draws alone do not make a
// rating certain. For two players the standard error is that of Record.Estimate on
// the scale of Elo, apart from the extra game. The two games of a pair are treated as
// independent.
//
// Rate returns an error if the table is not square, if a record is not the reverse of
// the other player's, or, wrapping ErrNeverMet, if some players never met the rest.
func Rate(table [][]Record, anchor int) (*Ratings, error) {
	if err := checkTable(table, anchor); err != nil {
		return nil, err
	}
	n := len(table)
	f := fit{table: table, rating: make([]float64, n), games: make([]float64, n)}
	for i, row := range table {
		for _, r := range row {
			f.games[i] += float64(r.Games())
		}
	}
	prior := !connected(table, func(r Record) bool { return r.Wins+r.Draws > 0 }) || !connected(table, func(r Record) bool { return r.Losses+r.Draws > 0 })
	f.weigh(prior)
	f.solve()
	r := &Ratings{Elo: make([]Interval, n), Prior: prior, covariance: f.covariance()}
	from := 0.0
	if anchor != Mean {
		from = f.rating[anchor]
	}
	for i := range r.Elo {
		variance := r.covariance[i][i]
		if anchor != Mean {
			variance = r.differenceVariance(i, anchor)
		}
		r.Elo[i] = normal(eloScale*(f.rating[i]-from), eloScale*math.Sqrt(variance))
	}
	return r, nil
}

// difference returns the rating of player i minus the rating of player j, with its
// 95% interval. The intervals of the two ratings do not determine it, since the
// ratings are correlated.
func (r *Ratings) difference(i, j int) Interval {
	return normal(r.Elo[i].Value-r.Elo[j].Value, eloScale*math.Sqrt(r.differenceVariance(i, j)))
}

func (r *Ratings) differenceVariance(i, j int) float64 {
	if i == j {
		return 0
	}
	c := r.covariance
	return max(c[i][i]+c[j][j]-2*c[i][j], 0)
}

// normal returns the 95% interval of a normal estimate.
func normal(value, deviation float64) Interval {
	return Interval{value, value - quantile*deviation, value + quantile*deviation}
}

func checkTable(table [][]Record, anchor int) error {
	n := len(table)
	if n < 2 {
		return fmt.Errorf("a tournament of %d players has no ratings: want at least 2", n)
	}
	if anchor != Mean && (anchor < 0 || anchor >= n) {
		return fmt.Errorf("no player %d to fix at 0: want a number from 0 to %d", anchor, n-1)
	}
	for i, row := range table {
		if len(row) != n {
			return fmt.Errorf("row %d of the table has %d records: there are %d players", i, len(row), n)
		}
		for j, r := range row {
			if err := r.Check(); err != nil {
				return fmt.Errorf("players %d and %d: %w", i, j, err)
			}
			if i == j && r != (Record{}) {
				return fmt.Errorf("player %d has games against itself", i)
			}
			if len(table[j]) == n && r != table[j][i].Reversed() {
				return fmt.Errorf("players %d and %d: %v is not the reverse of %v", i, j, r, table[j][i])
			}
		}
	}
	if met := reached(table, func(r Record) bool { return r.Games() > 0 }); len(met) < n {
		var others []int
		for i := range n {
			if !met[i] {
				others = append(others, i)
			}
		}
		return fmt.Errorf("players %v %w player 0, not even through other players: want games that connect all players", others, ErrNeverMet)
	}
	return nil
}

// reached returns the players that a chain of records leads to from player 0.
func reached(table [][]Record, leads func(Record) bool) map[int]bool {
	met := map[int]bool{0: true}
	for open := []int{0}; len(open) > 0; {
		i := open[0]
		open = open[1:]
		for j, r := range table[i] {
			if !met[j] && leads(r) {
				met[j] = true
				open = append(open, j)
			}
		}
	}
	return met
}

func connected(table [][]Record, leads func(Record) bool) bool {
	return len(reached(table, leads)) == len(table)
}
