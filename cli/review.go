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

// reviewTime is the default time of review for a move.
const reviewTime = time.Second

// reviewOptions holds the flags of review.
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

// reviewed is the output of review, in JSON and in text.
type reviewed struct {
	Game     string         `json:"game"`
	Position string         `json:"position"` // the first position
	Names    []string       `json:"names,omitempty"`
	Plies    int            `json:"plies"`
	Moves    []reviewedMove `json:"moves"`    // fewer than Plies after an interruption
	Accuracy [2]*accuracy   `json:"accuracy"` // of both sides; null without a move that counts
	Chances  string         `json:"chances"`  // on what the chances rest
	Seconds  float64        `json:"seconds"`
}

// accuracy is the accuracy of the moves of a side.
type accuracy struct {
	Percent float64 `json:"percent"`
	Moves   int     `json:"moves"` // that count: see [explain.Accuracy]
}

// reviewedMove is one move of the game with its judgement.
type reviewedMove struct {
	Ply       int          `json:"ply"`
	Side      string       `json:"side"`
	Move      string       `json:"move"`
	Before    search.Value `json:"before"` // value for the side that moved
	After     search.Value `json:"after"`
	Chances   [2]float64   `json:"chances"` // of winning, from 0 to 1, before and after
	Judgement string       `json:"judgement"`
	Estimated bool         `json:"estimated"` // the judgement rests on an estimate
	Words     string       `json:"words"`
	Better    []string     `json:"better,omitempty"`
	line      []oxo.Move   // Better, as moves
	turn      oxo.Side
	forced    bool
	label     string
	sign      string
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
		return usagef("no moves to review: give moves after the game, or --file FILE")
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

// reviewer returns the engine that reviews a game.
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
	r := &reviewed{Game: b.game.Name(), Position: catalog.FormatPosition(b.game, b.start), Plies: len(b.moves), Moves: []reviewedMove{}, Chances: explain.ChancesNote(b.game)}
	if b.file != nil && b.file.Names != [2]string{} {
		r.Names = b.file.Names[:]
	}
	played := explain.Played{Game: b.game, Start: b.start, Moves: b.moves, Drawn: session.Drawn()}
	var all explain.Accuracy
	p := b.start.Clone() // a clone of the last position might not be able to take back earlier moves
	for _, m := range b.moves {
		p.Make(m)
	}
	for m := range explain.Review(c.Context(), engine, played, explain.ReviewLimits{Each: o.limits}) {
		p.Unmake(m.Move)
		r.Moves = append(r.Moves, newReviewedMove(b.game, p, &m))
		all.Add(&m)
		done.Add(1)
	}
	for side := range oxo.Side(2) {
		if percent, n := all.Of(side); n > 0 {
			r.Accuracy[side] = &accuracy{percent, n}
		}
	}
	slices.Reverse(r.Moves)
	return r
}

func newReviewedMove(g oxo.Game, p oxo.Position, m *explain.Reviewed) reviewedMove {
	const most = 12 // maximum plies of a better line
	r := reviewedMove{
		Ply: m.Ply, Side: board.SideName(g, m.Side), Move: m.Name, Before: m.Before, After: m.After,
		Chances: [2]float64{m.ChanceBefore, m.ChanceAfter}, Judgement: string(m.Judgement), Estimated: m.Estimated,
		Words: m.Words, turn: m.Side, forced: m.Forced, label: m.Label(), sign: m.Sign(),
	}
	worse := m.Judgement != explain.Good && m.Judgement != explain.Unclear
	if worse && len(m.Best) > 0 && m.Best[0] != m.Move {
		r.line = m.Best[:min(len(m.Best), most)]
		r.Better = catalog.NameLine(g, p, r.line)
	}
	return r
}

