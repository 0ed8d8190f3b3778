// Package numbertree makes games of trees of numbers, as textbooks draw them on the
// blackboard, for exercises and for your own trees. A position is a node, a move leads
// to one of its children, and a leaf ends the game with its number. MAX moves at the
// root and wants the largest number, MIN the smallest.
//
// A tree is one line of text. A node is a number, or nodes in brackets:
//
//	((3 12 8) (2 4 6) (14 5 2))
//
// Spaces or commas separate nodes, and square brackets also work, so that a list of
// lists is a tree: [[3,5],[2,9]]. A move to a node can have a label before the node,
// with a colon:
//
//	(left:(3 5) right:(2 9))
//
// Nodes without a label are named A, B, C... in the order of the text, the root first;
// a letter that is used as a label is skipped. The move to a node has the node's name.
// If MIN is to move first, put the tree into one more pair of brackets: in ((3 5)) the
// root's only move leads to MIN's choice between 3 and 5.
package numbertree
