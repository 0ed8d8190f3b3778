package calls

import "oxo"

// History appends the moves made since the beginning to buf.
func (p *Position) History(buf []oxo.Move) []oxo.Move {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(buf, p.session.Moves()...)
}

// Back takes back the last move, and returns it with its text.
func (p *Position) Back() (m oxo.Move, text string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = guard(func() error {
		made := p.session.Moves()
		if len(made) == 0 {
			return errorf(Input, "no move can be taken back: want a position with moves made")
		}
		m = made[len(made)-1]
		p.known = false
		if err := p.session.Undo(1); err != nil {
			return inputError(err)
		}
		text = p.game.game.FormatMove(p.session.Position(), m)
		return nil
	})
	return m, text, err
}