// writeReview prints a review as text.
func (a *app) writeReview(b *begun, r *reviewed) error {
	if r.Names != nil {
		fmt.Fprintf(a.out, "%s against %s, %s\n\n", r.Names[0], r.Names[1], r.Game)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ply\tside\tmove\tbefore\tafter\tjudgement\tbetter")
	for _, m := range r.Moves {
		better := m.Better[:min(len(m.Better), 5)]
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Ply, m.Side, m.Move, explain.Worth(b.game, m.Before), explain.Worth(b.game, m.After), m.label, strings.Join(better, " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	for _, m := range r.Moves {
		if m.held() {
			fmt.Fprintf(a.out, "%d. %s %s.\n", m.Ply, m.mark(), m.Words)
		}
	}
	for side := range oxo.Side(2) {
		fmt.Fprintf(a.out, "%s: %s%s\n", board.SideName(b.game, side), r.Accuracy[side], r.count(side))
	}
	if slices.ContainsFunc(r.Moves, func(m reviewedMove) bool { return m.Estimated }) {
		fmt.Fprintf(a.out, "≈ is an opinion, by estimates: %s.\n", r.Chances)
	}
	if left := r.Plies - len(r.Moves); left > 0 {
		fmt.Fprintf(a.out, "Interrupted: the first %s were not looked at.\n", words.Count(left, "move"))
	}
	_, err := fmt.Fprintf(a.out, "%.3g s\n", r.Seconds)
	return err
}

// mark returns the sign of a move, in front of the words about it.
func (m *reviewedMove) mark() string { return cmp.Or(m.sign, "·") }

// held reports whether a move is not the best, as far as the review found.
func (m *reviewedMove) held() bool {
	return m.Judgement != string(explain.Good) && m.Judgement != string(explain.Unclear)
}

// String writes an accuracy before the number of moves; nothing if no move counts.
func (a *accuracy) String() string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("accuracy %.0f%% of %s: ", a.Percent, words.Count(a.Moves, "move"))
}

// count returns the number of moves of a side with each judgement, in words, the worst first.
func (r *reviewed) count(side oxo.Side) string {
	var parts []string
	for _, j := range []explain.Judgement{explain.Blunder, explain.Mistake, explain.LetGo, explain.Inaccuracy, explain.Slower, explain.Unclear, explain.Good} {
		counts, labels := [2]int{}, [2]string{}
		for _, m := range r.Moves {
			if m.turn == side && !m.forced && m.Judgement == string(j) {
				i := 0
				if m.Estimated {
					i = 1
				}
				counts[i]++
				labels[i] = m.label
			}
		}
		for i, n := range counts {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, labels[i]))
			}
		}
	}
	forced := 0
	for _, m := range r.Moves {
		if m.turn == side && m.forced {
			forced++
		}
	}
	if forced > 0 {
		parts = append(parts, fmt.Sprintf("%d forced", forced))
	}
	if parts == nil {
		return "no move looked at"
	}
	return strings.Join(parts, ", ")
}

// formatOfName returns the format of a file by its extension.
func formatOfName(name string) (gamefile.Format, error) {
	format := gamefile.Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if !slices.Contains([]gamefile.Format{gamefile.PGN, gamefile.PDN, gamefile.SGF}, format) {
		return "", usagef("--out %s: want a name that ends with its format, .pgn, .pdn or .sgf", name)
	}
	return format, nil
}

// Before the long work begins, holdOut refuses a file that cannot be written: see
// [keep.Hold].
func (b *begun) holdOut(name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	format, err := formatOfName(name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--out %s: the file exists already: give another name", name)
	}
	if _, err = gamefile.Write(b.record(), format); err != nil {
		return nil, usage(err)
	}
	release, err = keep.Hold(name)
	return release, flagged("out", err)
}

// record returns the game in the form for a file.
func (b *begun) record() *gamefile.Game {
	g := gamefile.Game{Event: "oxo review"}
	if b.file != nil {
		g = *b.file
	}
	g.Rules, g.Start, g.Moves, g.Notes = b.game, b.start, b.moves, nil
	return &g
}

// annotate writes the game with the review of its moves.
func (b *begun) annotate(r *reviewed, name string) error {
	format, err := formatOfName(name)
	if err != nil {
		return err
	}
	g := b.record()
	g.Notes = make([]gamefile.Note, len(g.Moves))
	marks := map[string]gamefile.Mark{
		string(explain.Slower): gamefile.Dubious, string(explain.Inaccuracy): gamefile.Dubious, string(explain.LetGo): gamefile.Mistake,
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
