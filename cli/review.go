package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/player"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// reviewTime is how long review takes for a move when nobody says otherwise.
const reviewTime = time.Second

// reviewOptions are the flags of review.
type reviewOptions struct {
	start  startOptions
	limits search.Limits
	search searchOptions
	method player.Method
	out    string
	json   bool
}

func (a *app) reviewCommand() *cobra.Command {
	var o reviewOptions
	c := &cobra.Command{
		Use:   "review GAME [MOVE...]",
		Short: "Look at the moves of a game, and show where it was thrown away",
		Example: `  oxo review tictactoe b2 b1 a1 c3 a3
  oxo review connect4 4444 --nodes 20000
  oxo review chess --file game.pgn --nodes 2000 --out reviewed.pgn`,
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error { return a.review(c, args, &o) },
	}
	startFlags(c, &o.start)
	f := c.Flags()
	f.DurationVar(&o.limits.Time, "time", 0, "time for each move, as in 500ms or 10s; 0 is no limit, or a second without another limit")
	f.Uint64Var(&o.limits.Nodes, "nodes", 0, "positions to visit for each move; 0 is no limit")
	f.IntVar(&o.limits.Depth, "depth", 0, "plies to look ahead; 0 is no limit")
	searchFlags(c, &o.search)
	methodFlag(c, &o.method)
	noBookFlag(c, &o.search.noBook)
	tablesFlag(c, &o.search.tables)
	f.StringVar(&o.out, "out", "", "write the game with what was found into this new file: .pgn, .pdn or .sgf")
	f.BoolVar(&o.json, "json", false, "write JSON")
	return c
}

// reviewed is what review says, in JSON and in text.
type reviewed struct {
	Game     string         `json:"game"`
	Position string         `json:"position"` // where it began
	Names    []string       `json:"names,omitempty"`
	Plies    int            `json:"plies"`
	Moves    []reviewedMove `json:"moves"` // fewer than plies where it was interrupted
	Seconds  float64        `json:"seconds"`
}

// reviewedMove is one move that was looked at.
type reviewedMove struct {
	Ply       int          `json:"ply"`
	Side      string       `json:"side"`
	Move      string       `json:"move"`
	Before    search.Value `json:"before"` // for the side that moved
	After     search.Value `json:"after"`
	Judgement string       `json:"judgement"`
	Words     string       `json:"words"`
	Better    []string     `json:"better,omitempty"`
	line      []oxo.Move   // Better, as moves
	turn      oxo.Side
}

func (a *app) review(c *cobra.Command, args []string, o *reviewOptions) error {
	if o.limits == (search.Limits{}) {
		o.limits.Time = reviewTime
	}
	if err := checkLimits(o.limits); err != nil {
		return err
	}
	b, err := a.begin(c, args, &o.start)
	if err != nil {
		return err
	}
	if len(b.moves) == 0 {
		return usagef("there is no move to review: give moves behind the game, or --file FILE")
	}
	release, err := b.holdOut(o.out)
	if err != nil {
		return err
	}
	defer release()
	engine, err := a.reviewer(b, o)
	if err != nil {
		return err
	}
	began := time.Now()
	r := a.lookAt(c, b, engine, o)
	r.Seconds = time.Since(began).Seconds()
	interrupted := c.Context().Err()
	if interrupted != nil && len(r.Moves) == 0 {
		return interrupted
	}
	if o.out != "" {
		err = b.annotate(r, o.out)
	}
	if o.json {
		err = errors.Join(err, a.writeJSON(r))
	} else {
		err = errors.Join(err, a.writeReview(b, r))
	}
	return cmp.Or(err, interrupted)
}

// reviewer is the engine that looks at a game.
func (a *app) reviewer(b *begun, o *reviewOptions) (player.Engine, error) {
	options, err := o.search.options()
	if err != nil {
		return nil, err
	}
	options.KeepTable = true
	if options.Book, err = keep.WithTables(a.book(o.search.noBook), b.game, o.search.tables); err != nil {
		return nil, err
	}
	return player.NewEngines(o.method, options).For(b.start), nil
}

// lookAt reviews the moves, and returns them in the order of the game.
func (a *app) lookAt(c *cobra.Command, b *begun, engine player.Engine, o *reviewOptions) *reviewed {
	session := player.NewSession(b.game, b.start)
	for _, m := range b.moves {
		session.Make(m)
	}
	var done atomic.Int64
	end := a.progress().follow(func() string {
		return fmt.Sprintf("%d of %s, the last first", done.Load(), words.Count(len(b.moves), "move"))
	})
	defer end()
	r := &reviewed{Game: b.game.Name(), Position: catalog.FormatPosition(b.game, b.start), Plies: len(b.moves), Moves: []reviewedMove{}}
	if b.file != nil && b.file.Names != [2]string{} {
		r.Names = b.file.Names[:]
	}
	played := explain.Played{Game: b.game, Start: b.start, Moves: b.moves, Drawn: session.Drawn()}
	p := b.start.Clone() // a copy of the end need not take back what came before it
	for _, m := range b.moves {
		p.Make(m)
	}
	for m := range explain.Review(c.Context(), engine, played, explain.ReviewLimits{Each: o.limits}) {
		p.Unmake(m.Move)
		r.Moves = append(r.Moves, newReviewedMove(b.game, p, &m))
		done.Add(1)
	}
	slices.Reverse(r.Moves)
	return r
}

