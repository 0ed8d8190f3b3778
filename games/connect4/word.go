package connect4

import "math/bits"

// word is a set of squares of a board of more than 64 bits. Small boards have a uint64 instead.
type word struct{ hi, lo uint64 }

func (a word) and(b word) word    { return word{a.hi & b.hi, a.lo & b.lo} }
func (a word) or(b word) word     { return word{a.hi | b.hi, a.lo | b.lo} }
func (a word) xor(b word) word    { return word{a.hi ^ b.hi, a.lo ^ b.lo} }
func (a word) andNot(b word) word { return word{a.hi &^ b.hi, a.lo &^ b.lo} }
func (a word) empty() bool        { return a.hi|a.lo == 0 }
func (a word) count() int         { return bits.OnesCount64(a.hi) + bits.OnesCount64(a.lo) }

// up shifts to higher bits, by fewer than 128.
func (a word) up(n int) word {
	if n >= 64 {
		return word{hi: a.lo << (n & 63)}
	}
	return word{a.hi<<(n&63) | a.lo>>1>>(63-n&63), a.lo << (n & 63)}
}

// down shifts to lower bits, by fewer than 128.
func (a word) down(n int) word {
	if n >= 64 {
		return word{lo: a.hi >> (n & 63)}
	}
	return word{a.hi >> (n & 63), a.lo>>(n&63) | a.hi<<1<<(63-n&63)}
}

func (a word) plus(b word) word {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return word{hi, lo}
}

func (a word) minus(b word) word {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return word{hi, lo}
}

func (a word) less(b word) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// lowest returns the lowest square of a set.
func (a word) lowest() word {
	if a.lo != 0 {
		return word{lo: a.lo & -a.lo}
	}
	return word{hi: a.hi & -a.hi}
}

// first returns the number of the lowest bit.
func (a word) first() int {
	if a.lo != 0 {
		return bits.TrailingZeros64(a.lo)
	}
	return 64 + bits.TrailingZeros64(a.hi)
}

// bit returns the set with the square of number n.
func bit(n int) word {
	if n < 64 {
		return word{lo: 1 << n}
	}
	return word{hi: 1 << (n - 64)}
}

// along returns the first square of each four in a row in a direction.
func (a word) along(d int) word {
	pairs := a.and(a.down(d))
	return pairs.and(pairs.down(2 * d))
}

// fours returns, for each direction, the first square of each four in a row.
func (a word) fours(height int) (all [4]word) {
	for i, d := range directions(height) {
		all[i] = a.along(d)
	}
	return all
}

func (a word) hasLine(height int) bool {
	f := a.fours(height)
	return !f[0].or(f[1]).or(f[2]).or(f[3]).empty()
}

// lines counts the fours in a row within a set of squares.
func (a word) lines(height int) (n int) {
	for _, first := range a.fours(height) {
		n += first.count()
	}
	return n
}

// twos counts the fours in a row within a set of squares that have at least two of the stones a.
func (a word) twos(squares word, height int) (n int) {
	for _, d := range directions(height) {
		second, third, fourth := a.down(d), a.down(2*d), a.down(3*d)
		two := a.and(second).or(third.and(fourth)).or(a.or(second).and(third.or(fourth)))
		n += squares.along(d).and(two).count()
	}
	return n
}

// gaps is the function gaps for words.
func (a word) gaps(d int) word {
	up1, up2, up3 := a.up(d), a.up(2*d), a.up(3*d)
	down1, down2, down3 := a.down(d), a.down(2*d), a.down(3*d)
	return up1.and(up2).and(up3.or(down1)).or(down1.and(down2).and(up1.or(down3)))
}

// wins is the function wins for words.
func (a word) wins(height int) word {
	onTop := a.up(1).and(a.up(2)).and(a.up(3))
	return a.gaps(height).or(a.gaps(height + 1)).or(a.gaps(height + 2)).or(onTop)
}
