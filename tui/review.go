//go:build unix || windows

package tui

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"

	tea "charm.land/bubbletea/v2"
)

// review is the screen that reviews the moves of a game.
type review struct {
	play  *play
	start oxo.Position
	moves []oxo.Move
	names []string
	// numbers holds the numbers of the moves: see [catalog.MoveNumbers].
	numbers []int
	at      int  // number of moves on the shown board
	led     bool // a key has chosen the board: the review no longer does
	found   map[int]explain.Reviewed
	done    bool
	panel   bool

	why      []string // sentences about move number whyAt
	whyAt    int
	message  string
	searcher *search.Searcher
	asker    *search.Searcher
	reviews  lane
	answers  lane
}

// judged is the state of a review: all moves judged so far.
type judged struct {
	found map[int]explain.Reviewed
	done  bool
}

// because is the explanation of a move's value.
type because struct {
	ply       int
	sentences []string
}

func newReview(p *play, book search.Book) *review {
	t := p.session.Turn(player.Clock{})
	r := &review{
		play: p, start: t.Start.Clone(), moves: append([]oxo.Move(nil), t.Moves...), names: p.session.Names(), numbers: catalog.MoveNumbers(p.game, t.Start, t.Moves), found: map[int]explain.Reviewed{},
		searcher: search.New(search.Options{KeepTable: true, Book: book}), asker: search.New(search.Options{KeepTable: true, Book: book}),
	}
	r.reviews.all, r.answers.all = p.o.all, p.o.all
	return r
}

// begin reviews the moves from the last to the first.
func (r *review) begin() tea.Cmd {
	played := explain.Played{Game: r.play.game, Start: r.start, Moves: r.moves, Drawn: r.play.session.Drawn()}
	limits := explain.ReviewLimits{Total: r.play.sides.time}
	return r.reviews.start(r.play.ctx, func(ctx context.Context, to *reporter) {
		found := map[int]explain.Reviewed{}
		for m := range explain.Review(ctx, r.searcher, played, limits) {
			found[m.Ply] = m
			to.replace(judged{found: maps.Clone(found)})
		}
		if ctx.Err() == nil {
			to.tell(judged{found: found, done: true})
		}
	})
}

// ask asks for an explanation of the move that led to the shown board.
func (r *review) ask() tea.Cmd {
	if r.at == 0 {
		r.message = "No move led here: go to one with the arrows."
		return nil
	}
	ply, before := r.at, r.position(r.at-1)
	r.why, r.whyAt, r.message = nil, ply, "Asking why..."
	options := explain.WhyOptions{Searcher: r.asker, Limits: search.Limits{Time: r.play.sides.time}}
	if found := r.found[ply]; len(found.Better) > 0 {
		options.Better, options.HasBetter = found.Best[0], true
	}
	g, m := r.play.game, r.moves[ply-1]
	return r.answers.start(r.play.ctx, func(ctx context.Context, to *reporter) {
		b, err := explain.Why(ctx, g, before, m, options)
		if err != nil {
			to.tell(failed{err})
			return
		}
		said := because{ply: ply}
		for _, s := range b.Sentences {
			said.sentences = append(said.sentences, s.Text)
		}
		to.tell(said)
	})
}

// position returns the position after n moves.
func (r *review) position(n int) oxo.Position {
	p := r.start.Clone()
	for _, m := range r.moves[:n] {
		p.Make(m)
	}
	return p
}

func (r *review) report(msg tea.Msg) {
	switch msg := msg.(type) {
	case judged:
		r.found, r.done = msg.found, msg.done
		if r.done && !r.led {
			r.at = r.worst()
		}
	case because:
		r.why, r.whyAt, r.message = msg.sentences, msg.ply, ""
	case failed:
		r.message = msg.err.Error()
	}
}

// key handles a key. from reports that the game continues from the shown board.
func (r *review) key(name string) (where goTo, from bool, cmd tea.Cmd) {
	if name != "tab" {
		r.message = ""
	}
	steps := map[string]int{"up": -1, "left": -1, "down": 1, "right": 1, "pgup": -10, "pgdown": 10, "home": -len(r.moves), "end": len(r.moves)}
	switch name {
	case "n":
		r.at, r.led = r.next(), true
	case "enter", "w":
		return stay, false, r.ask()
	case "g":
		return back, true, nil
	case "tab":
		r.panel = !r.panel
	case "esc", "v":
		return back, false, nil
	case "?", "f1":
		return toHelp, false, nil
	case "q":
		return quit, false, nil
	default:
		by, ok := steps[name]
		if !ok {
			r.message = unknown(name)
			return stay, false, nil
		}
		r.at, r.led = within(r.at+by, len(r.moves)), true
	}
	return stay, false, nil
}

// worst returns the number of the first move that lost most, or of the last move if none
// is blamed.
func (r *review) worst() int {
	for _, j := range []explain.Judgement{explain.Blunder, explain.LetGo, explain.Mistake} {
		for ply := 1; ply <= len(r.moves); ply++ {
			if r.found[ply].Judgement == j {
				return ply
			}
		}
	}
	return len(r.moves)
}

