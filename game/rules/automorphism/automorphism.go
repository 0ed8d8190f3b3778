// Package automorphism finds symmetries of a structure: permutations of its parts that map it onto itself, such as a turned board, or
// heaps that change places. It knows the structure only by colours [Weisfeiler68]: at first, parts that play the same role have one;
// then each part's new colour is made of the colours around it, until no more colours appear. Then one part gets a colour of its own,
// and in a second colouring another part, which had the same colour before, gets it. If the colours that follow distinguish all parts,
// they determine a permutation, and the structure says whether that is a symmetry.
package automorphism

import (
	"math/bits"
	"slices"
)

const (
	maxSymmetries = 16 // more would cost each move more than they save
	maxPicks      = 8  // parts that get a colour of their own, one after the other
)

// Structure has symmetries. Its parts have the numbers from 0 on.
type Structure interface {
	// Size returns the number of parts. The permutation of the first ones must decide what becomes of the others.
	Size() (first, all int)
	// Colours returns the first colours.
	Colours() []uint64
	// Around returns for each part a colour that is made of its own colour and of those around it.
	Around(colours []uint64) []uint64
	// Holds reports whether a permutation is a symmetry.
	Holds(p []int32) bool
	// Spent reports whether the work has taken too long. The symmetries found by then remain.
	Spent() bool
}

// Group returns up to 16 symmetries, closed under composition. The first changes nothing.
func Group(of Structure) [][]int32 {
	first, all := of.Size()
	same := make([]int32, all)
	for a := range same {
		same[a] = int32(a)
	}
	s := &searcher{Structure: of, first: first, group: [][]int32{same}}
	s.search(nil, s.refine(s.Colours()), 0)
	return s.group
}

// searcher looks for symmetries.
type searcher struct {
	Structure
	first int
	group [][]int32 // the symmetries found, closed under composition
	many  bool      // there are more symmetries than are kept
}

// search adds the symmetries that leave the picked parts in place. It picks one more part, and looks for a symmetry
// that maps this part to each other part of its colour.
func (s *searcher) search(picked []int32, colours []uint64, depth int) {
	class := smallest(colours, s.first)
	if class == nil || depth == maxPicks || s.spent() {
		return
	}
	a := s.pick(colours, class[0])
	s.search(append(picked, class[0]), a, depth+1) // first those that keep it
	for _, to := range class[1:] {
		if s.spent() {
			return
		}
		if s.reaches(picked, class[0], to) {
			continue
		}
		if p := s.match(a, s.pick(colours, to), depth+1); p != nil {
			s.add(p)
		}
	}
}

func (s *searcher) spent() bool { return s.many || s.Spent() }

// reaches reports whether a symmetry found so far maps a part to another one and leaves the picked parts in place.
func (s *searcher) reaches(picked []int32, from, to int32) bool {
	return slices.ContainsFunc(s.group, func(p []int32) bool {
		return p[from] == to && !slices.ContainsFunc(picked, func(a int32) bool { return p[a] != a })
	})
}

// match returns a symmetry that maps each colour to itself, or nil.
func (s *searcher) match(a, b []uint64, depth int) []int32 {
	class := smallest(a, s.first)
	if class == nil {
		if p := permutation(a, b); p != nil && s.Holds(p) {
			return p
		}
		return nil
	}
	if depth == maxPicks {
		return nil
	}
	next := s.pick(a, class[0])
	for to, colour := range b {
		if colour != a[class[0]] || s.spent() {
			continue
		}
		if p := s.match(next, s.pick(b, int32(to)), depth+1); p != nil {
			return p
		}
	}
	return nil
}

// smallest returns the parts of the smallest colour that more than one of the first parts has; nil if all these parts
// have different colours.
func smallest(colours []uint64, first int) []int32 {
	count := map[uint64]int{}
	for _, c := range colours[:first] {
		count[c]++
	}
	best := -1
	for a, c := range colours[:first] {
		if n := count[c]; n > 1 && (best < 0 || n < count[colours[best]]) {
			best = a
		}
	}
	if best < 0 {
		return nil
	}
	var class []int32
	for a, c := range colours[:first] {
		if c == colours[best] {
			class = append(class, int32(a))
		}
	}
	return class
}

// permutation maps each part to the part with the same colour; nil if a colour is missing or occurs twice.
func permutation(a, b []uint64) []int32 {
	at := make(map[uint64]int32, len(b))
	for i, c := range b {
		at[c] = int32(i)
	}
	p := make([]int32, len(a))
	used := make([]bool, len(b))
	for i, c := range a {
		to, ok := at[c]
		if !ok || used[to] {
			return nil
		}
		p[i], used[to] = to, true
	}
	return p
}

// add adds a symmetry and its products with the others, if they are not too many.
func (s *searcher) add(p []int32) {
	group := slices.Clone(s.group)
	generators := append(slices.Clone(s.group), p)
	for i := 0; i < len(group); i++ {
		for _, g := range generators {
			product := make([]int32, len(g))
			for a := range product {
				product[a] = g[group[i][a]]
			}
			if slices.ContainsFunc(group, func(q []int32) bool { return slices.Equal(q, product) }) {
				continue
			}
			if group = append(group, product); len(group) > maxSymmetries {
				s.many = true
				return
			}
		}
	}
	s.group = group
}

// own makes the colour of a picked part.
const own = 1 << 40

// pick gives a part a colour of its own.
func (s *searcher) pick(colours []uint64, a int32) []uint64 {
	next := slices.Clone(colours)
	next[a] = Mixed(next[a], own)
	return s.refine(next)
}

// refine computes new colours from the colours of the neighbours, until the number of colours does not grow any more.
func (s *searcher) refine(colours []uint64) []uint64 {
	for n := distinct(colours); !s.spent(); {
		next := s.Around(colours)
		m := distinct(next)
		if m == n {
			return colours
		}
		colours, n = next, m
	}
	return colours
}

func distinct(colours []uint64) int {
	sorted := slices.Sorted(slices.Values(colours))
	return len(slices.Compact(sorted))
}

// Mixed computes a colour from two numbers.
func Mixed(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b|1)
	return (hi ^ lo ^ a>>29) * 0xbf58476d1ce4e5b9
}
