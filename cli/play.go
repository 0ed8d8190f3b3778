package cli

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/languages"
	"oxo/player"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// playOptions holds the flags of play.
type playOptions struct {
	as, symbol, level   string
	player              string
	time                time.Duration
	seed                uint64
	start               startOptions
	numbers, from, rows string // see readNumbering
	numbering           numbering
	size                int
	noBook              bool
	book                string
	bookMargin          int
	method              player.Method
	tables              string
	proof               string // the file of a certificate; oxo plays its strategy
	puzzle              string // a file of puzzles, to be solved line by line
	plain               bool   // play line by line, even on a terminal
	speaks              string // long, short or drawn, or empty
	speech              speech
	lang                string // the language, or empty
	words               *languages.Catalogue
}

func (a *app) playCommand() *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play [GAME] [MOVE...]",
		Short: "Play a game against oxo, on the full screen or line by line",
		Example: `  oxo play
  oxo play connect4 --level 3
  oxo play tictactoe --as O --player minimax
  oxo play --puzzle puzzles.jsonl`,
		Args: arguments(0, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error { return a.runPlay(c, args, o) },
	}
	startFlags(c, &o.start)
	a.sizeFlag(c, &o.size)
	o.flags(c)
	plainFlag(c, &o)
	langFlag(c, &o.lang)
	c.Flags().StringVar(&o.proof, "proof", "", "the file of a certificate, whose strategy plays for oxo, line by line")
	c.Flags().StringVar(&o.puzzle, "puzzle", "", "a file of puzzles made by oxo puzzles --form jsonl, to solve line by line; --number chooses one")
	return c
}

// runPlay is oxo play.
func (a *app) runPlay(c *cobra.Command, args []string, o playOptions) (err error) {
	if err := o.check(c); err != nil {
		return err
	}
	if c.Flags().Changed("puzzle") {
		return a.playPuzzles(c, args, &o)
	}
	if o.words, err = a.speak(o.lang); err != nil {
		return err
	}
	if c.Flags().Changed("proof") {
		return a.playProof(c, args, o)
	}
	name, moves := "", args
	if len(args) > 0 {
		name, moves = args[0], args[1:]
	}
	if name, err = a.sized(c, name, o.size); err != nil {
		return err
	}
	if name == "" {
		return a.chooseAndPlay(c, o)
	}
	return a.playGiven(c, append([]string{name}, moves...), o)
}

// plainFlag adds --plain and --speech to a command that plays.
func plainFlag(c *cobra.Command, o *playOptions) {
	c.Flags().BoolVar(&o.plain, "plain", false, "play line by line, also on a terminal, with the board in words, as a screen reader needs it")
	c.Flags().StringVar(&o.speaks, "speech", "", "how --plain shows the board: long, short, or drawn")
}

// flags adds the flags of play to a command.
func (o *playOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.as, "as", "", "your side: first, second, both or none (watch), or its name as X or white; asked on a terminal, else first")
	f.StringVar(&o.symbol, "symbol", "", "your symbol, whichever side you play: X or O")
	f.StringVar(&o.level, "level", "", "the strength of oxo: 1 to 10, easy, medium, hard, or perfect; asked on a terminal, else perfect")
	f.StringVar(&o.player, "player", "", "who moves for oxo: "+strings.Join(player.Names(), ", ")+`; without one, "search"`)
	f.DurationVar(&o.time, "time", analysisTime, "time for a move of a perfect oxo, a hint or an analysis at most; 100ms in 2048")
	noBookFlag(c, &o.noBook)
	bookFlag(c, &o.book)
	bookMarginFlag(c, &o.bookMargin, 0)
	methodFlag(c, &o.method)
	tablesFlag(c, &o.tables)
	f.Uint64Var(&o.seed, "seed", 0, "a level repeats its moves with the same seed; without one they differ every time")
	f.StringVar(&o.numbers, "numbers", "colrow", "what two numbers mean: colrow (column, row) or rowcol (row from the top, column)")
	f.StringVar(&o.from, "from", "1", "the number of the first column, and of the first row: 0 or 1")
	f.StringVar(&o.rows, "rows", "", "the end that row numbers begin at: top or bottom")
}