// next returns the number of the next blamed move after the shown one; after the last one it
// begins again with the first.
func (r *review) next() int {
	for i := 1; i <= len(r.moves); i++ {
		ply := (r.at+i-1)%len(r.moves) + 1
		if m, ok := r.found[ply]; ok && judgementRole(m.Judgement) == badRole {
			return ply
		}
	}
	r.message = "No other move is known to have thrown anything away."
	return r.at
}

// numbered names a move by its number, as the list of the game counts: "2. a1", and
// "2... c3" for the answer to it. A forced pass has no number.
func (r *review) numbered(ply int) string {
	return numbered(ply, r.numbers[ply-1], r.names[ply-1], r.start.Turn())
}

// numbered names a move; its number counts the moves of its side. first is the side that
// made the first move.
func numbered(ply, number int, name string, first oxo.Side) string {
	if number == 0 {
		return "passes"
	}
	side := (oxo.Side(ply-1) + first) & 1
	if first == oxo.Second && side == oxo.First {
		number++ // the list begins with half a line
	}
	return fmt.Sprintf("%d%s %s", number, []string{".", "..."}[side], name)
}

// goOn continues the game from the shown board; the later moves can be redone.
func (r *review) goOn() {
	p := r.play
	for p.session.Undo(len(p.session.Moves())-r.at) == nil && len(p.session.Moves()) > r.at {
	}
	p.redo = nil
	for i := len(r.moves) - 1; i >= r.at; i-- {
		p.redo = append(p.redo, r.moves[i])
	}
}

func (r *review) draw(c *canvas, t theme, body box) {
	panel := body
	now := r.position(r.at)
	if grid, ok := now.(board.Grid); ok {
		f := newFrame(grid, board.FactsOf(r.play.game).Style, body, r.play.cursor)
		beside := body.width-f.used()-2 >= minPanel
		if beside || !r.panel {
			s := &sight{game: r.play.game, grid: grid, names: r.play.names, hidden: true, over: r.at == len(r.moves)}
			if r.at > 0 {
				before := r.position(r.at - 1).(board.Grid)
				s.last = path(r.play.game, before, r.moves[r.at-1], cells(before))
			}
			s.draw(c, &f, t)
		}
		switch {
		case beside:
			panel = box{body.x + f.used() + 2, body.y, body.width - f.used() - 2, body.height}
		case !r.panel:
			return
		}
	}
	r.drawPanel(c, t, panel)
}

// drawPanel draws the verdict on the move that led to the board, and the moves.
func (r *review) drawPanel(c *canvas, t theme, in box) {
	var said []string
	if m, ok := r.found[r.at]; ok {
		said = wrap(r.play.o.Words.Say(m.Words+"."), in.width)
		if len(m.Better) > 0 {
			said = append(said, wrap(r.play.o.Words.Say("Better: "+strings.Join(m.Better, " ")), in.width)...)
		}
	}
	if r.whyAt == r.at {
		for _, s := range r.why {
			said = append(said, wrap(r.play.o.Words.Say(s), in.width)...)
		}
	}
	said = said[:min(len(said), max(in.height-4, in.height*2/3))]
	height := in.height - len(said) - 1
	first := from(r.at, len(r.moves)+1, height)
	for i := first; i <= len(r.moves) && i < first+height; i++ {
		text, k := "start", ink{}
		if i > 0 {
			text = fmt.Sprintf("%-14s", r.numbered(i))
			if m, ok := r.found[i]; ok {
				text += " " + m.Label()
				if k.fg = judgementRole(m.Judgement); m.Forced {
					k.fg = quietRole
				}
			} else if !r.done {
				text += " ..."
			}
		}
		text = "  " + text
		if i == r.at {
			text, k = t.signs.pointer+text[1:], ink{bold: true, reverse: true}
		}
		c.put(in.x, in.y+i-first, clip(text, in.width), k)
	}
	for i, line := range said {
		c.put(in.x, in.y+height+1+i, line, ink{})
	}
}

func judgementRole(j explain.Judgement) role {
	switch j {
	case explain.Good:
		return goodRole
	case explain.Unclear, explain.Slower, explain.Inaccuracy:
		return evenRole
	}
	return badRole
}

func (r *review) status() (string, ink) {
	switch {
	case r.message != "":
		return r.message, ink{fg: titleRole}
	case !r.done:
		return fmt.Sprintf("Looking at the moves: %d of %d.", len(r.found), len(r.moves)), ink{}
	}
	if r.at == 0 {
		return "The start." + r.accuracy(), ink{}
	}
	return fmt.Sprintf("After %s.%s", r.numbered(r.at), r.accuracy()), ink{}
}

// accuracy says at the start and at the end of the game how accurate both sides were.
func (r *review) accuracy() (text string) {
	if r.at != 0 && r.at != len(r.moves) {
		return ""
	}
	var all explain.Accuracy
	for _, m := range r.found {
		all.Add(&m)
	}
	for side := range oxo.Side(2) {
		if percent, n := all.Of(side); n > 0 {
			text += fmt.Sprintf("  %s: accuracy %.0f%%.", board.SideName(r.play.game, side), percent)
		}
	}
	return text
}

func (r *review) close() {
	r.reviews.wait()
	r.answers.wait()
}
