package census

import (
	"context"

	"oxo"
)

// Table is a solved game: the value of every position and a best move.
type Table struct {
	symmetric bool
	entries   map[oxo.Key]entry
	game      oxo.Game
	identity  identity
	texts     *texts // of positions without a key; only read once the table is made
}

type entry struct {
	score oxo.Score
	best  oxo.Move // of the class's own position, where the table is symmetric
}

// Solve makes the table of a whole game, one position of each class where the
// game has symmetries: it sets Symmetric and Depth of the options itself.
func Solve(ctx context.Context, g oxo.Game, opts Options) (*Table, error) {
	start := g.Start()
	_, turns := start.(oxo.Symmetric)
	_, keyed := start.(oxo.Keyed)
	opts.Symmetric, opts.Depth = turns && keyed, 0
	w, err := newWalk(ctx, g, start, opts)
	if err != nil {
		return nil, err
	}
	if err := w.run(start); err != nil {
		return nil, err
	}
	if err := w.evaluate(); err != nil {
		return nil, err
	}
	t := &Table{symmetric: opts.Symmetric, entries: make(map[oxo.Key]entry, w.found), game: g, identity: w.identity, texts: w.texts}
	for _, l := range w.layers {
		for i, key := range l.keys {
			t.entries[key] = entry{score: l.scores[i]}
		}
	}
	t.findMoves(w, start, map[oxo.Key]bool{})
	return t, ctx.Err()
}

// Len returns the number of positions in the table.
func (t *Table) Len() int { return len(t.entries) }

// findMoves walks the game once more and notes a best move of each position.
func (t *Table) findMoves(w *walk, p oxo.Position, done map[oxo.Key]bool) {
	key, symmetry := t.class(p)
	if done[key] || p.Outcome() != oxo.Ongoing || w.ctx.Err() != nil {
		return
	}
	done[key] = true
	best, bestMove := -oxo.Infinity, oxo.Move(0)
	for _, m := range p.Moves(nil) {
		p.Make(m)
		t.findMoves(w, p, done)
		reply, _ := t.class(p)
		if v := t.entries[reply].score.Back(); v > best {
			best, bestMove = v, m
		}
		p.Unmake(m)
	}
	if symmetry != 0 {
		bestMove = p.(oxo.Symmetric).MapMove(bestMove, symmetry)
	}
	t.entries[key] = entry{best, bestMove}
}

func (t *Table) class(p oxo.Position) (oxo.Key, int) {
	if t.symmetric {
		return p.(oxo.Symmetric).Canonical()
	}
	return t.identity(p), 0
}

// Lookup returns the value of a position of the table's game for its side to
// move and, unless the game is over, a best move. It reports false for a
// position that cannot come about.
func (t *Table) Lookup(p oxo.Position) (oxo.Score, oxo.Move, bool) {
	if t.texts != nil {
		if _, known := t.texts.number[t.game.FormatPosition(p)]; !known {
			return 0, 0, false
		}
	}
	key, symmetry := t.class(p)
	e, ok := t.entries[key]
	if ok && symmetry != 0 {
		e.best = p.(oxo.Symmetric).UnmapMove(e.best, symmetry)
	}
	return e.score, e.best, ok
}
