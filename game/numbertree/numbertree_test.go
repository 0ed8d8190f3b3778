//go:build !race

package numbertree_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/numbertree"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/search"
)

func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"tree": {1, 3, 9, 0}, "tree:((3 5) (2 (9 1)) 7)": {1, 3, 4, 2, 0}, "tree:(5)": {1, 1, 0}, "tree:(left:(-3 0) b:(x1:2 9) 0)": {1, 3, 4, 0},
		"tree:[[3,5],[3,5],[2,9]]": {1, 3, 6}, "tree:((((((1))))))": {1, 1, 1, 1, 1, 1, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft})
		})
	}
}

// random returns the text of a random tree, with odd spaces, both kinds of brackets
// and labels.
func random(rng *rand.Rand, plies int, label *int) string {
	if plies == 0 || rng.IntN(4) == 0 {
		return fmt.Sprint(rng.IntN(41) - 20)
	}
	brackets := []string{"()", "[]"}[rng.IntN(2)]
	var b strings.Builder
	b.WriteByte(brackets[0])
	for range 1 + rng.IntN(3) {
		b.WriteString([]string{" ", "  ", ",", " ,", "\t"}[rng.IntN(5)])
		if rng.IntN(4) == 0 {
			*label++
			fmt.Fprintf(&b, "%c%d:", "abzABZ"[rng.IntN(6)], *label)
		}
		b.WriteString(random(rng, plies-1, label))
	}
	b.WriteByte(brackets[1])
	return b.String()
}

// value is a second implementation of minimax.
func value(t numbertree.Tree, i int) int {
	if len(t[i].Children) == 0 {
		return t[i].Value
	}
	best := value(t, t[i].Children[0])
	for _, c := range t[i].Children[1:] {
		if v := value(t, c); (v > best) == (t[i].Ply%2 == 0) {
			best = v
		}
	}
	return best
}

// TestRoundTrip: a written tree is read back, by itself and in the name of a game, in
// any case; and the engine finds the same value as minimax.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := search.New(search.Options{TableBytes: 1 << 16})
	for range 2000 {
		label := 0
		text := "(" + random(rng, 3, &label) + " " + random(rng, 3, &label) + ")"
		tree, err := numbertree.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := numbertree.Parse(strings.ToUpper(tree.String()))
		if err != nil || fmt.Sprint(again) != fmt.Sprint(tree) || again.String() != tree.String() {
			t.Fatalf("%s is %s, and that is %v, %v", text, tree, again, err)
		}
		g, err := catalog.Lookup(games.All(), "tree:"+tree.String())
		if err != nil || g.Name() != "tree:"+tree.String() {
			t.Fatalf("tree:%s: %v", tree, err)
		}
		names := map[string]bool{}
		for _, n := range tree {
			if names[strings.ToLower(n.Name)] || n.Name == "" {
				t.Fatalf("%s: two nodes are named %q", tree, n.Name)
			}
			names[strings.ToLower(n.Name)] = true
		}
		if r := s.Search(context.Background(), g.Start(), search.Limits{}); !r.Proven || r.Score != oxo.By(value(tree, 0)) {
			t.Fatalf("%s: the engine says %v, minimax %d", tree, r.Value, value(tree, 0))
		}
	}
}

