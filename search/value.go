package search

import (
	"encoding/json"
	"fmt"

	"oxo"
)

// Value is a score and whether it is proven. A proven score is the exact value under best play
// of both sides, not an estimate or a bound.
type Value struct {
	Score  oxo.Score
	Proven bool
}

// String returns the score if it is proven. Otherwise it returns "about +12" for an estimate,
// and "win in 7 or sooner" or "win by 12 or more" for a forced win that may be better still,
// and likewise for a loss that may be worse.
func (v Value) String() string {
	switch {
	case v.Proven:
		return v.Score.String()
	case v.Score.IsWin():
		return v.Score.OrBetter()
	case v.Score.IsLoss():
		return v.Score.OrWorse()
	}
	return fmt.Sprintf("about %+d", int32(v.Score))
}

// MarshalJSON writes {"result":"win","plies":3}, {"result":"win","margin":12}
// or {"result":"draw"} for a proven value, with "proven":false for a forced
// win or loss that is not exact, and {"estimate":12} for an estimate.
func (v Value) MarshalJSON() ([]byte, error) {
	type value struct {
		Result   string `json:"result,omitempty"`
		Plies    *int   `json:"plies,omitempty"`
		Margin   *int   `json:"margin,omitempty"`
		Proven   *bool  `json:"proven,omitempty"`
		Estimate *int32 `json:"estimate,omitempty"`
	}
	if !v.Proven && v.Score.Sign() == 0 {
		return json.Marshal(value{Estimate: new(int32(v.Score))})
	}
	r := value{Result: v.Score.Result()}
	switch {
	case v.Score.CountsPlies():
		r.Plies = new(v.Score.Plies())
	case v.Score.Sign() != 0:
		r.Margin = new(v.Score.Sign() * v.Score.Margin())
	}
	if !v.Proven {
		r.Proven = new(bool)
	}
	return json.Marshal(r)
}

// ValueOf returns the value of a position from its moves, sorted best first as by Analyze. It
// is proven if no other move can be better than the best.
func ValueOf(moves []MoveResult) Value {
	v := moves[0].Value
	for _, m := range moves[1:] {
		v.Proven = v.Proven && (m.Proven || m.Bounds.Hi() <= v.Score)
	}
	return v
}
