package arena

import (
	"strconv"
	"time"

	"oxo"
	"oxo/player"
)

// Record is one played game: a line of a file of games.
type Record struct {
	N       int       `json:"n"` // the number of its fixture, from 1
	Players [2]string `json:"players"`
	From    string    `json:"from,omitempty"`    // the first position; omitted at the game's start
	Opening []string  `json:"opening,omitempty"` // moves made for both players
	Plays   []Play    `json:"moves"`
	Result  Result    `json:"result"`
	Reason  Reason    `json:"reason"`
	Detail  string    `json:"detail,omitempty"` // of the reason, in words
	Began   time.Time `json:"began"`
	Seconds float64   `json:"seconds"`
}

// Play is one move of a player.
type Play struct {
	Move    string  `json:"move"`
	Value   *Said   `json:"value,omitempty"` // for the side that moves; omitted if it gave none
	Depth   int     `json:"depth,omitempty"`
	Nodes   uint64  `json:"nodes,omitempty"`
	Seconds float64 `json:"seconds"`
}

// Said is a player's value of its move. Score has plies and margins as in
// [oxo.Score].
type Said struct {
	Score  oxo.Score `json:"score"`
	Text   string    `json:"text"`
	Proven bool      `json:"proven,omitempty"`
}

// said converts the value of a choice.
func said(c player.Choice) *Said {
	if c.NoValue {
		return nil
	}
	return &Said{Score: c.Value.Score, Text: c.Value.String(), Proven: c.Value.Proven}
}

// Result says who won.
type Result string

// Results, by side.
const (
	FirstWins  Result = "first"
	SecondWins Result = "second"
	Drawn      Result = "draw"
)

// winner returns the result of a game that a side has won.
func winner(side oxo.Side) Result {
	if side == oxo.First {
		return FirstWins
	}
	return SecondWins
}

// Reason says why a game ended.
type Reason string

// Reasons for the end of a game.
const (
	ByRules      Reason = "rules"
	ByRepetition Reason = "repetition"     // the same position for the third time
	ByNoProgress Reason = "no progress"    // for the number of moves that the rules say: 50 by each side in chess
	ByLength     Reason = "plies"          // more plies than the judge allows
	ByProof      Reason = "proven"         // the judge's search proved the value
	ByAgreement  Reason = "agreed"         // the scores of both agreed for long enough
	ByTime       Reason = "time"           // the loser exceeded its time
	ByIllegal    Reason = "illegal answer" // the loser's answer was not a legal move
	ByCrash      Reason = "gone"           // the loser's program ended or could not be reached
	ByResigning  Reason = "resigned"
)

// doubled returns the first side's points times two: 2, 1 or 0.
func (r Result) doubled() int {
	switch r {
	case FirstWins:
		return 2
	case Drawn:
		return 1
	default:
		return 0
	}
}

// title is "game 12: level 4 against level 5".
func (r *Record) title() string {
	return "game " + strconv.Itoa(r.N) + ": " + r.Players[0] + " against " + r.Players[1]
}
