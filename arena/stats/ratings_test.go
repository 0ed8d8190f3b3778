//go:build !race

package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// crosstable builds a table from the records of its upper half.
func crosstable(n int, records map[[2]int]Record) [][]Record {
	table := make([][]Record, n)
	for i := range table {
		table[i] = make([]Record, n)
	}
	for players, r := range records {
		table[players[0]][players[1]] = r
		table[players[1]][players[0]] = r.Reversed()
	}
	return table
}

func rate(t *testing.T, table [][]Record, anchor int) *Ratings {
	t.Helper()
	r, err := Rate(table, anchor)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOrdo compares with Ordo 1.2.6 on the same games: ordo -a 0 -z 200.2414 (the
// scale of 400/ln 10) -D -N 4 -s 10000, with -V for errors around the mean and -A D
// for those against player D. Ordo's errors come from 10,000 simulations, so they are
// accurate to about 1%.
func TestOrdo(t *testing.T) {
	table := crosstable(5, map[[2]int]Record{
		{0, 1}: {30, 15, 15},
		{0, 2}: {25, 20, 5},
		{0, 3}: {12, 6, 2},
		{1, 2}: {22, 18, 20},
		{1, 3}: {18, 10, 2},
		{2, 3}: {14, 4, 12},
		{3, 4}: {20, 3, 7},
		{0, 4}: {9, 1, 0},
	})
	for anchor, want := range map[int][5][2]float64{
		Mean: {{169.5652, 49.7995}, {77.0394, 47.0267}, {30.5766, 48.3075}, {-51.7132, 48.3806}, {-225.4681, 95.5461}},
		3:    {{221.2784, 79.2903}, {128.7526, 74.5913}, {82.2898, 74.5682}, {0, 0}, {-173.7549, 113.0798}},
	} {
		r := rate(t, table, anchor)
		for i, w := range want {
			e := r.Elo[i]
			if margin := (e.High - e.Low) / 2; math.Abs(e.Value-w[0]) > 0.001 || math.Abs(margin-w[1]) > 0.03*w[1] {
				t.Errorf("player %d: %.4f +- %.4f, Ordo has %.4f +- %.4f", i, e.Value, margin, w[0], w[1])
			}
		}
		if r.Prior {
			t.Error("a prior where none is needed")
		}
	}
}

// TestThreeByHand: K. Laskos, "EloStat, Bayeselo and Ordo" (talkchess.com, t=44180):
// 75% is 191 Elo and 90% twice that, so the ratings are 191, 0, -191.
func TestThreeByHand(t *testing.T) {
	r := rate(t, crosstable(3, map[[2]int]Record{{0, 1}: {18, 9, 3}, {1, 2}: {18, 9, 3}, {0, 2}: {24, 6, 0}}), 1)
	for i, want := range []float64{eloOf(0.75), 0, -eloOf(0.75)} {
		if math.Abs(r.Elo[i].Value-want) > 1e-6 {
			t.Errorf("player %d: %v, want %v", i, r.Elo[i], want)
		}
	}
}

// TestTwo: a match is a tournament of two players. Both give the same Elo, and the
// same interval to first order.
func TestTwo(t *testing.T) {
	record := Record{136, 111, 96}
	d := rate(t, crosstable(2, map[[2]int]Record{{0, 1}: record}), Mean).difference(0, 1)
	e := record.Estimate().Elo
	if math.Abs(d.Value-e.Value) > 1e-9 || math.Abs((d.High-d.Low)/(e.High-e.Low)-1) > 0.01 {
		t.Errorf("%v, the match alone %v", d, e)
	}
}

// TestPrior: with an extra drawn game a player that won everything has a finite
// rating, and is certainly better. By hand: 20.5 of 21 points.
func TestPrior(t *testing.T) {
	r := rate(t, crosstable(2, map[[2]int]Record{{0, 1}: {Wins: 20}}), 1)
	if !r.Prior || math.Abs(r.Elo[0].Value-eloOf(20.5/21)) > 1e-6 || r.Elo[0].Low < 100 || r.Elo[1] != (Interval{}) {
		t.Errorf("%+v", r)
	}
	// Two groups: the first won everything against the second.
	r = rate(t, crosstable(4, map[[2]int]Record{{0, 1}: {5, 2, 3}, {2, 3}: {4, 4, 2}, {1, 2}: {Wins: 10}, {0, 3}: {Wins: 10}}), Mean)
	if !r.Prior || r.difference(0, 3).Low < 0 || r.difference(1, 2).Low < 0 {
		t.Errorf("%+v", r)
	}
	sum := 0.0
	for _, e := range r.Elo {
		sum += e.Value
	}
	if math.Abs(sum) > 1e-6 {
		t.Errorf("the mean is %v", sum/4)
	}
}

// TestAllDrawn: draws alone leave an interval.
func TestAllDrawn(t *testing.T) {
	d := rate(t, crosstable(2, map[[2]int]Record{{0, 1}: {Draws: 20}}), Mean).difference(0, 1)
	if d.Value != 0 || d.High < 20 || d.High > 60 || math.Abs(d.High+d.Low) > 1e-9 {
		t.Errorf("%v", d)
	}
}

func TestRateErrors(t *testing.T) {
	met := crosstable(2, map[[2]int]Record{{0, 1}: {1, 2, 3}})
	mistaken := crosstable(2, map[[2]int]Record{{0, 1}: {1, 2, 3}})
	mistaken[1][0].Wins++
	for _, c := range []struct {
		table  [][]Record
		anchor int
		want   string
	}{
		{nil, Mean, "want at least 2"},
		{met, 2, "want a number from 0 to 1"},
		{met, -2, "want a number from 0 to 1"},
		{[][]Record{{{}}, {{}, {}}}, Mean, "row 0 of the table has 1 records: there are 2 players"},
		{mistaken, Mean, "is not the reverse of"},
		{crosstable(2, map[[2]int]Record{{0, 1}: {1, -2, 3}}), Mean, "want numbers of 0 or more"},
		{[][]Record{{{1, 0, 1}, {}}, {{}, {}}}, Mean, "player 0 has games against itself"},
		{crosstable(5, map[[2]int]Record{{0, 1}: {1, 2, 3}, {2, 4}: {1, 2, 3}}), Mean, "players [2 3 4] never met player 0"},
	} {
		_, err := Rate(c.table, c.anchor)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNeverMet) != strings.Contains(c.want, "never met") {
			t.Errorf("%v: want %q", err, c.want)
		}
	}
}

// TestLikelihoodEquations: at the maximum every player's points equal the expectation
// of the ratings, also for a hundred players and for any distance.
func TestLikelihoodEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{2, 3, 10, 100} {
		records := map[[2]int]Record{}
		for i := range n {
			for j := range i {
				if j == i-1 || r.IntN(3) > 0 {
					records[[2]int{i, j}] = Record{1 + r.IntN(1+(i-j)*5), r.IntN(10), 1 + r.IntN(5)}
				}
			}
		}
		table := crosstable(n, records)
		ratings := rate(t, table, Mean)
		for i := range n {
			points, expected := 0.0, 0.0
			for j, record := range table[i] {
				points += float64(record.Wins) + float64(record.Draws)/2
				expected += float64(record.Games()) * score(ratings.Elo[i].Value-ratings.Elo[j].Value)
			}
			if math.Abs(points-expected) > 1e-6 {
				t.Errorf("%d players: player %d has %v points, expected %v", n, i, points, expected)
			}
		}
	}
}

