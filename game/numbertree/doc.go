// Package numbertree is trees of numbers as a game: what textbooks draw on the
// blackboard, for exercises and for trees of one's own. A position is a node, a move
// leads to one below it, and a leaf ends the game by its number, which is MAX's: MAX
// moves at the root and wants the greatest, MIN the least.
//
// A tree is one line of text. A node is a number, or nodes in brackets:
//
//	((3 12 8) (2 4 6) (14 5 2))
//
// Spaces or commas stand between nodes, and square brackets are brackets too, so that
// a list of lists is a tree: [[3,5],[2,9]]. The move to a node can have a label before
// it, with a colon:
//
//	(left:(3 5) right:(2 9))
//
// Nodes without a label are named A, B, C... in the order of the text, the root first;
// a letter that is a label is left out. The move to a node has the node's name. A tree
// in which MIN moves first is that tree in one more pair of brackets: ((3 5)) has the
// root's only move lead to MIN's choice between 3 and 5.
package numbertree
