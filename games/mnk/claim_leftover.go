package mnk

import "math/bits"

// Where a plan of pairs is nearly enough, what the pairs leave is a little game of its own:
// the lines that no pair stops, without the squares of pairs, which count as the
// claimant's. The claimant needs one whole line of them, the other side a stone in each.
// A search of that game settles many positions that the potential does not. (Without it,
// (8,7,5) takes 4.8 times the positions, and 2.8 times the time.)

// leftoverBudget is how many positions such a search visits at most, and leftoverReplies how many
// replies it tries in each. (With a budget of 100, three openings of (8,8,5) take 1.1 times the positions.) The checker of certificates
// tries as many replies.
const (
	leftoverBudget  = 200
	leftoverReplies = 4
)

// Nothing is searched where the potential, with what the claimant's next stone adds, is mostLeft whole lines or more. In a search a
// position counts as lost where the potential is tooHeavy quarters of a line or more, since hardly any of those is saved. (With tooHeavy,
// three openings of (8,8,5) take 1.04 times the positions, and a little less time.)
const (
	mostLeft = 2
	tooHeavy = 5
)

// leftover is the game that a plan leaves, on up to 64 squares with numbers of its own.
type leftover[H high] struct {
	whole  int32
	budget int
	number [128]uint8 // of each square
	lines  [][]uint64 // of each ply: what the claimant lacks of each line
}

// prevents reports whether the other side stops every line that the plan leaves, with the
// claimant to move.
func (l *leftover[H]) prevents(p *pairing[H]) bool {
	if p.potential+p.most >= mostLeft*p.t.whole || !l.collect(p) {
		return false
	}
	l.whole, l.budget = p.t.whole, leftoverBudget
	return l.holds(0)
}

// collect numbers the squares of the lines that the plan leaves. It reports false where they are
// more than 64.
func (l *leftover[H]) collect(p *pairing[H]) bool {
	var seen set[H]
	n := 0
	lines := l.room(0, len(p.loose))
	for i, loose := range p.loose {
		for fresh := loose.without(seen); !fresh.empty(); n++ {
			if n == 64 {
				return false
			}
			l.number[fresh.next()] = uint8(n)
		}
		seen = seen.or(loose)
		line := uint64(0)
		for !loose.empty() {
			line |= 1 << l.number[loose.next()]
		}
		lines[i] = line
	}
	return true
}

// room returns the lines of a ply, which are to be written: as many as there will be at most.
func (l *leftover[H]) room(ply, most int) []uint64 {
	for len(l.lines) <= ply {
		l.lines = append(l.lines, nil)
	}
	if cap(l.lines[ply]) < most {
		l.lines[ply] = make([]uint64, most)
	}
	l.lines[ply] = l.lines[ply][:most]
	return l.lines[ply]
}

// holds reports whether the other side stops all lines of a ply, with the claimant to move. A
// stone of the claimant after which the potential is below that of a whole line needs no look,
// see [pairing.settles]: those on lighter squares need none then.
func (l *leftover[H]) holds(ply int) bool {
	if l.budget--; l.budget < 0 {
		return false
	}
	lines, potential, least := withoutPaired(l.lines[ply], l.whole)
	l.lines[ply] = lines
	if least <= 1 || 4*potential >= tooHeavy*l.whole {
		return false
	}
	var w weighed
	w.weigh(lines, l.whole)
	for todo := w.squares; todo != 0; {
		sq := w.heaviest(todo)
		if potential+w.gain[sq] < l.whole {
			return true
		}
		if !l.answered(ply, sq, &w) {
			return false
		}
		todo &= squaresWithout(lines, sq)
	}
	return true
}

