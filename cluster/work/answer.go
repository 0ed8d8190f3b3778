package work

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/cluster"
	"oxo/game/knowledge"
)

// How the hub judges answers: which are impossible, and which confirm each other.

// errNever says that an answer is impossible.
var errNever = errors.New("the answer has illegal moves, or proof numbers next to a verdict")

// most is the proof number of an impossible proof.
const most = 1 << 52

// decides returns the verdict of a move that is enough for the side to move.
func decides(claiming bool) knowledge.Verdict {
	if claiming {
		return knowledge.Holds
	}
	return knowledge.Fails
}

// child reads the proof numbers after a move. If every answer is checked, an open
// answer's verdict on a move is not believed, since a check may not reach it: the
// move gets its own job.
func (r *proof) child(c [3]uint64) knowledge.Child {
	out := knowledge.Child{Move: oxo.Move(c[0]), Proof: c[1], Disproof: c[2]}
	switch {
	case r.doubts:
		out.Proof, out.Disproof = min(max(c[1], 1), most-1), min(max(c[2], 1), most-1)
	case c[1] == 0:
		out.Verdict = knowledge.Holds
	case c[2] == 0:
		out.Verdict = knowledge.Fails
	}
	return out
}

// Agree implements [cluster.Run]. A worker that reports that a relaxed claim holds is
// never wrong: this states nothing, and may depend on the path to the position, since
// only few replies are tried.
func (r *proof) Agree(id string, one, check json.RawMessage) error {
	var both [2]answer
	for i, text := range []json.RawMessage{one, check} {
		if err := json.Unmarshal(text, &both[i]); err != nil {
			if i == 1 {
				err = fmt.Errorf("%w: %w", cluster.ErrImpossible, err)
			}
			return err
		}
	}
	easy := strings.HasPrefix(id, relaxedName(1)) || strings.HasPrefix(id, relaxedName(2))
	open, holds := knowledge.Open.String(), knowledge.Holds.String()
	switch first, second := both[0].Verdict, both[1].Verdict; {
	case first == open && second == open && !easy:
		return contradiction(both[0].Children, both[1].Children)
	case first == second || first == open || easy && first == holds:
		return nil
	case second == open || easy && second == holds:
		return cluster.ErrUnsettled
	default:
		return fmt.Errorf("one answer says that the claim %s, the other that it %s", first, second)
	}
}

// decided returns the moves whose verdict an open answer states. For a relaxed claim
// these are only the moves after which it fails: whether it holds after a move may
// depend on the path.
func (a *answer) decided(relaxed bool) [][3]uint64 {
	var all [][3]uint64
	for _, c := range a.Children {
		if c[2] == 0 || c[1] == 0 && !relaxed {
			all = append(all, c)
		}
	}
	return all
}

// Sample implements [cluster.Sampled]: an open answer is checked by one of the moves
// whose verdict it states.
func (r *proof) Sample(text, found json.RawMessage, draw uint64) (asked, said json.RawMessage, ok bool) {
	var question ask
	var a answer
	if json.Unmarshal(text, &question) != nil || json.Unmarshal(found, &a) != nil || a.Verdict != knowledge.Open.String() || r.doubts {
		return nil, nil, false
	}
	moves := a.decided(question.Relaxed)
	if len(moves) == 0 {
		return nil, nil, false
	}
	c := moves[draw%uint64(len(moves))]
	verdict := knowledge.Holds
	if c[2] == 0 {
		verdict = knowledge.Fails
	}
	question.Path = append(slices.Clone(question.Path), oxo.Move(c[0]))
	asked, errAsked := json.Marshal(question)
	said, errSaid := json.Marshal(answer{Verdict: verdict.String()})
	return asked, said, errAsked == nil && errSaid == nil
}

// contradiction returns an error if two open answers contradict each other about a
// move.
func contradiction(one, other [][3]uint64) error {
	for _, a := range one {
		for _, b := range other {
			if a[0] == b[0] && (a[1] == 0 && b[2] == 0 || a[2] == 0 && b[1] == 0) {
				return fmt.Errorf("one answer says that the claim holds after move %d, the other that it fails", a[0])
			}
		}
	}
	return nil
}

var errMost = fmt.Errorf("a job visits at most %d nodes", uint64(maxNodes))

// Raise implements [cluster.Limited].
func (r *proof) Raise(text json.RawMessage) (json.RawMessage, error) {
	var a ask
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	if a.Nodes *= 2; a.Nodes > maxNodes {
		return nil, errMost
	}
	return json.Marshal(a)
}
