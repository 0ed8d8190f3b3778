package rules

import (
	"math/rand/v2"

	"oxo"
	"oxo/game/rules/digits"
	"oxo/game/rules/gdl"
)

// packing makes keys: each group of fluents that exclude each other is a digit, and the key
// is the sum of the digits times their weights.
type packing struct {
	digits []oxo.Key // by fluent: what it adds to the key
	group  []int     // by fluent
	bits   int       // of the keys, with the side to move; 0 if they are hashes
}

// pack chooses the weights. If a key has no room for all digits, the keys are hashes.
func pack(c *gdl.Circuit, groups []group) packing {
	w := packing{digits: make([]oxo.Key, len(c.Fluents)), group: make([]int, len(c.Fluents))}
	weight := oxo.Key{Lo: 1}
	for i := range groups {
		g := &groups[i]
		for j, f := range g.fluents {
			w.group[f] = i
			digit := uint64(j)
			if !g.always {
				digit++ // 0 stays for a group without a fluent
			}
			w.digits[f], _ = digits.Times(weight, digit)
		}
		weight, _ = digits.Times(weight, uint64(g.values()))
	}
	if w.bits = bitsOf(groups); w.bits <= digits.MaxBits {
		return w
	}
	w.bits = 0
	rng := rand.New(rand.NewPCG(1, 2))
	for f := range w.digits {
		w.digits[f] = oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}
	}
	return w
}

// bitsOf returns how many bits the values of all groups and the side to move take; digits.MaxBits+1
// for more.
func bitsOf(groups []group) int {
	weight := oxo.Key{Lo: 1}
	for i := range groups {
		var fits bool
		if weight, fits = digits.Times(weight, uint64(groups[i].values())); !fits {
			return digits.MaxBits + 1
		}
	}
	return digits.Len(weight) + 1
}
