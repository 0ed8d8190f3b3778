// Package explain says what a search did: the tree that it walked, node by
// node, with its windows, its values and in words why each node ended; how many
// positions other searches visit for the same answer; and exercises that ask
// the learner for the same things. The command line and the page both draw what
// it says.
//
// A tree is seen from one side: MAX is the side to move at the root, every value
// is MAX's, and plies count from the root.
package explain
