package mcp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"
	server "oxo/protocol/mcp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asking is a random question.
type asking struct {
	game      oxo.Game
	position  oxo.Position // that the arguments mean; nil if they are wrong
	before    oxo.Position // before the wrong move, if a move is wrong
	tool      string
	arguments map[string]any
}

// randomGames are small boards and large ones of every family.
func randomGames() []string {
	return []string{"tictactoe", "mnk:4x4x3", "mnk:5x5x4,torus", "connect4:5x4", "connect4", "sticks:9", "nim", "breakthrough:4x5", "othello:4x4", "othello", "checkers", "chess", "gardner", "go:5x5", "2048", "tree"}
}

// newAsking makes a random question; one in four is wrong in some way.
func newAsking(t *testing.T, rng *rand.Rand, list map[string]oxo.Game) *asking {
	t.Helper()
	names := randomGames()
	name := names[rng.IntN(len(names))]
	q := &asking{game: list[name], arguments: map[string]any{"game": name}}
	q.position = q.game.Start()
	var moves []string
	for range rng.IntN(12) {
		legal := catalog.Playable(q.position, nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		moves = append(moves, q.game.FormatMove(q.position, m))
		q.position.Make(m)
	}
	tools := []string{"position", "legal_moves", "values", "best_move", "why", "judge", "review", "solve", "picture"}
	q.tool = tools[rng.IntN(len(tools))]
	if slices.Contains([]string{"values", "best_move", "why", "judge", "review", "solve"}, q.tool) {
		q.arguments["ms"] = 1 + rng.IntN(3)
	}
	if q.tool == "why" || q.tool == "judge" {
		q.arguments["move"] = "none"
		if legal := catalog.Playable(q.position, nil); len(legal) > 0 {
			q.arguments["move"] = q.game.FormatMove(q.position, legal[rng.IntN(len(legal))])
		}
	}
	if q.tool == "best_move" {
		q.arguments["level"] = []string{"1", "4", "perfect", "easy"}[rng.IntN(4)]
	}
	q.arguments["moves"] = strings.Join(moves, " ")
	q.spoil(rng, moves)
	return q
}

// spoil makes a question wrong, in one of four cases.
func (q *asking) spoil(rng *rand.Rand, moves []string) {
	if rng.IntN(4) > 0 {
		return
	}
	switch rng.IntN(5) {
	case 0: // an illegal move
		bad := []string{"z99", "a1", "pass", "0", "e2e4", "♔", "\x00", strings.Repeat("9", 300)}[rng.IntN(8)]
		if _, err := q.game.ParseMove(q.position, bad); err == nil {
			return // it is legal here
		}
		q.before, q.position = q.position, nil
		moves = append(moves, bad)
		q.arguments["moves"] = strings.Join(moves, ",")
	case 1: // a stale position
		q.arguments["expect"], q.position = "another "+catalog.FormatPosition(q.game, q.position), nil
	case 2: // a text of nothing
		q.arguments["position"], q.position = []string{"nonsense", "{}", strings.Repeat("/", 500)}[rng.IntN(3)], nil
	case 3: // arguments of other types
		q.arguments["moves"], q.position = moves, nil
		if moves == nil {
			q.arguments["moves"] = 7
		}
	case 4: // no such game
		q.arguments["game"], q.position = fmt.Sprintf("game%d", rng.IntN(100)), nil
	}
}

// TestRandomCalls: of random questions (their number is in OXO_CALLS), none names a move that is illegal where it is named, none is answered
// about another position, none breaks, and every error has a hint.
func TestRandomCalls(t *testing.T) {
	number := 1500
	if text := os.Getenv("OXO_CALLS"); text != "" { // 10000 takes a minute
		var err error
		if number, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	if testing.Short() || race.Enabled {
		number = 400
	}
	session := connect(t, server.Options{Searches: 2})
	list := map[string]oxo.Game{}
	for _, name := range randomGames() {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = g
	}
	const workers = 4
	counts := make([][2]int, workers) // answers and errors
	t.Run("all", func(t *testing.T) {
		for w := range workers {
			t.Run(fmt.Sprint(w), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(62, uint64(w)))
				for range number / workers {
					counts[w][newAsking(t, rng, list).check(t, session)]++
				}
			})
		}
	})
	var sum [2]int
	for _, c := range counts {
		sum[0], sum[1] = sum[0]+c[0], sum[1]+c[1]
	}
	t.Logf("%d answers and %d errors", sum[0], sum[1])
	if sum[0] < number/2 || sum[1] < number/10 {
		t.Errorf("%d answers and %d errors of %d", sum[0], sum[1], number)
	}
}

