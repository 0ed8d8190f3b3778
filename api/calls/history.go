package calls

import "oxo"

// History appends the moves made since the beginning to buf.
func (p *Position) History(buf []oxo.Move) []oxo.Move {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(buf, p.session.Moves()...)
}
