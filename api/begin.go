package api

import (
	"slices"
	"strings"
)

// BeginFile is the name of the page's file that holds a [Beginning] as JSON.
const BeginFile = "begin.json"

// Beginning holds answers that a page needs at the start of a visit. They are a file of
// the page, so that it shows a board on which a move can be made before an engine
// answers.
type Beginning struct {
	Games     []GameInfo `json:"games"` // the answer to "games"
	Positions []Begun    `json:"positions"`
}

// Begun is the answer to "position" for a game and moves from its start.
type Begun struct {
	Game  string `json:"game"`  // as the list names it: [GameInfo].Example
	Moves string `json:"moves"` // with dots between them
	State *State `json:"state"`
}

// Beginning returns the list of games, and states of its first game: the start, the
// position that the list shows, and those one move later. If every is true, it also
// returns the start of every other game; a service for many clients then makes all
// games.
func (s *Service) Beginning(every bool) (*Beginning, error) {
	b := &Beginning{Games: s.Games()}
	for i, info := range b.Games {
		if i > 0 && !every {
			break
		}
		if err := s.begin(b, info.Example, nil, i == 0); err != nil {
			return nil, err
		}
		if i > 0 || len(info.Show) == 0 {
			continue
		}
		if err := s.begin(b, info.Example, info.Show, true); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// begin adds the state after some moves, and the states one move later if further is true.
func (s *Service) begin(b *Beginning, game string, moves []string, further bool) error {
	text := strings.Join(moves, ".")
	state, err := s.State(Place{Game: game, Moves: text})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(b.Positions, func(o Begun) bool { return o.Game == game && o.Moves == text }) {
		b.Positions = append(b.Positions, Begun{game, text, state})
	}
	if !further {
		return nil
	}
	for _, legal := range state.Legal {
		if err := s.begin(b, game, append(slices.Clip(moves), legal.Move), false); err != nil {
			return err
		}
	}
	return nil
}
