package roster

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oxo/arena"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search/mcts"
)

// TestRead: the keys of a specification change the player and nothing else.
func TestRead(t *testing.T) {
	control := arena.Time{Nodes: 7, Margin: time.Second, Patience: time.Minute}
	p, err := Read(`Search, name = mine,time=2s,clock=40/1m+100ms,margin=3s,depth=5,memory=1,threads=2,tables=T,book=B,bookmargin=4,without=selective`, control)
	if err != nil {
		t.Fatal(err)
	}
	want := arena.Time{
		Move: 2 * time.Second, Nodes: 7, Depth: 5, Base: time.Minute, Increment: 100 * time.Millisecond, MovesToGo: 40,
		Margin: 3 * time.Second, Patience: time.Minute,
	}
	if p.time != want || p.Name != "mine" || p.kind != player.Search || p.tables != "T" || p.book != "B" || p.bookMargin() != 4 {
		t.Errorf("%+v", p)
	}
	if p.search.TableBytes != 1<<20 || p.search.Threads != 2 || !p.search.NoSelective || p.StartsProgram() || !p.OpensFile() {
		t.Errorf("%+v", p)
	}
	if _, err := Read("search", control); err != nil || control.Nodes != 7 || control.Move != 0 {
		t.Errorf("the time of all players has become %+v, %v", control, err)
	}
}

// TestReadLevel: a level has limits of its own, and perfect play has the limits of all players.
func TestReadLevel(t *testing.T) {
	control := arena.Time{Move: time.Second, Nodes: 7, Margin: time.Second, Patience: time.Minute}
	for spec, want := range map[string]arena.Time{"3": {Margin: time.Second, Patience: time.Minute}, "perfect": control, "random": control} {
		if p, err := Read(spec, control); err != nil || p.time != want {
			t.Errorf("%s: %+v, %v", spec, p.time, err)
		}
	}
	all, err := ReadAll([]string{"LEVELS", "random"}, control)
	if err != nil || len(all) != int(player.MaxLevel)+2 || all[0].Name != "level 1" || all[len(all)-1].Spec != "random" {
		t.Errorf("levels and random are %d players, %v", len(all), err)
	}
	if p, _ := Read("perfect", control); p.bookMargin() != 0 {
		t.Errorf("perfect play loses up to %v by a book", p.bookMargin())
	}
	if p, _ := Read("search", control); p.bookMargin() != player.DefaultMargin {
		t.Errorf("a search loses up to %v by a book", p.bookMargin())
	}
}

// TestReadTree: the keys of mcts reach its options.
func TestReadTree(t *testing.T) {
	p, err := Read("mcts,exploration=1.5,rave=20,widening=2,plies=3,seed=9", arena.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var o mcts.Options
	for _, change := range p.tree {
		change(&o)
	}
	if p.method != player.ByMCTS || o.Exploration != 1.5 || o.RAVE != 20 || o.Widening != 2 || o.Plies != 3 || o.Seed != 9 {
		t.Errorf("%v, %+v", p.method, o)
	}
}

// TestReadProgram: a command is split as a shell does, and a program has options of its own.
func TestReadProgram(t *testing.T) {
	p, err := Read(`uci,name=n,option.Hash=64:"my bot" --x 'a\b' c\ d ""`, arena.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"my bot", "--x", `a\b`, "c d", ""}; !slices.Equal(p.command, want) || p.options["Hash"] != "64" || !p.StartsProgram() || p.OpensFile() {
		t.Errorf("%q, %v", p.command, p.options)
	}
}

// TestReadWrong: an error says what would be right.
func TestReadWrong(t *testing.T) {
	for spec, want := range map[string]string{
		"11":                          "level from 1 to",
		"serch":                       "did you mean search?",
		"uci":                         "write the program's command after a colon",
		"xyz:bot":                     `no protocol "xyz": want uci`,
		"uci:":                        "write it after the colon",
		`uci:"bot`:                    "has a quote without an end",
		`uci:bot\`:                    "has a quote without an end",
		"search,nodes":                "KEY=VALUE",
		"search,nods=3":               "want name, time, clock",
		"search,nodes=x":              "nodes=x: want a whole number, 0 or more",
		"search,nodes=-1":             "nodes=-1: want a whole number, 0 or more",
		"search,time=5":               "time=5: want a number with a unit",
		"search,time=0s":              "want a time above 0",
		"search,time=10001h":          "at most 10000h",
		"search,clock=0/1m":           "number of moves",
		"search,clock=1m+x":           "clock=1m+x: want a number with a unit",
		"search,threads=0":            "want a whole number from 1 to 1024",
		"search,memory=1048576":       "a smaller table does",
		"mcts,rave=NaN":               "want a number",
		"mcts,plies=1.5":              "want a number",
		"2,nodes=3":                   "level has no such limit",
		"random,depth=3":              "random has no such limit",
		"uci,book=x:bot":              "for a program set option.NAME",
		"random,option.Hash=1":        "option.Hash is only for programs",
		"search,bookmargin=999999999": "want a whole number from 0 to",
	} {
		if _, err := Read(spec, arena.Time{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// TestReadClock: the moves and the increment may be left out.
func TestReadClock(t *testing.T) {
	for text, want := range map[string]struct {
		base, increment time.Duration
		moves           int
	}{
		"10s": {10 * time.Second, 0, 0}, "10s+0": {10 * time.Second, 0, 0}, "40/1m": {time.Minute, 0, 40}, "3/1m+100ms": {time.Minute, 100 * time.Millisecond, 3},
	} {
		if base, increment, moves, err := ReadClock(text); base != want.base || increment != want.increment || moves != want.moves || err != nil {
			t.Errorf("%s: %v, %v, %d, %v", text, base, increment, moves, err)
		}
	}
	for _, text := range []string{"", "10", "x/1m", "1m+", "1m+-1s", "-1m"} {
		if base, _, _, err := ReadClock(text); err == nil {
			t.Errorf("%q is read as %v", text, base)
		}
	}
}

// TestEntrants: each player of an arena is made, unless its program or its file does not exist.
func TestEntrants(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	players, err := ReadAll([]string{"3", "perfect", "mcts", "random", "table", "lines:no-such-program-as-this", "search,book=no-such-file,name=file"}, arena.Time{})
	if err != nil {
		t.Fatal(err)
	}
	all := Entrants(g, nil, players)
	for i, e := range all {
		if _, err := e.Make(t.Context()); e.Name != players[i].Name || (err == nil) != (i < 5) {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// TestProtocolOf: a protocol is found by its name. The error for a misspelt name suggests the right
// one, and for any other word it lists all names.
func TestProtocolOf(t *testing.T) {
	for _, name := range Protocols() {
		if p, err := ProtocolOf(name); err != nil || p.name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"gomocp": "did you mean gomocup?", "telepathy": "want uci, gtp,"} {
		if _, err := ProtocolOf(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
