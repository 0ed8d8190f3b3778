//go:build unix || windows

package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"

	tea "charm.land/bubbletea/v2"
)

// play is a game on the screen.
type play struct {
	ctx     context.Context
	o       *Options
	game    oxo.Game
	sides   sides
	session *player.Session
	redo    []oxo.Move // moves taken back; the next to redo is last
	names   [2]string
	games   uint64 // number of games begun

	// For the current position.
	legal  []pointed
	last   []board.Square // of the last move
	cursor board.Square
	picked []board.Square
	list   *list // moves to choose from, or nil

	typed   *field // a move being typed, or nil
	message string // about the last key; shown until the next
	proof   string // how far a proof of the position is, or what it proved
	asked   string // a question that y confirms: "leave" or "quit"
	panel   bool   // the panel is shown, next to the board if there is room, otherwise instead of it

	scores, bar, lines bool // what is shown
	thoughts           thinking
	analysed           analysis
	value              search.Value // the latest one, for valued
	valued             oxo.Side
	hasValue           bool

	players [2]*seat // nil for a person; by side in the first game
	swapped bool     // the players have changed sides
	paused  bool
	rate    int
	won     [2]int // games won, by player
	drawn   int

	engines  *player.Engines // of the analysis
	movers   lane
	advisers lane
}

// rates are the minimum times that a move is shown when oxo plays both sides.
func rates() []time.Duration {
	return []time.Duration{0, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second}
}

const defaultRate = 4

func newPlay(ctx context.Context, o *Options, g oxo.Game, s sides) (*play, error) {
	seats, err := newSeats(o, g, s)
	if err != nil {
		return nil, err
	}
	var book search.Book
	if o.Book != nil {
		if book, err = o.Book(g); err != nil {
			return nil, err
		}
	}
	p := &play{
		ctx: ctx, o: o, game: g, sides: s, names: names(o, g), players: seats, rate: defaultRate, paused: o.held,
		engines: player.NewEngines(o.Method, search.Options{Book: book, KeepTable: true}),
	}
	p.movers.all, p.advisers.all = o.all, o.all
	p.newGame(o.Seed)
	p.refresh()
	return p, nil
}

// newGame begins a game by the options.
func (p *play) newGame(seed uint64) {
	p.begin(start(p.o, p.game, p.sides, seed))
	if p.o.Game != nil && p.o.Game.Name() == p.game.Name() {
		for _, m := range p.o.Moves {
			p.session.Make(m)
		}
	}
}

// begin sets up a new game.
func (p *play) begin(at oxo.Position) {
	p.games++
	p.session = player.NewSession(p.game, at)
	p.redo, p.hasValue, p.thoughts = nil, false, thinking{}
	p.cursor = board.Square{}
	if grid, ok := at.(board.Grid); ok {
		columns, rows := grid.Size()
		p.cursor = board.Square{Column: columns / 2, Row: rows / 2}
		if board.FactsOf(p.game).Style.Places == board.Heaps {
			p.cursor = board.Square{Row: rows - 1}
		}
	}
}

// seat returns the player of a side; nil is a person.
func (p *play) seat(side oxo.Side) *seat {
	if p.swapped {
		side = side.Opponent()
	}
	return p.players[side]
}

// watching reports whether no person plays.
func (p *play) watching() bool { return p.players[0] != nil && p.players[1] != nil }

func (p *play) position() oxo.Position { return p.session.Position() }

func (p *play) over() bool {
	return p.position().Outcome() != oxo.Ongoing || p.session.Drawn()
}

// yours reports whether a person is to move.
func (p *play) yours() bool { return !p.over() && p.seat(p.position().Turn()) == nil }

// refresh updates the state after the position has changed.
func (p *play) refresh() {
	p.picked, p.list, p.typed, p.legal = nil, nil, nil, nil
	p.analysed, p.proof = analysis{}, ""
	if !p.over() {
		p.legal = pointable(p.game, p.position())
	}
	p.last = p.lastSquares()
	if _, ok := p.position().(board.Grid); !ok && p.yours() {
		p.list = newList(p.legal)
	}
}

// lastSquares returns the squares of the last move: its first and last, if the game
// gives its path.
func (p *play) lastSquares() []board.Square {
	moves := p.session.Moves()
	if len(moves) == 0 {
		return nil
	}
	grid, ok := p.position().(board.Grid)
	if !ok {
		return nil
	}
	// The move is taken back and made again on the position itself: a copy cannot take
	// back earlier moves.
	grid.Unmake(moves[len(moves)-1])
	squares := path(p.game, grid, moves[len(moves)-1], cells(grid))
	grid.Make(moves[len(moves)-1])
	if board.FactsOf(p.game).Path != nil && len(squares) > 2 {
		return []board.Square{squares[0], squares[len(squares)-1]}
	}
	if board.FactsOf(p.game).Style.Places == board.Tray {
		return nil // all of it has moved
	}
	return squares
}

// proceed ends work on an earlier position, and starts the side to move if oxo plays
// it.
func (p *play) proceed() tea.Cmd {
	p.refresh()
	return p.think()
}

func (p *play) think() tea.Cmd {
	p.movers.stop()
	p.advisers.stop()
	p.passOn()
	switch st := p.seat(p.position().Turn()); {
	case p.over() && p.watching() && !p.paused:
		return p.movers.start(p.ctx, func(ctx context.Context, r *reporter) {
			if sleep(ctx, 3*p.pause()+100*time.Millisecond) {
				r.tell(another{})
			}
		})
	case p.over():
		return nil
	case st == nil || p.watching() && p.paused:
		return p.advise()
	default:
		p.thoughts = thinking{who: st.said}
		return p.movers.start(p.ctx, st.move(newTurn(p.game, p.session, st.said), p.pause()))
	}
}

