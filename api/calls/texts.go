package calls

// Texts appends the legal moves in the notation of the game to out, one a line; nothing if the game is
// over. They come in the order of [Position.Legal].
func (p *Position) Texts(out []byte) (texts []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = guard(func() error {
		for i, m := range p.moves() {
			if i > 0 {
				out = append(out, '\n')
			}
			out = append(out, p.game.game.FormatMove(p.session.Position(), m)...)
		}
		texts = out
		return nil
	})
	return texts, err
}