// check asks a question and checks the answer. It returns 1 for an error.
func (q *asking) check(t *testing.T, session *mcp.ClientSession) int {
	t.Helper()
	a := call(t, session, q.tool, q.arguments)
	if a.wrong {
		q.checkError(t, &a)
		return 1
	}
	if want := ""; q.position == nil || a.Position != catalog.FormatPosition(q.game, q.position) {
		if q.position != nil {
			want = catalog.FormatPosition(q.game, q.position)
		}
		t.Errorf("%s %v is answered about %s, want %q", q.tool, q.arguments, a.Position, want)
		return 0
	}
	if len(a.text) > 8000 && q.tool != "picture" {
		t.Errorf("%s %v: %d characters", q.tool, q.arguments, len(a.text))
	}
	checkMoves(t, q.game, q.position, q.tool, &a)
	q.checkSentences(t, &a)
	return 0
}

// checkError checks that an error has a hint, whose moves are legal, and is not a fault of oxo.
func (q *asking) checkError(t *testing.T, a *answer) {
	t.Helper()
	said, hint, ok := strings.Cut(a.text, "\nHint: ")
	if !ok || !strings.HasPrefix(said, "error (") || strings.HasPrefix(said, "error (broken)") || len(a.text) > 3000 {
		t.Errorf("%s %v: %s", q.tool, q.arguments, a.text)
	}
	over := q.position != nil && q.position.Outcome() != oxo.Ongoing
	nothing := q.tool == "review" && q.arguments["moves"] == "" || strings.Contains(a.text, "in this time")
	if q.position != nil && !over && !nothing {
		t.Errorf("%s %v is refused: %s", q.tool, q.arguments, a.text)
	}
	at := q.before
	if at == nil {
		at = q.position
	}
	_, moves, ok := strings.Cut(hint, "these moves are legal: ")
	if !ok || at == nil {
		return
	}
	moves, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(moves), "."), " (and")
	for m := range strings.FieldsSeq(moves) {
		replay(t, q.game, at, []string{m})
	}
}

// checkSentences checks the squares that the reasons of a move name on boards of k in a row, where a move is a square: each is legal in the
// position or after a part of the sentence's line, or one of the two ends of a line of squares, as a1-c3.
func (q *asking) checkSentences(t *testing.T, a *answer) {
	t.Helper()
	if q.tool != "why" || !strings.HasPrefix(q.game.Name(), "mnk") {
		return
	}
	for _, sentence := range a.Sentences {
		legal := map[string]bool{}
		for n := range len(sentence.Line) + 1 {
			p := replay(t, q.game, q.position, sentence.Line[:n])
			for _, m := range catalog.Playable(p, nil) {
				legal[q.game.FormatMove(p, m)] = true
			}
		}
		text := regexp.MustCompile(`[a-z]\d-[a-z]\d`).ReplaceAllString(sentence.Text, "")
		for _, square := range regexp.MustCompile(`\b[a-z]\d\b`).FindAllString(text, -1) {
			if !legal[square] {
				t.Errorf("%v: %q names %s, which is not legal there", q.arguments, sentence.Text, square)
			}
		}
	}
}
