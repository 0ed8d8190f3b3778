package ggp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/internal/words"
)

// match is a match under way.
type match struct {
	id, role string
	play     time.Duration // the clock of each move
	due      time.Time     // when the server's next message comes at the latest
	ctx      context.Context
	cancel   func()
	turn     chan struct{} // the goroutine that has put a value into it answers a message
	sheet    *sheet

	// What follows changes with the moves. Only the goroutine that has the turn may use it.
	me      int // the number of the role
	state   rules.State
	history [][2]int32
	heard   [][]string // moves that are not made yet
	logged  bool       // the log says how the match is played

	broken *atomic.Bool // a position has broken the game: random games choose the moves from then on
}

// newMatch makes the match of a message.
func newMatch(ctx context.Context, msg *message) *match {
	ctx, cancel := context.WithCancel(ctx)
	return &match{id: msg.match, role: msg.role, play: msg.play, ctx: ctx, cancel: cancel, turn: make(chan struct{}, 1), broken: new(atomic.Bool)}
}

// sheet is a sheet that is being read. Each channel is closed when the fields after it are set.
type sheet struct {
	rules    string
	spelling map[string]string // of names with capitals

	read   chan struct{}
	engine *rules.Engine
	err    error // the sheet cannot be read

	surveyed chan struct{}
	game     *rules.Game
	why      error // why it cannot be a game of oxo
}

// readSheet reads a sheet until ctx ends.
func readSheet(ctx context.Context, name, text string) *sheet {
	s := &sheet{rules: text, read: make(chan struct{}), surveyed: make(chan struct{})}
	go func() {
		defer close(s.surveyed)
		if s.err = safely(func() error { return s.compile(ctx) }); s.err != nil {
			s.why = s.err
			close(s.read)
			return
		}
		close(s.read)
		s.why = safely(func() (err error) {
			s.game, err = rules.FromEngine(ctx, name, s.engine)
			return err
		})
	}()
	return s
}

// safely does some work, and makes an error of its panic.
func safely(work func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case rules.Broken:
			err = v
		default:
			err = fmt.Errorf("internal error: %v", v)
		}
	}()
	return work()
}

func (s *sheet) compile(ctx context.Context) (err error) {
	s.engine, err = rules.Compile(ctx, s.rules, gdl.Bounds{})
	return err
}

// wait waits until the sheet is read, or ctx ends.
func (s *sheet) wait(ctx context.Context) error {
	select {
	case <-s.read:
		return s.err
	case <-ctx.Done():
		return fmt.Errorf("the sheet is not read in time: %w", ctx.Err())
	}
}

// known returns the game; nil if it is not known yet, or if the sheet is not a game of oxo.
func (s *sheet) known() *rules.Game {
	select {
	case <-s.surveyed:
		return s.game
	default:
		return nil
	}
}

// begin puts the match at the beginning of the game, if it is not there yet. The sheet has
// been read.
func (m *match) begin() error {
	if m.state != nil {
		return nil
	}
	roles := m.sheet.engine.Roles()
	if m.me = slices.Index(roles[:], m.role); m.me < 0 {
		return fmt.Errorf("the sheet has no role %q: want %s or %s", words.Clip(m.role), roles[0], roles[1])
	}
	m.state = m.sheet.engine.Begin()
	return nil
}

// snapshot returns a copy that a goroutine may use while the match continues.
func (m *match) snapshot() *match {
	c := *m
	c.state = rules.Copy(m.state)
	return &c
}

// hear notes the moves of a message.
func (m *match) hear(moves []string) {
	if moves != nil {
		m.heard = append(m.heard, moves)
	}
}

// advance makes the moves that were heard.
func (m *match) advance() error {
	for len(m.heard) > 0 {
		moves := m.heard[0]
		m.heard = m.heard[1:]
		if err := m.make(moves); err != nil {
			return err
		}
	}
	return nil
}

// make makes one move of each role.
func (m *match) make(moves []string) error {
	engine := m.sheet.engine
	roles := engine.Roles()
	if len(moves) != len(roles) {
		return fmt.Errorf("%s: want one for each of %s and %s", words.Count(len(moves), "move"), roles[0], roles[1])
	}
	var both [2]int32
	for role, text := range moves {
		legal := m.state.Legal(role, nil)
		at := slices.IndexFunc(legal, func(i int32) bool { return engine.Move(role, i) == text })
		if at < 0 {
			return fmt.Errorf("%s cannot make the move %s after %s: want %s", roles[role], m.text(text), words.Count(len(m.history), "move"), m.list(role, legal))
		}
		both[role] = legal[at]
	}
	m.state.Make(both[0], both[1])
	if why := rules.Fault(m.state); why != "" {
		return fmt.Errorf("after %s: %s", words.Count(len(m.history)+1, "move"), why)
	}
	m.history = append(m.history, both)
	return nil
}

// text writes a call as the server does.
func (m *match) text(call string) string { return term(call, m.sheet.spelling) }

// list writes moves for an error, a few of many.
func (m *match) list(role int, moves []int32) string {
	const shown = 8
	var all []string
	for _, i := range moves[:min(shown, len(moves))] {
		all = append(all, m.text(m.sheet.engine.Move(role, i)))
	}
	if len(moves) > shown {
		all = append(all, fmt.Sprintf("%d more", len(moves)-shown))
	}
	return strings.Join(all, ", ")
}

// position returns the position after the moves so far, where the role that has a choice
// is to move. It panics with [rules.Broken] if the history breaks the game.
func (m *match) position(g *rules.Game) oxo.Position {
	p := g.Start()
	roles := m.sheet.engine.Roles()
	roleOf := func() int {
		side := g.Facts().Sides[p.Turn()]
		return slices.Index(roles[:], side)
	}
	settle := func() {
		if next := p.Moves(nil); len(next) == 1 && next[0] == rules.Pass {
			p.Make(rules.Pass)
		}
	}
	settle()
	for _, both := range m.history {
		role := roleOf()
		p.Make(g.Move(role, both[role]))
		settle()
	}
	return p
}
