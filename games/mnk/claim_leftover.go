package mnk

import "math/bits"

// If a plan of pairs stops nearly all lines, the rest is a small game of its own. Its lines are
// those that no pair stops. Squares of pairs count as the claimant's, so each line keeps only
// its other squares. The claimant needs one whole line, the other side a stone in each. A
// search of this game settles many positions that the potential does not. (Without it, (8,7,5)
// takes 4.8 times the positions and 2.8 times the time.)

// leftoverBudget limits the positions that such a search visits, and leftoverReplies the
// replies it tries in each. (With a budget of 100, three openings of (8,8,5) take 1.1 times the
// positions.) The checker of certificates tries the same number of replies.
const (
	leftoverBudget  = 200
	leftoverReplies = 4
)

// maxLeft is in whole lines: the search is skipped if the potential plus the gain of the
// claimant's next stone is at least this much. tooHeavy is in quarters of a line: within the
// search, a position counts as lost if its potential is at least this much, since hardly any
// such position can be saved. (With tooHeavy, three openings of (8,8,5) take 1.04 times the
// positions, and a little less time.)
const (
	maxLeft  = 2
	tooHeavy = 5
)

// leftover is the game that a plan leaves, on up to 64 squares with numbers of its own.
type leftover[H high] struct {
	whole  int32
	budget int
	number [128]uint8 // for each square of the board, its number in this game
	lines  [][]uint64 // for each ply, the squares that the claimant lacks in each line
}

// prevents reports whether the other side stops every line that the plan leaves, with the
// claimant to move.
func (l *leftover[H]) prevents(p *pairing[H]) bool {
	if p.potential+p.maxGain >= maxLeft*p.t.whole || !l.collect(p) {
		return false
	}
	l.whole, l.budget = p.t.whole, leftoverBudget
	return l.holds(0)
}

// collect numbers the squares of the lines that the plan leaves. It reports false if there are
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

// room returns space for the lines of a ply, whose number is at most limit. The caller
// fills it.
func (l *leftover[H]) room(ply, limit int) []uint64 {
	for len(l.lines) <= ply {
		l.lines = append(l.lines, nil)
	}
	if cap(l.lines[ply]) < limit {
		l.lines[ply] = make([]uint64, limit)
	}
	l.lines[ply] = l.lines[ply][:limit]
	return l.lines[ply]
}

// holds reports whether the other side stops all lines of a ply, with the claimant to move. It tries the claimant's
// squares from the heaviest on. It stops at the first square after which the potential is below a whole line: no
// lighter square can do more, see [pairing.settles].
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

// withoutPaired drops each line that has two squares in no other line: if the claimant takes one of them, the other
// side answers on the other. It repeats this, since a dropped line may leave another line with two such squares. It
// returns the kept lines, their potential, and the least number of squares that the claimant lacks in a kept line. If
// that number is 0 or 1 the claimant wins, and withoutPaired stops at once.
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

// squaresWithout returns all squares of the lines that do not contain sq. A square outside this
// set has all its lines through sq, so if a stone on sq can be answered, a stone there can be
// answered too.
func squaresWithout(lines []uint64, sq int) (squares uint64) {
	for _, line := range lines {
		if line>>sq&1 == 0 {
			squares |= line
		}
	}
	return squares
}

// answered reports whether some reply to a stone of the claimant on sq stops all lines. The weights in before are
// from the position before the stone.
func (l *leftover[H]) answered(ply, sq int, before *weighed) bool {
	lines := l.lines[ply]
	next, forced := l.room(ply+1, len(lines)), ^uint64(0)
	for i, line := range lines {
		if line &^= 1 << sq; line&(line-1) == 0 {
			forced &= line // the other side must take the last square, or the line is complete
		}
		next[i] = line
	}
	if forced&(forced-1) == 0 { // at most one reply
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
	for _, line := range lines { // without a branch: which lines a reply stops is hard to predict
		left[n] = line
		n += int(^line >> reply & 1)
	}
	l.lines[ply+1] = left[:n]
	return l.holds(ply + 1)
}

// weighed holds the squares of some lines, with the weight of each.
type weighed struct {
	squares uint64
	gain    [64]int32 // for each square, the sum of the weights of its lines
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

// take gives the claimant a square. The lines through it lack one square less, so their weight
// doubles.
func (w *weighed) take(lines []uint64, sq int, whole int32) {
	w.squares &^= 1 << sq
	for _, line := range lines {
		if line>>sq&1 != 0 {
			w.add(line&^(1<<sq), whole>>bits.OnesCount64(line))
		}
	}
}

// heaviest returns the square with the greatest weight among squares. Among squares with equal weights it returns the
// first.
func (w *weighed) heaviest(squares uint64) int {
	best, greatest := 0, int32(-1)
	for ; squares != 0; squares &= squares - 1 {
		if sq := bits.TrailingZeros64(squares) & 63; w.gain[sq] > greatest {
			best, greatest = sq, w.gain[sq]
		}
	}
	return best
}
