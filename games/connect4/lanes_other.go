//go:build !amd64 || purego

package connect4

import "oxo/game/knowledge"

// Never called: processor.Vectors returns false.

func judgeVectors(*figures, *state, *weights, bool, *lanes, *working) { panic("connect4: no vectors") }

func keyVectors(*figures, *state, *lanes, *working, knowledge.KeyUse, *knowledge.Keys) {
	panic("connect4: no vectors")
}
