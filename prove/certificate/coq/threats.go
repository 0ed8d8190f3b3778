package coq

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
)

// threats writes a plan with threats for formal/Threats.v. The zone belongs to the nearest answer of a zone above. Coq gives numbers
// to all nodes except references and complete lines.
func (w *plans) threats(p walk.Plan, zone []oxo.Move) error {
	if w.steps++; w.steps > MaxSteps {
		return ErrSteps
	}
	if slices.ContainsFunc(p.Below, func(answer walk.Plan) bool { return len(answer.Below) == 0 }) {
		p = walk.Plan{Kind: certificate.Pairs, At: p.At} // Q fills the board, and no line is alive
	}
	switch p.Kind {
	case certificate.See:
		if w.won[p.Earlier] {
			fmt.Fprintf(w.to, "(Won %s)", w.list(zone))
			return nil
		}
		fmt.Fprintf(w.to, "(Again %d %d)", w.numbers[p.Earlier], w.turn(p.Symmetry))
		return nil
	case certificate.Won:
		w.won[p.At] = true
		fmt.Fprintf(w.to, "(Won %s)", w.list(zone))
		return nil
	case certificate.Forced:
		answer := p.Below[0]
		next := answer.Below[0]
		fmt.Fprintf(w.to, "(Forced %d %d ", w.square(answer.Move), w.square(next.Move))
		if err := w.threats(next, zone); err != nil {
			return err
		}
		fmt.Fprintf(w.to, " %s)", w.list(zone))
	case certificate.Zone:
		if err := w.answers(p); err != nil {
			return err
		}
	default:
		fmt.Fprintf(w.to, "(Calm (Pairs 0 %s))", w.pairs(p))
	}
	w.numbers[p.At] = len(w.numbers) + 1
	return nil
}

// answers writes the answers to some moves.
func (w *plans) answers(p walk.Plan) error {
	_, _ = w.to.WriteString("(Answers [")
	for i, answer := range p.Below {
		if i > 0 {
			_, _ = w.to.WriteString(";\n")
		}
		next := answer.Below[0]
		fmt.Fprintf(w.to, "(%d, %d, ", w.square(answer.Move), w.square(next.Move))
		if err := w.threats(next, answer.Zone); err != nil {
			return err
		}
		_, _ = w.to.WriteString(")")
	}
	_, err := w.to.WriteString("])")
	return err
}

// all returns all squares.
func (w *plans) all() (all []oxo.Move) {
	columns, rows := w.grid.Size()
	for m := range oxo.Move(columns * rows) {
		all = append(all, m)
	}
	return all
}

// list returns the text of some squares.
func (w *plans) list(squares []oxo.Move) string {
	all := make([]string, len(squares))
	for i, m := range squares {
		all[i] = fmt.Sprint(w.square(m))
	}
	return "[" + strings.Join(all, "; ") + "]"
}