// check refuses flags that have no meaning for the player.
func (o *playOptions) check(c *cobra.Command) (err error) {
	if err := checkBookMargin(c, o.bookMargin, o.book); err != nil {
		return err
	}
	if o.as == "both" && o.level != "" {
		return usagef("--level is the strength of oxo, and with --as both it makes no moves: leave one of them out")
	}
	if err := o.readSpeech(); err != nil {
		return err
	}
	if o.numbering, err = readNumbering(o.numbers, o.from, o.rows); err != nil || o.player == "" || o.player == player.Search {
		return err
	}
	if c.Flags().Changed("time") && o.player != player.MCTS {
		return usagef("--time is for the players %q and %q: %s takes as long as it needs", player.Search, player.MCTS, o.player)
	}
	if o.book != "" && o.player != player.MCTS {
		return usagef("--book is for the player %q: %s uses no book", player.Search, o.player)
	}
	if c.Flags().Changed("method") {
		return usagef("--method is for the player %q: %s has only one method", player.Search, o.player)
	}
	if o.level != "" {
		return usagef("--level is for the player %q, and %s has none", player.Search, o.player)
	}
	return usage(player.Check(o.player, player.Options{}))
}

// playGiven plays the named game from the given position.
func (a *app) playGiven(c *cobra.Command, args []string, o playOptions) error {
	g, err := a.game(args[0])
	if err != nil {
		return err
	}
	s := squaresOf(g, o.numbering)
	if s == nil && o.numbering != usualNumbers() {
		return usagef("--numbers, --from and --rows are for games whose moves are squares: the moves of %s are not", g.Name())
	}
	if s != nil {
		args = slices.Clone(args)
		for i, text := range args[1:] {
			if numbers, ok := s.parse(text); ok && len(numbers) == 2 {
				if args[i+1], err = s.name(numbers); err != nil {
					return usagef("move %d: %w; --numbers, --from and --rows change it", i+1, err)
				}
				fmt.Fprintln(a.out, s.echo(numbers, args[i+1]))
			}
		}
	}
	b, err := a.begin(c, args, &o.start)
	if err != nil {
		return err
	}
	if !c.Flags().Changed("position") && b.file == nil && len(args) == 1 {
		b.start, b.end = nil, nil // nil: chance may deal the start
	}
	if a.onScreen(c, &o, true) {
		return a.playOnScreen(c, g, b.start, b.moves, o)
	}
	return a.playWith(c, readLines(a.in), b, o)
}

// chooseAndPlay asks for a game, if there is more than one, and plays it.
func (a *app) chooseAndPlay(c *cobra.Command, o playOptions) error {
	if err := o.readSpeech(); err != nil {
		return err
	}
	for _, flag := range []string{"position", "file"} {
		if c.Flags().Changed(flag) {
			return usagef("--%s needs its game: want %s GAME --%s ...", flag, c.CommandPath(), flag)
		}
	}
	var g oxo.Game
	if name := a.single(); name != "" {
		var err error
		if g, err = a.game(name); err != nil {
			return err
		}
	}
	if a.onScreen(c, &o, false) {
		return a.playOnScreen(c, g, nil, nil, o)
	}
	in := readLines(a.in) // not earlier, since it would take the keys of the screen
	if g != nil {
		return a.playWith(c, in, &begun{game: g}, o)
	}
	names := a.list()
	for {
		text, err := a.ask(c, in, fmt.Sprintf("Which game? [%s] ", names[0]))
		if err != nil || isQuit(text) {
			return endOfInput(err)
		}
		if text == "" {
			text = names[0]
		}
		g, err := a.game(text)
		if err != nil {
			fmt.Fprintln(a.out, err)
			continue
		}
		return a.playWith(c, in, &begun{game: g}, o)
	}
}

// list prints the games, and returns their names.
func (a *app) list() (names []string) {
	for _, f := range a.families {
		for _, alias := range f.Aliases {
			names = append(names, alias.Name)
			fmt.Fprintf(a.out, "  %-12s %s\n", alias.Name, alias.About)
		}
		fmt.Fprintf(a.out, "  %-12s %s: %s\n", f.Name, f.About, f.Usage)
		names = append(names, f.Name)
	}
	return names
}

// single returns the name of the only game, or "" if there are more.
func (a *app) single() string {
	if len(a.families) == 1 && len(a.families[0].Aliases) == 0 {
		return a.families[0].Name
	}
	return ""
}

