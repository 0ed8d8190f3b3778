//go:build js

package connect4

import "oxo"

// h is the height of the board. It is a constant only for 7x6, since the code for each height
// adds 30 KB to the download. Other heights take twice as long.
func (g *guide[H]) h() int {
	var h H
	if len(h) == 0 {
		return g.height
	}
	return len(h)
}

// guideOfHeight returns the guide whose shifts are constants, if there is one.
func guideOfHeight(p *position) oxo.Guide {
	if p.g.height == 6 {
		return &guide[[6]byte]{tables: &p.g.tables, p: p}
	}
	return &guide[[0]byte]{tables: &p.g.tables, p: p}
}