// TestRatingsCoverage: 95% of the intervals of tournaments contain the true rating.
func TestRatingsCoverage(t *testing.T) {
	truth := []float64{150, 60, 0, -40, -170}
	const drawElo, games = 120, 40
	// The model assumes a logistic expected score, so the truth is chosen accordingly.
	law := func(i, j int) [3]float64 {
		latent := latentFor(score(truth[i]-truth[j]), func(latent float64) float64 {
			g := gameLaw(latent, drawElo)
			return g[2] + g[1]/2
		})
		return gameLaw(latent, drawElo)
	}
	r := rand.New(rand.NewPCG(9, 10))
	hits, of := 0, 0
	for range matches() / 5 {
		records := map[[2]int]Record{}
		for i := range truth {
			for j := range i {
				g := law(i, j)
				records[[2]int{i, j}] = played(r, g[:], games).(Record)
			}
		}
		ratings := rate(t, crosstable(len(truth), records), Mean)
		for i, want := range truth {
			hits += one(ratings.Elo[i].contains(want))
			of++
		}
	}
	share := float64(hits) / float64(of)
	t.Logf("%.4f of %d intervals", share, of)
	if off := within(0.95, of) + 0.01; math.Abs(share-0.95) > off {
		t.Errorf("the intervals have the truth in them %.4f of the time, want 0.95 +- %.4f", share, off)
	}
}
