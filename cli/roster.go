package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
	"oxo/prove/keep"
	"oxo/search"
	"oxo/search/mcts"
)

// A player of the arena is written
//
//	NAME[,KEY=VALUE...][:COMMAND]
//
// where NAME is a level, one of oxo's players, or with a command behind it the
// protocol of a program.

// entry is the specification of a player, read.
type entry struct {
	spec    string
	kind    string // level, a name of player.Names, or a protocol
	name    string
	level   player.Level
	time    arena.Time
	search  search.Options
	method  player.Method
	tree    []func(*mcts.Options) // what is said of mcts alone
	tables  string                // the file or folder of tables
	book    string                // the file of a book
	margin  int                   // of moves of that book; below 0 the usual one
	options map[string]string     // of the program itself
	command []string
}

// readEntry reads a specification; usual is the time control of all players.
func readEntry(spec string, usual arena.Time) (*entry, error) {
	head, command, isProgram := strings.Cut(spec, ":")
	parts := strings.Split(head, ",")
	e := &entry{spec: spec, kind: strings.ToLower(strings.TrimSpace(parts[0])), time: usual, options: map[string]string{}, margin: -1}
	if err := e.readKind(isProgram); err != nil {
		return nil, err
	}
	if e.level != 0 && e.level != player.Perfect { // its limits are its own, on any machine
		e.time = arena.Time{Margin: usual.Margin, Patience: usual.Patience}
	}
	if isProgram {
		var err error
		if e.command, err = splitCommand(command); err != nil {
			return nil, usagef("the player %q: %w", spec, err)
		}
	}
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, usagef("the player %q: %q is no KEY=VALUE", spec, part)
		}
		if err := e.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return nil, usagef("the player %q: %w", spec, err)
		}
	}
	if e.name == "" {
		e.name = spec
		if e.level != 0 {
			e.name = e.level.String()
		}
	}
	return e, nil
}

// readKind finds out what a player is.
func (e *entry) readKind(isProgram bool) error {
	if isProgram {
		if protocols := protocolNames(); !slices.Contains(protocols, e.kind) {
			return usagef("the player %q: no protocol %q: there is %s", e.spec, e.kind, strings.Join(protocols, ", "))
		}
		return nil
	}
	if level, err := player.ParseLevel(e.kind); err == nil {
		e.kind, e.level = "level", level
		return nil
	}
	if slices.Contains(player.Names(), player.Canonical(e.kind)) {
		if e.kind == player.MCTS {
			e.method = player.ByMCTS
		}
		return nil
	}
	all := append(player.Names(), "perfect")
	if slices.Contains(protocolNames(), e.kind) {
		return usagef("the player %q: write the program's command behind a colon, as in %s:./program", e.spec, e.kind)
	}
	if near, ok := words.Nearest(e.kind, all); ok {
		return usagef("no player %q: did you mean %s?", e.kind, near)
	}
	return usagef("no player %q: there are the levels 1 to %d, perfect, %s, and programs: %s:COMMAND", e.kind,
		player.MaxLevel, strings.Join(player.Names(), ", "), strings.Join(protocolNames(), ":COMMAND, "))
}

// set reads one KEY=VALUE.
func (e *entry) set(key, value string) error {
	if option, ok := strings.CutPrefix(key, "option."); ok {
		if e.command == nil {
			return fmt.Errorf("%s is for programs", key)
		}
		e.options[option] = value
		return nil
	}
	if err := e.setUsual(key, value); err != nil {
		return fmt.Errorf("%s=%s: %s", key, value, plainly(err))
	}
	if (key == "nodes" || key == "depth") && e.command == nil && !e.searches() {
		return fmt.Errorf("%s is for %q, perfect and programs: %s has no such limit", key, player.Search, e.kind)
	}
	if slices.Contains(append(treeKeys(), "method", "memory", "threads", "without", "tables", "book", "bookmargin"), key) && !e.searches() && (key != "tables" || e.kind != player.Table) {
		return fmt.Errorf("%s is for %q and perfect; of a program set option.NAME", key, player.Search)
	}
	return nil
}

