package clienttest

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/games"

	"github.com/corentings/chess/v2"
)

// positions is the number of positions that the library checks. Ten thousand were
// checked by hand.
var positions = flag.Int("positions", 300, "how many positions of chess the library judges")

// algebraic is the part of the game of chess that this test uses.
type algebraic interface {
	gamefile.Algebraic
	FormatUCI(p oxo.Position, m oxo.Move) string
}

func chessGame(t *testing.T) algebraic {
	t.Helper()
	g, err := catalog.Lookup(games.All(), "chess")
	if err != nil {
		t.Fatal(err)
	}
	return g.(algebraic)
}

// TestChessRules: over random games a chess library has the same moves in both
// notations, the same positions and the same ends.
func TestChessRules(t *testing.T) {
	g := chessGame(t)
	rng := rand.New(rand.NewPCG(18, 4))
	for seen := 0; seen < *positions; {
		p, theirs := g.Start(), chess.NewGame()
		for ; seen < *positions && sameChess(t, g, p, theirs); seen++ {
			moves := p.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			san := g.FormatSAN(p, m)
			if err := theirs.PushMove(san, nil); err != nil {
				t.Fatalf("%s: %s: %v", g.FormatPosition(p), san, err)
			}
			if got, err := g.ParseMove(p, san); err != nil || got != m {
				t.Fatalf("%s: %s is read as %v, %v, and not as %v", g.FormatPosition(p), san, got, err, m)
			}
			p.Make(m)
		}
	}
}

// sameChess compares a position, and reports whether the game continues.
func sameChess(t *testing.T, g algebraic, p oxo.Position, theirs *chess.Game) bool {
	t.Helper()
	q, err := g.ParsePosition(theirs.FEN())
	if err != nil || g.FormatFEN(q) != g.FormatFEN(p) {
		t.Fatalf("%s: the library has %s: %v", g.FormatFEN(p), theirs.FEN(), err)
	}
	var ours, listed []string
	for _, m := range p.Moves(nil) {
		ours = append(ours, g.FormatUCI(p, m)+" "+plain(g.FormatSAN(p, m)))
	}
	for _, m := range theirs.ValidMoves() {
		san := chess.AlgebraicNotation{}.Encode(theirs.Position(), &m)
		listed = append(listed, chess.UCINotation{}.Encode(theirs.Position(), &m)+" "+plain(san))
	}
	slices.Sort(ours)
	slices.Sort(listed)
	switch method := theirs.Position().Status(); p.Outcome() {
	case oxo.Ongoing:
		if !slices.Equal(ours, listed) {
			t.Fatalf("%s: the moves are\n%v, the library has\n%v", g.FormatPosition(p), ours, listed)
		}
		return theirs.Outcome() == chess.NoOutcome
	case oxo.Lost:
		if method != chess.Checkmate {
			t.Fatalf("%s is mate, the library says %v", g.FormatPosition(p), method)
		}
	default:
		if method != chess.Stalemate && theirs.Method() != chess.InsufficientMaterial {
			t.Fatalf("%s is drawn, the library says %v, %v", g.FormatPosition(p), method, theirs.Method())
		}
	}
	return false
}

// plain removes the check sign of a promotion: the library also writes it for c8=B
// against a king on e8.
func plain(san string) string {
	if strings.Contains(san, "=") {
		return strings.TrimRight(san, "+")
	}
	return san
}

// TestPGN: the library reads the arena's games of chess.
func TestPGN(t *testing.T) {
	g := chessGame(t)
	for _, from := range []string{"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -"} {
		rng := rand.New(rand.NewPCG(18, 5))
		record := arena.Record{N: 1, Players: [2]string{"a", "b"}, From: from, Result: arena.Drawn, Reason: arena.ByLength, Began: time.Unix(0, 0)}
		p := g.Start()
		if from != "" {
			var err error
			if p, err = g.ParsePosition(from); err != nil {
				t.Fatal(err)
			}
		}
		for len(record.Plays) < 60 && p.Outcome() == oxo.Ongoing {
			moves := p.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			record.Plays = append(record.Plays, arena.Play{Move: g.FormatMove(p, m), Depth: 3})
			p.Make(m)
		}
		text, err := arena.Export(g, &record, gamefile.PGN)
		if err != nil {
			t.Fatal(err)
		}
		read, err := chess.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		theirs := chess.NewGame(read)
		q, err := g.ParsePosition(theirs.FEN())
		if err != nil || q.Hash() != p.Hash() || len(theirs.Moves()) != len(record.Plays) {
			t.Errorf("%s, %d moves, the library has %s after %d: %v\n%s", g.FormatPosition(p), len(record.Plays), theirs.FEN(), len(theirs.Moves()), err, text)
		}
		if strings.Contains(text, "Variant") {
			t.Errorf("chess is no variant:\n%s", text)
		}
	}
}
