package rbg

import (
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/game/rules/digits"
)

// packing makes keys: the piece on each square, the variables, the place in the rules, the
// cursor and the side to move are digits, and the key is the sum of the digits times their
// weights. Without room for all digits the keys are hashes.
type packing struct {
	bits    int // of the keys; 0 if they are hashes
	pieces  int
	weights []oxo.Key // by square and piece: what it adds
	digits  []digit   // the rest
	rests   []int32   // the hubs where a side can be to move, or the game can end
	place   []int32   // by hub: its index in rests, or -1
	fixed   [][]int32 // by variable without a digit and hub: its value; nil for other variables
	players []int8    // by hub: whose move it is; -1 where the keeper has no move
}

// digit is a part of the state other than the board.
type digit struct {
	variable int32   // or one of the next
	values   []int32 // that a variable can have, sorted; nil for all
	size     int64
	weight   oxo.Key
}

const (
	digitPlace  = -1
	digitCursor = -2
	digitTurn   = -3
)

// pack chooses the weights.
func pack(p *program, f *flow) packing {
	squares := len(p.graph.names)
	w := packing{pieces: len(p.pieces), rests: f.rests, place: make([]int32, len(p.hubs))}
	w.weights = make([]oxo.Key, squares*w.pieces)
	for h := range w.place {
		w.place[h] = int32(slices.Index(w.rests, int32(h)))
	}
	w.derive(p, f)
	weight, fits := oxo.Key{Lo: 1}, true
	grow := func(values uint64) {
		next, ok := digits.Times(weight, values)
		weight, fits = next, fits && ok
	}
	for v := range squares {
		for k := range w.pieces {
			w.weights[v*w.pieces+k], _ = digits.Times(weight, uint64(k))
		}
		grow(uint64(w.pieces))
	}
	w.digits = f.digits(p)
	for i := range w.digits {
		w.digits[i].weight = weight
		grow(uint64(w.digits[i].size))
	}
	if w.bits = digits.Len(weight); !fits {
		w.bits = 0
		rng := rand.New(rand.NewPCG(5, 6))
		for i := range w.weights {
			w.weights[i] = oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}
		}
		for i := range w.digits {
			w.digits[i].weight = oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64() | 1}
		}
	}
	return w
}

// derive finds what the place in the rules says without a digit: some variables, and whose move it is.
func (w *packing) derive(p *program, f *flow) {
	w.fixed = make([][]int32, len(p.variables))
	for v := range w.fixed {
		if f.fixed[v] {
			w.fixed[v] = f.at[v]
		}
	}
	w.players = make([]int8, len(p.hubs))
	for h := range w.players {
		w.players[h] = -1
	}
	for i := range p.ops {
		if o := &p.ops[i]; o.kind == toPlayer {
			w.players[o.hub] = int8(o.arg)
		}
	}
}

func (w *packing) piece(square uint16, piece uint8) oxo.Key {
	return w.weights[int(square)*w.pieces+int(piece)]
}

// boardKey adds up the pieces of a board.
func (w *packing) boardKey(board []uint8) oxo.Key {
	var k oxo.Key
	for v, piece := range board {
		k = digits.Sum(k, w.piece(uint16(v), piece))
	}
	return k
}

// key adds the other digits to the digits of the board.
func (w *packing) key(p *position) oxo.Key { return digits.Sum(p.board, w.rest(p, p.hub, p.at)) }

// rest returns all digits but the board's, at a place in the rules and on the board.
func (w *packing) rest(p *position, hub int32, at uint16) (k oxo.Key) {
	for i := range w.digits {
		d := &w.digits[i]
		var n uint64
		switch d.variable {
		case digitPlace:
			n = uint64(w.place[hub])
		case digitCursor:
			n = uint64(at)
		case digitTurn:
			n = uint64(p.turn)
		default:
			if n = uint64(p.variables[d.variable]); d.values != nil {
				i, _ := slices.BinarySearch(d.values, int32(n))
				n = uint64(i)
			}
		}
		add, _ := digits.Times(d.weight, n)
		k = digits.Sum(k, add)
	}
	return k
}

// restore fills in the state of an exact key.
func (w *packing) restore(p *position, k oxo.Key) {
	var n uint64
	for v := range p.state.board {
		k, n = digits.Divide(k, uint64(w.pieces))
		p.put(uint16(v), uint8(n))
	}
	p.hub, p.at = w.rests[0], 0
	for i := range w.digits {
		d := &w.digits[i]
		k, n = digits.Divide(k, uint64(d.size))
		switch d.variable {
		case digitPlace:
			p.hub = w.rests[n]
		case digitCursor:
			p.at = uint16(n)
		case digitTurn:
			p.turn = oxo.Side(n)
		default:
			p.variables[d.variable] = int32(n)
			if d.values != nil {
				p.variables[d.variable] = d.values[n]
			}
		}
	}
	for v, at := range w.fixed {
		if at != nil {
			p.variables[v] = at[p.hub]
		}
	}
	p.board = w.boardKey(p.state.board)
	p.player = w.players[p.hub]
	p.over = p.player < 0
}