// searches reports whether a player is one of oxo's engines.
func (e *entry) searches() bool {
	return e.command == nil && (e.kind == player.Search || e.kind == player.MCTS || e.level == player.Perfect)
}

// treeKeys are the keys of mcts alone.
func treeKeys() []string { return []string{"exploration", "rave", "widening", "plies", "seed"} }

// setTree reads one KEY=VALUE of mcts.
func (e *entry) setTree(key, value string) error {
	number, err := strconv.ParseFloat(value, 64)
	if key == "plies" || key == "seed" {
		_, err = strconv.ParseInt(value, 10, 32)
	}
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return errors.New("it is a number")
	}
	e.tree = append(e.tree, func(o *mcts.Options) {
		switch key {
		case "exploration":
			o.Exploration = number
		case "rave":
			o.RAVE = number
		case "widening":
			o.Widening = number
		case "plies":
			o.Plies = int(number)
		case "seed":
			o.Seed = uint64(number)
		}
	})
	return nil
}

// setUsual reads one KEY=VALUE of any player's.
func (e *entry) setUsual(key, value string) (err error) {
	switch key {
	case "name":
		e.name = value
	case "time":
		e.time.Move, err = positive(value)
	case "clock":
		e.time.Base, e.time.Increment, e.time.MovesToGo, err = readClock(value)
	case "margin":
		e.time.Margin, err = positive(value)
	case "nodes":
		e.time.Nodes, err = strconv.ParseUint(value, 10, 63)
	case "depth":
		e.time.Depth, err = between(value, 0, 1<<20)
	case "memory":
		err = e.setMemory(value)
	case "threads":
		e.search.Threads, err = between(value, 1, mostThreads)
	case "without":
		if value == "selective" {
			e.search.NoSelective = true
			break
		}
		e.search.Without, err = search.ParseParts(value)
	case "tables":
		e.tables = value
	case "book", "bookmargin":
		err = e.setBook(key, value)
	case "method":
		e.method, err = player.ParseMethod(value)
	case "exploration", "rave", "widening", "plies", "seed":
		err = e.setTree(key, value)
	default:
		return errors.New("there is name, time, clock, margin, nodes, depth, memory, threads, tables, book, bookmargin, without, method, for mcts " +
			strings.Join(treeKeys(), ", ") + ", and option.NAME for programs")
	}
	return err
}

// setMemory reads the size of the table.
func (e *entry) setMemory(value string) error {
	mib, err := between(value, 1, 1<<20)
	table := memory.Size(mib) << 20
	if err == nil {
		err = table.Fits(1)
	}
	e.search.TableBytes = int64(table)
	return err
}

// between reads a whole number within bounds.
func between(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("it is a whole number from %d to %d", least, most)
	}
	return n, nil
}

// positive reads a time above 0.
func positive(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil && (d <= 0 || d > mostTime) {
		err = fmt.Errorf("it is above 0, as in 100ms, and at most %v", mostTime)
	}
	return d, err //nolint:wrapcheck // put into words by the caller
}

// mostTime keeps sums of times from overflowing, and is more than any game needs.
const mostTime = 10_000 * time.Hour

// readClock reads "MOVES/BASE+INCREMENT", of which MOVES and INCREMENT may be left
// out: "10s+100ms", "40/1m".
func readClock(text string) (base, increment time.Duration, moves int, err error) {
	if count, rest, ok := strings.Cut(text, "/"); ok {
		if moves, err = strconv.Atoi(count); err != nil || moves < 1 {
			return 0, 0, 0, fmt.Errorf("%q is no number of moves", count)
		}
		text = rest
	}
	baseText, incrementText, more := strings.Cut(text, "+")
	if base, err = positive(baseText); err != nil {
		return 0, 0, 0, errors.New(plainly(err))
	}
	if more && incrementText != "0" && incrementText != "0s" {
		increment, err = positive(incrementText)
	}
	return base, increment, moves, err
}

