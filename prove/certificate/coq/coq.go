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
	fmt.Fprintf(w.to, "From Coq Require Import List ZArith NArith Lia.\nFrom Oxo Require Import Game Rows Plan Prevent Threats.\nImport ListNotations.\nOpen Scope N_scope.\n\n")
	fmt.Fprintf(w.to, "Definition g : game := rows_game %d %d %d.\nDefinition p : pos g := {| own := %s; other := %s |}.\n\n", size[0], size[1], size[2], own, other)
	lines := fmt.Sprintf("(squares %d %d) (lines %d %d %d)", size[0], size[1], size[0], size[1], size[2])
	return w.theorem(c, "rows_bounded _ _ _", func(o one) error {
		if plan, threats, ok := c.Plan(o.side); ok {
			return w.keepers(o, plan, threats, lines)
		}
		if !slices.Contains(c.Sides(), o.side) {
			w.lemma(o, "apply (stealing "+lines+"); vm_compute; reflexivity")
			return nil
		}
		return w.strategies(o, "strategy g", "holds_sound_for g", func() error { return w.side(c, o.side) })
	})
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

// one is the proven part for one side: it gets v or more. It is to move if mine.
type one struct {
	side oxo.Side
	name string
	v    int
	mine bool
}

// byComputing has Coq compute that a checker accepts, once.
const byComputing = "vm_cast_no_check (eq_refl true)"

// theorem writes a lemma for each side that the certificate is about, and the value that follows from them.
func (w *writer) theorem(c *walk.Certificate, bounded string, lemma func(one) error) error {
	result := c.Report.Result
	sides := c.Sides()
	if result == "draw" {
		sides = []oxo.Side{oxo.First, oxo.Second}
	}
	var lemmas []string
	for _, side := range sides {
		o := one{side, "other_side", 0, side == c.Start().Turn()}
		if o.mine {
			o.name = "side_to_move"
		}
		if result != "draw" {
			o.v = 1
		}
		if err := lemma(o); err != nil {
			return err
		}
		lemmas = append(lemmas, "pose proof by_"+o.name)
	}
	value := map[string]string{"win": "1", "draw": "0", "loss": "-1"}[result]
	fmt.Fprintf(w.to, "(** The value for the side to move: 1 is a win, 0 a draw, -1 a loss. *)\nTheorem proven : (value g p = %s)%%Z.\n", value)
	_, err := fmt.Fprintf(w.to, "Proof. %s; pose proof (%s p : (-1 <= value g p <= 1)%%Z); lia. Qed.\n\nPrint Assumptions proven.\n", strings.Join(lemmas, "; "), bounded)
	return err
}

// lemma writes what a side gets, and a proof.
func (w *writer) lemma(o one, proof string) {
	bound := "value g p <= - %d"
	if o.mine {
		bound = "%d <= value g p"
	}
	fmt.Fprintf(w.to, "Lemma by_%s : ("+bound+")%%Z.\nProof. %s. Qed.\n\n", o.name, o.v, proof)
}

// strategies writes the strategy of a side, and its lemma.
func (w *writer) strategies(o one, kind, sound string, strategy func() error) error {
	fmt.Fprintf(w.to, "Definition %s : %s :=\n", o.name, kind)
	if err := strategy(); err != nil {
		return err
	}
	_, _ = w.to.WriteString(".\n\n") // Flush returns the error of a write
	w.lemma(o, fmt.Sprintf("apply (%s %d %s %t p); [lia | %s]", sound, o.v, o.name, o.mine, byComputing))
	return nil
}

// side writes the strategy of a side.
func (w *writer) side(c *walk.Certificate, side oxo.Side) error {
	walker, err := c.Walk(side)
	if err != nil {
		return err
	}
	return w.strategy(walker)
}

// strategy writes a strategy from the current position on.
func (w *writer) strategy(at *walk.Walker) error {
	if w.steps++; w.steps > MaxSteps {
		return ErrSteps
	}
	p := at.Position()
	if p.Outcome() != oxo.Ongoing {
		_, err := w.to.WriteString("Finish")
		return err
	}
	moves, head, tail := p.Moves(nil), "Other (g := g) [", "]"
	if at.Side() == p.Turn() {
		m := at.Step().Move
		moves, head, tail = []oxo.Move{m}, fmt.Sprintf("Own (g := g) %d%%nat (", w.square(p, m)), ")"
	}
	slices.SortFunc(moves, func(a, b oxo.Move) int { return cmp.Compare(w.square(p, a), w.square(p, b)) })
	_, _ = w.to.WriteString(head)
	for i, m := range moves {
		if i > 0 {
			_, _ = w.to.WriteString(";\n")
		}
		if err := at.Make(m); err != nil {
			return err
		}
		err := w.strategy(at)
		at.Unmake()
		if err != nil {
			return err
		}
	}
	_, err := w.to.WriteString(tail)
	return err
}

// square returns the number that formal/Rows.v gives the square of a move: row by row, from the bottom left.
func (w *writer) square(p oxo.Position, m oxo.Move) int {
	name := w.game.FormatMove(p, m) // a letter for the column, and the row from 1
	row, _ := strconv.Atoi(name[1:])
	columns, _ := w.grid.Size()
	return int(name[0]-'a') + columns*(row-1)
}
