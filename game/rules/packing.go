package rules

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"oxo"
	"oxo/game/rules/gdl"
)

// packing makes keys: each group of fluents that exclude each other is a digit, and the key
// is the sum of the digits times their weights.
type packing struct {
	digits []oxo.Key // by fluent: what it adds to the key
	group  []int     // by fluent
	bits   int       // of the keys, with the side to move; 0 if they are hashes
}

// pack chooses the weights. Without room for all digits the keys are hashes.
func pack(c *gdl.Circuit, groups []group) packing {
	w := packing{digits: make([]oxo.Key, len(c.Fluents)), group: make([]int, len(c.Fluents))}
	weight := big.NewInt(1)
	for i := range groups {
		g := &groups[i]
		for j, f := range g.fluents {
			w.group[f] = i
			digit := int64(j)
			if !g.always {
				digit++ // 0 stays for a group without a fluent
			}
			w.digits[f] = keyOf(new(big.Int).Mul(weight, big.NewInt(digit)))
		}
		weight.Mul(weight, big.NewInt(int64(g.values())))
	}
	if w.bits = new(big.Int).Sub(weight, big.NewInt(1)).BitLen() + 1; w.bits > 128 {
		w.bits = 0
		rng := rand.New(rand.NewPCG(1, 2))
		for f := range w.digits {
			w.digits[f] = oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}
		}
	}
	return w
}

func keyOf(n *big.Int) oxo.Key {
	lo := new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1))
	hi := new(big.Int).Rsh(n, 64)
	return oxo.Key{Hi: hi.Uint64(), Lo: lo.Uint64()}
}

func sum(a, b oxo.Key) oxo.Key {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return oxo.Key{Hi: hi, Lo: lo}
}

func difference(a, b oxo.Key) oxo.Key {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return oxo.Key{Hi: hi, Lo: lo}
}