// splitCommand splits a command into words, as a shell does with quotes and
// backslashes; no shell runs.
func splitCommand(text string) ([]string, error) {
	var all []string
	var word strings.Builder
	quote, begun, escaped := rune(0), false, false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if begun {
				all = append(all, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	switch {
	case quote != 0 || escaped:
		return nil, fmt.Errorf("the command %q ends within a quote", text)
	case begun:
		all = append(all, word.String())
	}
	if len(all) == 0 {
		return nil, errors.New("there is no command behind the colon")
	}
	return all, nil
}

// roster makes the players of an arena.
type roster struct {
	game  oxo.Game
	book  search.Book
	once  sync.Once // the table is built once for all
	table player.Player
	err   error
}

// entrant is an entry as the arena takes it.
func (r *roster) entrant(e *entry) arena.Entrant {
	return arena.Entrant{Name: e.name, Time: e.time, Make: func(ctx context.Context) (player.Player, error) { return r.make(ctx, e) }}
}

func (r *roster) make(ctx context.Context, e *entry) (player.Player, error) {
	switch {
	case e.command != nil:
		return r.program(ctx, e)
	case e.level != 0 && e.level != player.Perfect:
		return player.NewLeveled(r.game, e.level, 0, search.Limits{}), nil
	case e.searches():
		return r.searcher(e)
	case e.kind == player.Table && e.tables != "":
		w, err := keep.WholeTable(r.game, e.tables)
		if err != nil {
			return nil, err
		}
		return player.ByName(ctx, player.Table, r.game, player.Options{Whole: w})
	case e.kind == player.Table:
		r.once.Do(func() { r.table, r.err = player.ByName(ctx, player.Table, r.game, player.Options{}) })
		return r.table, r.err
	}
	return player.ByName(ctx, e.kind, r.game, player.Options{})
}

// searcher makes one of oxo's engines.
func (r *roster) searcher(e *entry) (player.Player, error) {
	options := e.search
	known, err := keep.WithBook(r.book, r.game, e.book)
	if err != nil {
		return nil, err
	}
	if options.Book, err = keep.WithTables(known, r.game, e.tables); err != nil {
		return nil, err
	}
	options.KeepTable = true
	engines := player.NewEngines(e.method, options)
	for _, change := range e.tree {
		engines.WithTree(change)
	}
	return player.NewThinkerWith(engines, e.usual()).WithRepertoire(player.RepertoireOf(options.Book, e.bookMargin(), 0)), nil
}

// unlimitedNodes is how many positions a search visits for a move where neither it
// nor the arena has a limit: else it would go on until it has a proof.
const unlimitedNodes = 1_000_000

// usual returns the limits of a search that has none of its own.
func (e *entry) usual() search.Limits {
	if t := e.time; t.Move == 0 && t.Nodes == 0 && t.Depth == 0 && t.Base == 0 {
		return search.Limits{Nodes: unlimitedNodes}
	}
	return search.Limits{}
}

// program makes a player of a program: it starts one and greets it, or will start it
// for each move.
func (r *roster) program(ctx context.Context, e *entry) (player.Player, error) {
	how, _ := protocolOf(e.kind)
	if how.once != nil {
		if _, err := exec.LookPath(e.command[0]); err != nil {
			return nil, fmt.Errorf("%s cannot be started: %w", e.command[0], err)
		}
		return how.once(e.command, r.game), nil
	}
	p, err := program.Start(ctx, "", e.command...)
	if err != nil {
		return nil, err
	}
	client, err := how.connect(ctx, p, r.game, e.options)
	if err != nil {
		p.Kill()
		return nil, err
	}
	return client, nil
}
