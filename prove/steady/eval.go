package steady

// evaluator plays a state against all replies. It is for one goroutine.
type evaluator struct {
	b      *Board
	s      *State
	table  []entry
	stamp  uint32
	visits int
}

// entry is a position with the side to move and the share of games that it does not win.
type entry struct {
	key   uint64
	stamp uint32
	fails float32
}

const tableBits = 16

func newEvaluator(b *Board) *evaluator { return &evaluator{b: b, table: make([]entry, 1<<tableBits)} }

// fails returns the share of games that a state does not win from p, with the side to move, if the other side makes
// random moves: all that do not lose at once. 0 means that the state wins against all replies. If the share is above
// the limit, the result is some number above the limit.
func (e *evaluator) fails(s *State, p position, limit float32) float32 {
	e.s = s
	if e.stamp++; e.stamp == 0 {
		clear(e.table)
		e.stamp = 1
	}
	return e.own(p, limit)
}

// own is fails in a position with the side to move.
func (e *evaluator) own(p position, limit float32) float32 {
	b := e.b
	legal := b.legal(p)
	if b.wins(p.own)&legal != 0 {
		return 0
	}
	move := b.wins(p.own^p.all) & legal
	if move == 0 {
		move = e.s.choose(legal)
	}
	if !single(move) {
		return 1
	}
	key := p.key(b)
	at := &e.table[key*0x9E3779B97F4A7C15>>(64-tableBits)]
	if at.stamp == e.stamp && at.key == key {
		return at.fails
	}
	e.visits++
	f := e.reply(position{p.own | move, p.all | move}, limit)
	if f <= limit {
		*at = entry{key, e.stamp, f}
	}
	return f
}

// reply is fails in a position with the other side to move.
func (e *evaluator) reply(p position, limit float32) float32 {
	b := e.b
	legal := b.legal(p)
	if legal == 0 || b.wins(p.own^p.all)&legal != 0 {
		return 1
	}
	if threats := b.wins(p.own) & legal; threats != 0 {
		if !single(threats) {
			return 0
		}
		legal = threats
	}
	n := float32(count(legal))
	sum := float32(0)
	for rest := legal; rest != 0; rest &= rest - 1 {
		m := rest & -rest
		f := e.own(position{p.own, p.all | m}, limit*n-sum)
		if sum += f; sum > limit*n {
			return max(sum/n, limit*1.0001)
		}
	}
	return sum / n
}
