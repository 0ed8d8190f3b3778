package chess

// The features of the evaluation apart from the men on their squares. Each has a weight; those
// with room after them are tables.
const (
	knightMoves  = 0
	bishopMoves  = knightMoves + 9
	rookMoves    = bishopMoves + 14
	queenMoves   = rookMoves + 15
	passedPawn   = queenMoves + 28 // by the squares left to go, 1 to 6
	freePassed   = passedPawn + 7  // the other side does not block its way
	guarded      = freePassed + 7  // a passed pawn guarded by a pawn
	ownKing      = guarded + 1     // king moves of the own king to the square in front of a passed pawn
	oppKing      = ownKing + 1     // the same for the other side's king
	isolated     = oppKing + 1
	doubled      = isolated + 1
	backward     = doubled + 1
	phalanx      = backward + 1
	chained      = phalanx + 1 // a pawn guarded by a pawn
	shield       = chained + 1 // pawns directly in front of the king
	farShield    = shield + 1  // pawns one square farther
	bareFile     = farShield + 1
	danger       = bareFile + 1 // around a king, by the attacks on it
	bishopPair   = danger + 32
	openFile     = bishopPair + 1 // rooks on open files
	halfOpen     = openFile + 1
	outpost      = halfOpen + 1
	pawnThreat   = outpost + 1 // pawns that attack pieces
	minorThreat  = pawnThreat + 1
	rookThreat   = minorThreat + 1
	hanging      = rookThreat + 1 // pieces attacked and not guarded
	kingNear     = hanging + 1    // king moves between the kings, if one is bare
	weightsCount = kingNear + 1
)

type weights [weightsCount]tapered

// defaultWeights returns the weights set by hand, with the corrections by tuning.
func defaultWeights() *weights {
	var w weights
	curve := func(at, n int, middle, end func(i int) int) {
		for i := range n {
			w[at+i] = taper(middle(i), end(i))
		}
	}
	// Each further move is worth less: the value is a square root times a slope.
	mobility := func(at, n, base, middle, end int) {
		slope := func(each int) func(int) int {
			return func(i int) int { return each * (root(100*i) - root(100*base)) / 10 }
		}
		curve(at, n, slope(middle), slope(end))
	}
	mobility(knightMoves, 9, 4, 18, 16)
	mobility(bishopMoves, 14, 5, 18, 18)
	mobility(rookMoves, 15, 6, 9, 20)
	mobility(queenMoves, 28, 10, 6, 12)
	curve(passedPawn, 7, byWay(0, 90, 60, 30, 12, 4, 2), byWay(0, 120, 80, 45, 22, 10, 8))
	curve(freePassed, 7, byWay(0, 15, 12, 8, 4, 0, 0), byWay(0, 70, 40, 20, 8, 2, 0))
	curve(danger, 32, func(i int) int { return -min(i*i*3/5, 400) }, func(i int) int { return -i })
	for i, values := range map[int][2]int{
		guarded: {8, 12}, ownKing: {0, -5}, oppKing: {0, 9},
		isolated: {-12, -12}, doubled: {-6, -18}, backward: {-9, -9}, phalanx: {5, 4}, chained: {8, 5},
		shield: {16, 0}, farShield: {9, 0}, bareFile: {-16, 0},
		bishopPair: {30, 48}, openFile: {28, 14}, halfOpen: {13, 8}, outpost: {22, 14},
		pawnThreat: {45, 30}, minorThreat: {28, 25}, rookThreat: {32, 18}, hanging: {22, 20},
		kingNear: {0, -8},
	} {
		w[i] = taper(values[0], values[1])
	}
	for i, c := range tuned() {
		if i >= placesCount {
			w[i-placesCount] += taper(int(c[0]), int(c[1]))
		}
	}
	return &w
}

// byWay looks up a value by the squares that a pawn has left to go.
func byWay(values ...int) func(int) int { return func(i int) int { return values[i] } }

// root returns the integer square root of a small number.
func root(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
