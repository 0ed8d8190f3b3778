package stats

import (
	"math"
	"slices"
)

// fit searches for the likeliest ratings, in units of eloScale.
type fit struct {
	table  [][]Record
	games  []float64   // of each player
	extra  [][]float64 // each pair's share of one extra game for each player
	drawn  bool        // the extra game counts, as a draw
	rating []float64
}

// weigh divides one extra game for each player among the opponents, in proportion to
// the games against each.
func (f *fit) weigh(prior bool) {
	f.drawn = prior
	f.extra = square(len(f.table))
	for i, row := range f.table {
		for j, r := range row {
			if n := float64(r.Games()); n > 0 {
				f.extra[i][j] = n / 2 * (1/f.games[i] + 1/f.games[j])
			}
		}
	}
}

// pair returns the games of player i against j, and their points.
func (f *fit) pair(i, j int) (games, points float64) {
	r := f.table[i][j]
	games, points = float64(r.Games()), float64(r.Wins)+float64(r.Draws)/2
	if f.drawn {
		games, points = games+f.extra[i][j], points+f.extra[i][j]/2
	}
	return games, points
}

func (f *fit) expected(i, j int) float64 { return 1 / (1 + math.Exp(f.rating[j]-f.rating[i])) }

// logLikelihood returns the log-likelihood of the points at the current ratings.
func (f *fit) logLikelihood() float64 {
	sum := 0.0
	for i := range f.table {
		for j := range f.table {
			if games, points := f.pair(i, j); games > 0 {
				sum += points * -math.Log1p(math.Exp(f.rating[j]-f.rating[i]))
			}
		}
	}
	return sum
}

// information returns the points above expectation and the information matrix. An
// additional term holds the mean of the ratings at 0, so that the matrix can be
// inverted.
func (f *fit) information() (gradient []float64, matrix [][]float64) {
	n := len(f.table)
	gradient, matrix = make([]float64, n), square(n)
	for i := range n {
		for j := range n {
			matrix[i][j] += 1 / float64(n)
			games, points := f.pair(i, j)
			if games == 0 {
				continue
			}
			e := f.expected(i, j)
			gradient[i] += points - games*e
			w := games * e * (1 - e)
			matrix[i][i] += w
			matrix[i][j] -= w
		}
	}
	return gradient, matrix
}

// solve finds the maximum by Newton's method. The likelihood is concave, so halving a
// step until the likelihood grows always leads there. The last steps are too short to
// show a growth.
func (f *fit) solve() {
	last := f.logLikelihood()
	for range 200 {
		gradient, matrix := f.information()
		step := column(solve(matrix, columnMatrix(gradient)))
		length := 0.0
		for _, s := range step {
			length = max(length, math.Abs(s))
		}
		from, scale := slices.Clone(f.rating), min(1, 3/max(length, 1))
		for {
			for i := range step {
				f.rating[i] = from[i] + scale*step[i]
			}
			if l := f.logLikelihood(); l > last || scale*length < 1e-5 {
				last = l
				break
			}
			scale /= 2
		}
		if length < 1e-10 {
			return
		}
	}
}

// covariance returns the covariance of the ratings around their mean. See Rate.
func (f *fit) covariance() [][]float64 {
	n := len(f.table)
	binomial, draws := 0.0, 0.0 // the variance of the points without draws; each draw subtracts 1/4
	for i, row := range f.table {
		for j, r := range row {
			e := f.expected(i, j)
			binomial += float64(r.Games()) * e * (1 - e)
			draws += float64(r.Draws)
		}
	}
	left := max(1-draws/4/binomial, 0)
	seen := square(n)
	for i, row := range f.table {
		for j, r := range row {
			e := f.expected(i, j)
			v := (left*float64(r.Games()) + f.extra[i][j]) * e * (1 - e)
			seen[i][i] += v
			seen[i][j] -= v
		}
	}
	_, matrix := f.information()
	half := solve(matrix, seen)
	return solve(matrix, transposed(half)) // both matrices are symmetric
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func columnMatrix(x []float64) [][]float64 {
	m := make([][]float64, len(x))
	for i := range m {
		m[i] = []float64{x[i]}
	}
	return m
}

func column(m [][]float64) []float64 {
	x := make([]float64, len(m))
	for i := range m {
		x[i] = m[i][0]
	}
	return x
}

func transposed(m [][]float64) [][]float64 {
	t := square(len(m))
	for i := range m {
		for j := range m {
			t[j][i] = m[i][j]
		}
	}
	return t
}

// solve returns the solution x of the equations a x = b. The matrix a is symmetric and
// positive definite, so no pivots are needed. Neither argument changes.
func solve(a, b [][]float64) [][]float64 {
	n := len(a)
	rows := make([][]float64, n) // a next to b
	for i := range rows {
		rows[i] = append(append(make([]float64, 0, n+len(b[i])), a[i]...), b[i]...)
	}
	for k := range n {
		for i := k + 1; i < n; i++ {
			if factor := rows[i][k] / rows[k][k]; factor != 0 {
				for j := k; j < len(rows[i]); j++ {
					rows[i][j] -= factor * rows[k][j]
				}
			}
		}
	}
	x := make([][]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = rows[i][n:]
		for j := range x[i] {
			for k := i + 1; k < n; k++ {
				x[i][j] -= rows[i][k] * x[k][j]
			}
			x[i][j] /= rows[i][i]
		}
	}
	return x
}
