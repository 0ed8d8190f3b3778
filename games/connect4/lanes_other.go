//go:build !amd64

package connect4

// hasVectors is for processors that lanes_amd64.s is not for.
func hasVectors() bool { return false }

func judgeVectors(*figures, *state, *weights, bool, *lanes, *working) { panic("connect4: no vectors") }

func keyVectors(*figures, *state, *lanes, *working) { panic("connect4: no vectors") }