// playWith plays games that continue b, or begin at the start of the game if b has no
// position.
func (a *app) playWith(c *cobra.Command, in *lines, b *begun, o playOptions) error {
	g := b.game
	m := &match{a: a, c: c, in: in, game: g, names: sideNames(g), paint: a.paint().of(g), method: o.method, speech: o.speech, words: o.words}
	var err error
	if m.book, err = a.knowledge(g, o.noBook, o.book, o.tables); err != nil {
		return err
	}
	m.chance, _ = g.(player.Chance)
	if m.chance != nil && !c.Flags().Changed("time") {
		o.time = chanceTime
	}
	if err := m.choose(&o); err != nil {
		return endOfInput(err)
	}
	if err := m.over(b); err != nil {
		return err
	}
	if err := m.choosePlayers(&o); err != nil {
		return err
	}
	return m.sitting(func() *player.Session { return b.session(m.from(b.start)) })
}

// session returns a session in which the moves of b have been made from a position.
func (b *begun) session(start oxo.Position) *player.Session {
	s := player.NewSession(b.game, start)
	for _, m := range b.moves {
		s.Make(m)
	}
	return s
}

// over refuses a game that is already over.
func (m *match) over(b *begun) error {
	if b.start == nil {
		return nil
	}
	how := catalog.Verdict(m.game, b.end)
	if s := b.session(b.start); b.end.Outcome() == oxo.Ongoing {
		if !s.Drawn() {
			return nil
		}
		how = "a draw, " + s.WhyDrawn()
	}
	writeBoard(m.a.out, m.game, b.end, m.names, m.paint)
	return usagef("%w: %s. No move can be played", oxo.ErrGameOver, how)
}

// chanceTime is the default time for a move in games against chance, which have
// many moves.
const chanceTime = 100 * time.Millisecond

// choosePlayers makes the players of oxo's sides. If a side is normally left to
// chance, it moves at random, unless the user names a player.
func (m *match) choosePlayers(o *playOptions) error {
	m.squares = squaresOf(m.game, o.numbering)
	m.limits = search.Limits{Time: o.time}
	if !m.c.Flags().Changed("seed") {
		o.seed = rand.Uint64()
	}
	if err := m.checkLevel(o); err != nil {
		return err
	}
	m.rng = rand.New(rand.NewPCG(o.seed, 0))
	name := o.player
	if name == "" {
		name = player.Search
	}
	for side := range m.players {
		of := name
		if o.player == "" && m.chance != nil && oxo.Side(side) == m.chance.ChanceSide() {
			of = player.Random
		}
		m.playerNames[side] = of
		switch {
		case m.human[side]:
			continue
		case side == 1 && !m.human[0] && m.playerNames[0] == of:
			m.players[1] = m.players[0] // so that a table is built only once
			continue
		}
		opts, err := m.playerOptions(of, o)
		if err != nil {
			return err
		}
		m.thinking("oxo is getting ready...")
		m.players[side], err = player.ByName(m.c.Context(), of, m.game, opts)
		m.thinking("")
		if err != nil {
			return err
		}
	}
	return nil
}

// playerOptions returns the options of a player. A level below perfect plays the same
// with and without tables.
func (m *match) playerOptions(name string, o *playOptions) (opts player.Options, err error) {
	opts = player.Options{Seed: o.seed, Keep: true, BookMargin: oxo.Score(o.bookMargin)}
	switch {
	case name == player.Search, name == player.MCTS:
		opts.Level, opts.Limits, opts.Book, opts.Method = m.level, m.limits, m.book, o.method
		if m.level != 0 && m.level != player.Perfect {
			opts.Book = m.a.book(o.noBook)
		}
	case name == player.Table && o.tables != "":
		opts.Whole, err = keep.WholeTable(m.game, o.tables)
	}
	return opts, err
}

// checkLevel refuses a level if only chance moves for oxo.
func (m *match) checkLevel(o *playOptions) error {
	if m.chance == nil || o.level == "" || o.player != "" {
		return nil
	}
	if side := m.chance.ChanceSide(); m.human[side.Opponent()] && !m.human[side] {
		return usagef("--level has no effect on chance, your opponent here: add --player search for an adversary")
	}
	return nil
}

// from returns the first position of a game.
func (m *match) from(start oxo.Position) oxo.Position {
	switch {
	case start != nil:
		return start
	case m.chance != nil && m.playerNames[m.chance.ChanceSide()] == player.Random && !m.human[m.chance.ChanceSide()]:
		return m.chance.Deal(m.rng)
	}
	return m.game.Start()
}
