package explain

import (
	"context"
	"fmt"
	"slices"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/search"
)

// WhyOptions say how [Why] answers.
type WhyOptions struct {
	// Searcher finds the values; nil makes one for the answer.
	Searcher *search.Searcher
	// Limits are for all that is searched; the zero value sets none.
	Limits search.Limits
	// Sentences is how many there are at most; 0 is six, and less than three is three.
	Sentences int
}

// Because is why a move is worth what it is.
type Because struct {
	Value     search.Value // of the move, for the side that makes it
	Sentences []Sentence
	// Motives names what the sentences tell of: "double threat", "must block".
	Motives []string
}

// Sentence is a part of an answer.
type Sentence struct {
	Text    string
	Squares []board.Square // that it is about, to be lit; none where the game has no board
	Line    []string       // the moves from the position asked about to what it tells of
	Claims  []Claim        // what it says, to be checked
}

// ClaimKind is what a claim says.
type ClaimKind uint8

// The kinds of claims. Each is about the position after the moves Claim.After, where
// one side is to move, the defender of most of them; the other is its opponent.
const (
	IsWorth    ClaimKind = iota // the move Moves[0] is worth Value to the side to move
	PlaysBest                   // the position is worth Value, and so is, seen from there, each on the line Moves
	WinsAtOnce                  // the move Moves[0] wins for the side to move
	Threatens                   // each of Moves wins for the opponent after some reply
	Unstopped                   // whatever is played, the opponent has won or wins at once
	MustPlay                    // what is not in Moves loses at once, and what is does not
	HasOnly                     // Moves[0] is the only legal move
	OnlyKeeps                   // Moves are worth Value's result or more, and no other move is
	IsDead                      // nobody can win any more, whatever is played
	NotBetter                   // no move is worth more than Value
	HasMotive                   // the game says Motive of the move Moves[0], and it holds
)

// Claim is one thing that a sentence says.
type Claim struct {
	Kind   ClaimKind
	After  []oxo.Move // from the position asked about
	Moves  []oxo.Move
	Value  oxo.Score
	Motive board.Motive
}

// mostSentences is the length of an answer when nobody says.
const mostSentences = 6

// Why says why a legal move of p is worth what it is: the shortest proof that
// convinces, told by what can be seen on the board. A value that is not proven is
// said to be so. It leaves p as it was. A finished game is an error that wraps
// [oxo.ErrGameOver]; where ctx ends before anything is known of the move, its error
// is returned.
func Why(ctx context.Context, g oxo.Game, p oxo.Position, m oxo.Move, o WhyOptions) (*Because, error) {
	if p.Outcome() != oxo.Ongoing {
		return nil, fmt.Errorf("%w: no move can be explained", oxo.ErrGameOver)
	}
	if !slices.Contains(p.Moves(nil), m) {
		return nil, fmt.Errorf("the move is not legal here: a legal one is %s", g.FormatMove(p, p.Moves(nil)[0]))
	}
	t := newTeller(ctx, g, p, o)
	t.moves = t.s.Analyze(ctx, t.p, t.half())
	at := slices.IndexFunc(t.moves, func(r search.MoveResult) bool { return r.Move == m })
	if !t.moves[at].Known() && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t.asked = t.moves[at]
	t.tell()
	return &Because{Value: t.asked.Value, Sentences: t.said, Motives: t.motives}, nil
}

// teller is an answer on its way.
type teller struct {
	ctx      context.Context
	g        oxo.Game
	s        *search.Searcher
	limits   search.Limits
	deadline time.Time
	most     int // sentences
	searches int // made for the proof, the analysis of the moves aside

	root  oxo.Position // the position asked about
	p     oxo.Position // a copy of it, played on
	path  []oxo.Move   // the moves made on it
	moves []search.MoveResult
	asked search.MoveResult

	said      []Sentence
	motives   []string
	saidQuiet bool // that every reply loses
}

func newTeller(ctx context.Context, g oxo.Game, p oxo.Position, o WhyOptions) *teller {
	t := &teller{ctx: ctx, g: g, s: o.Searcher, limits: o.Limits, most: o.Sentences, root: p.Clone(), p: p.Clone()}
	if t.s == nil {
		t.s = search.New(search.Options{TableBytes: engineTable})
	}
	if t.most == 0 {
		t.most = mostSentences
	}
	t.most = max(t.most, 3)
	if o.Limits.Time > 0 {
		t.deadline = time.Now().Add(o.Limits.Time)
	}
	return t
}

// half is what the analysis of the moves may take: the rest is for the proof.
func (t *teller) half() search.Limits {
	l := t.limits
	l.Time, l.Nodes = l.Time*2/3, l.Nodes*2/3
	return l
}

// mostSearches bounds what a proof may ask beyond the values of the moves: an
// answer is wanted in a moment, and what is not found to be simpler is said by
// its line.
const mostSearches = 24

// proven returns what the position reached is worth, and whether that is proven.
func (t *teller) proven() (search.Result, bool) {
	l := t.limits
	l.Nodes /= 3 * mostSearches
	if t.searches++; t.searches > mostSearches || t.ctx.Err() != nil {
		return search.Result{}, false
	}
	if l.Time > 0 {
		if l.Time = time.Until(t.deadline); l.Time <= 0 {
			return search.Result{}, false
		}
	}
	r := t.s.Search(t.ctx, t.p, l)
	if r.Proven && l == (search.Limits{}) {
		r.Line = t.s.WholeLine(t.ctx, t.p, r)
	}
	r.Line = slices.Clone(r.Line)
	return r, r.Proven
}

// play makes a move, and back takes back the last n.
func (t *teller) play(m oxo.Move) {
	t.p.Make(m)
	t.path = append(t.path, m)
}

func (t *teller) back(n int) {
	for ; n > 0; n-- {
		last := len(t.path) - 1
		t.p.Unmake(t.path[last])
		t.path = t.path[:last]
	}
}

// here is the way to the position reached.
func (t *teller) here() []oxo.Move { return slices.Clone(t.path) }

// side names the side to move, and other its opponent.
func (t *teller) side() string  { return board.SideName(t.g, t.p.Turn()) }
func (t *teller) other() string { return board.SideName(t.g, t.p.Turn().Opponent()) }
func (t *teller) name(m oxo.Move) string {
	return t.g.FormatMove(t.p, m)
}
