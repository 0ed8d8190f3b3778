package rbg

// The bounds of a proof by marching pieces: beyond them a game counts as one that may loop.
const (
	maxRoads  = 500_000
	maxVisits = 40 // of each square of a hub, on average
)

// road is an action from a square to a square. Its length is the amount by which it can raise the
// measure, times the number of crossings, plus 1 for a switch to a player.
type road struct {
	to     int32
	length int64
}

// marches proves that pieces march: each turn lowers the sum of the remaining distances of all
// pieces by at least 1. The distances of a player's pieces are counted along the rows, the columns
// or the diagonals, from one of the two ends. A captured piece has no distance.
func marches(p *program, arcs []*arc, live func(*arc) bool) bool {
	at, hexagon := places(p.graph.names)
	if at == nil || hexagon {
		return false
	}
	sides := p.writers()
	for _, axis := range []place{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		for ends := range 4 {
			if p.falls(arcs, live, distances(p, at, axis, ends, sides)) {
				return true
			}
		}
	}
	return false
}

// distances returns the measure of a piece on a square: 0 for a piece that both players write,
// else how far it is from an end of an axis. A bit of ends chooses the end for each player.
func distances(p *program, at []place, axis place, ends int, sides []int) [][]int32 {
	low, high := 0, 0
	for _, s := range at {
		f := s.column*axis.column + s.row*axis.row
		low, high = min(low, f), max(high, f)
	}
	measure := make([][]int32, len(p.pieces))
	for k := range measure {
		measure[k] = make([]int32, len(at))
		if sides[k] != 1 && sides[k] != 2 {
			continue
		}
		for v, s := range at {
			f := s.column*axis.column + s.row*axis.row
			measure[k][v] = int32(1 + f - low)
			if ends>>(sides[k]-1)&1 != 0 {
				measure[k][v] = int32(1 + high - f)
			}
		}
	}
	return measure
}

// falls reports whether each cycle of roads that switches to a player lowers the measure, and no
// cycle raises it.
func (p *program) falls(arcs []*arc, live func(*arc) bool, measure [][]int32) bool {
	roads, ok := p.roads(arcs, live, measure)
	if !ok {
		return false
	}
	// Longest paths: they exist only if no cycle has a length above 0.
	far := make([]int64, len(roads))
	waiting := make([]bool, len(roads))
	var open []int32
	for from, r := range roads {
		if len(r) > 0 {
			open = append(open, int32(from))
			waiting[from] = true
		}
	}
	for visits := 0; len(open) > 0; visits++ {
		if visits > maxVisits*len(roads) {
			return false
		}
		from := open[0]
		open = open[1:]
		waiting[from] = false
		for _, r := range roads[from] {
			if n := far[from] + r.length; n > far[r.to] {
				far[r.to] = n
				if !waiting[r.to] {
					open = append(open, r.to)
					waiting[r.to] = true
				}
			}
		}
	}
	return true
}

// roads returns the live actions by the hub and square where they begin.
func (p *program) roads(arcs []*arc, live func(*arc) bool, measure [][]int32) (roads [][]road, ok bool) {
	width := len(p.graph.names)
	scale := int64(len(p.hubs)*width + 1)
	roads = make([][]road, len(p.hubs)*width)
	count := 0
	for _, a := range arcs {
		if !live(a) {
			continue
		}
		for v, s := range p.hubs[a.from].next {
			if v > 0 && p.rests(a.from) {
				break // the cursor is on the first square
			}
			for _, g := range p.groups[s.from:s.to] {
				if &p.ops[g.op] != a.op {
					continue
				}
				if count += int(g.to - g.from); count > maxRoads {
					return nil, false
				}
				for _, to := range p.squares[g.from:g.to] {
					r := road{to: a.to*int32(width) + int32(to)}
					switch a.op.kind {
					case off:
						r.length = scale * int64(a.raises(measure, to))
					case toPlayer:
						r.length = 1
						if p.rests(a.to) {
							r.to = a.to * int32(width)
						}
					}
					roads[int(a.from)*width+v] = append(roads[int(a.from)*width+v], r)
				}
			}
		}
	}
	return roads, true
}

// rests reports whether a player moves from a hub and the place of the cursor has no meaning there.
func (p *program) rests(h int32) bool { return p.hubs[h].free && p.hubs[h].player }

// raises returns by how much a write can raise the measure at most.
func (a *arc) raises(measure [][]int32, square uint16) int32 {
	after := measure[a.op.arg][square]
	most := int32(-1 << 20)
	for k := range measure {
		if a.old>>k&1 != 0 {
			most = max(most, after-measure[k][square])
		}
	}
	return most
}

// writers returns for each piece which players write it, in their moves or in the keeper's
// after them: a bit for each.
func (p *program) writers() []int {
	next := p.successors()
	turns := make([]int, len(p.hubs)) // whose turn it can be
	var open []int32
	for i := range p.ops {
		if o := &p.ops[i]; o.kind == toPlayer {
			turns[o.hub] |= 1 << o.arg
			open = append(open, o.hub)
		}
	}
	writes := make([]int, len(p.pieces))
	for len(open) > 0 {
		h := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range next[h] {
			o := &p.ops[i]
			if o.kind == off {
				writes[o.arg] |= turns[h]
			}
			if o.kind == toPlayer || o.kind == accept || turns[o.hub]|turns[h] == turns[o.hub] {
				continue
			}
			turns[o.hub] |= turns[h]
			open = append(open, o.hub)
		}
	}
	return writes
}
