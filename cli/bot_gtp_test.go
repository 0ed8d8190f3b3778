//go:build !race

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// speakGTP runs oxo bot gtp, and returns its answers.
func speakGTP(t *testing.T, game string, lines ...string) []string {
	t.Helper()
	code, out, errs := runWith(t.Context(), strings.Join(lines, "\n")+"\n", "bot", "gtp", game, "--nodes", "100", "--table", "1MB")
	if code != exitDone || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
}

// writeSGF writes a file into a new folder, and returns its name.
func writeSGF(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// handicapGame is a game of Go with a handicap and a komi, on a board of 5x5.
const handicapGame = "(;GM[1]FF[4]SZ[5]KM[0.5]HA[2]AB[bd][db];W[cc];B[bc];W[cd])"

// TestGTPLoads: loadsgf FILE [MOVE] as in GTP 2, draft 2, section 6.3.6: the file sets the size and
// the komi, and the board is the one before the move.
func TestGTPLoads(t *testing.T) {
	file := writeSGF(t, handicapGame)
	for _, c := range []struct{ lines, want string }{
		{"loadsgf FILE\nshowboard\nplay b C2\nundo\nundo\nundo\nundo\nundo\nshowboard", "=|= black to play\n  5  .  .  .  .  .\n  4  .  .  .  X  .\n  3  .  X  O  .  .\n  2  .  X  O  .  .\n  1  .  .  .  .  .\n     A  B  C  D  E|? illegal move|=|=|=|? cannot undo|? cannot undo|= white to play\n  5  .  .  .  .  .\n  4  .  .  .  X  .\n  3  .  .  .  .  .\n  2  .  X  .  .  .\n  1  .  .  .  .  .\n     A  B  C  D  E"},
		{"loadsgf FILE 1\nplay b C3\nplay w B2\nplay w C3\nloadsgf FILE 3\nplay w C3\nplay b C2\nloadsgf FILE 4\nplay w C2", "=|=|? illegal move|? illegal move|=|? illegal move|=|=|? illegal move"},
		{"loadsgf FILE\nplay b pass\nplay w pass\nfinal_score", "=|=|=|= B+0.5"},
		{"play b A1\nloadsgf FILE 5\nloadsgf FILE 0\nloadsgf FILE x\nloadsgf\nloadsgf FILE 1 2\nloadsgf FILE.none\nplay w A1\nplay w J9", "=|? cannot load file: game 1 ends with ply 3|? syntax error: \"0\" is not the number of a move: want a whole number from 1|? syntax error|? syntax error: write loadsgf FILE [MOVE]|? syntax error|? cannot load file|? illegal move|="},
		{"list_commands\nknown_command loadsgf\nknown_command printsgf", "=|= true|= true"},
	} {
		answers, want := speakGTP(t, "go:9x9", strings.ReplaceAll(c.lines, "FILE", file)), strings.Split(c.want, "|")
		if len(answers) != len(want) {
			t.Errorf("%s: %q", c.lines, answers)
			continue
		}
		for i, w := range want {
			if !strings.HasPrefix(answers[i], w) {
				t.Errorf("%s: answer %d is %q, want %q", c.lines, i+1, answers[i], w)
			}
		}
	}
}

// TestGTPRefusesFiles: a fault in a file gives an error, and the board stays as it is.
func TestGTPRefusesFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "? cannot load file: the file has no game",
		"[Event \"x\"]\n\n1. e4 *\n": "? cannot load file: the file is not SGF",
		"(;GM[2]SZ[8];B[df])":        "? cannot load file: game 1: GM[2] is not the number of go",
		"(;GM[1]SZ[20];B[aa])":       "? cannot load file: a board of 20 columns and 20 rows is impossible",
		"(;GM[1]SZ[huge];B[aa])":     "? cannot load file: game 1: the board of the file has the size SZ[huge]",
		"(;GM[1]SZ[9]KM[1e9];B[aa])": "? cannot load file: game 1: the komi",
		"(;GM[1]SZ[9];B[aa];W[aa])":  "? cannot load file: game 1: line 1, ply 2",
		"(;GM[1]SZ[9]HA[3];W[aa])":   "? cannot load file: game 1: HA[3]",
	} {
		file := writeSGF(t, text)
		answers := speakGTP(t, "go:9x9", "play b E5", "loadsgf "+file, "play w E5", "play w D5", "loadsgf "+filepath.Dir(file), "loadsgf /dev/zero")
		if !strings.HasPrefix(answers[1], want) || !strings.HasPrefix(answers[2], "? illegal move") || answers[3] != "=" {
			t.Errorf("%s: %q, want %q", text, answers, want)
		}
		if !strings.Contains(answers[4], "is a folder") || !strings.Contains(answers[5], "want an ordinary file") {
			t.Errorf("%q", answers[4:])
		}
	}
}

// TestGTPPrints: in every game with stones, printsgf prints the game, or writes it to a file that
// loadsgf reads again.
func TestGTPPrints(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.sgf")
	answers := speakGTP(t, "go:9x9", "loadsgf "+writeSGF(t, handicapGame), "printsgf", "printsgf "+out, "set_game go:19x19", "loadsgf "+out, "printsgf -", "printsgf "+out+"/x", "play b pass", "play w pass", "printsgf")
	for _, want := range []string{"SZ[5]", "KM[0.5]", "RE[?]", "AB[db][bd]", "PL[W]", "\n;W[cc]\n;B[bc]\n;W[cd])"} {
		if !strings.Contains(answers[1], want) {
			t.Errorf("%s: want %s", answers[1], want)
		}
	}
	if answers[2] != "=" || answers[4] != "=" || answers[5] != answers[1] || !strings.HasPrefix(answers[6], "? cannot write file") || !strings.Contains(answers[9], "RE[B+]") {
		t.Errorf("%q", answers[2:])
	}
	answers = speakGTP(t, "othello", "play b d3", "play w c3", "printsgf "+out, "clear_board", "loadsgf "+out+" 2", "undo", "undo", "set_game gomoku", "loadsgf "+out, "play b h8", "printsgf "+out, "set_game tictactoe", "loadsgf "+out, "play w h8", "undo", "showboard", "set_game chess", "printsgf", "loadsgf "+out)
	for i, want := range []string{"=", "=", "=", "=", "=", "=", "? cannot undo", "=", "? cannot load file: game 1: GM[2]", "=", "=", "=", "=", "? illegal move", "=", "= black to play\n 15", "=", "? cannot print game: chess is not a game of stones", "? cannot load file"} {
		if !strings.HasPrefix(answers[i], want) {
			t.Errorf("answer %d is %q, want %q", i+1, answers[i], want)
		}
	}
}