// another starts the next game.
type another struct{}

func (p *play) pause() time.Duration {
	if !p.watching() {
		return 0
	}
	return rates()[p.rate]
}

// advise analyses the position if any of the analysis is shown.
func (p *play) advise() tea.Cmd {
	p.advisers.stop()
	if !p.scores && !p.bar && !p.lines || p.over() {
		return nil
	}
	return p.advisers.start(p.ctx, analyse(p.engines, newTurn(p.game, p.session, "the analysis"), search.Limits{Time: p.sides.time}))
}

// make makes a legal move of a person or of oxo.
func (p *play) make(m oxo.Move) tea.Cmd {
	if n := len(p.redo); n > 0 && p.redo[n-1] == m {
		p.redo = p.redo[:n-1]
	} else {
		p.redo = nil
	}
	p.session.Make(m)
	p.message = ""
	if p.over() {
		p.count()
		p.settle()
	}
	return p.proceed()
}

// settle records the value of the end.
func (p *play) settle() {
	end := search.Value{Proven: true}
	if p.position().Outcome() != oxo.Ongoing {
		end.Score = oxo.Final(p.position())
	}
	p.learn(end, p.position().Turn(), true)
}

// count counts the result of a game of oxo against itself.
func (p *play) count() {
	if !p.watching() {
		return
	}
	side, won := p.position().Outcome().Winner(p.position().Turn())
	switch {
	case !won:
		p.drawn++
	case p.swapped:
		p.won[side.Opponent()]++
	default:
		p.won[side]++
	}
}

// restart begins another game; if oxo plays both sides, they change.
func (p *play) restart() tea.Cmd {
	if _, chance := p.game.(player.Chance); p.watching() && !chance {
		p.swapped = !p.swapped
	}
	p.movers.stop()
	p.newGame(p.o.Seed + p.games)
	p.message = ""
	return p.proceed()
}

// undo takes back moves until it is a person's turn.
func (p *play) undo() tea.Cmd {
	moves := p.session.Moves()
	n := 1
	turn := p.position().Turn()
	for n < len(moves) && !p.watching() && p.seat(turn^oxo.Side(n&1)) != nil {
		n++
	}
	if len(moves) == 0 || !p.watching() && p.seat(turn^oxo.Side(n&1)) != nil {
		p.message = "There is no move of yours to take back."
		return nil
	}
	if p.watching() {
		p.paused = true
	}
	for range n {
		made := p.session.Moves()
		p.redo = append(p.redo, made[len(made)-1])
		if err := p.session.Undo(1); err != nil {
			p.message = err.Error()
			break
		}
	}
	p.message = ""
	if p.refresh(); p.yours() && onlyPass(p.legal) && len(p.session.Moves()) > 0 {
		return p.undo() // to the last choice
	}
	return p.proceed()
}

// again redoes moves until it is a person's turn.
func (p *play) again() tea.Cmd {
	if len(p.redo) == 0 {
		p.message = "No move has been taken back."
		return nil
	}
	for len(p.redo) > 0 {
		last := len(p.redo) - 1
		p.session.Make(p.redo[last])
		p.redo = p.redo[:last]
		if p.refresh(); p.watching() || p.yours() && !onlyPass(p.legal) {
			break
		}
	}
	p.message = ""
	return p.proceed()
}

// say handles a typed move, or a word of the line mode.
func (p *play) say(text string) tea.Cmd {
	if !p.yours() {
		p.message = p.notYours()
		return nil
	}
	before := p.session.Position().Clone()
	m, err := catalog.Play(p.game, before, text)
	if err != nil {
		p.message = err.Error() + p.colon(text)
		return nil
	}
	return p.make(m)
}

// choose picks a square, and makes the move if only one is meant.
func (p *play) choose(s board.Square) tea.Cmd {
	p.cursor, p.message = s, ""
	if !p.yours() {
		p.message = p.notYours()
		return nil
	}
	now, meant := pick(p.legal, p.picked, s)
	switch {
	case len(meant) == 1:
		return p.make(meant[0].move)
	case len(meant) > 1:
		p.picked, p.list = now, newList(meant)
	case now == nil && len(p.picked) == 0:
		p.message = "No move begins there. The key m lists the moves."
	case now == nil && !slices.Contains(p.picked, s):
		p.message = "No move goes there from what is picked."
		p.picked = nil
	default:
		p.picked = now
	}
	return nil
}

// report handles a message of a job.
func (p *play) report(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case thinking:
		p.thoughts = msg
		p.learn(msg.value, msg.side, len(msg.thoughts) > 0)
	case analysis:
		p.analysed = msg
		p.learn(msg.value, msg.side, len(msg.moves) > 0)
	case proved:
		return p.provedOf(msg)
	case moved:
		if !msg.choice.NoValue && p.seat(p.position().Turn()).name != player.Random {
			p.learn(msg.choice.Value, p.position().Turn(), true)
		}
		return p.make(msg.choice.Move)
	case another:
		return p.restart()
	case failed:
		if !errors.Is(msg.err, context.Canceled) {
			p.message = "oxo cannot move: " + strings.TrimSpace(msg.err.Error())
		}
	}
	return nil
}

func (p *play) learn(v search.Value, side oxo.Side, known bool) {
	if known {
		p.value, p.valued, p.hasValue = v, side, true
	}
}

// close ends all running work, and waits for it.
func (p *play) close() {
	p.movers.wait()
	p.advisers.wait()
}
