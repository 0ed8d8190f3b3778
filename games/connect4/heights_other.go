//go:build !js

package connect4

import "oxo"

// h is the height of the board, a constant.
func (guide[H]) h() int {
	var h H
	return len(h)
}

// guideOfHeight picks the guide whose shifts are constants.
func guideOfHeight(p *position) oxo.Guide {
	switch p.g.height {
	case 4:
		return &guide[[4]byte]{Game: p.g, p: p}
	case 5:
		return &guide[[5]byte]{Game: p.g, p: p}
	case 6:
		return &guide[[6]byte]{Game: p.g, p: p}
	case 7:
		return &guide[[7]byte]{Game: p.g, p: p}
	case 8:
		return &guide[[8]byte]{Game: p.g, p: p}
	case 9:
		return &guide[[9]byte]{Game: p.g, p: p}
	case 10:
		return &guide[[10]byte]{Game: p.g, p: p}
	case 11:
		return &guide[[11]byte]{Game: p.g, p: p}
	case 12:
		return &guide[[12]byte]{Game: p.g, p: p}
	case 13:
		return &guide[[13]byte]{Game: p.g, p: p}
	case 14:
		return &guide[[14]byte]{Game: p.g, p: p}
	}
	return &guide[[15]byte]{Game: p.g, p: p}
}
