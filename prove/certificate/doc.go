// Package certificate has the file format of a proof, and a program that checks such files. It trusts nobody: it uses
// only the rules of the game and the lemmas of docs/know/certificates.md. docs/lookup/certificate-format.md has all
// rules of the format, for other checkers.
//
// A sceptic reads this package, and all files of prove/certificate/lines except the finder of pairs. [CheckBy] uses
// no code that only a writer needs: this package imports neither prove/certificate/write nor prove/certificate/walk,
// and each of its functions is part of a check. A writer and a [Listener] call some of these functions, so that they
// agree with the checker.
//
// A proof is a strategy: for one side it has a move in each position where that side is to move, and an answer to
// whatever the other side does. A win has one strategy, a draw has one for each side.
//
//	oxo certificate 1
//	game mnk:7x7x5
//	position ......./......./......./......./......./......./.......
//	result draw
//	parts 2
//	<the parts, in bytes>
//	<SHA-256 of all before it, 32 bytes>
//
// A part is the side (0 first, 1 second), its kind, and a tree of nodes. A node is one byte for its kind, and the
// data of that kind. Numbers are unsigned varints, as in encoding/binary. Trees are written from the root down, and a
// move comes before the node after it.
//
//	kind 1, a strategy by the rules; kind 2, a prevention, by the other side's lines;
//	kind 3, the first side of an empty board, without a tree; kind 4, a prevention
//	that also threatens to complete lines of its own: it may have nodes 6 and 7
//
//	node 0 end     the game is over, or in a prevention the board is full
//	node 1 move    a move of the strategy's side, and a node
//	node 2 all     a node for each legal move of the other side, in their order
//	node 3 see     the number of an earlier node of kind 2, 4 to 9, 11 or 14, and in a prevention a
//	               symmetry: the position, turned by it, fits that node (lemma 3)
//	node 4 zone    in a prevention, and in a win by lines: for some moves of the other side, the square
//	               plus 1 and a node; then 0
//	node 5 pairs   the number of pairs, and for each its two squares
//	node 6 forced  the square with which the strategy's side would complete a line, and
//	               a node, after the other side's move there
//	node 7 won     the strategy's side has completed a line
//	node 8 threat  a move with which the strategy's side would end the game with the score it needs. Then a
//	               node for each legal move of the other side, in their order, after which the game is over
//	               or the threat does not end it with that score; it must do so after at least one move
//	node 9 policy  in a game of columns: a rule answers all moves of the other side. The number of
//	               squares with an answer of their own, and for each, in order, the square that
//	               the other side takes and the square that answers it
//	node 10 aside  pairs as in node 5, and a node about the lines that no pair covers; squares of pairs in these
//	               lines are the other side's there
//	node 11 rest   pairs as in node 5; a search shows that the other side gets none of the lines that they leave
//	node 12 avoid  where a line loses: the strategy's side never has to complete one
//	node 13 mirror where a line loses: the number of the symmetry by which it answers all moves
//	node 14 except in a game of columns: a policy as in node 9, the number of replies that it does not
//	               answer, the column of each, in order, and a node for each
//	node 15 found  as node 5 or 11, but the checker looks for the pairs; no other node refers to it
//	node 16 race   in a game of pawns: the strategy's side arrives first
//	node 17 better as node 15, but the checker then changes the pairs one by one
package certificate

// The kinds of parts.
const (
	Strategy   = 1
	Prevention = 2
	Stealing   = 3
	Threats    = 4
)

// The kinds of nodes.
const (
	End    = 0
	Move   = 1
	All    = 2
	See    = 3
	Zone   = 4
	Pairs  = 5
	Forced = 6
	Won    = 7
	Threat = 8
	Policy = 9
	Aside  = 10
	Rest   = 11
	Avoid  = 12
	Mirror = 13
	Except = 14
	Found  = 15
	Race   = 16
	Better = 17
)
