package languages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"oxo/api"
	"oxo/games"
	"oxo/search"
)

// inWords are the fields of the engine's answers that hold words. Others hold moves, positions and names in the program.
const inWords = " text words verdict note goal rules about title group task sentence texts question options name sides by progress basis fault reason theme "

// same are names that stay as they are: of games, options and ends in the program.
const same = " Breakthrough Caro Chess960 Renju breakthrough caro checkers chess960 clashofpawns complete connect4 draughts exact fewkings gardner gomoku international known losalamos misere mnk nim normal opening othello renju renjuopening sticks teleport tictactoe torus tree yes Othello Gomoku Nim Clash of Pawns game over cut-off table guide given up depth limit chess go inf superko MAX MIN "

// collector gathers the words of answers.
type collector map[string]bool

func (c collector) add(field string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			c.add(name, inner)
		}
	case []any:
		for _, inner := range v {
			c.add(field, inner)
		}
	case string:
		if strings.Contains(inWords, " "+field+" ") {
			c[v] = true
		}
	}
}

// aWord is a word of several letters: moves and names of sides such as X have none.
var aWord = regexp.MustCompile(`\pL{2,}.* |^\pL{3,}`)

// english finds words that show that a part of a text was not translated.
var english = regexp.MustCompile(`\b(the|is|are|and|with|which|wins|loses|draws|moves?|has|plays|to move)\b`)

// TestEngine asks the engine what the page asks, and counts the words in the answers that a catalogue lacks.
func TestEngine(t *testing.T) {
	s := api.New(games.All())
	with := search.New(search.Options{TableBytes: 1 << 20})
	words := collector{}
	ask := func(what, request string) {
		t.Helper()
		err := s.Do(context.Background(), with, api.Allowed{Time: time.Hour, Nodes: 100_000}, what, []byte(request), func(_ string, data any) {
			text, err := json.Marshal(data)
			var read any
			if err == nil {
				err = json.Unmarshal(text, &read)
			}
			if err != nil {
				t.Fatal(err)
			}
			words.add("", read)
		})
		if err != nil {
			t.Errorf("%s %s: %v", what, request, err)
		}
	}
	ask("games", `{}`)
	for _, g := range s.Games() {
		ask("position", fmt.Sprintf(`{"game":%q}`, g.Example))
	}
	for _, ends := range []string{`"tictactoe","moves":"a1.b1.a2.b2.a3"`, `"tictactoe","moves":"a1.b2.c3.b1.b3.a3.c1.c2.a2"`, `"connect4:4x4","moves":"1.2.1.2.1.2.1"`} {
		ask("position", `{"game":`+ends+`}`)
	}
	askWhy(ask)
	for _, algorithm := range []string{"minimax", "alphabeta", "alphabeta-strict", "search"} {
		ask("explain", fmt.Sprintf(`{"game":"tictactoe","position":"XOX/.O./X..","algorithm":%q,"show":3000}`, algorithm))
	}
	ask("explain", `{"game":"tictactoe","moves":"a1.a2","algorithm":"mcts-plain","playouts":100,"seed":1}`)
	for _, kind := range []string{"minimax", "alphabeta", "alphabeta-strict", "position"} {
		ask("exercise", fmt.Sprintf(`{"kind":%q,"seed":1}`, kind))
		ask("answers", fmt.Sprintf(`{"kind":%q,"seed":1}`, kind))
	}
	for degree := 1; degree <= 3; degree++ {
		ask("hint", fmt.Sprintf(`{"kind":"minimax","seed":1,"node":0,"field":"value","degree":%d}`, degree))
	}
	ask("review", `{"game":"tictactoe","moves":"a1.a2.b2.c3.c1"}`)
	for _, game := range []string{"tictactoe", "connect4:5x4", "connect4:6x5", "othello:4x4", "breakthrough:4x5", "breakthrough:5x5", "sticks:10", "nim", "checkers:6x6", "mnk:4x4x4", "chess:5x5"} {
		ask("puzzles", fmt.Sprintf(`{"game":%q,"from":"random","count":12,"plies":1,"nodes":4000}`, game))
	}
	for _, position := range []string{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "r3k3/8/8/8/8/8/8/R3K2R w - -"} {
		ask("puzzles", fmt.Sprintf(`{"game":"chess","position":%q,"plies":1}`, position))
	}
	for _, c := range catalogues(t) {
		var lacking []string
		all := 0
		for text := range words {
			if !aWord.MatchString(text) || strings.Contains(same, " "+text+" ") {
				continue
			}
			all++
			if said, ok := c.Known(text); !ok || english.MatchString(said) {
				lacking = append(lacking, text+" → "+said)
			}
		}
		report(t, c.Code, lacking, all, maxEngine)
	}
}

// askNodes limits a question about a game: an answer about gomoku without a proof has the words that are wanted.
func askNodes(game string) int {
	if game == "gomoku" {
		return 3000
	}
	return 0
}

// askWhy asks why each move of some positions has its value.
func askWhy(ask func(what, request string)) {
	for _, p := range []struct{ game, moves, tries string }{
		{"tictactoe", "a1.a2", "b3 c2 c1 b1 b2 a3 c3"},
		{"tictactoe", "b2.b1", "a1 c1 a3 c3 a2 c2 b3"},
		{"tictactoe", "b2.a1.c1", "a3 b1 b3"},
		{"tictactoe", "", "b2 a1 b1"},
		{"connect4:5x4", "3.3", "1 2 3 4"},
		{"connect4:4x4", "1.2.1.2.1", "1 2 3"},
		{"sticks:10", "", "1 2 3"},
		{"breakthrough:4x5", "b2b3", "a4a3 b4a3"},
		{"gomoku", "h8.a1.h9.a2", "h10"},
		{"gomoku", "h8.a1.h9.a2.h10", "h7 h11 o15"},
		{"gomoku", "h8.a1.h9.a2.h10.o1.h11.h7.o15", "h12"},
		{"gomoku", "h8.h7.g8.j9.f8.e8.g9.a1.g10.a2", "i8 g11"},
		{"gomoku", "h8.e8.g8.a1.f8.a3.i9.a5.i10.a7", "i8"},
		{"gomoku", "c8.b8.d8.f4.f5.o1.f6.o3.f7.o5", "e8"},
		{"gomoku", "c8.b8.d8.f4.f5.o1.f6.o3.o13.o5", "e8"},
	} {
		for move := range strings.FieldsSeq(p.tries) {
			ask("why", fmt.Sprintf(`{"game":%q,"moves":%q,"move":%q,"nodes":%d}`, p.game, p.moves, move, askNodes(p.game)))
		}
	}
}
