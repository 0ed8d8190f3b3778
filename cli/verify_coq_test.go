package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// coqc compiles a file in a folder that has the files of formal/.
func coqc(t *testing.T, folder, file string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "coqc", "-R", ".", "Oxo", file)
	c.Dir = folder
	out, err := c.CombinedOutput()
	return string(out), err
}

// formalFiles are the files of formal/, each after those that it needs.
var formalFiles = []string{"Game.v", "Rows.v", "Known.v", "Connect4.v", "Sets.v", "Plan.v", "Prevent.v", "Threats.v", "Perft.v"}

// formal compiles the files of formal/ in a new folder. It skips the test where coqc is not installed.
func formal(t *testing.T) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip("coqc is not installed: make formal installs it")
	}
	folder = t.TempDir()
	for _, file := range formalFiles {
		text, err := os.ReadFile(filepath.Join("../formal", file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, folder, file, string(text))
		if out, err := coqc(t, folder, file); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
	}
	return folder
}

func write(t *testing.T, folder, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// theorem solves a game and writes its theorem.
func theorem(t *testing.T, folder, game, file string) string {
	t.Helper()
	proof := filepath.Join(folder, strings.ReplaceAll(game, ":", "-")+".proof")
	solve := []string{"solve", game, "--out", proof}
	switch game {
	case "mnk:6x6x5":
		solve = append(solve, "--method", "pn")
	case "mnk:5x5x4": // its proof takes long
		proof, solve = "../web/page/proofs/5x5x4.oxo", []string{"verify", "../web/page/proofs/5x5x4.oxo"}
	}
	for _, args := range [][]string{solve, {"verify", "--coq", proof, "--out", filepath.Join(folder, file)}} {
		if code, _, stderr := runWith(context.Background(), "", args...); code != exitDone {
			t.Fatalf("%v: %d, %s", args, code, stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCoqFile: the file has the theorem, and what proves it for each side; other games are refused.
func TestCoqFile(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		game, theorem string
		parts         []string
	}{
		{"tictactoe", "(value g p = 0)%Z.", []string{"other_side : tplan :=", "apply (stealing (squares 3 3) (lines 3 3 3))"}},
		{"mnk:6x6x5", "(value g p = 0)%Z.", []string{"other_side : plan :=\n(Zone [(", "apply (stealing (squares 6 6) (lines 6 6 5))"}},
		{"mnk:5x5x4", "(value g p = 0)%Z.", []string{"other_side : tplan :=\n(Answers [(", "(Forced ", "(Again ", "(Won ["}},
		{"mnk:4x4x3", "(value g p = 1)%Z.", []string{"side_to_move : strategy g :="}},
		{"connect4:4x4", "(value g p = 0)%Z.", []string{"side_to_move : T :=\n(M 0 (Y false [((0, 1), (1, 0)); ((1, 0), (0, 1))] []))", "other_side : T :=\n(Y false [] [])"}},
	} {
		text := theorem(t, folder, c.game, "file.v")
		for _, part := range append(c.parts, "Theorem proven : "+c.theorem) {
			if !strings.Contains(text, part) {
				t.Errorf("%s: want %q in\n%s", c.game, part, text)
			}
		}
	}
	proof := filepath.Join(folder, "sticks.proof")
	if code, _, stderr := runWith(context.Background(), "", "solve", "sticks:5", "--out", proof); code != exitDone {
		t.Fatal(stderr)
	}
	code, _, stderr := runWith(context.Background(), "", "verify", "--coq", proof, "--out", filepath.Join(folder, "s.v"))
	if code != exitFailure || !strings.Contains(stderr, "want connect4, or k in a row without options") {
		t.Errorf("%d, %s", code, stderr)
	}
	checkWrong(t, "verify --coq x.proof", "", "--coq writes a file: add --out FILE.v")
	checkWrong(t, "verify --coq x.proof --json --out x.v", "", "--coq FILE writes one certificate")
}

// TestCoq: coqc accepts the theorems without an axiom, and none of 200 damaged certificates. It needs coqc, and minutes: make formal
// sets OXO_WHOLE. Without it the test takes the smallest boards, and a tenth of the damaged certificates.
func TestCoq(t *testing.T) {
	folder := formal(t)
	random, whole := rand.New(rand.NewPCG(65, 1)), os.Getenv("OXO_WHOLE") != ""
	for _, c := range []struct {
		game    string
		damaged int
	}{{"tictactoe", 0}, {"mnk:4x4x3", 60}, {"mnk:5x5x4", 4}, {"mnk:6x6x5", 56}, {"connect4:4x4", 0}, {"connect4:5x4", 80}} {
		game, damaged := c.game, c.damaged
		if !whole {
			if strings.Contains(game, "5") {
				continue
			}
			damaged /= 10
		}
		text := theorem(t, folder, game, "theorem.v")
		out, err := coqc(t, folder, "theorem.v")
		if err != nil || !strings.Contains(out, "Closed under the global context") {
			t.Errorf("%s: %v\n%s", game, err, out)
		}
		if damaged == 0 {
			continue
		}
		write(t, folder, "damaged.v", damage(t, text, damaged, random))
		if out, err := coqc(t, folder, "damaged.v"); err != nil {
			t.Errorf("%s, damaged: %v\n%s", game, err, out)
		}
	}
}

// harm is a change of a strategy after which it proves nothing. If lie, it is also said to prove something false: then
// any change will do.
type harm struct {
	from, to string
	lie      bool
}

// checker is how Coq asks whether it accepts what a file has, by the name of the theorem that the file uses.
type checker struct {
	accepts  string
	lie      [2]string // the true part of the question, and a false one instead
	question *regexp.Regexp
	harms    []harm
}

func checkers() map[string]checker {
	return map[string]checker{
		"columns_sound": {"columns_accepts", [2]string{" 0 bad", " 1 bad"}, nil, []harm{
			{`\(M \d+ `, "(M 99 ", false}, // there is no such column
			{`\(M (\d) `, "(M 1$1 ", false},
			{`\(M \d `, "(M 2 ", true},
			{`\(\((\d), (\d)\), `, "(($2, $1), ", true}, // another answer
		}},
		"holds_sound_for": {"Game.holds", [2]string{}, regexp.MustCompile(`g (\d) (bad\d+) (\w+) p`), []harm{
			{`Own \(g := g\) \d+%nat`, "Own (g := g) 99%nat", false},
			{`\bFinish\b`, "Other (g := g) []", false}, // the game is over there
			{`\bFinish;\n`, "", false},                 // a move has no answer
		}},
		"plan_sound": {"plan_accepts", [2]string{"(lines 6 6 5)", "(lines 6 6 4)"}, nil, []harm{
			{`\((\d+), \d+\)`, "($1, $1)", false}, // a pair of one square
			{`\((\d+), (\d+), `, "($2, $1, ", true},
			{`\((\d+), (\d+)\)`, "($2, $1)", true},
		}},
		"threats_sound": {"threats_accept", [2]string{"(lines 5 5 4)", "(lines 5 5 3)"}, nil, []harm{
			{`Again (\d)`, "Again 9999$1", false},   // no such plan
			{`\(Forced \d+ `, "(Forced 99 ", false}, // no such square
			{`\(Won \[[^]]+\]`, "(Won []", false},   // a line of the other side may be complete first
			{`\((\d+), (\d+), `, "($2, $1, ", true},
		}},
	}
}

// damage returns a file with damaged strategies. Coq has to refuse each.
func damage(t *testing.T, text string, times int, random *rand.Rand) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(text, "Print Assumptions proven.\n"))
	lemmas := regexp.MustCompile(`apply \((columns_sound|holds_sound_for|plan_sound|threats_sound) (.*?)\); `).FindAllStringSubmatch(text, -1)
	for i := 0; i < times; {
		lemma := lemmas[random.IntN(len(lemmas))]
		name := regexp.MustCompile(`\b(other_side|side_to_move)\b`).FindString(lemma[2])
		body := regexp.MustCompile(`(?s)Definition ` + name + ` : ([^:]+) :=\n(.*?)\.\n\n`).FindStringSubmatch(text)
		c := checkers()[lemma[1]]
		h := c.harms[random.IntN(len(c.harms))]
		from := regexp.MustCompile(h.from)
		sites := from.FindAllStringSubmatchIndex(body[2], -1)
		if len(sites) == 0 {
			continue
		}
		at := sites[random.IntN(len(sites))]
		bad := body[2][:at[0]] + string(from.ExpandString(nil, h.to, body[2], at)) + body[2][at[1]:]
		if bad == body[2] && !h.lie {
			t.Fatalf("nothing is damaged by %v", h)
		}
		ask := regexp.MustCompile(`\b`+name+` (true|false)?`).ReplaceAllString(lemma[2], fmt.Sprintf("bad%d $1", i))
		if c.question != nil {
			ask = c.question.ReplaceAllString(ask, "g $2 $3 $1 p")
		}
		if h.lie {
			ask = strings.ReplaceAll(ask, c.lie[0], c.lie[1])
		}
		fmt.Fprintf(&b, "\nDefinition bad%d : %s :=\n%s.\nExample refused%d : %s %s = false.\nProof. vm_compute. reflexivity. Qed.\n", i, body[1], bad, i, c.accepts, ask)
		i++
	}
	return b.String()
}
