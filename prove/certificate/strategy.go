package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// strategy checks the tree of a side that reaches at least a certain score, by the rules of the game.
type strategy struct {
	Goal
	r     *Reader
	seen  lines.List[[17]byte] // the names of the positions that others may refer to
	board *Stack               // the board for checks of policies; nil before the first
}

// node checks a node. For a win by lines it also returns the zone.
func (s *strategy) node() (zone WinZone, err error) {
	kind, err := s.r.byte()
	if err != nil {
		return zone, err
	}
	s.r.enter(kind)
	over, mine := s.Position.Outcome() != oxo.Ongoing, s.Position.Turn() == s.Side
	switch {
	case kind == End && over:
		err = s.end()
	case kind == Move && !over && mine:
		zone, err = s.move()
	case kind == All && !over && !mine:
		zone, err = s.all()
	case kind == Zone && !over && !mine:
		zone, err = s.some()
	case kind == Threat && !over && !mine:
		zone, err = s.threat()
	case kind == Policy && !over && !mine:
		zone, err = WholeZone(), s.policy()
	case kind == Except && !over && !mine:
		zone, err = WholeZone(), s.except()
	case kind == See && !over && !mine:
		zone, err = s.see()
	case kind == Avoid && !over:
		zone, err = WholeZone(), s.avoid()
	case kind == Mirror && !over && !mine:
		zone, err = WholeZone(), s.mirror()
	case kind == Race && !over:
		zone, err = WholeZone(), s.race()
	default:
		err = s.r.wrong("a node of kind %d is not allowed in a strategy here", kind)
	}
	s.r.hear.Close()
	return zone, err
}

// end checks that the side has reached its score.
func (s *strategy) end() error {
	if score := s.score(); score < s.Least {
		return s.r.wrong("the game ends with a %s for the side whose strategy it is", score.Result())
	}
	s.r.report.Ends++
	return nil
}

// move checks one move and the tree after it.
func (s *strategy) move() (zone WinZone, err error) {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return zone, err
	}
	m := oxo.Move(n)
	if !s.legal(m) {
		return zone, s.r.wrong("the move %d is not legal", n)
	}
	zone, err = s.follow(m)
	s.Needs(&zone, m)
	return zone, err
}

// follow checks the tree after a legal move.
func (s *strategy) follow(m oxo.Move) (WinZone, error) {
	s.Position.Make(m)
	defer s.Position.Unmake(m)
	s.r.hear.Move(m)
	return s.node()
}

// all checks the trees after all legal moves of the other side.
func (s *strategy) all() (zone WinZone, err error) {
	from := len(s.moves)
	s.moves = s.Position.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		answer, err := s.follow(s.moves[i])
		if err != nil {
			return zone, err
		}
		zone.Join(&answer)
		s.Needs(&zone, s.moves[i])
	}
	s.moves = s.moves[:from]
	zone.Free++
	s.remember(zone)
	return zone, nil
}

// remember keeps the name and the zone of a node, so that later nodes may refer to it.
func (s *strategy) remember(zone WinZone) {
	name, _ := s.Name()
	s.seen.Append(name)
	s.Keep(zone)
	s.r.hear.Note()
}

// threat checks a threat, and the trees after the legal moves of the other side after which the threat does not end
// the game.
func (s *strategy) threat() (zone WinZone, err error) {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return zone, err
	}
	by := oxo.Move(n)
	s.r.hear.Threat(by)
	from, threatens := len(s.moves), false
	s.moves = s.Position.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		ends, err := s.against(by, s.moves[i], &zone)
		if err != nil {
			return zone, err
		}
		threatens = threatens || ends
	}
	if !threatens { // otherwise the threat might not be a move at all, and a walk would print it
		return zone, s.r.wrong("the threat of move %d ends the game after no reply", n)
	}
	s.moves = s.moves[:from]
	s.remember(zone)
	return zone, nil
}

// against checks one move of the other side against a threat. It reports whether the threat ends the game after this
// move. If not, it checks the answer, and adds to the zone what the answer needs.
func (s *strategy) against(by, m oxo.Move, zone *WinZone) (ends bool, err error) {
	s.Position.Make(m)
	defer s.Position.Unmake(m)
	if s.Ends(by) {
		s.r.report.Ends++
		return true, nil
	}
	s.r.hear.Move(m)
	answer, err := s.node()
	s.Stops(by, m, &answer, zone)
	return false, err
}

// see checks that the position is the same as an earlier one, or an image of it.
func (s *strategy) see() (zone WinZone, err error) {
	before := s.seen.Len()
	n, err := s.r.number(uint64(max(before, 1)) - 1)
	if err != nil {
		return zone, err
	}
	name, ok := s.Name()
	if before == 0 || !ok || *s.seen.At(int(n)) != name {
		return zone, s.r.wrong("it refers to node %d, which is of another position", n)
	}
	s.r.report.Shared++
	s.r.hear.Refer(n, 0)
	return s.ZoneOf(int(n)), nil
}
