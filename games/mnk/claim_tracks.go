package mnk

import (
	"math/bits"
	"runtime"

	"oxo"
)

// track is a row, a column or a diagonal that has lines. A claim looks up all data of a track by its contents, a
// number to base 3 with one digit per square: 0 empty, 1 the claimant's, 2 the other side's.
//
//	squares   a1 b1 c1 d1 e1 f1 g1 h1
//	contents   .  X  .  .  O  .  .  .   = 1*3 + 2*81
type track[H high] struct {
	squares  []uint8
	table    *trackTable
	sets     []set[H] // for each set of places, its squares
	kinds    []uint16
	remnants []remnant[H] // by kind
}

// trackTable holds the tables that all tracks of one length share.
type trackTable struct {
	length   int
	windows  []uint16  // the lines, as sets of places
	infos    []info    // by contents
	kinds    []uint16  // by contents: an index of contents
	contents []content // every different content once
	sums     []sum     // by contents
}

// info holds the data of the contents of a track. A line is live if the other side has no stone in it, unless the
// line is idle. The residual of a line is the set of places that the claimant still needs. The weight of a line with
// n stones is 2^n, so a complete line weighs 2^k, the whole.
type info struct {
	potential int32                // sum of the weights of the live lines
	weight    [longestTrack]uint16 // for each place, the sum of the weights of the lines through it
	complete  uint16               // places that complete a line
	two       bool                 // some live line lacks two squares
	live      uint16               // places in live lines
	lines     [maxWindows]uint16   // residuals of the live lines, ended by 0
	same      [longestTrack]uint16 // for each empty place, the other places that are in exactly the same live lines
	more      [longestTrack]uint16 // for each empty place, the places that are in all of its lines and in other lines
}

// group is a run of neighbouring live lines of a track that share at least two empty squares.
type group struct {
	shared uint16 // places in all of its lines: two of them stop the group; 0 ends the list
	needed uint16 // empty places in its lines
	all    uint16 // places in its lines
	stones uint8  // the claimant's stones in its fullest line
}

const (
	longestTrack = 10
	maxWindows   = 8 // reached with k 3
	maxGroups    = 8
	maxTracks    = 64 // 10x10 has 50 with k 3
)

// sum is the part that the contents of a track add to the sums of a claim. It repeats parts of info and kinds, so
// that [lineClaim.put] reads nothing else.
type sum struct {
	hash      uint64 // the hash of the kind
	potential int32
}

// spot says where a square is on a track.
type spot struct {
	track int32
	place uint8
	power int32  // 3^place
	odd   uint64 // an odd number for each track: it multiplies the hashes, so that two tracks have different hashes
	sums  []sum  // the sums of the track
}

// newTrackTable makes the table for one length.
func newTrackTable(length, k int, windows []uint16) *trackTable {
	s := &trackTable{length: length, windows: windows}
	size := 1
	for range length {
		size *= 3
	}
	s.infos, s.kinds, s.sums = make([]info, size), make([]uint16, size), make([]sum, size)
	s.contents = []content{{}} // number 0 has no lines
	seen := map[content]uint16{{}: 0}
	for contents := range s.infos {
		var own, other uint16
		for place, rest := 0, contents; place < length; place, rest = place+1, rest/3 {
			switch rest % 3 {
			case 1:
				own |= 1 << place
			case 2:
				other |= 1 << place
			}
		}
		f := &s.infos[contents]
		s.kinds[contents] = s.kind(content{groups: f.fill(s, k, own, other), lines: f.lines}, seen)
		s.sums[contents] = sum{oxo.Key{Lo: uint64(s.kinds[contents])}.Hash(), f.potential}
	}
	return s
}

// fill computes one entry, and returns the lines in groups.
func (f *info) fill(s *trackTable, k int, own, other uint16) [maxGroups]group {
	n := 0
	var windows [maxWindows]uint16
	for _, w := range s.windows {
		if w&other != 0 || s.idle(w, own, other) {
			continue
		}
		residual := w &^ own
		weight := 1 << (k - bits.OnesCount16(residual))
		f.potential += int32(weight)
		for rest := residual; rest != 0; rest &= rest - 1 {
			f.weight[bits.TrailingZeros16(rest)] += uint16(weight)
		}
		if bits.OnesCount16(residual) == 1 {
			f.complete |= residual
		}
		f.two = f.two || bits.OnesCount16(residual) == 2
		f.live |= w
		if n < maxWindows {
			f.lines[n], windows[n] = residual, w
			n++
		}
	}
	f.compare()
	return f.group(k, windows[:n])
}

// idle reports whether a live line is never the first to be complete: another live line needs only squares that this
// one needs, too. Among lines that need the same squares only the first is not idle.
func (s *trackTable) idle(window, own, other uint16) bool {
	residual := window &^ own
	for _, w := range s.windows {
		r := w &^ own
		if w != window && w&other == 0 && r&^residual == 0 && (r != residual || w < window) {
			return true
		}
	}
	return false
}

