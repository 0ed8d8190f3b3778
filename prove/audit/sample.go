package audit

import (
	"math"
	"math/rand/v2"
)

// Sample is a set of records that were drawn at random. A nil sample has all records.
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

// logChoose returns the logarithm of the number of ways to choose k of n things.
func logChoose(n, k int) float64 {
	gamma := func(x int) float64 {
		l, _ := math.Lgamma(float64(x) + 1)
		return l
	}
	return gamma(n) - gamma(k) - gamma(n-k)
}

// chance returns the chance that a sample of n of all records has exactly found faulty records.
func chance(all, faulty, n, found int) float64 {
	if found > faulty || n-found > all-faulty || found > n {
		return 0
	}
	return math.Exp(logChoose(faulty, found) + logChoose(all-faulty, n-found) - logChoose(all, n))
}

// Missed returns the chance that a sample of n of all records does not have any of the faulty ones.
func Missed(all, faulty, n int) float64 { return chance(all, faulty, n, 0) }

// AtMost returns an upper limit of the number of faulty records, if a sample of n records has found faulty ones.
// If there were more than the limit, a sample would have found or fewer faulty ones with a chance below doubt.
func AtMost(all, n, found int, doubt float64) int {
	likely := func(faulty int) bool {
		sum := 0.0
		for k := range found + 1 {
			sum += chance(all, faulty, n, k)
		}
		return sum >= doubt
	}
	lo, hi := found, all-(n-found) // at least lo records are faulty, and at most hi
	for lo < hi {
		if middle := (lo + hi + 1) / 2; likely(middle) {
			lo = middle
		} else {
			hi = middle - 1
		}
	}
	return lo
}
