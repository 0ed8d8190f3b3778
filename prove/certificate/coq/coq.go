// Package coq writes the strategies of a certificate as a file for the proof assistant Coq. The checker in formal/
// is proven sound there. If Coq accepts the file, the value is a theorem.
package coq

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/prove/certificate/walk"
)

// MaxSteps is the greatest number of steps of a strategy that is written.
const MaxSteps = 1_000_000

// ErrSteps is the error for a strategy that has too many steps.
var ErrSteps = errors.New("the strategy has too many steps for Coq: want a smaller board")

// writer writes a file for Coq.
type writer struct {
	to    *bufio.Writer
	game  oxo.Game
	grid  board.Grid
	steps int
}

// Write writes the theorem that a certificate proves. The game must be Connect Four, or k in a row without options:
// in a certificate their names are connect4:COLUMNSxROWS and mnk:COLUMNSxROWSxK.
func Write(to io.Writer, c *walk.Certificate) error {
	var size [3]int
	name := c.Game.Name()
	w := &writer{to: bufio.NewWriter(to), game: c.Game}
	fmt.Fprintf(w.to, "(* %s, from %s: made by oxo verify --coq of a certificate that oxo has checked. *)\n", name, c.Game.FormatPosition(c.Start()))
	write := w.rows
	if _, err := fmt.Sscanf(name, "connect4:%dx%d", &size[0], &size[1]); err == nil && name == fmt.Sprintf("connect4:%dx%d", size[0], size[1]) {
		write = w.connect4
	} else if _, err := fmt.Sscanf(name, "mnk:%dx%dx%d", &size[0], &size[1], &size[2]); err != nil || name != fmt.Sprintf("mnk:%dx%dx%d", size[0], size[1], size[2]) {
		return fmt.Errorf("the game %s: want connect4, or k in a row without options, as mnk:3x3x3: formal/ has the rules of no other game", name)
	}
	if err := write(c, size); err != nil {
		return err
	}
	return w.to.Flush()
}

// rows writes the theorem of a certificate of k in a row.
func (w *writer) rows(c *walk.Certificate, size [3]int) error {
	grid, ok := c.Start().(board.Grid)
	if !ok {
		return fmt.Errorf("the game %s has no board", c.Game.Name())
	}
	w.grid = grid
	own, other := w.stones()
	fmt.Fprintf(w.to, "From Coq Require Import List ZArith NArith Lia.\nFrom Oxo Require Import Game Rows.\nImport ListNotations.\n\n")
	fmt.Fprintf(w.to, "Definition g : game := rows_game %d %d %d.\nDefinition p : pos g := {| own := %s%%N; other := %s%%N |}.\n\n", size[0], size[1], size[2], own, other)
	sides := c.Sides()
	if c.Report.Result == "draw" {
		sides = []oxo.Side{oxo.First, oxo.Second}
	}
	return w.theorem(c, sides, kind{"strategy g", "holds_sound_for g", "rows_bounded _ _ _"}, func(side oxo.Side) error { return w.side(c, side) })
}

// stones returns the stones of the side to move and of the other side, as hexadecimal numbers.
func (w *writer) stones() (own, other string) {
	columns, rows := w.grid.Size()
	bits := map[bool][]byte{}
	for _, mine := range []bool{true, false} {
		bits[mine] = []byte(strings.Repeat("0", (columns*rows+3)/4))
	}
	const digits = "0123456789abcdef"
	for i := range columns * rows {
		cell := w.grid.At(board.Square{Column: i % columns, Row: i / columns})
		if cell.Text == "" {
			continue
		}
		b := bits[cell.Owner == w.grid.Turn()]
		at := len(b) - 1 - i/4
		b[at] = digits[strings.IndexByte(digits, b[at])|1<<(i%4)]
	}
	return "0x" + string(bits[true]), "0x" + string(bits[false])
}

// kind is what a theorem needs of a kind of strategies: their type, the theorem that a checker is sound, and the one
// that values are from -1 to 1.
type kind struct{ strategies, sound, bounded string }

