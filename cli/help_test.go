//go:build !race

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oxo/cli"
	"oxo/games"
	"oxo/games/sticks"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verbs calls f for each verb of the command, without cobra's own completion.
func verbs(f func(verb string, c *cobra.Command)) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		_, verb, _ := strings.Cut(c.CommandPath(), " ")
		f(verb, c)
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				walk(sub)
			}
		}
	}
	walk(cli.Command("oxo", games.All()...))
}

// TestFlagGroups: every flag has a group of its own on the help page.
func TestFlagGroups(t *testing.T) {
	verbs(func(verb string, c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if len(f.Annotations["oxo group"]) != 1 {
				t.Errorf("oxo %s: --%s is in no group of flagGroups in cli/help.go", verb, f.Name)
			}
		})
	})
}

// TestHelpPages: a help page is short, has examples, and says where to read more; these pages
// exist, and docs/lookup/commands.md has a section on each verb.
func TestHelpPages(t *testing.T) {
	const root = ".."
	reference, err := os.ReadFile(filepath.Join(root, "docs/lookup/commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	verbs(func(verb string, c *cobra.Command) {
		pages := strings.Split(c.Annotations[cli.ReadOn], ", ")
		if !slices.Contains(pages, "docs/lookup/commands.md") {
			t.Errorf("oxo %s: read on in %q", verb, pages)
		}
		for _, page := range pages {
			if _, err := os.Stat(filepath.Join(root, page)); err != nil {
				t.Errorf("oxo %s: %v", verb, err)
			}
		}
		if verb != "" && !strings.Contains(string(reference), "\n## oxo "+verb+"\n") {
			t.Errorf("docs/lookup/commands.md has no section on oxo %s", verb)
		}
		var page bytes.Buffer
		c.SetOut(&page)
		if err := c.Help(); err != nil {
			t.Error(err)
		}
		sentence, rest, _ := strings.Cut(page.String(), "\n")
		if !strings.HasSuffix(sentence, ".") || !strings.HasPrefix(rest, "\nUsage:\n") || c.Long != "" {
			t.Errorf("oxo %s: the help begins with more than a sentence:\n%s", verb, page.String())
		}
		if n := strings.Count(c.Example, "\n") + 1; c.Example == "" || n > 4 {
			t.Errorf("oxo %s: %d examples", verb, n)
		}
		for line := range strings.SplitSeq(page.String(), "\n") {
			if len(line) > 100 && !strings.HasPrefix(line, "  oxo ") {
				t.Errorf("oxo %s: a line of %d characters: %s", verb, len(line), line)
			}
		}
	})
}

// endless are the verbs whose examples serve until they are interrupted, or take minutes: their
// examples are not run. Their flags and arguments are read.
func endless(verb string) bool {
	return slices.Contains([]string{"serve", "hub", "hub status", "hub stop", "worker", "bench", "arena calibrate", "bot ggp", "mcp"}, verb)
}

// TestExamples runs every example of every help page in one folder, where examples find the
// files that earlier ones wrote. Standard input is empty: a game ends at once. For the
// verbs that [endless] names, the test only reads the flags and arguments of the examples.
func TestExamples(t *testing.T) {
	folder := t.TempDir()
	for name, text := range exampleFiles() {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	verbs(func(verb string, c *cobra.Command) {
		for line := range strings.SplitSeq(c.Example, "\n") {
			count++
			t.Run(strings.TrimSpace(line), func(t *testing.T) {
				if endless(verb) {
					readExample(t, verb, line)
					return
				}
				run := exec.CommandContext(t.Context(), "sh", "-c", line)
				run.Dir = folder
				run.Env = append(os.Environ(), "TERM=dumb")
				if out, err := run.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	})
	if count < 90 {
		t.Errorf("only %d examples", count)
	}
}

// readExample reads the flags and the arguments of an example.
func readExample(t *testing.T, verb, line string) {
	t.Helper()
	words := strings.Fields(line)
	c, rest, err := cli.Command("oxo", games.All()...).Find(words[1:])
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimPrefix(c.CommandPath(), "oxo "); got != verb {
		t.Fatalf("the example is of %q", got)
	}
	if err := c.ParseFlags(rest); err != nil {
		t.Fatal(err)
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		t.Fatal(err)
	}
}

// exampleFiles are the files that examples read and do not write.
func exampleFiles() map[string]string {
	pawns := "1\n" + strings.Repeat(strings.Repeat("1 ", 12)+"\n", 2) + strings.Repeat(strings.Repeat("-1 ", 12)+"\n", 8) + strings.Repeat(strings.Repeat("0 ", 12)+"\n", 2)
	return map[string]string{
		"game.pgn":      "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n",
		"mates.epd":     "6k1/5ppp/8/8/8/8/8/4R2K w - - bm Re8#; id \"back rank\";\n",
		"puzzles.jsonl": `{"game":"mnk:3x3x3","position":"X.O/.O./..X","turn":"X","keeps":"win","answer":"a1","line":["a1","a2","b1"],"plies":3,"wrong":[]}` + "\n",
		"board.txt":     "X\n___\n___\n___\n",
		"pawns.txt":     pawns,
		"columns.txt":   "XO...../......./......./......./......./.......\n",
		"position.txt":  ".../.X./...\n",
		"bot":           "#!/bin/sh\nexec oxo bot lines tictactoe\n",
		"rowbot":        "#!/bin/sh\nexec oxo bot hackerrank\n",
		"fourbot":       "#!/bin/sh\nexec oxo bot lines connect4:5x4\n",
		"fourrules": `#!/bin/sh
while read word rest; do
	case $word in
	position) n=4; echo ok ;;
	make) n=$((n - rest)); echo ok ;;
	over) if [ $n = 0 ]; then echo loss; else echo no; fi ;;
	moves) if [ $n -ge 3 ]; then echo 1 2 3; elif [ $n = 2 ]; then echo 1 2; else echo 1; fi ;;
	esac
done
`,
		"tree.txt": "node c1 a1\nnode c1\nnode a1 c1\nnode a1\nnode value=0\n",
	}
}

// TestHelpOfOthers: a program with another name has that name in its examples. A program with other
// games has neither examples nor pages, since both are about oxo's games.
func TestHelpOfOthers(t *testing.T) {
	play, _, err := cli.Command("mine", games.All()...).Find([]string{"judge"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(play.Example, "  mine judge -- ./bot\n") || strings.Contains(play.Example, "oxo ") {
		t.Errorf("the examples of mine:\n%s", play.Example)
	}
	play, _, err = cli.Command("mine", sticks.Family()).Find([]string{"judge"})
	if err != nil {
		t.Fatal(err)
	}
	if play.Example != "" || play.Annotations[cli.ReadOn] != "" {
		t.Errorf("the help of sticks alone has %q and %q", play.Example, play.Annotations)
	}
}
