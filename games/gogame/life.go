package gogame

import "math/bits"

// maxChains is the maximum number of a side's chains on a board that fits into a word: chains
// are never adjacent, so there is at most one for every two points.
const maxChains = wordPoints / 2

// safety finds chains that cannot be captured, and points that are certain.
type safety struct {
	g       *game
	chains  [maxChains]uint64
	regions [wordPoints]region
}

// region is a connected set of points without stones of a side.
type region struct {
	all, empty, rim uint64 // rim has the stones of the side next to the region
}

// alive returns the chains of the stones own that live whatever is played, even if their
// side always passes [Benson76]. Each such chain has two regions whose empty points are all
// its liberties, and which are surrounded only by such chains.
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

// eyes counts regions, at most two, whose empty points are all liberties of a chain.
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

// certain returns the points that the side with the stones own has at the end of the game whatever
// the other side plays: its living chains, and the regions between them where the other side cannot
// get two eyes. An eye of the other side is not next to a stone of that side, and the chains around
// a region stay on the board, so the eye is in the interior of the region. That side can capture
// all stones that the other side puts there, since its own stones next to the region live.
//
// Under superko a capture may be forbidden because of an earlier board. There a region counts
// only if nothing can be put into it, so only single points count.
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
		if interior <= maxInterior && (s.g.simpleKo || bits.OnesCount64(r.all) == 1) {
			points |= r.all
		}
	}
	return points
}

// maxInterior limits the points of a region that no living chain touches.
const maxInterior = 1
