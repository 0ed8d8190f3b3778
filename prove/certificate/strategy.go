package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// strategy checks the tree of a side that reaches a score at least, by the rules.
type strategy struct {
	r     *reader
	p     oxo.Position
	side  oxo.Side
	least oxo.Score
	seen  lines.List[[17]byte] // of each node that others may refer to: its position
	zones []winZone            // of the same, turned as in its name; of a win by lines only
	moves []oxo.Move
	lines bool   // a win by lines, so that there are zones
	board *stack // where policies are tried; nil before the first
	races *races // nil before the first question, and in a game without races
	raced bool   // somebody has asked
}

// name is what two equal positions share: a key of an image, where the game has it.
func (s *strategy) name() (name [17]byte, ok bool) {
	name, _, ok = s.named()
	return name, ok
}

// named is name, and the symmetry that leads to that image.
func (s *strategy) named() (name [17]byte, symmetry int, ok bool) {
	keyed, ok := s.p.(oxo.Keyed)
	if !ok || keyed.KeyBits() == 0 {
		return name, 0, false
	}
	key := keyed.Key()
	if symmetric, ok := s.p.(oxo.Symmetric); ok {
		key, symmetry = symmetric.Canonical()
	}
	for i := range 8 {
		name[i], name[8+i] = byte(key.Hi>>(8*i)), byte(key.Lo>>(8*i))
	}
	name[16] = byte(s.p.Turn())
	return name, symmetry, true
}

// node checks a node. Of a win by lines it returns the zone too.
func (s *strategy) node() (zone winZone, err error) {
	kind, err := s.r.byte()
	if err != nil {
		return zone, err
	}
	at := s.r.enter(kind)
	over, mine := s.p.Outcome() != oxo.Ongoing, s.p.Turn() == s.side
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
		zone, err = wholeZone(), s.policy()
	case kind == Except && !over && !mine:
		zone, err = wholeZone(), s.except()
	case kind == See && !over && !mine:
		zone, err = s.see()
	case kind == Avoid && !over:
		zone, err = wholeZone(), s.avoid()
	case kind == Mirror && !over && !mine:
		zone, err = wholeZone(), s.mirror()
	case kind == Race && !over:
		zone, err = wholeZone(), s.race()
	default:
		err = s.r.wrong("a node of kind %d cannot stand in a strategy here", kind)
	}
	s.r.tree.close(at)
	return zone, err
}

// leaf returns what is to be written of a position that needs no tree, where a line loses or pawns race.
func (s *strategy) leaf() (numbers []uint64, ok bool) {
	if s.first() {
		return []uint64{Race}, true
	}
	return s.losingLeaf()
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
func (s *strategy) move() (zone winZone, err error) {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return zone, err
	}
	m := oxo.Move(n)
	if !s.legal(m) {
		return zone, s.r.wrong("the move %d is not legal", n)
	}
	zone, err = s.follow(m)
	s.needs(&zone, m)
	return zone, err
}

// follow checks what follows a legal move.
func (s *strategy) follow(m oxo.Move) (winZone, error) {
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
func (s *strategy) all() (zone winZone, err error) {
	from := len(s.moves)
	s.moves = s.p.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		answer, err := s.follow(s.moves[i])
		if err != nil {
			return zone, err
		}
		zone.join(&answer)
		s.needs(&zone, s.moves[i])
	}
	s.moves = s.moves[:from]
	zone.free++
	s.remember(zone)
	return zone, nil
}

// remember lets later nodes refer to this one.
func (s *strategy) remember(zone winZone) {
	name, _ := s.name()
	s.seen.Add(name)
	s.keep(zone)
}

// threat checks what follows the legal moves of the other side behind which a move does not
// end the game at once.
func (s *strategy) threat() (zone winZone, err error) {
	n, err := s.r.number(1<<32 - 1)
	if err != nil {
		return zone, err
	}
	by := oxo.Move(n)
	s.r.tree.threaten(by)
	from, threatens := len(s.moves), false
	s.moves = s.p.Moves(s.moves)
	to := len(s.moves)
	for i := from; i < to; i++ {
		ends, err := s.against(by, s.moves[i], &zone)
		if err != nil {
			return zone, err
		}
		threatens = threatens || ends
	}
	if !threatens { // else its number need not be a move, and a walk names it
		return zone, s.r.wrong("the threat of move %d ends the game behind no reply", n)
	}
	s.moves = s.moves[:from]
	s.remember(zone)
	return zone, nil
}

// against checks one move of the other side against a threat. It reports whether the threat ends the game behind
// it, and else adds what the answer needs to a zone.
func (s *strategy) against(by, m oxo.Move, zone *winZone) (ends bool, err error) {
	s.p.Make(m)
	defer s.p.Unmake(m)
	if s.ends(by) {
		s.r.report.Ends++
		return true, nil
	}
	s.r.tree.by(m)
	answer, err := s.node()
	s.stops(by, m, &answer, zone)
	return false, err
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
func (s *strategy) see() (zone winZone, err error) {
	before := s.seen.Len()
	n, err := s.r.number(uint64(max(before, 1)) - 1)
	if err != nil {
		return zone, err
	}
	name, ok := s.name()
	if before == 0 || !ok || *s.seen.At(int(n)) != name {
		return zone, s.r.wrong("it refers to node %d, which is of another position", n)
	}
	s.r.report.Shared++
	s.r.tree.refer(n, 0)
	return s.zoneOf(int(n)), nil
}
