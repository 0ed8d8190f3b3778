package puzzle

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// Examiner decides whether positions are puzzles. Only one goroutine may use it at a time. What it
// says of a position does not depend on the positions before it.
type Examiner struct {
	game    oxo.Game
	options Options
	results *search.Searcher // asks only who wins
	exact   *search.Searcher
	levels  *search.Searcher // of the levels: it keeps nothing from one search to the next
}

// NewExaminer makes an examiner of positions of a game.
func NewExaminer(g oxo.Game, o Options) *Examiner {
	o = o.withDefaults()
	options := search.Options{KeepTable: true, TableBytes: o.TableBytes, NoSelective: true}
	e := &Examiner{game: g, options: o, exact: search.New(options), levels: search.New(search.Options{TableBytes: o.TableBytes / 4})}
	e.results = search.New(options)
	e.results.KeepProofs()
	return e
}

// examined is a position being examined.
type examined struct {
	*Examiner
	ctx    context.Context
	p      oxo.Position
	moves  []move
	answer *move
	left   uint64 // nodes that the questions about results may still take
	within int
}

// Examine makes a puzzle of a position, or says in a [RefusedError] why it is not one. The moves
// before the position do not count. If ctx ends first, it returns the context's error.
func (e *Examiner) Examine(ctx context.Context, of oxo.Position) (*Puzzle, error) {
	return e.examine(ctx, of, true)
}

// examine examines a position. Without results it looks only for a win within a few plies.
func (e *Examiner) examine(ctx context.Context, of oxo.Position, results bool) (*Puzzle, error) {
	p, err := e.game.ParsePosition(e.game.FormatPosition(of)) // without the earlier moves
	if err != nil {
		return nil, fmt.Errorf("the position cannot be written: %w", err)
	}
	if p.Outcome() != oxo.Ongoing {
		return nil, &RefusedError{Fault: Over}
	}
	if len(catalog.Playable(p, nil)) < 2 {
		return nil, &RefusedError{Fault: Forced}
	}
	if byHash(p) {
		return nil, &RefusedError{Fault: Unproven}
	}
	x := &examined{Examiner: e, p: p}
	e.results.Clear()
	e.exact.Clear()
	inTime, stop := ctx, context.CancelFunc(func() {})
	if e.options.Time > 0 {
		inTime, stop = context.WithTimeout(ctx, e.options.Time)
	}
	defer stop()
	x.ctx = inTime
	z, err := x.prove(results)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case inTime.Err() != nil:
		return nil, &RefusedError{Fault: Unproven}
	case err != nil:
		return nil, err
	}
	x.ctx = ctx
	if err := x.rate(z); err != nil {
		return nil, err
	}
	return z, nil
}

// prove makes a puzzle without its rating.
func (x *examined) prove(results bool) (*Puzzle, error) {
	puzzle, err := x.sooner()
	if puzzle == nil && err == nil {
		if err = error(&RefusedError{Fault: Unproven}); results {
			puzzle, err = x.byResult()
		}
	}
	if err != nil {
		return nil, err
	}
	return puzzle, x.describe(puzzle)
}

// half is a part of the nodes: one half for the results, the other for plies and refutations.
func (e *Examiner) half() search.Limits { return search.Limits{Nodes: max(e.options.Nodes/2, 1)} }

// byResult makes a puzzle of a position in which one move keeps the result.
func (x *examined) byResult() (*Puzzle, error) {
	best, err := x.only()
	if err != nil {
		return nil, err
	}
	if err := x.measure(); err != nil {
		return nil, err
	}
	z := x.begin(best)
	if x.answer.line != nil {
		z.Line = catalog.FormatLine(x.game, x.p, x.answer.line)
	}
	for i := range x.moves {
		m := &x.moves[i]
		if m == x.answer {
			continue
		}
		w, err := x.refute(m)
		if err != nil {
			return nil, err
		}
		z.Wrong = append(z.Wrong, w)
	}
	if z.Plies = x.plies(z); z.Plies == 0 {
		return nil, &RefusedError{Fault: Unproven}
	}
	return z, x.checkPlies(z.Plies)
}