func newReviewedMove(g oxo.Game, p oxo.Position, m *explain.Reviewed) reviewedMove {
	const most = 12 // plies of a better line
	r := reviewedMove{
		Ply: m.Ply, Side: board.SideName(g, m.Side), Move: m.Name, Before: m.Before, After: m.After,
		Judgement: string(m.Judgement), Words: m.Words, turn: m.Side,
	}
	worse := m.Judgement != explain.Good && (m.Judgement != explain.Unclear || m.Before.Score > m.After.Score)
	if worse && len(m.Best) > 0 && m.Best[0] != m.Move {
		r.line = m.Best[:min(len(m.Best), most)]
		r.Better = catalog.FormatLine(g, p, r.line)
	}
	return r
}

// writeReview writes a review in words.
func (a *app) writeReview(b *begun, r *reviewed) error {
	if r.Names != nil {
		fmt.Fprintf(a.out, "%s against %s, %s\n\n", r.Names[0], r.Names[1], r.Game)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ply\tside\tmove\tbefore\tafter\tjudgement\tbetter")
	for _, m := range r.Moves {
		better := m.Better[:min(len(m.Better), 5)]
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Ply, m.Side, m.Move, explain.Worth(b.game, m.Before), explain.Worth(b.game, m.After), m.Judgement, strings.Join(better, " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	for _, m := range r.Moves {
		if m.held() {
			fmt.Fprintf(a.out, "%d. %s.\n", m.Ply, m.Words)
		}
	}
	for side := range oxo.Side(2) {
		fmt.Fprintf(a.out, "%s: %s\n", board.SideName(b.game, side), r.count(side))
	}
	if left := r.Plies - len(r.Moves); left > 0 {
		fmt.Fprintf(a.out, "Interrupted: the first %s were not looked at.\n", words.Count(left, "move"))
	}
	_, err := fmt.Fprintf(a.out, "%.3g s\n", r.Seconds)
	return err
}

// held reports whether something certain is held against a move.
func (m *reviewedMove) held() bool {
	return m.Judgement != string(explain.Good) && m.Judgement != string(explain.Unclear)
}

// count says how the moves of a side were.
func (r *reviewed) count(side oxo.Side) string {
	var parts []string
	for _, j := range []explain.Judgement{explain.Blunder, explain.Mistake, explain.LetGo, explain.Slower, explain.Unclear, explain.Good} {
		n := 0
		for _, m := range r.Moves {
			if m.turn == side && m.Judgement == string(j) {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, j))
		}
	}
	if parts == nil {
		return "no move looked at"
	}
	return strings.Join(parts, ", ")
}

// formatOfName returns the format of a file by the end of its name.
func formatOfName(name string) (gamefile.Format, error) {
	format := gamefile.Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if !slices.Contains([]gamefile.Format{gamefile.PGN, gamefile.PDN, gamefile.SGF}, format) {
		return "", usagef("--out %s: the end of its name says the format, .pgn, .pdn or .sgf", name)
	}
	return format, nil
}

// holdOut refuses a file that cannot be written, before the long work: see [keep.Hold].
func (b *begun) holdOut(name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	format, err := formatOfName(name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--out %s: it is there already, take another name", name)
	}
	if _, err = gamefile.Write(b.record(), format); err != nil {
		return nil, usage(err)
	}
	release, err = keep.Hold(name)
	return release, flagged("out", err)
}

// record is the game, for a file.
func (b *begun) record() *gamefile.Game {
	g := gamefile.Game{Event: "oxo review"}
	if b.file != nil {
		g = *b.file
	}
	g.Rules, g.Start, g.Moves, g.Notes = b.game, b.start, b.moves, nil
	return &g
}

// annotate writes the game with what was found of its moves.
func (b *begun) annotate(r *reviewed, name string) error {
	format, err := formatOfName(name)
	if err != nil {
		return err
	}
	g := b.record()
	g.Notes = make([]gamefile.Note, len(g.Moves))
	marks := map[string]gamefile.Mark{
		string(explain.Slower): gamefile.Dubious, string(explain.LetGo): gamefile.Mistake,
		string(explain.Mistake): gamefile.Mistake, string(explain.Blunder): gamefile.Blunder,
	}
	for _, m := range r.Moves {
		comment := explain.Worth(b.game, m.After)
		if m.held() {
			comment = m.Words
		}
		g.Notes[m.Ply-1] = gamefile.Note{Comment: comment, Mark: marks[m.Judgement], Better: m.line}
	}
	text, err := gamefile.Write(g, format)
	if err == nil {
		err = datafile.Replace(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}
