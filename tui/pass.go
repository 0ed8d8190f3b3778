//go:build unix || windows

package tui

// onlyPass reports whether the one legal move has no square: a forced pass.
func onlyPass(all []pointed) bool {
	return len(all) == 1 && len(unplaced(all)) == 1 && !steered(all)
}

// passOn makes the moves of a person who can only pass, unless moves were taken back.
func (p *play) passOn() {
	for len(p.redo) == 0 && p.yours() && onlyPass(p.legal) {
		only := p.legal[0]
		said := capital(p.names[p.position().Turn()]) + " passes: no other move is legal."
		p.session.Make(only.move)
		if p.over() {
			p.count()
			p.settle()
		}
		p.refresh()
		p.message = said
	}
}

// notYours says why a person cannot move now.
func (p *play) notYours() string {
	switch {
	case p.over():
		return "The game is over: n begins another, u takes back a move."
	case p.watching():
		return "oxo plays both sides: esc leads to the choice of the players."
	}
	return "It is oxo's move: wait for it, or take back yours with u."
}
