package audit

import (
	"math"
	"math/rand/v2"
)

// Sample is a set of records that chance has drawn. A nil sample has all records.
type Sample struct {
	chosen map[int]bool // by number
}

// Draw draws n of all records, numbered from 1: each set of n is as likely as any other.
func Draw(n, all int, seed uint64) *Sample {
	s := &Sample{chosen: make(map[int]bool, n)}
	rng := rand.New(rand.NewPCG(seed, 0))
	for last := all - n + 1; last <= all; last++ { // Floyd's way: no list of all records is needed
		number := 1 + rng.IntN(last)
		if s.chosen[number] {
			number = last
		}
		s.chosen[number] = true
	}
	return s
}

// Has reports whether a record is in the sample.
func (s *Sample) Has(number int) bool { return s == nil || s.chosen[number] }

// logChoose returns the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	gamma := func(x int) float64 {
		l, _ := math.Lgamma(float64(x) + 1)
		return l
	}
	return gamma(n) - gamma(k) - gamma(n-k)
}

// chance returns the chance that exactly found of the faulty records are among n that are drawn from all.
func chance(all, faulty, n, found int) float64 {
	if found > faulty || n-found > all-faulty || found > n {
		return 0
	}
	return math.Exp(logChoose(faulty, found) + logChoose(all-faulty, n-found) - logChoose(all, n))
}

// Missed returns the chance that a sample of n records has none of the faulty ones.
func Missed(all, faulty, n int) float64 { return chance(all, faulty, n, 0) }

// AtMost returns the number of faulty records that all records have at most, if found of n drawn ones are
// faulty: with one more, the chance to find no more of them would be below doubt.
func AtMost(all, n, found int, doubt float64) int {
	likely := func(faulty int) bool {
		sum := 0.0
		for k := range found + 1 {
			sum += chance(all, faulty, n, k)
		}
		return sum >= doubt
	}
	lo, hi := found, all-(n-found) // as many are faulty for sure, and no more can be
	for lo < hi {
		if middle := (lo + hi + 1) / 2; likely(middle) {
			lo = middle
		} else {
			hi = middle - 1
		}
	}
	return lo
}
