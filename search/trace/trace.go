// Package trace has the words that every traced search shares: why a node of
// its tree ended.
package trace

// Ending says why a node is worth what it is.
type Ending uint8

// The endings. Those from Table on are of package search only.
const (
	Complete   Ending = iota // every move was searched
	GameOver                 // the game is over here
	Horizon                  // the depth limit: the value is an estimate
	CutOff                   // the window closed before every move was searched
	Repetition               // the position was reached before on the way here
	Table                    // the transposition table had a bound that is enough
	Guide                    // the game's own knowledge was enough, or the game is over
	Known                    // not visited: what is proven of the move is enough for its parent
	Stopped                  // the search was stopped below: no value
)

// String returns "complete", "game over", "depth limit", "cut-off",
// "repetition", "table", "guide", "known" or "given up".
func (e Ending) String() string {
	return [...]string{
		"complete", "game over", "depth limit", "cut-off", "repetition", "table", "guide", "known", "given up",
	}[e]
}
