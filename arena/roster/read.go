package roster

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/arena"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"
	"oxo/search/mcts"
)

// Player is a player of an arena, as its specification says:
//
//	NAME[,KEY=VALUE...][:COMMAND]
//
// NAME is a level or one of oxo's players. Before a command it is the protocol of a
// program.
type Player struct {
	Spec    string // the specification
	Name    string // in the games
	kind    string // level, a name of player.Names, or a protocol
	level   player.Level
	time    arena.Time
	search  search.Options
	method  player.Method
	tree    []func(*mcts.Options) // the options of mcts alone
	tables  string                // the file or folder of tables
	book    string                // the file of a book
	margin  int                   // of moves of that book; below 0 is the default
	options map[string]string     // of the program itself
	command []string
}

// StartsProgram reports whether the player is a program that an arena starts.
func (p *Player) StartsProgram() bool { return p.command != nil }

// OpensFile reports whether the player reads tables or a book from a file.
func (p *Player) OpensFile() bool { return p.tables != "" || p.book != "" }

// ReadAll reads the specifications of players; "levels" stands for all levels. control is
// the time control of all players.
func ReadAll(specs []string, control arena.Time) ([]*Player, error) {
	var all []*Player
	for _, spec := range specs {
		expanded := []string{spec}
		if strings.EqualFold(spec, "levels") {
			expanded = nil
			for level := player.Level(1); level <= player.MaxLevel; level++ {
				expanded = append(expanded, strconv.Itoa(int(level)))
			}
			expanded = append(expanded, "perfect")
		}
		for _, one := range expanded {
			p, err := Read(one, control)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// Read reads the specification of a player. control is the time control of all players,
// and the player's own keys change it. An error says what would be right.
func Read(spec string, control arena.Time) (*Player, error) {
	head, command, isProgram := strings.Cut(spec, ":")
	parts := strings.Split(head, ",")
	p := &Player{Spec: spec, kind: strings.ToLower(strings.TrimSpace(parts[0])), time: control, options: map[string]string{}, margin: -1}
	if err := p.readKind(isProgram); err != nil {
		return nil, err
	}
	if p.level != 0 && p.level != player.Perfect { // its limits are its own, on any machine
		p.time = arena.Time{Margin: control.Margin, Patience: control.Patience}
	}
	if isProgram {
		var err error
		if p.command, err = splitCommand(command); err != nil {
			return nil, fmt.Errorf("the player %q: %w", spec, err)
		}
	}
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("the player %q: %q: want KEY=VALUE", spec, part)
		}
		if err := p.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("the player %q: %w", spec, err)
		}
	}
	if p.Name == "" {
		p.Name = spec
		if p.level != 0 {
			p.Name = p.level.String()
		}
	}
	return p, nil
}

// readKind finds out what a player is.
func (p *Player) readKind(isProgram bool) error {
	if isProgram {
		if protocols := Protocols(); !slices.Contains(protocols, p.kind) {
			return fmt.Errorf("the player %q: no protocol %q: want %s", p.Spec, p.kind, strings.Join(protocols, ", "))
		}
		return nil
	}
	if level, err := player.ParseLevel(p.kind); err == nil {
		p.kind, p.level = "level", level
		return nil
	}
	if slices.Contains(player.Names(), player.Canonical(p.kind)) {
		if p.kind == player.MCTS {
			p.method = player.ByMCTS
		}
		return nil
	}
	all := append(player.Names(), "perfect")
	if slices.Contains(Protocols(), p.kind) {
		return fmt.Errorf("the player %q: write the program's command after a colon, as in %s:./program", p.Spec, p.kind)
	}
	if near, ok := words.Nearest(p.kind, all); ok {
		return fmt.Errorf("no player %q: did you mean %s?", p.kind, near)
	}
	return fmt.Errorf("no player %q: want a level from 1 to %d, perfect, %s, or a program: %s:COMMAND", p.kind,
		player.MaxLevel, strings.Join(player.Names(), ", "), strings.Join(Protocols(), ":COMMAND, "))
}

// set reads one KEY=VALUE.
func (p *Player) set(key, value string) error {
	if option, ok := strings.CutPrefix(key, "option."); ok {
		if p.command == nil {
			return fmt.Errorf("%s is only for programs", key)
		}
		p.options[option] = value
		return nil
	}
	if err := p.setUsual(key, value); err != nil {
		return fmt.Errorf("%s=%s: %w", key, value, err)
	}
	if (key == "nodes" || key == "depth") && p.command == nil && !p.searches() {
		return fmt.Errorf("%s is for %q, perfect and programs: %s has no such limit", key, player.Search, p.kind)
	}
	if slices.Contains(append(treeKeys(), "method", "memory", "threads", "without", "tables", "book", "bookmargin"), key) && !p.searches() && (key != "tables" || p.kind != player.Table) {
		return fmt.Errorf("%s is for %q and perfect; for a program set option.NAME", key, player.Search)
	}
	return nil
}

// searches reports whether a player is one of oxo's engines.
func (p *Player) searches() bool {
	return p.command == nil && (p.kind == player.Search || p.kind == player.MCTS || p.level == player.Perfect)
}

// treeKeys are the keys of mcts alone.
func treeKeys() []string { return []string{"exploration", "rave", "widening", "plies", "seed"} }

// setTree reads one KEY=VALUE of mcts.
func (p *Player) setTree(key, value string) error {
	number, err := strconv.ParseFloat(value, 64)
	if key == "plies" || key == "seed" {
		_, err = strconv.ParseInt(value, 10, 32)
	}
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return errors.New("want a number")
	}
	p.tree = append(p.tree, func(o *mcts.Options) {
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

// setUsual reads one KEY=VALUE that every kind of player can have.
func (p *Player) setUsual(key, value string) (err error) {
	switch key {
	case "name":
		p.Name = value
	case "time":
		p.time.Move, err = positive(value)
	case "clock":
		p.time.Base, p.time.Increment, p.time.MovesToGo, err = ReadClock(value)
	case "margin":
		p.time.Margin, err = positive(value)
	case "nodes":
		if p.time.Nodes, err = strconv.ParseUint(value, 10, 63); err != nil {
			err = errors.New("want a whole number, 0 or more")
		}
	case "depth":
		p.time.Depth, err = between(value, 0, 1<<20)
	case "memory":
		err = p.setMemory(value)
	case "threads":
		p.search.Threads, err = between(value, 1, search.MaxThreads)
	case "without":
		if value == "selective" {
			p.search.NoSelective = true
			break
		}
		p.search.Without, err = search.ParseParts(value)
	case "tables":
		p.tables = value
	case "book", "bookmargin":
		err = p.setBook(key, value)
	case "method":
		p.method, err = player.ParseMethod(value)
	case "exploration", "rave", "widening", "plies", "seed":
		err = p.setTree(key, value)
	default:
		return errors.New("want name, time, clock, margin, nodes, depth, memory, threads, tables, book, bookmargin, without, method, for mcts " +
			strings.Join(treeKeys(), ", ") + ", and option.NAME for programs")
	}
	return err //nolint:wrapcheck // the caller names the key
}

// setMemory reads the size of the table.
func (p *Player) setMemory(value string) error {
	mib, err := between(value, 1, 1<<20)
	table := memory.Size(mib) << 20
	if err == nil {
		err = table.Fits(1)
	}
	p.search.TableBytes = int64(table)
	return err
}

// setBook reads one KEY=VALUE of an opening book.
func (p *Player) setBook(key, value string) (err error) {
	if key == "book" {
		p.book = value
		return nil
	}
	p.margin, err = between(value, 0, int(oxo.MaxEstimate))
	return err
}
