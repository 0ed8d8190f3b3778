//go:build unix || windows

package tui

import (
	"context"
	"strings"

	"oxo"
	"oxo/search"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// screen is one of the screens.
type screen uint8

const (
	menuScreen screen = iota
	setupScreen
	playScreen
	helpScreen
	positionScreen
	reviewScreen
)

// model is the game on a full screen. Only the goroutine of its program may use it.
type model struct {
	ctx           context.Context
	o             Options
	width, height int
	theme         theme
	at            screen
	under         screen // the screen under the help
	menu          *menu
	setup         *setup
	play          *play
	help          *help
	positions     *positions
	review        *review
	first         tea.Cmd // of a game that begins at once
}

// The minimum size of the window.
const (
	LeastColumns = 40
	LeastRows    = 15
)

// newModel makes a model. Its searches end with the context; [model.Close] waits for them.
func newModel(ctx context.Context, o Options) (*model, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m := &model{ctx: ctx, o: o, width: 80, height: 24, menu: newMenu(o.Families)}
	m.theme = newTheme(m.profile(colorprofile.ANSI), o.Unicode)
	if o.Game == nil {
		return m, nil
	}
	_, family, err := lookup(o.Families, o.Game.Name())
	if err != nil {
		return nil, err
	}
	m.setup, m.at = newSetup(&m.o, o.Game, family), setupScreen
	if !o.Ask {
		if m.first, err = m.begin(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// profile returns the colour profile to draw with, given the terminal's.
func (m *model) profile(p colorprofile.Profile) colorprofile.Profile {
	if m.o.NoColour {
		return colorprofile.ASCII
	}
	return p
}

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd { return m.first }

// Close ends all running work, and waits for it.
func (m *model) Close() {
	if m.play != nil {
		m.play.close()
	}
	if m.review != nil {
		m.review.close()
	}
}

// Update implements [tea.Model].
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(msg.Width, 0), max(msg.Height, 0)
	case tea.ColorProfileMsg:
		m.theme = newTheme(m.profile(msg.Profile), m.o.Unicode)
	case tea.KeyPressMsg:
		return m, m.key(msg.String(), msg.Text)
	case tea.PasteMsg:
		m.paste(msg.Content)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m, m.click(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		if key, ok := map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down", tea.MouseWheelLeft: "left", tea.MouseWheelRight: "right"}[msg.Button]; ok {
			return m, m.wheel(key)
		}
	case report:
		return m, m.report(msg)
	}
	return m, nil
}

// report handles the message of a job, if it is still wanted, and waits for the next
// one.
func (m *model) report(r report) tea.Cmd {
	if _, over := r.msg.(finished); over {
		return nil
	}
	switch {
	case m.play != nil && (m.play.movers.wants(r) || m.play.advisers.wants(r)):
		return tea.Batch(m.play.report(r.msg), r.of.next)
	case m.review != nil && (m.review.reviews.wants(r) || m.review.answers.wants(r)):
		m.review.report(r.msg)
		return r.of.next
	}
	return nil
}

// key handles a key.
func (m *model) key(name, text string) tea.Cmd {
	if name == "ctrl+c" {
		return tea.Interrupt
	}
	if m.small() {
		if name == "q" || name == "esc" {
			return tea.Quit
		}
		return nil
	}
	switch m.at {
	case menuScreen:
		where, chosen := m.menu.key(name, text)
		if chosen != "" {
			m.choose(chosen)
			return nil
		}
		return m.lead(where)
	case setupScreen:
		where, begin := m.setup.key(name)
		if begin {
			return m.start()
		}
		return m.lead(where)
	case helpScreen:
		return m.lead(m.help.key(name))
	case positionScreen:
		return m.positionKey(name, text)
	case reviewScreen:
		return m.reviewKey(name)
	default:
		where, cmd := m.play.key(name, text)
		return tea.Batch(cmd, m.lead(where))
	}
}

func (m *model) reviewKey(name string) tea.Cmd {
	where, from, cmd := m.review.key(name)
	if from {
		m.review.goOn()
		return tea.Batch(m.lead(where), m.play.proceed())
	}
	return tea.Batch(cmd, m.lead(where))
}

func (m *model) positionKey(name, text string) tea.Cmd {
	where, set, yank := m.positions.key(name, text)
	switch {
	case set:
		return tea.Batch(m.lead(where), m.play.proceed())
	case yank:
		return tea.SetClipboard(m.positions.text())
	}
	return m.lead(where)
}

// paste handles pasted text, if a text can be typed.
func (m *model) paste(text string) {
	text = strings.Join(strings.Fields(text), " ")
	switch m.at {
	case positionScreen:
		m.positions.typed.key("", text)
	case menuScreen:
		m.menu.filter.key("", text)
		m.menu.at = m.menu.exact()
	case playScreen:
		if m.play.typed == nil {
			m.play.typed = &field{label: "Move: "}
		}
		m.play.typed.key("", text)
	}
}

// choose shows the setup of a game.
func (m *model) choose(name string) {
	g, family, err := lookup(m.o.Families, name)
	if err != nil {
		m.menu.message = err.Error()
		return
	}
	m.setup, m.at = newSetup(&m.o, g, family), setupScreen
}

// start begins the game that was set up.
func (m *model) start() tea.Cmd {
	cmd, err := m.begin()
	if err != nil {
		m.setup.err = err
	}
	return cmd
}

func (m *model) begin() (tea.Cmd, error) {
	p, err := newPlay(m.ctx, &m.o, m.setup.game, m.setup.sides)
	if err != nil {
		return nil, err
	}
	m.play, m.at = p, playScreen
	return p.think(), nil
}

// lead goes to another screen.
func (m *model) lead(where goTo) tea.Cmd {
	switch where {
	case quit:
		return tea.Quit
	case toHelp:
		h := &help{game: m.helped(), words: m.o.Words}
		if h.game != nil {
			h.title = titleOf(m.o.Families, h.game)
		}
		m.under, m.at, m.help = m.at, helpScreen, h
	case toPosition:
		m.at, m.positions = positionScreen, newPositions(m.play)
	case toReview:
		return m.look()
	case back:
		return m.back()
	}
	return nil
}

// helped returns the game whose rules the help shows.
func (m *model) helped() oxo.Game {
	switch m.at {
	case setupScreen:
		return m.setup.game
	case playScreen, reviewScreen:
		return m.play.game
	}
	return nil
}

// look begins a review.
func (m *model) look() tea.Cmd {
	var book search.Book
	if m.o.Book != nil {
		var err error
		if book, err = m.o.Book(m.play.game); err != nil {
			m.play.message = err.Error()
			return nil
		}
	}
	if m.review != nil {
		m.review.close()
	}
	m.play.advisers.stop()
	m.review, m.at = newReview(m.play, book), reviewScreen
	return m.review.begin()
}

func (m *model) back() tea.Cmd {
	switch m.at {
	case helpScreen:
		m.at = m.under
	case setupScreen:
		m.at = menuScreen
	case playScreen:
		m.play.close()
		m.at = setupScreen
	case reviewScreen:
		m.review.close()
		m.at = playScreen
		if !m.play.movers.running() {
			return m.play.advise() // the review has ended it
		}
	case positionScreen:
		m.at = playScreen
	}
	return nil
}
