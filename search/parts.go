package search

import (
	"fmt"
	"slices"
	"strings"
)

// Parts is a set of parts of the selective search. It is used to switch parts off, to measure
// what each is worth or to see what it does.
type Parts uint32

// The parts.
const (
	quiescencePart        Parts = 1 << iota // noisy moves are searched beyond the horizon
	aspirationPart                          // an iteration begins with a narrow window
	nullMovePart                            // a node ends if the position is good enough even after a pass
	futilityPart                            // near the horizon the estimate alone ends a node, or drops a quiet move
	lateMovesPart                           // near the horizon quiet moves late in the order are left out
	losingMovesPart                         // near the horizon moves that lose material are left out
	lateReductionsPart                      // moves late in the order are searched less deep
	internalReductionPart                   // a node without a known best move is searched less deep
	extensionsPart                          // a threatened side is searched deeper
	killersPart                             // quiet moves that ended a sibling come early
	historyPart                             // quiet moves that ended other nodes come early
	continuationPart                        // quiet moves that ended nodes after the same move come early
	improvingPart                           // a side whose estimate rises is pruned less

	allParts Parts = 1<<iota - 1
)

// partNames returns the names in the order of the bits.
func partNames() []string {
	return []string{
		"quiescence", "aspiration", "null", "futility", "late", "losing", "reductions", "internal",
		"extensions", "killers", "history", "continuation", "improving",
	}
}

// ParseParts reads names of parts, joined by "+": "null+reductions".
func ParseParts(text string) (Parts, error) {
	var p Parts
	names := partNames()
	for name := range strings.SplitSeq(text, "+") {
		i := slices.Index(names, name)
		if i < 0 {
			return 0, fmt.Errorf("%q is not part of the selective search: want %s", name, strings.Join(names, ", "))
		}
		p |= 1 << i
	}
	return p, nil
}

// String returns the names, joined by "+".
func (p Parts) String() string {
	var set []string
	for i, name := range partNames() {
		if p&(1<<i) != 0 {
			set = append(set, name)
		}
	}
	return strings.Join(set, "+")
}

// has reports whether a part is in use, given the parts in use.
func (p Parts) has(part Parts) bool { return p&part != 0 }
