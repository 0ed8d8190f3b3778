// Package explain describes what a search did. It gives the tree that the search
// walked, node by node, with windows, values and in words the reason why each node
// ended; it counts the positions that other searches visit for the same answer; and it
// makes exercises that ask the learner for the same things. The command line and the
// page both draw its results.
//
// A tree is seen from one side: MAX is the side to move at the root, every value
// is MAX's, and plies count from the root.
package explain
