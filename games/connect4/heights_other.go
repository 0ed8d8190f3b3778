//go:build !js

package connect4

import "oxo"

// h is the height of the board, a constant.
func (guide[H]) h() int {
	var h H
	return len(h)
}

// guideOfHeight returns the guide whose shifts are constants.
func guideOfHeight(p *position) oxo.Guide {
	switch p.g.height {
	case 4:
		return &guide[[4]byte]{tables: &p.g.tables, p: p}
	case 5:
		return &guide[[5]byte]{tables: &p.g.tables, p: p}
	case 6:
		return &guide[[6]byte]{tables: &p.g.tables, p: p}
	case 7:
		return &guide[[7]byte]{tables: &p.g.tables, p: p}
	case 8:
		return &guide[[8]byte]{tables: &p.g.tables, p: p}
	case 9:
		return &guide[[9]byte]{tables: &p.g.tables, p: p}
	case 10:
		return &guide[[10]byte]{tables: &p.g.tables, p: p}
	case 11:
		return &guide[[11]byte]{tables: &p.g.tables, p: p}
	case 12:
		return &guide[[12]byte]{tables: &p.g.tables, p: p}
	case 13:
		return &guide[[13]byte]{tables: &p.g.tables, p: p}
	case 14:
		return &guide[[14]byte]{tables: &p.g.tables, p: p}
	}
	return &guide[[15]byte]{tables: &p.g.tables, p: p}
}
