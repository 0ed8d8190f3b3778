package mnk

import (
	"math"
	"math/bits"
)

// This file looks for wins by threats with proof numbers [Allis94], depth first [Nagai02]. The proof number of a node is
// about the work to show that the attacker wins, the disproof number the work to show that it does not win by these
// moves. The search goes where the least work is left.

// impossible is the number of work that cannot be done: the opposite is known.
const impossible = 1 << 30

// The sizes of the memory, as powers of two.
const (
	proofBits = 16
	replyBits = 14
	triedBits = 15
)

// proofs is the memory of the searches by proof numbers of one position and those after it.
type proofs struct {
	known   [1 << proofBits]proofNode
	replies [1 << replyBits]replies
	tried   [1 << triedBits]tried
}

// proofNode holds what the search knows of a node. If proof is 0 the attacker wins, if disproof is 0 it does not.
type proofNode struct {
	key             uint64
	proof, disproof uint32
	plies, first    int16 // of a win
}

// maxReplies is the greatest number of answers that is remembered.
const maxReplies = 14

// replies holds the answers to a threat.
type replies struct {
	key   uint64
	plies int16 // of the win by fours if the other side passes
	n     int16
	list  [maxReplies]int16
}

// tried is the result of a search within a limit of positions.
type tried struct {
	key          uint64
	limit        int32
	plies, first int16
}

// probe returns what the search knows of a node, or nil.
func (q *proofs) probe(key uint64) *proofNode {
	at := key >> (64 - proofBits)
	for _, i := range [2]uint64{at &^ 1, at | 1} {
		if e := &q.known[i]; e.key == key {
			return e
		}
	}
	return nil
}

// store remembers a node in the place of an earlier one: of two, the one that took less work.
func (q *proofs) store(key uint64, e proofNode) proofNode {
	at := key >> (64 - proofBits)
	a, b := &q.known[at&^1], &q.known[at|1]
	if b.key == key || a.key != key && b.work() < a.work() {
		a = b
	}
	e.key = key
	*a = e
	return e
}

func (e *proofNode) work() uint32 { return min(e.proof, impossible-1) + min(e.disproof, impossible-1) }

// lost is a node where the attacker does not win.
func lost() proofNode { return proofNode{proof: impossible} }

// open is a node that a limit left open.
func open() proofNode { return proofNode{proof: 1, disproof: 1} }

// proveThreats is [wide.winByThreats] by proof numbers, on a field. It finds long wins with fewer positions, but
// seldom the shortest. It remembers what it found, so later searches of this position and those near it begin where it
// ended. The memory knows positions by hashes, so a win is checked without it.
func (p *wide) proveThreats(attacker, limit int) (plies, first int) {
	t := p.searching(limit)
	if t.proofs == nil {
		t.proofs = &proofs{}
	}
	hash := p.hash ^ uint64(attacker+1)*0x9e3779b97f4a7c15
	slot := &t.proofs.tried[hash&(1<<triedBits-1)]
	if slot.key == hash && int(slot.limit) >= limit && slot.plies == 0 {
		return 0, none
	}
	h := prover{hunt: p.hunt(), proofs: t.proofs, attacker: attacker}
	if slot.key != hash || slot.plies == 0 {
		e := h.attack(hash, 0, impossible, impossible)
		*slot = tried{key: hash, limit: int32(limit)}
		if e.disproof == 0 {
			slot.limit = math.MaxInt32
		}
		if e.proof > 0 {
			return 0, none
		}
	}
	t.nodes, t.limit = 0, checkShare*max(limit, t.nodes)
	n := h.check(hash, 0)
	if n == 0 {
		return 0, none
	}
	slot.plies, slot.first = int16(n), int16(h.first)
	return n, h.first
}

// checkShare is the factor of a limit within which a win is checked.
const checkShare = 4

// prover is a search for a win by threats of one side.
type prover struct {
	*hunt
	*proofs
	attacker int
}

// try is a move of the attacker, and its proof number before anything is known.
type try struct {
	sq   int16
	hard uint8
}

