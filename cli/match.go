package cli

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/languages"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// match is a series of games of one kind, one after another.
type match struct {
	a       *app
	c       *cobra.Command
	in      *lines
	game    oxo.Game
	chance  player.Chance // nil if no side is left to chance
	session *player.Session
	level   player.Level
	squares *squares // nil if moves are not squares
	rng     *rand.Rand
	// players choose the moves of the sides that are not a person.
	players     [2]player.Player
	playerNames [2]string
	human       [2]bool
	names       [2]string
	paint       paint
	speech      speech
	words       *languages.Catalogue
	limits      search.Limits
	book        search.Book
	method      player.Method
	proof       *proofPlayer // if not nil, it plays for oxo
}

// sitting plays one game after another, each in a new session, until the person stops.
func (m *match) sitting(begin func() *player.Session) error {
	for again := true; again; {
		m.session = begin()
		m.introduce()
		for over := false; !over; {
			err := m.playOn()
			if err == nil {
				over, again, err = m.askAgain()
			}
			if err != nil {
				return endOfInput(err)
			}
		}
	}
	return nil
}

// introduce prints the game and its players, and the board.
func (m *match) introduce() {
	fmt.Fprintf(m.a.out, "%s.\n", m.introduction())
	if m.squares != nil && m.a.inTerminal && m.human != [2]bool{} {
		m.squares.explained = true
		fmt.Fprintf(m.a.out, "A square is its name, or two numbers: %s; the word numbers changes that.\n", m.squares.order())
	}
	fmt.Fprintln(m.a.out)
	if m.speech == speechDrawn || m.began() {
		m.board()
	}
}