// group divides the live lines into few groups of neighbours. The lines of a group share at
// least two squares, so a pair stops them all.
func (f *info) group(k int, windows []uint16) (groups [maxGroups]group) {
	n, g := 0, group{}
	end := func() {
		if g.shared != 0 && n < maxGroups {
			groups[n] = g
			n++
		}
	}
	for i, window := range windows {
		residual := f.lines[i]
		has := uint8(k - bits.OnesCount16(residual))
		if both := g.shared & residual; bits.OnesCount16(both) >= 2 {
			g = group{both, g.needed | residual, g.all | window, max(g.stones, has)}
			continue
		}
		end()
		g = group{residual, residual, window, has}
	}
	end()
	return groups
}

// compare finds, for each place, the places that are in all of its lines.
func (f *info) compare() {
	var in [longestTrack]uint16
	for i, residual := range f.lines {
		for rest := residual; rest != 0; rest &= rest - 1 {
			in[bits.TrailingZeros16(rest)] |= 1 << i
		}
	}
	for a := range in {
		for b := range in {
			switch {
			case a == b || in[a] == 0 || in[a]&^in[b] != 0:
			case in[a] == in[b]:
				f.same[a] |= 1 << b
			default:
				f.more[a] |= 1 << b
			}
		}
	}
}

// claimTables holds the tables that all claims of one game share.
type claimTables[H high] struct {
	tracks []track[H]
	spots  [][]spot    // by square
	turns  []turner[H] // the symmetries except the identity
	whole  int32       // 2^k
	k      int
	size   int       // number of squares
	costs  [16]int32 // see lineCosts
	falls  [16]int32 // by the number of squares that a line lacks: how much its cost falls if it lacks one more
}

// narrowSets is false in a browser, where every board has sets of 128 squares: the code for
// both sizes would add 4 kB to the download.
const narrowSets = runtime.GOARCH != "wasm"

// narrowClaimTables returns nil if sets of 64 squares are too small.
func (g *game) narrowClaimTables() *claimTables[narrow] {
	if narrowSets && g.squares <= 64 {
		return newClaimTables[narrow](g)
	}
	return nil
}

// broadClaimTables returns nil if sets of 64 squares suffice.
func (g *game) broadClaimTables() *claimTables[broad] {
	if narrowSets && g.squares <= 64 {
		return nil
	}
	return newClaimTables[broad](g)
}

// newClaimTables returns nil for a game without claims: if a line loses or can be too long, or
// if a track or the board is too large for the tables.
func newClaimTables[H high](g *game) *claimTables[H] {
	r := g.rules
	if r.Misere || r.Exact || r.Torus || r.K < 3 || g.squares > 128 || max(r.Columns, r.Rows) > longestTrack {
		return nil
	}
	t := &claimTables[H]{spots: make([][]spot, g.squares), whole: 1 << r.K, k: r.K, size: g.squares, costs: lineCosts()}
	for n := range t.falls {
		t.falls[n] = t.costs[n] - t.costs[(n+1)&15]
	}
	tables := map[int]*trackTable{}
	for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for sq := range g.squares {
			x, y := sq%r.Columns, sq/r.Columns
			if px, py := x-d[0], y-d[1]; px >= 0 && px < r.Columns && py >= 0 {
				continue // not the first square of a track
			}
			var squares []uint8
			for ; x >= 0 && x < r.Columns && y < r.Rows; x, y = x+d[0], y+d[1] {
				squares = append(squares, uint8(y*r.Columns+x))
			}
			if len(squares) >= r.K {
				t.addTrack(tables, squares)
			}
		}
	}
	if len(t.tracks) > maxTracks {
		return nil
	}
	for _, s := range g.symmetries[1:] {
		t.turns = append(t.turns, newTurner[H](s))
	}
	return t
}

func (t *claimTables[H]) addTrack(tables map[int]*trackTable, squares []uint8) {
	n := len(squares)
	if tables[n] == nil {
		var windows []uint16
		for at := 0; at+t.k <= n; at++ {
			windows = append(windows, (1<<t.k-1)<<at)
		}
		tables[n] = newTrackTable(n, t.k, windows)
	}
	tr := track[H]{squares: squares, table: tables[n], sets: make([]set[H], 1<<n)}
	power, odd := int32(1), oxo.Key{Hi: uint64(len(t.tracks))}.Hash()|1
	for place, sq := range squares {
		t.spots[sq] = append(t.spots[sq], spot{int32(len(t.tracks)), uint8(place), power, odd, tables[n].sums})
		power *= 3
	}
	for places := 1; places < len(tr.sets); places++ {
		s := tr.sets[places&(places-1)]
		s.add(int(squares[bits.TrailingZeros16(uint16(places))]))
		tr.sets[places] = s
	}
	tr.kinds, tr.remnants = tr.table.kinds, newRemnants[H](len(t.tracks), &tr)
	t.tracks = append(t.tracks, tr)
}
