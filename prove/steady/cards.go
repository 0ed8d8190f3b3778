package steady

import "strings"

// Card is a position that a person can learn: the board, and the move or the diagram that follows.
type Card struct {
	Moves []uint8 // columns from 1
	Board string  // rows, the highest first: 1, 2, and spaces
	Move  int     // the column, from 1; 0 for a steady state
	Rows  string  // the diagram of a steady state
}

// Cards lists the positions with the side to move, by plies, one of two mirror images.
func (s *Strategy) Cards() ([]Card, error) {
	b, err := NewBoard(s.Width, s.Height)
	if err != nil {
		return nil, err
	}
	c := &checker{s: s, b: b}
	seen := map[uint64]bool{}
	byPly := make([][]Card, s.Width*s.Height+1)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		p, mine, err := c.position(n.Moves)
		if err != nil {
			return nil, err
		}
		k, _ := b.canonical(p)
		if !mine || seen[k] {
			continue
		}
		seen[k] = true
		stones := strings.Map(func(r rune) rune {
			if r == '1' || r == '2' {
				return r
			}
			return ' '
		}, s.letters((&State{}).rows(b, p)))
		card := Card{Moves: n.Moves, Board: stones, Rows: n.Rows}
		if n.Rows == "" && len(n.Next) == 1 {
			after := s.Nodes[n.Next[0]].Moves
			q, _, err := c.position(after)
			if err != nil {
				return nil, err
			}
			card.Move = b.columnOf(q.all&^p.all) + 1
		}
		byPly[len(n.Moves)] = append(byPly[len(n.Moves)], card)
	}
	var all []Card
	for _, cards := range byPly {
		all = append(all, cards...)
	}
	return all, nil
}
