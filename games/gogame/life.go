package gogame

import "math/bits"

// mostChains bounds the chains of a side on a board that fits into a word: no two of
// them are next to each other, so they are at most every second point.
const mostChains = wordPoints / 2

// safety finds chains that cannot be captured, and points that are certain.
type safety struct {
	g       *Game
	chains  [mostChains]uint64
	regions [wordPoints]region
}

// region is a connected part of the points that a side has no stones on.
type region struct {
	all, empty, rim uint64 // rim: the stones of the side next to it
}

// alive returns the chains of own that live whatever is played, even if own passes
// for ever [Benson76]: each has two regions all of whose empty points are its
// liberties, and which have only such chains around them.
func (s *safety) alive(own, opp uint64) (stones uint64, regions []region) {
	g := s.g
	board := ^uint64(0) >> (64 - g.points)
	chains, rest := s.chains[:0], own
	for rest != 0 {
		chain := g.flood(rest&-rest, own)
		chains, rest = append(chains, chain), rest&^chain
	}
	regions = s.regions[:0]
	for rest = board &^ own; rest != 0; {
		all := g.flood(rest&-rest, board&^own)
		rest &^= all
		regions = append(regions, region{all, all &^ opp, g.around(all) & own})
	}
	stones = own
	for {
		before := stones
		for _, chain := range chains {
			if chain&stones != 0 && s.eyes(chain, regions) < 2 {
				stones &^= chain
			}
		}
		if stones == 0 || stones == before {
			return stones, regions
		}
		kept := regions[:0]
		for _, r := range regions {
			if r.rim&^stones == 0 {
				kept = append(kept, r)
			}
		}
		regions = kept
	}
}

// eyes counts up to two regions all of whose empty points are liberties of a chain.
func (s *safety) eyes(chain uint64, regions []region) (n int) {
	near := s.g.around(chain)
	for i := range regions {
		if regions[i].empty&^near == 0 {
			if n++; n == 2 {
				break
			}
		}
	}
	return n
}

// certain returns the points that own has at the end of the game whatever the other
// side plays: chains that live, and the regions among them in which the other side
// cannot get two eyes. An eye of its own has no stones of own beside it, and the
// chains around a region stay: it is at a point in the interior. Own can take what
// is put there, since all its stones elsewhere in the region belong to chains that
// live, and more of it with each move.
//
// Under superko a move that takes may be forbidden, for the sake of what was on the
// board before: there a region counts only if nothing can be put into it, which is
// one point.
func (s *safety) certain(own, opp uint64) uint64 {
	stones, regions := s.alive(own, opp)
	if stones == 0 {
		return 0
	}
	points := stones
	for i := range regions {
		r := &regions[i]
		if r.rim&^stones != 0 || r.rim == 0 {
			continue
		}
		interior := bits.OnesCount64(r.all &^ s.g.around(stones))
		if interior <= mostInterior && (s.g.simpleKo || bits.OnesCount64(r.all) == 1) {
			points |= r.all
		}
	}
	return points
}

// mostInterior is how many points that no living chain touches a region may have.
const mostInterior = 1