// attack is a node where the attacker moves. It searches until a number reaches its limit.
func (h *prover) attack(hash uint64, at int, proofLimit, disproofLimit uint32) proofNode {
	// Step 1. Wins by fours, and a move that is forced.
	if h.probe(hash) == nil {
		h.nodes++
		if n := h.fours(h.attacker, hash, at); n > 0 {
			return h.store(hash, proofNode{disproof: impossible, plies: int16(n), first: h.line[at]})
		}
		if h.nodes >= h.limit {
			return open()
		}
	}
	stop, second := h.f.completing(1 - h.attacker)
	if second != none || at >= maxForced {
		return h.store(hash, lost())
	}
	var space [maxSide * maxSide]try
	moves := append(space[:0], try{int16(stop), 1})
	if stop == none {
		moves = h.threatening(space[:0])
	}
	for {
		// Step 2. The numbers. The attacker needs one move.
		n := h.sumUp(hash, moves)
		if n.won != nil {
			return h.store(hash, proofNode{disproof: impossible, plies: n.won.plies + 1, first: moves[n.best].sq})
		}
		if n.left == 0 {
			return h.store(hash, lost())
		}
		if n.least >= proofLimit || n.sum() >= disproofLimit || h.nodes >= h.limit {
			return h.store(hash, proofNode{proof: n.least, disproof: n.sum()})
		}
		// Step 3. The move that needs the least work.
		sq := int(moves[n.best].sq)
		h.f.put(h.attacker, sq)
		h.defend(hash^h.keys[h.attacker][sq], at+1, min(proofLimit, n.next+n.next/32+1), disproofLimit-(n.left-1))
		h.f.lift(h.attacker, sq)
	}
}

// numbers sums up the children of a node: the least of one number, and the greatest of the other. To
// add up the other would count the same work several times, since different orders of the same moves meet again.
type numbers struct {
	least, next uint32 // of the side that needs one child; next belongs to the second best child
	most        uint32 // of the side that needs all
	left        uint32 // children that are not solved
	best        int
	won         *proofNode // a child that solves the node
}

func (n *numbers) sum() uint32 { return min(n.most+n.left-1, impossible) }

// add adds a child.
func (n *numbers) add(i int, least, most uint32) {
	if most > 0 {
		n.most, n.left = max(n.most, most), n.left+1
	}
	if least < n.least {
		n.least, n.next, n.best = least, n.least, i
	} else {
		n.next = min(n.next, least)
	}
}

// sumUp returns the numbers of the attacker's moves.
func (h *prover) sumUp(hash uint64, moves []try) numbers {
	n := numbers{least: impossible, next: impossible}
	for i, m := range moves {
		e := h.probe(hash ^ h.keys[h.attacker][m.sq])
		switch {
		case e == nil:
			n.add(i, uint32(m.hard), 1)
		case e.proof == 0:
			n.won, n.best = e, i
			return n
		default:
			n.add(i, e.proof, e.disproof)
		}
	}
	return n
}

// threatening appends the moves that make fours, open threes, and three of five, which are harder to prove.
func (h *prover) threatening(moves []try) []try {
	tried := squareSet{}
	for i, flag := range [...]int{isFour, isThree, isBuild} {
		for w, word := range h.f.set(h.attacker, flag) {
			word &^= tried[w]
			for tried[w] |= word; word != 0; word &= word - 1 {
				moves = append(moves, try{int16(w<<6 | bits.TrailingZeros64(word)), [...]uint8{8, 8, 18}[i]})
			}
		}
	}
	return moves
}

