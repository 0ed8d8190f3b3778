package coq

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
)

// searched is how many moves Coq may look ahead where a certificate has a search (lemma 7).
const searched = 40

// plans writes plans for formal/Plan.v and formal/Threats.v.
type plans struct {
	*writer
	turns   map[int]int // the symmetries that are used, and their places in the file
	tables  []string
	numbers map[int]int // of a node of the certificate, the number that Coq gives it
	won     map[int]bool
}

// keepers writes the lemma of a side that has a plan. The side to move has a move before it.
func (w *writer) keepers(o one, plan walk.Plan, threats bool, board string) error {
	s := &plans{writer: w, turns: map[int]int{}, numbers: map[int]int{}, won: map[int]bool{}}
	s.turn(0)
	if o.mine {
		plan = plan.Below[0]
	}
	kind, sound, write := "plan", "plan_sound", s.plan
	if threats {
		kind, sound, write = "tplan", "threats_sound", func(p walk.Plan) error { return s.threats(p, s.all()) }
	}
	fmt.Fprintf(w.to, "Definition %s : %s :=\n", o.name, kind)
	if err := write(plan); err != nil {
		return err
	}
	fmt.Fprintf(w.to, ".\n\nDefinition turns_of_%s : list turn := [%s].\n\n", o.name, strings.Join(s.tables, ";\n"))
	by := fmt.Sprintf("%s %s turns_of_%s %s p", sound, board, o.name, o.name)
	if o.mine {
		by = fmt.Sprintf("move_%s %s turns_of_%s %d%%nat %s p", sound, board, o.name, s.square(plan.Move), o.name)
	}
	w.lemma(o, "apply ("+by+"); "+byComputing)
	return nil
}

// square returns the number that formal/Rows.v gives a square: row by row, from the bottom left. A certificate counts
// from the top left.
func (w *plans) square(m oxo.Move) int {
	columns, rows := w.grid.Size()
	return int(m)%columns + columns*(rows-1-int(m)/columns)
}

// turn returns the place of a symmetry. A table has for each square of the earlier node its square here, and its inverse.
func (w *plans) turn(symmetry int) int {
	if at, ok := w.turns[symmetry]; ok {
		return at
	}
	at := len(w.turns)
	w.turns[symmetry] = at
	if symmetry == 0 {
		w.tables = append(w.tables, "{| there := []; back := [] |}")
		return at
	}
	columns, rows := w.grid.Size()
	there, back := make([]string, columns*rows), make([]string, columns*rows)
	for m := range oxo.Move(columns * rows) {
		here, earlier := w.square(m), w.square(w.grid.(oxo.Symmetric).MapMove(m, symmetry)) //nolint:forcetypeassert // the checker has found the symmetry
		there[earlier], back[here] = fmt.Sprint(here), fmt.Sprint(earlier)
	}
	w.tables = append(w.tables, fmt.Sprintf("{| there := [%s]; back := [%s] |}", strings.Join(there, "; "), strings.Join(back, "; ")))
	return at
}

// plan writes a plan. Coq numbers the plans with pairs and with zones as they are complete.
func (w *plans) plan(p walk.Plan) error {
	if w.steps++; w.steps > MaxSteps {
		return ErrSteps
	}
	switch p.Kind {
	case certificate.Move:
		return fmt.Errorf("node %d: want one with the other side to move", p.At)
	case certificate.See:
		fmt.Fprintf(w.to, "(Ref %d %d)", w.numbers[p.Earlier], w.turn(p.Symmetry))
		return nil
	case certificate.Aside:
		fmt.Fprintf(w.to, "(Aside %s ", w.pairs(p))
		if err := w.plan(p.Below[0]); err != nil {
			return err
		}
		_, _ = w.to.WriteString(")")
		return nil
	case certificate.Zone:
		if err := w.zone(p); err != nil {
			return err
		}
	case certificate.Rest:
		fmt.Fprintf(w.to, "(Pairs %d %s)", searched, w.pairs(p))
	default:
		fmt.Fprintf(w.to, "(Pairs 0 %s)", w.pairs(p))
	}
	w.numbers[p.At] = len(w.numbers) + 1
	return nil
}

// zone writes the answers to some moves. On a full board there is no answer, and none is needed.
func (w *plans) zone(p walk.Plan) error {
	_, _ = w.to.WriteString("(Zone [")
	for i, answer := range p.Below {
		if i > 0 {
			_, _ = w.to.WriteString(";\n")
		}
		next := walk.Plan{Kind: certificate.Pairs, Move: answer.Move, At: -answer.At}
		if len(answer.Below) > 0 {
			next = answer.Below[0]
		}
		fmt.Fprintf(w.to, "(%d, %d, ", w.square(answer.Move), w.square(next.Move))
		if err := w.plan(next); err != nil {
			return err
		}
		_, _ = w.to.WriteString(")")
	}
	_, err := w.to.WriteString("])")
	return err
}

// pairs returns the text of the pairs of a node.
func (w *plans) pairs(p walk.Plan) string {
	all := make([]string, len(p.Pairs))
	for i, pair := range p.Pairs {
		all[i] = fmt.Sprintf("(%d, %d)", w.square(pair[0]), w.square(pair[1]))
	}
	return "[" + strings.Join(all, "; ") + "]"
}
