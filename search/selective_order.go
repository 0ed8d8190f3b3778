package search

import "oxo"

// quietOrder holds the history of quiet moves: how often they ended nodes, by the move alone
// [Schaeffer83] and by the one or two moves before it.
type quietOrder struct {
	single [2][1 << 12]int16
	after  [2][]int16 // by an earlier move and the move, hashed
}

const (
	afterBits    = 17
	historyMax   = 16384
	historyStep  = 7000 // sum of the histories that reduces a move by one ply less
	maxByHistory = 2    // plies
)

func newQuietOrder() quietOrder {
	return quietOrder{after: [2][]int16{make([]int16, 1<<afterBits), make([]int16, 1<<afterBits)}}
}

func (q *quietOrder) clear() {
	clear(q.single[0][:])
	clear(q.single[1][:])
	clear(q.after[0])
	clear(q.after[1])
}

// place returns the place of a move in a table: most games keep from and to in the low bits.
func place(m oxo.Move) uint32 { return uint32(m^m>>12) & (1<<12 - 1) }

// pair returns the place of a move after an earlier one.
func pair(before, m oxo.Move) uint32 {
	return (uint32(before)*0x9e3779b1 ^ uint32(m)*0x85ebca6b) * 0xc2b2ae35 >> (32 - afterBits)
}

// rank returns the history of a quiet move: high if it often ended nodes.
func (q *quietOrder) rank(m, before, earlier oxo.Move, side oxo.Side) int32 {
	sum := int32(q.single[side&1][place(m)])
	if before != 0 {
		sum += int32(q.after[0][pair(before, m)])
	}
	if earlier != 0 {
		sum += int32(q.after[1][pair(earlier, m)])
	}
	return sum
}

// learn adds a bonus to the histories of a move.
func (q *quietOrder) learn(m, before, earlier oxo.Move, side oxo.Side, bonus int32, parts Parts) {
	if parts.has(historyPart) {
		nudge(&q.single[side&1][place(m)], bonus)
	}
	if !parts.has(continuationPart) {
		return
	}
	if before != 0 {
		nudge(&q.after[0][pair(before, m)], bonus)
	}
	if earlier != 0 {
		nudge(&q.after[1][pair(earlier, m)], bonus)
	}
}

// nudge adds a bonus. The bonus counts less if the number is near its limit.
func nudge(n *int16, bonus int32) {
	*n += int16(bonus - int32(*n)*max(bonus, -bonus)/historyMax)
}

// before returns the move + 1 made a number of plies before; 0 for none or a pass.
func (w *selective) before(at, back int) oxo.Move {
	if at < back {
		return 0
	}
	return w.plies[at-back].move
}

// credit records that a quiet move ended a node, and that those before it did not.
func (w *selective) credit(f *frame, c *candidate) {
	here := f.here
	if !c.quiet {
		return
	}
	if w.parts.has(killersPart) && here.killers[0] != c.move+1 {
		here.killers[0], here.killers[1] = c.move+1, here.killers[0]
	}
	if f.depth == 1 && len(here.tried) == 0 {
		return
	}
	bonus := int32(min(20*f.depth*f.depth+60*f.depth, 2000))
	side, before, earlier := w.game.Turn(), w.before(f.at, 1), w.before(f.at, 2)
	w.quiets.learn(c.move, before, earlier, side, bonus, w.parts)
	for _, other := range here.tried {
		w.quiets.learn(other, before, earlier, side, -bonus, w.parts)
	}
}
