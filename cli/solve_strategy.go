package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/explain/puzzle/anki"
	"oxo/internal/datafile"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
	"oxo/prove/solve"
	"oxo/prove/steady"
	"oxo/search"

	"github.com/spf13/cobra"
)

// learnOptions holds the flags of strategies that a person can learn.
type learnOptions struct {
	files   []string // to write: .pb.gz, .svg or .apkg
	by      string   // the certificate whose moves the strategy follows
	effort  int      // positions visited to find a steady state
	improve int      // the largest part that is replaced by a smaller one
}

func learnFlags(c *cobra.Command, o *learnOptions) {
	c.Flags().StringArrayVar(&o.files, "strategy", nil, "Connect Four: write a strategy that a person can learn into this file: .pb.gz (the format of WeakC4), .svg (a picture) or .apkg (cards for Anki); may be given several times")
	c.Flags().StringVar(&o.by, "by", "", "with --strategy: follow the moves of this certificate, instead of proving the win again")
	c.Flags().IntVar(&o.effort, "effort", 20_000, "with --strategy: positions visited to find a diagram for a position")
	c.Flags().IntVar(&o.improve, "improve", 40, "with --strategy: replace parts of at most this number of nodes by smaller ones")
}

// strategyForms holds what writes a strategy, by the ending of a file's name.
func strategyForms() map[string]func(io.Writer, *steady.Strategy) error {
	return map[string]func(io.Writer, *steady.Strategy) error{
		".gz":   func(w io.Writer, s *steady.Strategy) error { return s.Write(w) },
		".svg":  func(w io.Writer, s *steady.Strategy) error { return s.Picture(w) },
		".apkg": writeStrategyCards,
	}
}

// check refuses names with unknown endings, and flags without --strategy.
func (o *learnOptions) check(c *cobra.Command) error {
	for _, flag := range []string{"by", "effort", "improve"} {
		if c.Flags().Changed(flag) && len(o.files) == 0 {
			return usagef("--%s is for --strategy FILE", flag)
		}
	}
	for _, name := range o.files {
		if strategyForms()[filepath.Ext(name)] == nil {
			return usagef("--strategy %s: want a name that ends with .pb.gz, .svg or .apkg", name)
		}
	}
	if len(o.files) > 0 && (o.effort < 1 || o.improve < 0) {
		return usagef("--effort %d, --improve %d: want at least 1 and at least 0", o.effort, o.improve)
	}
	return nil
}

// learn writes a strategy for the side that wins a position of Connect Four.
func (a *app) learn(c *cobra.Command, args []string, o solveOptions, options solve.Options) error {
	g, p, err := a.movesOrPosition(c, args, &o.start)
	if err != nil {
		return err
	}
	stacked, ok := p.(certificate.Stacked)
	if !ok || !strings.HasPrefix(g.Name(), "connect4") {
		return usagef("--strategy: want Connect Four, not %s", g.Name())
	}
	start, err := playedMoves(g, args[1:], p)
	if err != nil {
		return err
	}
	cert, err := a.winningMoves(c.Context(), g, p, o, options)
	if err != nil {
		return err
	}
	width, height, _ := stacked.Stacks()
	b := &learning{app: a, g: g, cert: cert, start: start, o: o.learn, asker: search.New(search.Options{
		ResultOnly: true, KeepTable: true, TableBytes: options.Search.TableBytes, Book: a.book(true),
	})}
	s, err := b.build(c.Context(), width, height)
	if err != nil {
		return err
	}
	for _, name := range o.learn.files {
		write := strategyForms()[filepath.Ext(name)]
		if err := datafile.Replace(name, func(w io.Writer) error { return write(w, s) }); err != nil {
			return flagged("strategy", err)
		}
	}
	states, branches := s.Counts()
	_, err = fmt.Fprintf(a.out, "strategy: %d nodes, %d steady states and %d branches, played against all replies\n", states+branches, states, branches)
	return err
}

// playedMoves reads the moves to a position.
func playedMoves(g oxo.Game, words []string, want oxo.Position) (moves []uint8, err error) {
	p := g.Start()
	for _, word := range words {
		m, err := g.ParseMove(p, word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, uint8(m))
		p.Make(m)
	}
	if p.Hash() != want.Hash() {
		return nil, usagef("--strategy: want the moves to the position, one by one")
	}
	return moves, nil
}

// winningMoves returns a certificate of the position: the file of --by, or one that it makes.
func (a *app) winningMoves(ctx context.Context, g oxo.Game, p oxo.Position, o solveOptions, options solve.Options) (*walk.Certificate, error) {
	file := o.learn.by
	if file == "" {
		s, err := a.solveHere(ctx, g, p, o.keep, options)
		if err != nil {
			return nil, err
		}
		if s.Outcome() == "draw" {
			return nil, usagef("--strategy: the position is a draw, and such a strategy wins")
		}
		folder, err := os.MkdirTemp("", "oxo")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		file = filepath.Join(folder, "proof.oxo")
		if _, err := a.certifier(o.search.threads).Certify(ctx, g, p, s, options, file, false); err != nil {
			return nil, err
		}
	}
	cert, err := a.certificate(ctx, file)
	if err != nil {
		return nil, flagged("by", err)
	}
	if cert.Game.Name() != g.Name() || cert.Start().Hash() != p.Hash() {
		return nil, usagef("--by %s: want a certificate of this position", file)
	}
	if len(cert.Sides()) != 1 {
		return nil, usagef("--strategy: the position is a draw, and such a strategy wins")
	}
	return cert, nil
}