// defend is a node where the other side moves.
func (h *prover) defend(hash uint64, at int, proofLimit, disproofLimit uint32) proofNode {
	// Step 1. The end, and the answers.
	defender := 1 - h.attacker
	var space [maxSide * maxSide]int16
	list, plies, known := h.answering(hash, at, space[:0])
	switch {
	case !known:
		return open()
	case plies == 0:
		return h.store(hash, lost())
	case len(list) == 0:
		return h.store(hash, proofNode{disproof: impossible, plies: plies})
	}
	for {
		// Step 2. The numbers. The other side needs one answer.
		n, longest := numbers{least: impossible, next: impossible}, plies
		for i, sq := range list {
			e := h.probe(hash ^ h.keys[defender][sq])
			switch {
			case e == nil:
				n.add(i, 1, 1)
			case e.disproof == 0:
				return h.store(hash, lost())
			case e.proof == 0:
				longest = max(longest, e.plies)
			default:
				n.add(i, e.disproof, e.proof)
			}
		}
		if n.left == 0 {
			return h.store(hash, proofNode{disproof: impossible, plies: longest + 1})
		}
		if n.sum() >= proofLimit || n.least >= disproofLimit || h.nodes >= h.limit {
			return h.store(hash, proofNode{proof: n.sum(), disproof: n.least})
		}
		// Step 3. The answer that needs the least work.
		sq := int(list[n.best])
		h.f.put(defender, sq)
		h.attack(hash^h.keys[defender][sq], at+1, proofLimit-(n.left-1), min(disproofLimit, n.next+n.next/32+1))
		h.f.lift(defender, sq)
	}
}

// answering appends the answers to a move of the attacker. It returns the plies of the win if the other side passes, or 0 if
// the move does not threaten to win; and false if a limit left that open. A list without answers means that nothing helps.
func (h *prover) answering(hash uint64, at int, list []int16) (answers []int16, plies int16, known bool) {
	if h.f.any(1-h.attacker, isFive) {
		return list, 0, true
	}
	answer, second := h.f.completing(h.attacker)
	switch {
	case second != none:
		return list, 2, true
	case answer != none:
		return append(list, int16(answer)), 1, true
	}
	r := &h.replies[hash>>(64-replyBits)]
	if r.key == hash {
		return append(list, r.list[:r.n]...), r.plies, true
	}
	list, n := h.threat(hash, at, list)
	if n == 0 && h.nodes >= h.limit {
		return list, 0, false
	}
	if len(list) <= maxReplies {
		*r = replies{key: hash, plies: int16(n), n: int16(len(list))}
		copy(r.list[:], list)
	}
	return list, int16(n), true
}

// threat returns the plies of the win by fours that a move of the attacker threatens, and appends the answers.
func (h *prover) threat(hash uint64, at int, list []int16) ([]int16, int) {
	n := h.fours(h.attacker, hash, at)
	if n > 0 {
		list = h.answers(h.attacker, h.line[at:h.length], list)
	}
	return list, n
}

// check returns the plies of a win, or 0 if it is not sure of it. It takes from the memory only which moves to look at.
func (h *prover) check(hash uint64, at int) int {
	if h.nodes++; h.nodes >= h.limit || at >= maxForced {
		return 0
	}
	if n := h.fours(h.attacker, hash, at); n > 0 {
		h.first = int(h.line[at])
		return n
	}
	e := h.probe(hash)
	stop, second := h.f.completing(1 - h.attacker)
	if e == nil || e.proof > 0 || second != none || stop != none && int(e.first) != stop || !h.f.isEmpty(int(e.first)) {
		return 0
	}
	sq := int(e.first)
	h.f.put(h.attacker, sq)
	n := h.checkAnswers(hash^h.keys[h.attacker][sq], at+1)
	h.f.lift(h.attacker, sq)
	if n == 0 {
		return 0
	}
	h.first = sq
	return n + 1
}

// checkAnswers checks all answers to a move of the attacker.
func (h *prover) checkAnswers(hash uint64, at int) int {
	if h.f.any(1-h.attacker, isFive) {
		return 0
	}
	var space [maxSide * maxSide]int16
	list, longest := space[:0], 1
	switch answer, second := h.f.completing(h.attacker); {
	case second != none:
		return 2
	case answer != none:
		list = append(list, int16(answer))
	default:
		if list, longest = h.threat(hash, at, list); longest == 0 {
			return 0
		}
	}
	for _, sq := range list {
		h.f.put(1-h.attacker, int(sq))
		n := h.check(hash^h.keys[1-h.attacker][sq], at+1)
		h.f.lift(1-h.attacker, int(sq))
		if n == 0 {
			return 0
		}
		longest = max(longest, n)
	}
	return longest + 1
}
