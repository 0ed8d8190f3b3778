package knowledge

import (
	"context"

	"oxo"
)

// Policied is an [oxo.Game] in which stones are stacked in columns, and which can
// find policies: rules by which a side answers every reply without a tree.
// docs/know/certificates.md lists the kinds of rules.
type Policied interface {
	oxo.Game
	// Policies returns a finder of policies that reach at least a score. For one
	// policy it visits at most about effort positions near the end of the game, and
	// more elsewhere. Only one goroutine may use it.
	Policies(least oxo.Score, effort int) Policies
}

// Policies finds policies. If the context ends first, it finds none, which says
// nothing about the position.
type Policies interface {
	// Find looks for a policy of the side that is not to move in p: pairs of squares,
	// the other side's and the answer to it, by the numbers of certificate.Stacked. It
	// reports whether the policy holds against all play.
	Find(ctx context.Context, p oxo.Position) (answers [][2]int, ok bool)
	// Most looks for a policy that holds against most replies: against all except
	// others, which are in the order of the columns.
	Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move)
}
