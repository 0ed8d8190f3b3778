//go:build js

package connect4

import "oxo"

// h is the height of the board: a constant on the usual board alone, since each
// height takes 30 KB of what a browser has to load. Others take twice as long.
func (g *guide[H]) h() int {
	var h H
	if len(h) == 0 {
		return g.height
	}
	return len(h)
}

// guideOfHeight picks the guide whose shifts are constants, where there is one.
func guideOfHeight(p *position) oxo.Guide {
	if p.g.height == 6 {
		return &guide[[6]byte]{tables: &p.g.tables, p: p}
	}
	return &guide[[0]byte]{tables: &p.g.tables, p: p}
}
