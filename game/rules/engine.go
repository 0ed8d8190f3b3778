package rules

import (
	"context"
	"errors"
	"slices"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
	"oxo/game/rules/resolver"
)

// Engine runs the rules of a sheet: as a circuit of rules without variables, or, if the circuit is too large, as they are. Without
// a circuit nothing is proven of the sheet: its keys are hashes, it has no symmetries, and a state that comes back is a draw.
type Engine struct {
	program *machine.Program // nil without a circuit
	sheet   *resolver.Sheet  // nil with a circuit
}

// State is a state of a game, before any role has made its move. Fluents and moves have numbers.
type State interface {
	Fluent(f int) bool                          // it is true
	Over() bool                                 // the game is over
	Legal(role int, buf []int32) []int32        // the moves that a role may make, in the order of their text
	Points(role int) (points int, ok bool)      // what a role gets
	Make(first, second int32) (changes []int32) // the fluents are valid until the next call
	Unmake(fluents []int32)                     // takes back the last moves, which have changed these fluents
	Toggle(fluents []int32)                     // changes fluents
}

// Compile reads a sheet. The context and the bounds limit the work. Only a sheet with the default bounds may go without a circuit:
// the rules of other texts could take too long in each state.
func Compile(ctx context.Context, text string, bounds gdl.Bounds) (*Engine, error) {
	circuits, err := gdl.Read(ctx, text, bounds)
	switch {
	case errors.Is(err, gdl.ErrTooLarge) && bounds == gdl.Bounds{} && ctx.Err() == nil:
		return Unfolded(ctx, text)
	case err != nil:
		return nil, err
	}
	return FromProgram(machine.New(circuits...)), nil
}

// FromProgram returns the engine of a circuit.
func FromProgram(p *machine.Program) *Engine { return &Engine{program: p} }

// Unfolded reads a sheet without making a circuit.
func Unfolded(ctx context.Context, text string) (*Engine, error) {
	s, err := resolver.Read(ctx, text)
	if err != nil {
		return nil, err
	}
	return &Engine{sheet: s}, nil
}

// Roles returns the names of the roles.
func (e *Engine) Roles() [2]string {
	if e.sheet != nil {
		return e.sheet.Roles
	}
	return e.program.Roles
}

// Size returns the numbers of facts and of rules; without a circuit, of the facts met so far and of the rules with variables.
func (e *Engine) Size() (facts, rules int) {
	if e.sheet != nil {
		return e.sheet.Fluents(), e.sheet.Rules()
	}
	return len(e.program.Fluents), len(e.program.Rules)
}

// Begin returns the state at the beginning of the game.
func (e *Engine) Begin() State {
	if e.sheet != nil {
		return e.sheet.Machine()
	}
	return e.program.Machine()
}

// Copy returns a copy of a state.
func Copy(s State) State {
	if m, ok := s.(*resolver.Machine); ok {
		return m.Clone()
	}
	return s.(*machine.Machine).Clone()
}

// Fault says why the rules could not be followed in a state: then nothing that its methods returned since the last moves counts. It
// returns "" if all is well.
func Fault(s State) string {
	if m, ok := s.(*resolver.Machine); ok {
		return m.Fault()
	}
	return ""
}

// Move returns the text of a move.
func (e *Engine) Move(role int, m int32) string {
	if e.sheet != nil {
		return e.sheet.Move(m)
	}
	return e.program.Moves[role][m]
}

// fluent returns the text of a fluent.
func (e *Engine) fluent(f int32) string {
	if e.sheet != nil {
		return e.sheet.Fluent(f)
	}
	return e.program.Fluents[f]
}

// fluents returns how many fluents are known.
func (e *Engine) fluents() int {
	if e.sheet != nil {
		return e.sheet.Fluents()
	}
	return len(e.program.Fluents)
}

// facts returns the fluents that are true, in the order of their text.
func (e *Engine) facts(s State) (all []int32) {
	if m, ok := s.(*resolver.Machine); ok {
		return m.Facts(nil)
	}
	for f := range e.program.Fluents {
		if s.Fluent(f) {
			all = append(all, int32(f))
		}
	}
	return all
}

// find returns the fluent with a text.
func (e *Engine) find(text string) (f int32, ok bool) {
	if e.sheet != nil {
		return e.sheet.Parse(text)
	}
	at, ok := slices.BinarySearch(e.program.Fluents, text)
	if !ok {
		at = slices.Index(e.program.Fluents, text)
	}
	return int32(at), at >= 0
}

// describe returns the circuit; without one, a circuit without rules that has the fluents known so far.
func (e *Engine) describe() *gdl.Circuit {
	if e.sheet == nil {
		return e.program.Circuit
	}
	c := &gdl.Circuit{Roles: e.sheet.Roles}
	for f := range int32(e.sheet.Fluents()) {
		c.Fluents = append(c.Fluents, e.sheet.Fluent(f))
		c.Parts = append(c.Parts, e.sheet.Parts(f))
	}
	return c
}
