package certificate

import (
	"slices"

	"oxo"
)

// strategy checks the tree of a side that reaches a score at least, by the rules.
type strategy struct {
	r     *reader
	p     oxo.Position
	side  oxo.Side
	least oxo.Score
	seen  []string // of each node of kind all: its position
	moves []oxo.Move
	board *stack   // where policies are tried; nil before the first
	tried stateSet // what a policy has led to
}

// name is what two equal positions share: a key of an image, where the game has it.
func (s *strategy) name() (name [17]byte, ok bool) {
	keyed, ok := s.p.(oxo.Keyed)
	if !ok || keyed.KeyBits() == 0 {
		return name, false
	}
	key := keyed.Key()
	if symmetric, ok := s.p.(oxo.Symmetric); ok {
		key, _ = symmetric.Canonical()
	}
	for i := range 8 {
		name[i], name[8+i] = byte(key.Hi>>(8*i)), byte(key.Lo>>(8*i))
	}
	name[16] = byte(s.p.Turn())
	return name, true
}

func (s *strategy) node() error {
	kind, err := s.r.byte()
	if err != nil {
		return err
	}
	at := s.r.enter(kind)
	over, mine := s.p.Outcome() != oxo.Ongoing, s.p.Turn() == s.side
	switch {
	case kind == End && over:
		err = s.end()
	case kind == Move && !over && mine:
		err = s.move()
	case kind == All && !over && !mine:
		err = s.all()
	case kind == Threat && !over && !mine:
		err = s.threat()
	case kind == Policy && !over && !mine:
		err = s.policy()
	case kind == Except && !over && !mine:
		err = s.except()
	case kind == See && !over && !mine:
		err = s.see()
	case kind == Avoid && !over:
		err = s.avoid()
	case kind == Mirror && !over && !mine:
		err = s.mirror()
	default:
		err = s.r.wrong("a node of kind %d cannot stand in a strategy here", kind)
	}
	s.r.tree.close(at)
	return err
}

// end checks that the side has reached its score.
func (s *strategy) end() error {
	if score := s.score(); score < s.least {
		return s.r.wrong("the game ends with a %s for the side whose strategy it is", score.Result())
	}
	s.r.report.Ends++
	return nil
}

// move checks one move and what follows it.
func (s *strategy) move() error {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return err
	}
	m := oxo.Move(n)
	if !s.legal(m) {
		return s.r.wrong("the move %d is not legal", n)
	}
	return s.follow(m)
}

// follow checks what follows a legal move.
func (s *strategy) follow(m oxo.Move) error {
	s.p.Make(m)
	defer s.p.Unmake(m)
	s.r.tree.by(m)
	return s.node()
}

// legal reports whether a move is legal.
func (s *strategy) legal(m oxo.Move) bool {
	from := len(s.moves)
	s.moves = s.p.Moves(s.moves)
	defer func() { s.moves = s.moves[:from] }()
	return slices.Contains(s.moves[from:], m)
}

// all checks what follows every legal move of the other side.
func (s *strategy) all() error {
	from := len(s.moves)
	s.moves = s.p.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		if err := s.follow(s.moves[i]); err != nil {
			return err
		}
	}
	s.moves = s.moves[:from]
	s.remember()
	return nil
}

// remember lets later nodes refer to this one.
func (s *strategy) remember() {
	name, _ := s.name()
	s.seen = append(s.seen, string(name[:]))
}

// threat checks what follows the legal moves of the other side behind which a move does not
// end the game at once.
func (s *strategy) threat() error {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return err
	}
	by := oxo.Move(n)
	s.r.tree.threaten(by)
	from := len(s.moves)
	s.moves = s.p.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		m := s.moves[i]
		s.p.Make(m)
		if s.ends(by) {
			s.r.report.Ends++
		} else {
			s.r.tree.by(m)
			err = s.node()
		}
		s.p.Unmake(m)
		if err != nil {
			return err
		}
	}
	s.moves = s.moves[:from]
	s.remember()
	return nil
}

// ends reports whether the strategy's side, which is to move in a game that is not over, may end
// it with a move, and then has its score.
func (s *strategy) ends(by oxo.Move) bool {
	if s.p.Outcome() != oxo.Ongoing || s.p.Turn() != s.side || !s.legal(by) {
		return false
	}
	s.p.Make(by)
	defer s.p.Unmake(by)
	return s.p.Outcome() != oxo.Ongoing && s.score() >= s.least
}

// score is what the side has in a game that is over.
func (s *strategy) score() oxo.Score {
	score := oxo.Final(s.p)
	if s.p.Turn() != s.side {
		return -score
	}
	return score
}

// see checks that the position is an earlier one, or its image.
func (s *strategy) see() error {
	n, err := s.r.number(uint64(max(len(s.seen), 1)) - 1)
	if err != nil {
		return err
	}
	name, ok := s.name()
	if len(s.seen) == 0 || !ok || s.seen[n] != string(name[:]) {
		return s.r.wrong("it refers to node %d, which is of another position", n)
	}
	s.r.report.Shared++
	s.r.tree.refer(n, 0)
	return nil
}