// begin returns a puzzle with the answer alone.
func (x *examined) begin(keeps string) *Puzzle {
	answer := x.game.FormatMove(x.p, x.answer.Move)
	return &Puzzle{
		Game: x.game.Name(), Position: x.game.FormatPosition(x.p), Turn: board.SideName(x.game, x.p.Turn()),
		Keeps: keeps, Within: x.within, Answer: answer, Line: []string{answer},
	}
}

// checkPlies refuses a number of plies outside the options.
func (x *examined) checkPlies(plies int) error {
	switch {
	case plies < x.options.MinPlies:
		return &RefusedError{Fault: Short, Plies: plies}
	case x.options.MaxPlies > 0 && plies > x.options.MaxPlies:
		return &RefusedError{Fault: Long, Plies: plies}
	}
	return nil
}

// byHash reports whether the search takes two moves for images of each other by a hash alone: then
// the value of the second is not proven.
func byHash(p oxo.Position) bool {
	s, ok := p.(oxo.Symmetric)
	if k, exact := p.(oxo.Keyed); !ok || exact && k.KeyBits() > 0 || s.Symmetries() < 2 {
		return false
	}
	seen := map[oxo.Key]bool{}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		key, _ := s.Canonical()
		p.Unmake(m)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// measure finds the plies or the margins of the moves, and the line of the answer. The results of
// the moves are known already.
func (x *examined) measure() error {
	for _, r := range x.exact.Analyze(x.ctx, x.p, x.half()) {
		m := x.move(r.Move)
		m.bounds, m.line = m.bounds.And(r.Bounds), nil
		if r.Proven {
			m.line = r.Line
		}
	}
	if !x.answer.bounds.Exact() {
		return &RefusedError{Fault: Unproven}
	}
	return x.ctx.Err()
}

// plies returns how far one must look ahead, or 0 if that is not known.
func (x *examined) plies(z *Puzzle) int {
	if value := x.answer.bounds.Lo(); value.IsWin() && value.CountsPlies() {
		return value.Plies()
	}
	far := 0
	for _, w := range z.Wrong {
		far = max(far, w.Plies)
	}
	if far == 0 {
		return len(z.Line)
	}
	return far
}

// describe adds the reason and the theme.
func (x *examined) describe(z *Puzzle) error {
	z.Sentences = []string{z.plainly(catalog.NameMove(x.game, x.p, x.answer.Move))}
	defer func() { z.Reason = strings.Join(z.Sentences, " ") }()
	if z.Keeps == Material { // the value of the position is not known
		z.Theme = x.theme(z)
		return nil
	}
	why, err := explain.Why(x.ctx, x.game, x.p, x.answer.Move, explain.WhyOptions{Searcher: x.exact, Limits: x.half()})
	if err != nil {
		return errors.Join(x.ctx.Err(), err)
	}
	if why.Value.Proven { // else its words are about an estimate
		z.Sentences, z.Motives = nil, why.Motives
		for _, s := range why.Sentences {
			z.Sentences = append(z.Sentences, s.Text)
		}
	}
	z.Theme = x.theme(z)
	return nil
}

// plainly is the reason where nothing more is proven. The answer has the name that players write.
func (z *Puzzle) plainly(answer string) string {
	others := "every other move loses"
	for _, w := range z.Wrong {
		if w.Result != "loss" {
			others = "no other move does"
		}
	}
	switch {
	case z.Keeps == Material:
		return fmt.Sprintf("Only %s wins material within %s, whatever the reply.", answer, plies(z.Within))
	case z.Within > 0:
		return fmt.Sprintf("Only %s wins within %s.", answer, plies(z.Within))
	case z.Keeps == "draw":
		return "Only " + answer + " keeps the draw: " + others + "."
	}
	return "Only " + answer + " keeps the win: " + others + "."
}
