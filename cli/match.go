package cli

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// match is one sitting at the board: games of one kind, one after another.
type match struct {
	a       *app
	c       *cobra.Command
	in      *lines
	game    oxo.Game
	session *player.Session
	player  player.Player
	level   player.Level
	human   [2]bool
	names   [2]string
	paint   paint
	limits  search.Limits
}

// playGame plays one game to its end.
func (m *match) playGame() error {
	fmt.Fprintf(m.a.out, "%s.\n\n", m.introduction())
	m.board()
	for m.session.Position().Outcome() == oxo.Ongoing && !m.session.Drawn() {
		turn := m.session.Position().Turn()
		var err error
		if m.human[turn] {
			err = m.humanTurn(turn)
		} else {
			err = m.oxoTurn(turn)
		}
		if err != nil {
			return err
		}
	}
	return m.verdict()
}

func (m *match) introduction() string {
	oxoPlays := "oxo plays at " + m.level.String()
	if m.level == player.Perfect {
		oxoPlays = "oxo plays perfectly what it can prove in " + m.limits.Time.String() + " a move"
	}
	switch m.human {
	case [2]bool{true, true}:
		return fmt.Sprintf("%s: you play both sides. Write help for help", m.game.Name())
	case [2]bool{false, false}:
		return fmt.Sprintf("%s: oxo plays both sides. %s", m.game.Name(), oxoPlays)
	case [2]bool{true, false}:
		return fmt.Sprintf("%s: you are %s and begin. %s. Write help for help", m.game.Name(), m.names[oxo.First], oxoPlays)
	}
	return fmt.Sprintf("%s: you are %s, oxo begins. %s. Write help for help", m.game.Name(), m.names[oxo.Second], oxoPlays)
}

func (m *match) board() {
	writeBoard(m.a.out, m.game, m.session.Position(), m.names, m.paint)
	fmt.Fprintln(m.a.out)
}

// verdict says who won.
func (m *match) verdict() error {
	p := m.session.Position()
	text := "A draw."
	if m.session.Drawn() {
		text = "A draw: the position came about for the third time."
	}
	if side, won := p.Outcome().Winner(p.Turn()); won {
		text = m.paint.side(side, m.names[side]) + " has won."
		if m.human[side] != m.human[side.Opponent()] {
			text += map[bool]string{true: " Well played!", false: " oxo wins."}[m.human[side]]
		}
	}
	_, err := fmt.Fprintln(m.a.out, text)
	return err
}

// oxoTurn lets oxo move.
func (m *match) oxoTurn(turn oxo.Side) error {
	p := m.session.Position()
	m.thinking("oxo is thinking...")
	choice, err := m.player.Move(m.c.Context(), p)
	m.thinking("")
	if err != nil {
		return err
	}
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	note := ""
	if m.level == player.Perfect && !choice.Value.Proven {
		note = " (not proven)"
	}
	fmt.Fprintf(m.a.out, "oxo (%s) plays %s%s\n\n", m.paint.side(turn, m.names[turn]), m.game.FormatMove(p, choice.Move), note)
	m.session.Make(choice.Move)
	m.board()
	return nil
}

// thinking shows on a terminal that oxo is at work, and with "" that it is
// not.
func (m *match) thinking(text string) {
	if m.a.outTerminal {
		fmt.Fprintf(m.a.out, "\r\x1b[K%s", text)
	}
}

// humanTurn asks until a move is made.
func (m *match) humanTurn(turn oxo.Side) error {
	for {
		text, err := m.a.ask(m.c, m.in, m.paint.side(turn, m.names[turn])+" to move: ")
		if err != nil {
			return err
		}
		switch strings.ToLower(text) {
		case "":
			fmt.Fprintln(m.a.out, "Write a move, or help.")
		case "quit", "exit", "q":
			return errQuit
		case "help", "?", "h":
			m.help()
		case "board":
			m.board()
		case "moves":
			m.moves()
		case "hint":
			if err := m.hint(); err != nil {
				return err
			}
		case "undo", "u":
			if m.undo() {
				m.board()
				return nil
			}
		default:
			if _, err := m.session.Play(text); err != nil {
				fmt.Fprintf(m.a.out, "%v\n", err)
				continue
			}
			fmt.Fprintln(m.a.out)
			m.board()
			return nil
		}
	}
}

func (m *match) moves() {
	names := m.session.Notation()
	if len(names) == 0 {
		names = []string{"No move has been made."}
	}
	fmt.Fprintln(m.a.out, strings.Join(names, " "))
}

func (m *match) help() {
	p := m.session.Position()
	example := m.game.FormatMove(p, p.Moves(nil)[0])
	fmt.Fprintf(m.a.out, `  a move   such as %s
  hint     what every move is worth
  undo     take back your last move and the reply to it
  board    show the board again
  moves    the moves so far
  quit     leave
`, example)
}

// undo takes back moves until the same person is to move again, and reports
// whether there was one.
func (m *match) undo() bool {
	n := 1
	made := len(m.session.Moves())
	turn := m.session.Position().Turn()
	for n < made && !m.human[turn^oxo.Side(n&1)] {
		n++
	}
	if made == 0 || !m.human[turn^oxo.Side(n&1)] {
		fmt.Fprintln(m.a.out, "There is no move of yours to take back.")
		return false
	}
	return m.session.Undo(n) == nil
}

// hints is how many moves a hint reports, the best first.
const hints = 16

// hint says what the moves are worth.
func (m *match) hint() error {
	p := m.session.Position()
	m.thinking("oxo is thinking...")
	moves := search.New(search.Options{}).Analyze(m.c.Context(), p, m.limits)
	m.thinking("")
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	all := newAnalysis(m.game, p, moves, 0).Moves
	width := 4
	for _, v := range all {
		width = max(width, len(v.Move))
	}
	for _, v := range all[:min(len(all), hints)] {
		fmt.Fprintf(m.a.out, "  %-*s %s\n", width, v.Move, v.Value)
	}
	if len(all) > hints {
		fmt.Fprintf(m.a.out, "  and %s that no better is known of\n", words.Count(len(all)-hints, "move"))
	}
	return nil
}