// playOn plays a game to its end.
func (m *match) playOn() error {
	for m.session.Position().Outcome() == oxo.Ongoing && !m.session.Drawn() {
		turn := m.session.Position().Turn()
		if m.passOn() {
			continue
		}
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
	var plays []string // the texts of oxo's sides, without repetitions
	for side, name := range m.playerNames {
		if text := m.describe(name); !m.human[side] && !slices.Contains(plays, text) {
			plays = append(plays, text)
		}
	}
	oxoPlays := strings.Join(plays, "; ")
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

// describe returns a sentence about how a player chooses its moves.
func (m *match) describe(name string) string {
	switch {
	case name == player.Random:
		return "oxo moves at random"
	case name != player.Search:
		return "oxo plays by " + name
	case m.level == player.Perfect:
		return "oxo plays perfectly what it can prove in " + m.limits.Time.String() + " a move"
	}
	return "oxo plays at " + m.level.String()
}

func (m *match) board() {
	p := m.session.Position()
	if m.speech == speechDrawn {
		writeBoard(m.a.out, m.game, p, m.names, m.paint)
	} else {
		m.say(m.speaker().board(p))
	}
	if note := board.FactsOf(m.game).Note; note != nil && note(p) != "" {
		fmt.Fprintf(m.a.out, "   %s\n", note(p))
	}
	fmt.Fprintln(m.a.out)
}

// verdict prints the result.
func (m *match) verdict() error {
	p := m.session.Position()
	text := "A draw."
	if p.Outcome() == oxo.Ongoing {
		text = "A draw: " + m.session.WhyDrawn() + "."
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
	choice, err := player.Ask(m.c.Context(), m.players[turn], m.session.Turn(player.Clock{}))
	m.thinking("")
	if err != nil {
		return err
	}
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	note := ""
	switch name := m.playerNames[turn]; {
	case m.proof != nil:
		note = " (" + m.proof.why + ")"
	case strings.HasPrefix(name, "textbook"):
		note = " (" + words.Count(int(choice.Nodes), "node") + ")"
	case name == player.Search && m.level == player.Perfect && !choice.Value.Proven:
		note = " (not proven)"
	}
	if m.speech == speechDrawn {
		fmt.Fprintf(m.a.out, "oxo (%s) plays %s%s\n\n", m.paint.side(turn, m.names[turn]), catalog.NameMove(m.game, p, choice.Move), note)
	}
	m.session.Make(choice.Move)
	m.afterMove(note)
	return nil
}

// thinking shows a text on a terminal while oxo works; "" clears it. Nothing is said.
func (m *match) thinking(text string) {
	if m.a.outTerminal && m.speech == speechDrawn {
		fmt.Fprintf(m.a.out, "\r\x1b[K%s", text)
	}
}

// humanTurn asks until a move is made.
func (m *match) humanTurn(turn oxo.Side) error {
	asks := m.paint.side(turn, m.names[turn]) + " to move: "
	for {
		text, err := m.a.ask(m.c, m.in, asks)
		if err != nil {
			return err
		}
		if isQuit(text) {
			return errQuit
		}
		switch strings.ToLower(text) {
		case "":
			fmt.Fprintln(m.a.out, "Write a move, or help.")
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
				m.afterUndo()
				return nil
			}
		default:
			played, err := m.play(text)
			if err != nil || played {
				return err
			}
		}
	}
}

// play makes a move that was typed, and reports whether it was made; if not, it
// prints the reason. It returns the error of a question to the person.
func (m *match) play(text string) (bool, error) {
	if m.squares != nil {
		if first, _, _ := strings.Cut(text, " "); strings.EqualFold(first, "numbers") {
			fmt.Fprintln(m.a.out, m.squares.change(text))
			return false, nil
		}
		var err error
		if text, err = m.readSquare(text); err != nil || text == "" {
			return false, err
		}
	}
	if asked, err := m.question(text); asked || err != nil {
		return false, err
	}
	if _, err := m.session.Play(text); err != nil {
		fmt.Fprintf(m.a.out, "%v\n", err)
		return false, nil
	}
	if m.speech == speechDrawn {
		fmt.Fprintln(m.a.out)
	}
	m.afterMove("")
	return true, nil
}

// readSquare turns numbers into the name of a square and prints it. If only one
// number is given, it asks for the second. It returns "" if the numbers are not a
// square, and returns other texts unchanged.
func (m *match) readSquare(text string) (string, error) {
	numbers, ok := m.squares.parse(text)
	if !ok {
		return text, nil
	}
	if len(numbers) == 1 && !m.squares.begins(numbers[0]) {
		m.refuse(m.squares.outside(numbers))
		return "", nil
	}
	if len(numbers) == 1 {
		second, err := m.a.ask(m.c, m.in, m.squares.missing()+": ")
		if err != nil {
			return "", err
		}
		if isQuit(second) {
			return "", errQuit
		}
		if numbers, ok = m.squares.parse(numbers[0] + " " + second); !ok || len(numbers) != 2 {
			fmt.Fprintf(m.a.out, "%q: want a number. The first number is forgotten: write a move, or help.\n", words.Clip(second))
			return "", nil
		}
	}
	name, err := m.squares.name(numbers)
	if err != nil {
		m.refuse(err)
		return "", nil
	}
	fmt.Fprintln(m.a.out, m.squares.echo(numbers, name))
	return name, nil
}

// refuse prints why numbers are not a square, and how to change their order.
func (m *match) refuse(err error) {
	fmt.Fprintf(m.a.out, "%v. Another order? Write, say: numbers rowcol 0 (docs/learn/from-the-tutorials.md)\n", err)
}

func (m *match) moves() {
	names := m.session.Names()
	if len(names) == 0 {
		names = []string{"No move has been made."}
	}
	fmt.Fprintln(m.a.out, strings.Join(names, " "))
}

func (m *match) help() {
	p := m.session.Position()
	first := p.Moves(nil)[0]
	example := catalog.NameMove(m.game, p, first)
	if typed := m.game.FormatMove(p, first); typed != example {
		example += " or " + typed
	}
	fmt.Fprintf(m.a.out, `  a move   such as %s
  hint     what every move is worth
  undo     take back your last move and the reply to it, also at the end of a game
  board    show the board again
  moves    the moves so far
  row 3, column b: what is on them; values: hint; why b2; last: the last move
  long, short, drawn: the board in words, in few words, or drawn
  quit     leave
`, example)
	if m.squares != nil {
		fmt.Fprintf(m.a.out, "  numbers  two numbers are a square too: %s; numbers rowcol 0 changes that\n", m.squares.order())
	}
	fmt.Fprintln(m.a.out, "You know another program? docs/learn/from-the-tutorials.md says what its words are here.")
}

// undo takes back moves until a person is to move again and has a choice, and reports whether
// it took back a move.
func (m *match) undo() bool {
	t := m.session.Turn(player.Clock{})
	p, last := t.Start.Clone(), -1
	for i, made := range t.Moves {
		if _, only := catalog.OnlyPass(m.game, p); m.human[p.Turn()] && !only {
			last = i
		}
		p.Make(made)
	}
	if last < 0 {
		fmt.Fprintln(m.a.out, "There is no move of yours to take back.")
		return false
	}
	return m.session.Undo(len(t.Moves)-last) == nil
}

// passOn makes the move of a side that can only pass, person or not, and reports whether it did.
func (m *match) passOn() bool {
	p := m.session.Position()
	pass, only := catalog.OnlyPass(m.game, p)
	if only {
		fmt.Fprintf(m.a.out, "%s passes: no other move is legal.\n\n", m.paint.side(p.Turn(), m.names[p.Turn()]))
		m.session.Make(pass)
	}
	return only
}

// hints is the number of moves in a hint, the best first.
const hints = 16

// hint prints what the best moves are worth.
func (m *match) hint() error {
	p := m.session.Position()
	m.thinking("oxo is thinking...")
	var moves []search.MoveResult
	for moves = range player.NewEngines(m.method, search.Options{Book: m.book}).For(p).AnalyzeProgress(m.c.Context(), p, m.limits) { //nolint:revive // only the last one counts
	}
	m.thinking("")
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	if m.speech != speechDrawn {
		m.say(m.worths(p, moves))
		return nil
	}
	all := newAnalysis(m.game, p, moves, 0).Moves
	width := 4
	names := make([]string, len(all))
	for i := range all {
		names[i] = catalog.NameMove(m.game, p, moves[i].Move)
		width = max(width, len(names[i]))
	}
	for i, v := range all[:min(len(all), hints)] {
		fmt.Fprintf(m.a.out, "  %-*s %s\n", width, names[i], explain.Worth(m.game, v.Value))
	}
	if len(all) > hints {
		fmt.Fprintf(m.a.out, "  and %s, none of them known to be better\n", words.Count(len(all)-hints, "more move"))
	}
	return nil
}