func TestWrongText(t *testing.T) {
	for text, hint := range map[string]string{
		"": "the tree is empty", "  ": "the tree is empty", "5": "want a bracket at the beginning", "min (3 5)": "want a bracket at the beginning", "()": `character 2, ")": the brackets are empty`,
		"(3 5": "character 1 is not closed: add )", "((3 5) (2 9)": "character 1 is not closed: add )", "[3 (5 2]": "character 4 needs ) to close it", "[3 (5 2": "character 4 is not closed: add )",
		"(3 5))": `character 6, ")": text follows the end of the tree`, "(3 5) (2 9)": `character 7, "(": text follows the end of the tree: remove it, or put all of it in one pair`,
		"(3 x)": `character 4, "x": want a number`, "(3 1.5)": "whole number from -9999 to 9999", "(3 99999)": "whole number from -9999 to 9999", "(3 --4)": "whole",
		"(a:3 A:5)": "the label a is used at character 2 already", "(a:)": "nothing follows the label a", "(1a:3)": "want a label of a letter", "(:3)": "want a label of a letter",
		"(é:3)": "want a label of a letter", "(abcdefghijklm:3)": "up to 11 more", "(3 a :4)": "a label has a colon after it",
		"(" + strings.Repeat("1 ", numbertree.MostNodes) + ")": "at most 200 nodes",
		strings.Repeat("(", numbertree.MostPlies+2):            "at most 20 levels",
		strings.Repeat("(", 100_000):                           "at most 20 levels",
		"(é é)":                                                `character 2, "é"`,
	} {
		if _, err := numbertree.Parse(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%.40q: %v, want %q", text, err, hint)
		}
		if _, err := catalog.Lookup(games.All(), "tree:"+text); err == nil {
			t.Errorf("tree:%.40q is a game", text)
		}
	}
	for _, right := range []string{
		"(" + strings.Repeat("1 ", numbertree.MostNodes-1) + ")",
		strings.Repeat("(", numbertree.MostPlies) + "1" + strings.Repeat(")", numbertree.MostPlies), "(−3 +4 -0)",
	} {
		if _, err := numbertree.Parse(right); err != nil {
			t.Errorf("%.40q: %v", right, err)
		}
	}
	g := gametest.Game(t, "tree:((3 5) left:(2 9))")
	for text, hint := range map[string]string{"": "want B, left", "C": "want B, left", "x": "want B, left"} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	if _, err := g.ParsePosition("z"); err == nil || !strings.Contains(err.Error(), "no node") {
		t.Errorf("position z: %v", err)
	}
	other := gametest.Game(t, "tree:((3 5) left:(2 8))")
	if _, err := g.ParseMove(other.Start(), "B"); err == nil {
		t.Error("a position of another tree is taken")
	}
}

// TestVerdict: a leaf's verdict is its number, from MAX's view, whichever side would
// be to move.
func TestVerdict(t *testing.T) {
	g := gametest.Game(t, "tree:((3 0) -5)")
	for text, want := range map[string]string{"C": "the end, at 3", "D": "the end, at 0", "E": "the end, at -5", "A": "MAX to move", "B": "MIN to move"} {
		p, err := g.ParsePosition(text)
		if err != nil || catalog.Verdict(g, p) != want {
			t.Errorf("%s: %q, %v, want %q", text, catalog.Verdict(g, p), err, want)
		}
	}
}

// TestSay: values are plain numbers in a tree, but wins and losses in other games.
func TestSay(t *testing.T) {
	tree, othello := gametest.Game(t, "tree"), gametest.Game(t, "othello")
	for s, want := range map[oxo.Score][2]string{
		oxo.By(3): {"3", "win by 3"}, oxo.By(-5): {"-5", "loss by 5"}, oxo.Draw: {"0", "draw"}, oxo.By(9999): {"9999", "win by 9999"},
		oxo.Infinity: {"+inf", "+inf"}, -oxo.Infinity: {"-inf", "-inf"}, oxo.Draw + 1: {"+1", "+1"}, oxo.Win(3): {"win in 3", "win in 3"},
	} {
		if got := [2]string{board.Say(tree, s), board.Say(othello, s)}; got != want {
			t.Errorf("%d: %q, want %q", s, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"((3 12 8) (2 4 6) (14 5 2))", "((3 5) (2 (9 1)) 7)", "[[3,5],[2,9]]", "(left:(3 5) right:(2 9))", "(a:1 a:2)", "((", "())", "(−3)", "\xff", "(\xff:3)", "(é:3)", "( a:[ -0 ] )", "(b:1 2 3)", "(A:1 (B:2))",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := numbertree.Parse(text)
		if err != nil {
			if err.Error() == "" || tree != nil {
				t.Fatalf("%q: %v with %v", text, err, tree)
			}
			return
		}
		again, err := numbertree.Parse(tree.String())
		if err != nil || fmt.Sprint(again) != fmt.Sprint(tree) {
			t.Fatalf("%q is %s, and that is %v, %v", text, tree, again, err)
		}
	})
}
