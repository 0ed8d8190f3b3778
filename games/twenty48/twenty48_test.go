//go:build !race

package twenty48_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/games/twenty48"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/player"
	"oxo/search"
)

var (
	update = flag.Bool("update", false, "record the playthrough again")
	games  = flag.Int("games", 1, "games of TestAgainstChance")
	move   = flag.Duration("move", 2*time.Millisecond, "time for a move in TestAgainstChance")
)

func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{"2048": {1, 4}, "2048:8": {}, "2048:32768": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft, MaxPlies: 60})
		})
	}
}

func TestPlaythrough(t *testing.T) {
	oxotest.Recorded(t, gametest.Game(t, "2048"), "testdata/playthrough/2048.txt", *update)
}

// TestSlides compares boards before and after a slide.
func TestSlides(t *testing.T) {
	g := gametest.Game(t, "2048")
	for _, c := range []struct{ before, move, after string }{
		{"2,2,2,2/4,.,4,8/.,.,.,2/2,4,8,16", "left", "4,4,.,./8,8,.,./2,.,.,./2,4,8,16"},
		{"2,2,2,2/4,.,4,8/.,.,.,2/2,4,8,16", "right", ".,.,4,4/.,.,8,8/.,.,.,2/2,4,8,16"},
		{"2,.,.,2/2,.,.,4/4,.,.,4/8,.,.,.", "up", "4,.,.,2/4,.,.,8/8,.,.,./.,.,.,."},
		{"2,.,.,2/2,.,.,4/4,.,.,4/8,.,.,.", "down", ".,.,.,./4,.,.,./4,.,.,2/8,.,.,8"},
	} {
		p, err := g.ParsePosition(c.before + " slider")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := catalog.Play(g, p, c.move); err != nil || g.FormatPosition(p) != c.after+" placer" {
			t.Errorf("%s %s: %s (%v), want %s", c.before, c.move, g.FormatPosition(p), err, c.after)
		}
	}
}

// TestSmallTargets: with a small target the winner is proven, with the guide and with the rules
// alone.
func TestSmallTargets(t *testing.T) {
	for _, target := range []string{"8", "16"} {
		g := gametest.Game(t, "2048:"+target)
		a := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		if !a.Proven || !a.Score.IsWin() {
			t.Errorf("target %s: %v", target, a.Value)
		}
		t.Logf("target %s: %v", target, a.Value)
	}
}

// TestAgainstChance plays games against random tiles, nine 2s for each 4, to the end, and logs
// the largest tiles and the mean score. By hand:
//
//	go test ./games/twenty48 -run Chance -v -games 100 -move 50ms -timeout 10h
func TestAgainstChance(t *testing.T) {
	g := gametest.Game(t, "2048:32768")
	reached, total := map[int]int{}, 0
	for seed := range *games {
		score, tile := playChance(t, g, uint64(seed))
		total += score
		for t := tile; t >= 512; t /= 2 {
			reached[t]++
		}
		t.Logf("game %d: %d, score %d", seed, tile, score)
		if testing.Short() {
			break
		}
	}
	t.Logf("of %d games: %v reached; mean score %d", *games, reached, total / *games)
	if *games >= 20 && reached[2048]*100 < 95**games {
		t.Errorf("2048 was reached in %d of %d games", reached[2048], *games)
	}
}

func playChance(t *testing.T, g oxo.Game, seed uint64) (score, greatest int) {
	rng, s := rand.New(rand.NewPCG(seed, 2048)), search.New(search.Options{})
	p, err := g.ParsePosition(".,.,.,./.,.,.,./.,.,.,./.,.,.,. placer") // then two random tiles, as usual
	if err != nil {
		t.Fatal(err)
	}
	place(p, rng)
	if p, err = g.ParsePosition(strings.Replace(g.FormatPosition(p), "slider", "placer", 1)); err != nil {
		t.Fatal(err)
	}
	place(p, rng)
	for p.Outcome() == oxo.Ongoing {
		before := sumOfScores(g, p)
		p.Make(s.Search(context.Background(), p, search.Limits{Depth: 100, Time: *move}).Best)
		score += sumOfScores(g, p) - before
		if p.Outcome() != oxo.Ongoing {
			break
		}
		place(p, rng)
	}
	for _, tile := range tiles(g, p) {
		greatest = max(greatest, tile)
	}
	return score, greatest
}

// place puts a tile on a random square: a 2, and one time in ten a 4.
func place(p oxo.Position, rng *rand.Rand) {
	moves := p.Moves(nil) // for each square the 4, then the 2
	at := 2 * rng.IntN(len(moves)/2)
	if rng.IntN(10) != 0 {
		at++
	}
	p.Make(moves[at])
}

