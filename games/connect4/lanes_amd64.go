//go:build !purego

package connect4

// judgeVectors is judgeLanes for all lanes at once.
//
//go:noescape
func judgeVectors(f *figures, st *state, w *weights, stop bool, to *lanes, more *working)

// keyVectors is classesOfLanes for all lanes at once, even those it leaves out.
//
//go:noescape
func keyVectors(f *figures, st *state, to *lanes, more *working)
