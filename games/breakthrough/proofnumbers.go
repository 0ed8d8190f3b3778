package breakthrough

// outOfReach is the number of moves that represents the verdict never.
const outOfReach = 10

// ProofNumbers estimates the work of proving that the side to move wins, and that it loses, for
// a proof-number search: at least 1 each. For each side the estimate is the square of the
// number of moves by which its race comes too late, multiplied by three for each pawn fewer. A
// proof search solves 5x5 with 1,679,184 nodes if both are always 1, with 769,757 if they count
// only the races, and with 359,648 if they count the pawns, too.
//
// From the first call on the guide uses the larger table of races, if the board has one;
// filling it takes seconds.
func (gd *guide) ProofNumbers() (win, loss uint64) {
	p := gd.p
	if p.g.racesToProve != nil {
		gd.races = p.g.racesToProve()
	}
	mine, theirs := gd.late()
	win, loss = 1+mine*mine, 1+theirs*theirs
	for range min(p.pawns[p.turn]-p.pawns[p.turn.Opponent()], 4) {
		win, loss = (win+2)/3, 3*loss
	}
	for range min(p.pawns[p.turn.Opponent()]-p.pawns[p.turn], 4) {
		win, loss = 3*win, (loss+2)/3
	}
	return win, loss
}

// late returns the number of moves by which the race of the side to move comes too late, and
// the same number for its opponent; without a table, the distances of their foremost pawns.
func (gd *guide) late() (mine, theirs uint64) {
	p, t, opponent := gd.p, gd.races, gd.p.turn.Opponent()
	if t == nil {
		return uint64(p.distance(p.turn)), uint64(p.distance(opponent))
	}
	lateBy := func(v verdict, away int) uint64 { return uint64(max(min(v.away(), outOfReach)-away, 0)) }
	see := t.look(&p.stones, p.turn)
	mine = lateBy(t.attacked(&see), see.away)
	see = t.look(&p.stones, opponent)
	return mine, lateBy(t.defended(&see), see.away)
}