// theorem writes the strategies of some sides, and the value that follows from them.
func (w *writer) theorem(c *walk.Certificate, sides []oxo.Side, k kind, strategy func(oxo.Side) error) error {
	result := c.Report.Result
	var lemmas []string
	for _, side := range sides {
		v, name, mine, bound := 0, "other_side", side == c.Start().Turn(), "value g p <= - %d"
		if mine {
			name, bound = "side_to_move", "%d <= value g p"
		}
		if result != "draw" {
			v = 1
		}
		fmt.Fprintf(w.to, "Definition %s : %s :=\n", name, k.strategies)
		if err := strategy(side); err != nil {
			return err
		}
		fmt.Fprintf(w.to, ".\n\nLemma by_%s : ("+bound+")%%Z.\nProof. apply (%s %d %s %t p); [lia | vm_cast_no_check (eq_refl true)]. Qed.\n\n", name, v, k.sound, v, name, mine)
		lemmas = append(lemmas, "pose proof by_"+name)
	}
	value := map[string]string{"win": "1", "draw": "0", "loss": "-1"}[result]
	fmt.Fprintf(w.to, "(** The value for the side to move: 1 is a win, 0 a draw, -1 a loss. *)\nTheorem proven : (value g p = %s)%%Z.\n", value)
	_, err := fmt.Fprintf(w.to, "Proof. %s; pose proof (%s p : (-1 <= value g p <= 1)%%Z); lia. Qed.\n\nPrint Assumptions proven.\n", strings.Join(lemmas, "; "), k.bounded)
	return err
}

// side writes the strategy of a side. A certificate of a draw has no moves of the first side, which cannot lose
// (lemma 4). Then a search of the small board finds the moves, and Coq checks them like all others.
func (w *writer) side(c *walk.Certificate, side oxo.Side) error {
	if slices.Contains(c.Sides(), side) {
		walker, err := c.Walk(side)
		if err != nil {
			return err
		}
		return w.strategy(side, walker.Position, walker.Make, walker.Unmake, func() (oxo.Move, error) { return walker.Step().Move, nil })
	}
	p := c.Start().Clone()
	var path []oxo.Move
	do := func(m oxo.Move) error {
		path = append(path, m)
		p.Make(m)
		return nil
	}
	undo := func() {
		p.Unmake(path[len(path)-1])
		path = path[:len(path)-1]
	}
	known := keeper{}
	return w.strategy(side, func() oxo.Position { return p }, do, undo, func() (oxo.Move, error) { return known.move(p) })
}

// strategy writes the strategy of a side from the current position on.
func (w *writer) strategy(side oxo.Side, at func() oxo.Position, do func(oxo.Move) error, undo func(), step func() (oxo.Move, error)) error {
	if w.steps++; w.steps > MaxSteps {
		return ErrSteps
	}
	p := at()
	if p.Outcome() != oxo.Ongoing {
		_, err := w.to.WriteString("Finish")
		return err
	}
	moves, head, tail := p.Moves(nil), "Other (g := g) [", "]"
	if side == p.Turn() {
		m, err := step()
		if err != nil {
			return err
		}
		moves, head, tail = []oxo.Move{m}, fmt.Sprintf("Own (g := g) %d%%nat (", w.square(p, m)), ")"
	}
	slices.SortFunc(moves, func(a, b oxo.Move) int { return cmp.Compare(w.square(p, a), w.square(p, b)) })
	_, _ = w.to.WriteString(head) // Flush returns the error of a write
	for i, m := range moves {
		if i > 0 {
			_, _ = w.to.WriteString(";\n")
		}
		if err := do(m); err != nil {
			return err
		}
		err := w.strategy(side, at, do, undo, step)
		undo()
		if err != nil {
			return err
		}
	}
	_, err := w.to.WriteString(tail)
	return err
}

// keeper finds moves that do not lose. It stores positions by their hash. If two positions had the same hash, a
// move could be wrong, and Coq would refuse the file.
type keeper map[uint64]bool

// maxKept is the greatest number of positions that a keeper stores: enough for 3x3 and 4x3.
const maxKept = 1_000_000

// move returns a move after which the other side cannot win.
func (k keeper) move(p oxo.Position) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		wins := k.wins(p)
		p.Unmake(m)
		if !wins {
			return m, nil
		}
	}
	return 0, ErrSteps
}

// wins reports whether the side to move can win.
func (k keeper) wins(p oxo.Position) bool {
	if o := p.Outcome(); o != oxo.Ongoing {
		return o == oxo.Won
	}
	known, ok := k[p.Hash()]
	if ok || len(k) >= maxKept {
		return known || !ok
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		lost := k.loses(p)
		p.Unmake(m)
		if lost {
			known = true
			break
		}
	}
	k[p.Hash()] = known
	return known
}

// loses reports whether the side to move loses whatever it does.
func (k keeper) loses(p oxo.Position) bool {
	if o := p.Outcome(); o != oxo.Ongoing {
		return o == oxo.Lost
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		wins := k.wins(p)
		p.Unmake(m)
		if !wins {
			return false
		}
	}
	return true
}

// square returns the number that formal/Rows.v gives the square of a move: row by row, from the bottom left.
func (w *writer) square(p oxo.Position, m oxo.Move) int {
	name := w.game.FormatMove(p, m) // a letter for the column, and the row from 1
	row, _ := strconv.Atoi(name[1:])
	columns, _ := w.grid.Size()
	return int(name[0]-'a') + columns*(row-1)
}
