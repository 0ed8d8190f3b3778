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
	at    int // number of moves on the shown board
	found map[int]explain.Reviewed
	done  bool
	panel bool

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
		play: p, start: t.Start.Clone(), moves: append([]oxo.Move(nil), t.Moves...), names: p.session.Notation(), found: map[int]explain.Reviewed{},
		searcher: search.New(search.Options{KeepTable: true, Book: book}), asker: search.New(search.Options{KeepTable: true, Book: book}),
	}
	r.reviews.all, r.answers.all = p.o.all, p.o.all
	r.at = len(r.moves)
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
	limits := search.Limits{Time: r.play.sides.time}
	g, m := r.play.game, r.moves[ply-1]
	return r.answers.start(r.play.ctx, func(ctx context.Context, to *reporter) {
		b, err := explain.Why(ctx, g, before, m, explain.WhyOptions{Searcher: r.asker, Limits: limits})
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
		r.at = within(r.at+steps[name], len(r.moves))
	}
	return stay, false, nil
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
		said = wrap(m.Words+".", in.width)
		if len(m.Better) > 0 {
			said = append(said, wrap("Better: "+strings.Join(m.Better, " "), in.width)...)
		}
	}
	if r.whyAt == r.at {
		for _, s := range r.why {
			said = append(said, wrap(s, in.width)...)
		}
	}
	said = said[:min(len(said), max(in.height-4, in.height*2/3))]
	height := in.height - len(said) - 1
	first := from(r.at, len(r.moves)+1, height)
	for i := first; i <= len(r.moves) && i < first+height; i++ {
		text, k := "start", ink{}
		if i > 0 {
			text = fmt.Sprintf("%3d %-8s", i, r.names[i-1])
			if m, ok := r.found[i]; ok {
				text += " " + judgementText(m)
				k.fg = judgementRole(m.Judgement)
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

func judgementText(m explain.Reviewed) string {
	switch m.Judgement {
	case explain.LetGo:
		return "lets a win go"
	case explain.Unclear:
		return "unclear"
	}
	return string(m.Judgement)
}

func judgementRole(j explain.Judgement) role {
	switch j {
	case explain.Good:
		return goodRole
	case explain.Unclear, explain.Slower:
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
	return fmt.Sprintf("Move %d of %d.", r.at, len(r.moves)), ink{}
}

func (r *review) close() {
	r.reviews.wait()
	r.answers.wait()
}
