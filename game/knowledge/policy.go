package knowledge

import (
	"context"

	"oxo"
)

// Policied is an [oxo.Game] in which stones are put on top of each other in columns, and whose
// knowledge finds policies: rules by which a side answers every reply without a tree.
// docs/know/certificates.md says which rules there are.
type Policied interface {
	oxo.Game
	// Policies returns what finds policies that reach a score at least. It looks at about that many
	// positions for one at most where the game is nearly over, and at more where it is not. It is for one goroutine.
	Policies(least oxo.Score, effort int) Policies
}

// Policies finds policies. Where the context ends first, it finds none: that says nothing of the position.
type Policies interface {
	// Find looks for a policy of the side that is not to move in p: pairs of squares, the one that
	// the other side takes and the one that answers it, by the numbers of
	// certificate.Stacked. It reports whether the policy holds against all play.
	Find(ctx context.Context, p oxo.Position) (answers [][2]int, ok bool)
	// Most looks for a policy that holds against most replies: all but others, in the order of
	// the columns.
	Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move)
}