// learning is the state of a build.
type learning struct {
	*app
	g      oxo.Game
	cert   *walk.Certificate
	walker *walk.Walker
	start  []uint8
	asker  *search.Searcher
	o      learnOptions
	nodes  atomic.Int64
	notes  *steady.Notes
	saved  time.Time
}

// saveNotesEvery is the time after which the notes are written again.
const saveNotesEvery = time.Minute

// build builds the strategy, and checks it. The notes, written with the first file, let an interrupted run continue.
func (l *learning) build(ctx context.Context, width, height int) (*steady.Strategy, error) {
	side := l.cert.Sides()[0]
	var err error
	if l.walker, err = l.cert.Walk(side); err != nil {
		return nil, err
	}
	if err := l.readNotes(); err != nil {
		return nil, err
	}
	defer l.progress().follow(func() string {
		return fmt.Sprintf("building the strategy: %d nodes up to mirror image", l.nodes.Load())
	})()
	s, err := steady.Build(ctx, steady.Options{
		Width: width, Height: height, Second: side == oxo.Second, Start: l.start,
		Advise: l.advise, Keeps: l.keeps, Effort: l.o.effort, Improve: l.o.improve, Notes: l.notes,
		Watch: func(nodes int) {
			if l.nodes.Store(int64(nodes)); time.Since(l.saved) > saveNotesEvery {
				l.saved = time.Now()
				err = l.writeNotes()
			}
		},
	})
	if err := errors.Join(err, l.writeNotes()); err != nil {
		return nil, err
	}
	return s, s.Check()
}

func (l *learning) notesName() string { return l.o.files[0] + ".notes" }

func (l *learning) readNotes() error {
	l.saved = time.Now()
	f, err := datafile.Open(l.notesName())
	if errors.Is(err, os.ErrNotExist) {
		l.notes = steady.NewNotes()
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if l.notes, err = steady.ReadNotes(f); err != nil {
		return fmt.Errorf("%s: %w", l.notesName(), err)
	}
	return nil
}

func (l *learning) writeNotes() error { return datafile.Replace(l.notesName(), l.notes.Write) }

// advise follows the certificate.
func (l *learning) advise(_ context.Context, moves []uint8) (uint8, error) {
	same, more := 0, moves[len(l.start):]
	for walked := l.walker.Moves(); same < min(len(walked), len(more)) && walked[same] == oxo.Move(more[same]); {
		same++
	}
	for len(l.walker.Moves()) > same {
		l.walker.Unmake()
	}
	for _, m := range more[same:] {
		if err := l.walker.Make(oxo.Move(m)); err != nil {
			return 0, err
		}
	}
	return uint8(l.walker.Step().Move), nil
}

// keeps asks whether the side, which has moved last, still wins.
func (l *learning) keeps(ctx context.Context, moves []uint8) (bool, error) {
	p := l.g.Start()
	for _, m := range moves {
		p.Make(oxo.Move(m))
	}
	r := l.asker.Ask(ctx, p, search.Question{AtLeast: oxo.Draw})
	return r.Bounds.Hi() < oxo.Draw, context.Cause(ctx)
}

// writeStrategyCards writes a card for each position with the side to move.
func writeStrategyCards(w io.Writer, s *steady.Strategy) error {
	cards, err := s.Cards()
	if err != nil {
		return err
	}
	var all []anki.Card
	for i := range cards {
		c := &cards[i]
		back := fmt.Sprintf("<p><b>%d</b></p>", c.Move)
		if c.Rows != "" {
			back = diagramTable(c.Rows, s.Width)
		}
		all = append(all, anki.Card{
			Key:   fmt.Sprintf("connect4:%dx%d steady %v", s.Width, s.Height, c.Moves),
			Front: diagramTable(c.Board, s.Width), Back: back,
			Tags: []string{fmt.Sprintf("ply-%d", len(c.Moves))},
		})
	}
	return anki.Write(context.Background(), w, fmt.Sprintf("oxo: connect4:%dx%d, a strategy", s.Width, s.Height), all, time.Now())
}

// diagramTable draws stones and marks as a table of HTML. A bar or a blank that claims its square is drawn as it is.
func diagramTable(rows string, width int) string {
	var t strings.Builder
	t.WriteString(`<table style="border-collapse:collapse;margin:auto">`)
	for i := 0; i < len(rows); i += width {
		t.WriteString("<tr>")
		for _, c := range rows[i : i+width] {
			style := ""
			switch c {
			case '1':
				style = ";background:#d33;border-radius:50%"
			case '2':
				style = ";background:#fd3;border-radius:50%"
			}
			if style != "" || c == ' ' {
				c = '\u00a0'
			}
			fmt.Fprintf(&t, `<td style="width:2em;height:2em;border:1px solid #999;text-align:center%s">%c</td>`, style, c)
		}
		t.WriteString("</tr>")
	}
	t.WriteString("</table>")
	return t.String()
}
