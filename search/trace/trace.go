// Package trace has the words that every traced search shares: the reasons why a node of its
// tree ended.
package trace

// Ending says why a node ended with its value.
type Ending uint8

// The endings. Only package search uses Table and the later ones.
const (
	Complete   Ending = iota // every move was searched
	GameOver                 // the game is over here
	Horizon                  // the depth limit: the value is an estimate
	CutOff                   // the window closed before every move was searched
	Repetition               // the position was reached before on this path
	Table                    // the transposition table had a sufficient bound
	Guide                    // the guide's bounds were sufficient, or the game is over
	Known                    // not visited: the proven bounds of the move are sufficient for its parent
	Stopped                  // the search was stopped below this node: no value
)

// String returns "complete", "game over", "depth limit", "cut-off",
// "repetition", "table", "guide", "known" or "given up".
func (e Ending) String() string {
	return [...]string{
		"complete", "game over", "depth limit", "cut-off", "repetition", "table", "guide", "known", "given up",
	}[e]
}
