package explain

import (
	"context"
	"fmt"
	"slices"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// WhyOptions are the options of [Why].
type WhyOptions struct {
	// Searcher finds the values; if nil, Why makes one.
	Searcher *search.Searcher
	// Limits apply to all searches together; the zero value sets none.
	Limits search.Limits
	// Better is a move that another text calls better, as a review does. If no move is
	// better, it is named first, so that both texts name the same move. HasBetter says that
	// there is one.
	Better    oxo.Move
	HasBetter bool
	// Sentences is the maximum number of sentences; 0 means six, 1 and 2 mean three.
	Sentences int
}

// Because is the reason for a move's value.
type Because struct {
	Value     search.Value // of the move, for the side that makes it
	Sentences []Sentence
	// Motives names the topics of the sentences: "double threat", "must block".
	Motives []string
}

// Sentence is a part of an answer.
type Sentence struct {
	Text    string
	Squares []board.Square // the squares to highlight; none if the game has no board
	Line    []string       // the moves from the position asked about to the one that the sentence is about
	Claims  []Claim        // its statements in a form that can be checked
}

// ClaimKind is the kind of a statement.
type ClaimKind uint8

// Kinds of claims. Each is about the position after the moves Claim.After. In most of
// them the side to move there is the defender; "the opponent" is the other side.
const (
	IsWorth    ClaimKind = iota // the move Moves[0] is worth Value to the side to move
	PlaysBest                   // the position is worth Value, and each position on the line Moves is worth the same, seen from here
	WinsAtOnce                  // the move Moves[0] wins for the side to move
	Threatens                   // each of Moves wins for the opponent after some reply
	Unstopped                   // whatever the side to move plays, the opponent has won or wins at once
	MustPlay                    // moves not in Moves lose at once, those in Moves do not
	HasOnly                     // Moves[0] is the only legal move
	OnlyKeeps                   // Moves are worth Value's result or more; no other move is worth that
	IsDead                      // nobody can win any more, whatever is played
	NotBetter                   // no move is worth more than Value
	HasMotive                   // the game gives Motive for the move Moves[0], and it holds
)

// Claim is one statement of a sentence.
type Claim struct {
	Kind   ClaimKind
	After  []oxo.Move // from the position asked about
	Moves  []oxo.Move
	Value  oxo.Score
	Motive board.Motive
}

// defaultSentences is the default length of an answer.
const defaultSentences = 6

// Why explains the value of a legal move of p: it gives the shortest convincing
// proof, in terms of what can be seen on the board. It marks a value that is not
// proven. It leaves p unchanged. For a finished game it returns an error that wraps
// [oxo.ErrGameOver]; if ctx ends before anything is known of the move, it returns the
// context's error.
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

// teller is the state of an answer.
type teller struct {
	ctx      context.Context
	g        oxo.Game
	s        *search.Searcher
	limits   search.Limits
	deadline time.Time
	most     int                 // sentences
	named    func(oxo.Move) bool // whether another text calls a move better
	searches int                 // for the proof; the analysis of the moves is not counted

	root  oxo.Position // the position asked about
	p     oxo.Position // a copy of it, on which moves are made
	path  []oxo.Move   // the moves made on it
	moves []search.MoveResult
	asked search.MoveResult

	said      []Sentence
	motives   []string
	saidQuiet bool // it has already said that every reply loses
}

// names reports whether a move is the one that another text calls better.
func (o *WhyOptions) names(m oxo.Move) bool { return o.HasBetter && m == o.Better }

func newTeller(ctx context.Context, g oxo.Game, p oxo.Position, o WhyOptions) *teller {
	t := &teller{ctx: ctx, g: g, s: o.Searcher, limits: o.Limits, most: o.Sentences, named: o.names, root: p.Clone(), p: p.Clone()}
	if t.s == nil {
		t.s = search.New(search.Options{TableBytes: engineTable})
	}
	if t.most == 0 {
		t.most = defaultSentences
	}
	t.most = max(t.most, 3)
	if o.Limits.Time > 0 {
		t.deadline = time.Now().Add(o.Limits.Time)
	}
	return t
}

// half limits the analysis of the moves: the rest is for the proof.
func (t *teller) half() search.Limits {
	l := t.limits
	l.Time, l.Nodes = l.Time*2/3, l.Nodes*2/3
	return l
}

// maxSearches limits the searches of a proof beyond the values of the moves: an
// answer must come quickly. If no simpler reason is found, the line is given.
const maxSearches = 24

// proven returns the value of the current position, and whether it is proven.
func (t *teller) proven() (search.Result, bool) {
	l := t.limits
	l.Nodes /= 3 * maxSearches
	if t.searches++; t.searches > maxSearches || t.ctx.Err() != nil {
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

// here returns the moves to the current position.
func (t *teller) here() []oxo.Move { return slices.Clone(t.path) }

// side names the side to move, and other its opponent.
func (t *teller) side() string  { return board.SideName(t.g, t.p.Turn()) }
func (t *teller) other() string { return board.SideName(t.g, t.p.Turn().Opponent()) }
func (t *teller) name(m oxo.Move) string {
	return catalog.NameMove(t.g, t.p, m)
}
