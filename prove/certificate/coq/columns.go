package coq

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/prove/certificate/walk"
)

// columns writes a strategy of Connect Four for formal/Connect4.v.
type columns struct {
	*writer
	walker *walk.Walker
	height oxo.Move
	seen   map[string]bool // positions with the other side to move whose strategy is written
}

// connect4 writes the theorem of a certificate of Connect Four.
func (w *writer) connect4(c *walk.Certificate, size [3]int) error {
	width, height := size[0], size[1]
	if c.Game.FormatPosition(c.Start()) != c.Game.FormatPosition(c.Game.Start()) {
		return fmt.Errorf("the position %s: want the empty board of %s", c.Game.FormatPosition(c.Start()), c.Game.Name())
	}
	fmt.Fprintf(w.to, "From Coq Require Import List ZArith Lia.\nFrom Oxo Require Import Game Known Connect4.\nImport ListNotations.\nOpen Scope nat_scope.\n\n")
	fmt.Fprintf(w.to, "Definition g : game := connect4 %d %d.\nDefinition p : pos g := start %d.\n\n", width, height, width)
	fmt.Fprint(w.to, `Definition T := tree g text.
Definition E : T := End.
Definition M (m : nat) (t : T) : T := Mine (g := g) m t.
Definition S : T := Seen.
Definition R (l : list (option T)) : T := Replies (g := g) {| turned := false; written := [] |} l.
Definition Y (turned : bool) (written : list ((nat * nat) * (nat * nat))) (l : list (option T)) : T :=
  Replies (g := g) {| turned := turned; written := written |} l.

`)
	sound := fmt.Sprintf("columns_sound (board %d %d) %d (lines %d %d)", width, height, height, width, height)
	return w.theorem(c, "columns_bounded _ _", func(o one) error {
		walker, err := c.Walk(o.side)
		if err != nil {
			return err
		}
		tree := &columns{writer: w, walker: walker, height: oxo.Move(height), seen: map[string]bool{}}
		return w.strategies(o, "T", sound, tree.strategy)
	})
}

// strategy writes the strategy from the current position on.
func (w *columns) strategy() error {
	if w.steps++; w.steps > MaxSteps {
		return ErrSteps
	}
	p := w.walker.Position()
	switch {
	case p.Outcome() != oxo.Ongoing:
		_, _ = w.to.WriteString("E") // Flush returns the error of a write
		return nil
	case w.walker.Side() == p.Turn():
		m := w.walker.Step().Move
		fmt.Fprintf(w.to, "(M %d ", m)
		if err := w.after(m); err != nil {
			return err
		}
		_, _ = w.to.WriteString(")")
		return nil
	}
	name := w.game.FormatPosition(p)
	if w.seen[name] {
		_, _ = w.to.WriteString("S")
		return nil
	}
	if err := w.replies(p); err != nil {
		return err
	}
	w.seen[name] = true
	return nil
}

// after writes the strategy after a move.
func (w *columns) after(m oxo.Move) error {
	if err := w.walker.Make(m); err != nil {
		return err
	}
	defer w.walker.Unmake()
	return w.strategy()
}

// replies writes the strategies after the moves of the other side. A threat needs no answers: a policy completes a
// line where it can.
func (w *columns) replies(p oxo.Position) error {
	step := w.walker.Step()
	written := p.Moves(nil)
	y, ok := w.walker.Policy()
	switch {
	case ok:
		written = y.Except
		w.policy(y)
	default:
		if step.Reason == walk.Threatens {
			written = step.Zone
		}
		_, _ = w.to.WriteString("(R ")
	}
	moves := p.Moves(nil)
	slices.SortFunc(moves, cmp.Compare)
	separator := "["
	for i, m := range moves {
		if !slices.ContainsFunc(moves[i:], func(m oxo.Move) bool { return slices.Contains(written, m) }) {
			break // the policy answers all others
		}
		_, _ = w.to.WriteString(separator)
		separator = ";\n"
		if !slices.Contains(written, m) {
			_, _ = w.to.WriteString("None")
			continue
		}
		_, _ = w.to.WriteString("Some ")
		if err := w.after(m); err != nil {
			return err
		}
	}
	_, _ = w.to.WriteString(map[bool]string{true: "[])", false: "])"}[separator == "["])
	return nil
}

// policy writes the text of a policy.
func (w *columns) policy(y walk.Policy) {
	answers := make([]string, len(y.Answers))
	for i, a := range y.Answers {
		answers[i] = fmt.Sprintf("((%d, %d), (%d, %d))", a[0]/w.height, a[0]%w.height, a[1]/w.height, a[1]%w.height)
	}
	fmt.Fprintf(w.to, "(Y %t [%s] ", y.Turned, strings.Join(answers, "; "))
}
