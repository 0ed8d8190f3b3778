package write

import (
	"context"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// byLines writes how a side keeps the other side from completing a line, and reports whether it has found a way.
func (w *writer) byLines(side oxo.Side) (written bool, err error) {
	p, g := w.proof.Position, w.proof.Game
	lined, ok := p.(lines.Lined)
	if !ok || lined.WinningSets() == nil || p.Outcome() != oxo.Ongoing {
		return false, nil
	}
	if side == oxo.First && p.Turn() == side && g.FormatPosition(p) == g.FormatPosition(g.Start()) {
		w.writeNumber(certificate.Stealing)
		return true, nil
	}
	b, ok := lines.NewBoard(lined, side)
	if !ok {
		return false, nil
	}
	if p.Turn() != side && harmless(b) {
		w.writeNumber(certificate.Prevention)
		w.writeNumber(certificate.Pairs)
		w.writeNumber(0)
		return true, nil
	}
	return w.prevention(side, b)
}

// prevention writes a prevention, if the proof has one.
func (w *writer) prevention(side oxo.Side, b *lines.Board) (written bool, err error) {
	if w.proof.Prevent == nil {
		return false, nil
	}
	preventer := w.proof.Prevent(side)
	if preventer == nil { // the proof has no preventer, or the context has ended
		return false, context.Cause(w.ctx)
	}
	p := w.proof.Position
	b.Prepare(preventer.Threats())
	w.writeNumber(map[bool]uint64{false: certificate.Prevention, true: certificate.Threats}[b.Threats])
	t := &preventing{writer: w, by: preventer, b: b, notes: newNotes(b)}
	t.turns, _ = p.(oxo.Symmetric)
	t.maps = mapsOf(p, b)
	if w.proof.Threads > 1 {
		t.helpers = newHelpers(w.ctx, w.proof, side)
		defer t.helpers.shutDown()
	}
	if t.keeper, err = t.newKeeper(); err != nil {
		return true, err
	}
	_, err = t.node(p.Turn() == side)
	return true, err
}

// nearRoot is the length of the longest line for which the writer calls [Proof.Answered].
const nearRoot = 3

// report calls [Proof.Answered] with the number of moves of a zone that have answers. It does not call it where
// squares are set aside, because the line there is not a line of the game.
func (t *preventing) report(a *answering) {
	if t.proof.Answered == nil || len(t.path) > nearRoot || t.gone != (lines.Squares{}) {
		return
	}
	open := 0
	for m := range oxo.Move(t.b.Count) {
		if t.b.Empty(m) && a.needsAnswer(m) {
			open++
		}
	}
	t.proof.Answered(t.path, a.answered.Count(), open)
}