// withoutPaired takes out each line that has two squares in no other line: the other side answers a stone on one of them
// by a stone on the other. Then a further line may have two such squares, so it repeats this until no line has. It returns the potential
// of the others, too, and how many squares the claimant lacks of one at least. If that is one or none, all is lost, and it ends.
func withoutPaired(lines []uint64, whole int32) (kept []uint64, potential int32, least int) {
	once, twice := uint64(0), uint64(0)
	for _, line := range lines {
		twice |= once & line
		once |= line
	}
	for {
		n := 0
		onceOfKept, twiceOfKept := uint64(0), uint64(0)
		potential, least = 0, 64
		for _, line := range lines {
			if own := line &^ twice; own&(own-1) != 0 {
				continue
			}
			lines[n] = line
			n++
			twiceOfKept |= onceOfKept & line
			onceOfKept |= line
			lacks := bits.OnesCount64(line)
			potential += whole >> lacks
			least = min(least, lacks)
		}
		if n == len(lines) || least <= 1 {
			return lines[:n], potential, least
		}
		lines, twice = lines[:n], twiceOfKept
	}
}

// squaresWithout returns all squares of the lines that lack the square sq. All lines of any other square go through sq: if
// a stone of the claimant on sq is answered, a stone on that square is answered too.
func squaresWithout(lines []uint64, sq int) (squares uint64) {
	for _, line := range lines {
		if line>>sq&1 == 0 {
			squares |= line
		}
	}
	return squares
}

// answered reports whether some reply to a stone of the claimant stops all lines. It takes the weights before that.
func (l *leftover[H]) answered(ply, sq int, before *weighed) bool {
	lines := l.lines[ply]
	next, forced := l.room(ply+1, len(lines)), ^uint64(0)
	for i, line := range lines {
		if line &^= 1 << sq; line&(line-1) == 0 {
			forced &= line // the other side must play on the last square, or the line is whole
		}
		next[i] = line
	}
	if forced&(forced-1) == 0 { // one reply at most
		return forced != 0 && l.replied(ply+1, bits.TrailingZeros64(forced))
	}
	w := *before
	w.take(lines, sq, l.whole)
	todo := w.squares & forced
	for range leftoverReplies {
		if todo == 0 || l.budget <= 0 {
			return false
		}
		reply := w.heaviest(todo)
		todo &^= 1 << reply
		if l.replied(ply+1, reply) {
			return true
		}
	}
	return false
}

// replied reports whether a reply stops all lines of a ply.
func (l *leftover[H]) replied(ply, reply int) bool {
	lines := l.lines[ply]
	left, n := l.room(ply+1, len(lines)), 0
	for _, line := range lines { // without a branch: which lines a reply stops is hard to foresee
		left[n] = line
		n += int(^line >> reply & 1)
	}
	l.lines[ply+1] = left[:n]
	return l.holds(ply + 1)
}

// weighed is what a look at some lines finds.
type weighed struct {
	squares uint64
	gain    [64]int32 // of each square: the weights of the lines through it
}

func (w *weighed) weigh(lines []uint64, whole int32) {
	for _, line := range lines {
		w.squares |= line
		w.add(line, whole>>bits.OnesCount64(line))
	}
}

// add adds the weight of a line to its squares.
func (w *weighed) add(line uint64, weight int32) {
	for ; line != 0; line &= line - 1 {
		w.gain[bits.TrailingZeros64(line)&63] += weight
	}
}

// take gives the claimant a square of some lines: those through it lack one less, so they have twice the weight.
func (w *weighed) take(lines []uint64, sq int, whole int32) {
	w.squares &^= 1 << sq
	for _, line := range lines {
		if line>>sq&1 != 0 {
			w.add(line&^(1<<sq), whole>>bits.OnesCount64(line))
		}
	}
}

// heaviest returns the square of some in lines of most weight, the first of several.
func (w *weighed) heaviest(squares uint64) int {
	best, most := 0, int32(-1)
	for ; squares != 0; squares &= squares - 1 {
		if sq := bits.TrailingZeros64(squares) & 63; w.gain[sq] > most {
			best, most = sq, w.gain[sq]
		}
	}
	return best
}