// tiles reads the tiles off the text of a position.
func tiles(g oxo.Game, p oxo.Position) (all []int) {
	board, _, _ := strings.Cut(g.FormatPosition(p), " ")
	for _, word := range strings.FieldsFunc(board, func(r rune) bool { return r == ',' || r == '/' }) {
		if n, err := strconv.Atoi(word); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// sumOfScores returns the score of tiles made from 2s: a slide raises it by the tiles that it
// makes.
func sumOfScores(g oxo.Game, p oxo.Position) (sum int) {
	for _, tile := range tiles(g, p) {
		for part := 1; tile > 2; tile, part = tile/2, part*2 {
			sum += tile * part
		}
	}
	return sum
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"2048:7": "power of two", "2048:4": "from 8", "2048:65536": "32768", "2048:two": "power of two", "2048,misere": "no option", "2048:02048": "power of two",
	} {
		if _, err := catalog.Lookup([]catalog.Family{twenty48.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "2048")
	for text, hint := range map[string]string{"": "want", "north": "want", "a1=2": "not a slide"} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	p, err := g.ParsePosition("2,4,2,4/4,2,4,2/2,4,2,4/.,4,2,8 slider")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.ParseMove(p, "right"); err == nil || !strings.Contains(err.Error(), "changes nothing") {
		t.Error(err)
	}
	for text, hint := range map[string]string{
		"": "1 row", "2,2,2,2 slider": "1 row", "2,2,2/.,.,.,./.,.,.,./.,.,.,. slider": "3 squares", "3,.,.,./.,.,.,./.,.,.,./.,.,.,. slider": "not a tile",
		"2,.,.,./.,.,.,./.,.,.,./.,.,.,.": "slider or placer", "2048,.,.,./.,.,.,./.,.,.,./.,.,.,. slider": "has moved since", "4096,.,.,./.,.,.,./.,.,.,./.,.,.,. slider": "not a tile",
		"2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 placer": "no empty square", ".,.,.,./.,.,.,./.,.,.,./.,.,.,. slider": "is empty",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"2,.,.,./.,.,.,./.,.,.,./.,.,.,4 slider", "2048,.,.,./.,.,.,./.,.,.,./.,.,.,. placer", "x", "\xff"} {
		f.Add(seed)
	}
	g := gametest.Game(f, "2048")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := g.ParsePosition(g.FormatPosition(p))
		if err != nil || again.Hash() != p.Hash() || again.Outcome() != p.Outcome() {
			t.Fatalf("%q is read as %q, and that as %v, %v", text, g.FormatPosition(p), again, err)
		}
	})
}

// TestScore compares the score with the sum of merged tiles, counted tile by tile.
func TestScore(t *testing.T) {
	g := gametest.Game(t, "2048")
	chance := g.(player.Chance)
	rng := rand.New(rand.NewPCG(7, 7))
	placer, err := player.ByName(t.Context(), player.Random, g, player.Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	p := chance.Deal(rng)
	if p.Turn() != oxo.First || board.FactsOf(g).Note(p) != "score 0" || strings.Count(g.FormatPosition(p), ".") != 14 {
		t.Fatalf("the usual start: %s, %s", g.FormatPosition(p), board.FactsOf(g).Note(p))
	}
	want, twos, fours := 0, 0, 0
	for p.Outcome() == oxo.Ongoing {
		before := countTiles(g.FormatPosition(p))
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		if p.Turn() == oxo.Second {
			c, err := placer.Move(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if m = c.Move; strings.HasSuffix(g.FormatMove(p, m), "4") {
				fours++
			} else {
				twos++
			}
		}
		slid := p.Turn() == oxo.First
		p.Make(m)
		if after := countTiles(g.FormatPosition(p)); slid {
			want += merged(before, after)
		}
		if got := board.FactsOf(g).Note(p); got != "score "+strconv.Itoa(want) {
			t.Fatalf("%s: %s, want %d", g.FormatPosition(p), got, want)
		}
	}
	if fours == 0 || twos < 4*fours {
		t.Errorf("%d twos and %d fours were placed", twos, fours)
	}
}

// countTiles counts the tiles of a position with each number.
func countTiles(text string) map[int]int {
	n := map[int]int{}
	for _, tile := range strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' }) {
		v, _ := strconv.Atoi(tile)
		n[v]++
	}
	return n
}

// merged adds up the tiles that a slide made. From the smallest up, every two tiles that are
// missing after the slide have become one of twice the number.
func merged(before, after map[int]int) int {
	sum, made := 0, 0
	for tile := 2; tile <= 2048; tile *= 2 {
		gone := before[tile] + made - after[tile]
		made = gone / 2
		sum += made * 2 * tile
	}
	return sum
}
