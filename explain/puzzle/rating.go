package puzzle

import (
	"math"

	"oxo/player"
	"oxo/search"
)

// Ratings are numbers on the scale of Elo, on which level n has 400 + 200 n points: from 600 to
// 2400. A player with the same number of points as the puzzle finds its answer in half of the tries, and one
// with 400 points more in ten of eleven. The rating is the number that makes the tries of
// all levels likeliest. Two tries are added, so that it is finite: one found by a player at 400, and one
// missed at 2600.
const (
	ratingBelow = 400 // of level 0
	ratingStep  = 200 // from level to level
)

// ratingOfLevel returns the points of a level.
func ratingOfLevel(level int) float64 { return ratingBelow + ratingStep*float64(level) }

// chance returns the share of tries in which a player finds the answer of a puzzle.
func chance(player, puzzle float64) float64 { return 1 / (1 + math.Pow(10, (puzzle-player)/400)) }

// Rating returns the rating of a puzzle from the shares of tries in which levels 1 and up
// found the answer, each with a number of tries.
func Rating(found []float64, tries int) int {
	low, high := 0.0, 3200.0
	for high-low > 0.5 {
		middle := (low + high) / 2
		if expected, got := expected(middle, len(found), tries), got(found, tries); expected > got {
			low = middle // the puzzle is harder than that
		} else {
			high = middle
		}
	}
	return int(math.Round((low + high) / 2))
}

// expected is the number of tries that find a puzzle of a rating, with the two tries added.
func expected(rating float64, levels, tries int) float64 {
	sum := chance(ratingOfLevel(0), rating) + chance(ratingOfLevel(levels+1), rating)
	for level := 1; level <= levels; level++ {
		sum += float64(tries) * chance(ratingOfLevel(level), rating)
	}
	return sum
}

func got(found []float64, tries int) float64 {
	sum := 1.0
	for _, share := range found {
		sum += float64(tries) * share
	}
	return sum
}

// rate lets the levels try the puzzle.
func (x *examined) rate(z *Puzzle) error {
	if x.options.Tries < 0 {
		return nil
	}
	for level := player.Level(1); level <= player.MaxLevel; level++ {
		hits := 0
		for try := range x.options.Tries {
			l := player.NewLeveledWith(x.levels, x.game, level, uint64(try)+1, search.Limits{})
			c, err := l.Move(x.ctx, x.p)
			if err != nil {
				return err //nolint:wrapcheck // only the context's error
			}
			if c.Move == x.answer.Move {
				hits++
			}
		}
		z.Found = append(z.Found, float64(hits)/float64(x.options.Tries))
	}
	z.Rating = Rating(z.Found, x.options.Tries)
	return nil
}

// Ladder returns the mean share of tries in which each level finds the answers of puzzles, or nil
// without tries.
func Ladder(all []*Puzzle) []float64 {
	var sum []float64
	n := 0
	for _, z := range all {
		if z.Found == nil {
			continue
		}
		if sum == nil {
			sum = make([]float64, len(z.Found))
		}
		n++
		for i, share := range z.Found {
			sum[i] += share
		}
	}
	for i := range sum {
		sum[i] /= float64(n)
	}
	return sum
}

// Steps returns the levels that find fewer puzzles than the level before.
func Steps(ladder []float64) (fewer []int) {
	for i := 1; i < len(ladder); i++ {
		if ladder[i] < ladder[i-1] {
			fewer = append(fewer, i+1)
		}
	}
	return fewer
}
