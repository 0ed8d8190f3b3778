package judge_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/arena/judge"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player/program"
	"oxo/protocol/lines"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if part := bottest.Part(); part != "" {
		play(part)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// patient exceeds the time of any answer on any machine.
const patient = time.Hour

// quiet is how long the judge waits for silence. Parts that write without end are
// never silent, however slow the machine.
func quiet(part string) time.Duration {
	if strings.Contains("text loop flood long comments", part) {
		return patient
	}
	return time.Millisecond
}

// options returns the options to judge a part.
func options(t *testing.T, part, game string) judge.Options {
	t.Helper()
	command, g := bottest.Program(t, part), gametest.Game(t, game)
	return judge.Options{
		Game: g, Sides: [2]bool{true, true}, Time: patient, Nodes: judge.UsualNodes,
		Open: func(ctx context.Context) (*judge.Contestant, error) {
			p, err := program.Start(ctx, "", command...)
			if err != nil {
				return nil, err
			}
			c, err := lines.Connect(ctx, p, g, nil)
			return &judge.Contestant{
				Player: c, Kill: p.Kill,
				Floods: func(ctx context.Context) bool { return p.Floods(ctx, 100, quiet(part)) },
				Raw: func(ctx context.Context, at oxo.Position) (string, error) {
					if err := p.Send(g.FormatPosition(at)); err != nil {
						return "", err
					}
					return p.Line(ctx)
				},
			}, err
		},
	}
}

func run(t *testing.T, o judge.Options) *judge.Report {
	t.Helper()
	r, err := judge.Judge(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kinds counts faults by kind.
func kinds(r *judge.Report) map[judge.Kind]int {
	n := map[judge.Kind]int{}
	for _, f := range r.Faults {
		n[f.Kind]++
	}
	return n
}

// TestRight: a program without faults gets none, on both sides, also in finished
// games.
func TestRight(t *testing.T) {
	o := options(t, "right", "tictactoe")
	o.Finished, o.Soonest = true, true
	r := run(t, o)
	if !r.Right() || !r.Every || len(r.Faults) > 0 || len(r.Causes) > 0 || len(r.Slower) > 0 {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.Sides {
		if s.Asked < 50 || s.Answered != s.Asked || s.Kept != s.Asked || s.Unproven > 0 {
			t.Errorf("%+v", s)
		}
	}
	for _, test := range r.Gradescope(10, 3) {
		if test.Score != 2.5 || test.MaxScore != 2.5 {
			t.Errorf("%+v", test)
		}
	}
}

// TestSeeds: the faults of the three tutorials are found and named, and no position
// without a fault is reported.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		part   string
		kind   judge.Kind
		cause  string // of all answers
		detail string // of the first fault
	}{
		{"full board", judge.WinToDraw, "a full board is not taken for the end of the game: without a move", ""},
		{"sign", judge.WinToLoss, "the sign of a win is wrong for O", ""},
		{"depth beyond the largest", judge.WinToLoss, "as with 4 - depth", ""},
		{"(-1,-1)", judge.OverMoved, "", `"(-1,-1)"`},
		{"occupied", judge.Illegal, "", "is taken"},
		{"text loop", judge.Flood, "", "Enter row"},
		{"not a move", judge.NoMove, "", `"-1 -1"`},
		{"crash", judge.Crash, "", "panic: index out of range [9]"},
		{"rubbish", judge.Illegal, "", "move"},
		{"resigns", judge.DrawToLoss, "", ""},
		{"flood", judge.Flood, "", "noise"},
		{"long", judge.Flood, "", "a line of more than"},
		{"die", judge.Crash, "", "exit status 3; its last words: out of ideas"},
		{"comments", judge.Flood, "", ""},
	} {
		t.Run(c.part, func(t *testing.T) {
			if testing.Short() && !strings.Contains("full board sign depth beyond the largest crash text loop", c.part) {
				t.Skip("the others are enough in a short run")
			}
			o := options(t, c.part, "tictactoe")
			o.Finished = c.kind == judge.OverMoved
			o.Sides[oxo.Second] = c.kind != judge.Flood // one flood is enough
			r := run(t, o)
			if kinds(r)[c.kind] == 0 || r.Right() {
				t.Fatalf("%v", kinds(r))
			}
			for _, f := range r.Faults {
				if c.cause == "" && f.Kind != c.kind {
					t.Error(f.Sentence())
				}
				if f.Kind.Throws() {
					checkThrown(t, o.Game, f)
				}
			}
			if got := strings.Join(r.Causes, "\n"); !strings.Contains(got, c.cause) || (c.cause == "") != (got == "") {
				t.Errorf("cause %q, want %q", got, c.cause)
			}
			if !strings.Contains(r.Faults[0].Detail, c.detail) {
				t.Errorf("%q, want %q", r.Faults[0].Detail, c.detail)
			}
		})
	}
}

// checkThrown checks a fault against a minimax of the test's own.
func checkThrown(t *testing.T, g oxo.Game, f *judge.Fault) {
	t.Helper()
	s := student{cells: []byte(strings.ReplaceAll(f.Text, "/", "")), known: map[string]int{}}
	s.me = s.turn()
	before, _ := s.search(0)
	after := -1
	if f.Played != "resign" {
		p, err := g.ParsePosition(f.Text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(p, f.Played)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		s.cells = []byte(strings.ReplaceAll(g.FormatPosition(p), "/", ""))
		after = s.value(1)
	}
	result := func(v int) string { return [...]string{"loss", "draw", "win"}[1+max(-1, min(1, v))] }
	if want := result(before) + " to " + result(after); f.Kind.String() != want || before <= after {
		t.Errorf("%s, %s: %s, and it is %s", f.Text, f.Played, f.Kind, want)
	}
}

// TestTime: the judge ends a program that hangs, but not one that answers late. It
// stops after several hangs.
func TestTime(t *testing.T) {
	o := options(t, "hang", "tictactoe")
	o.Time, o.Patience = 20*time.Millisecond, 3
	if r := run(t, o); r.GaveUp == "" || kinds(r)[judge.Hang] != 3 || r.Gradescope(100, 1)[0].Score != 0 {
		t.Errorf("%v, gave up: %q", kinds(r), r.GaveUp)
	}
	if testing.Short() {
		return
	}
	_, start := gametest.Position(t, "tictactoe", "XOX/XOO/.X.")
	o = options(t, "late", "tictactoe")
	o.Start, o.Time = start, 100*time.Millisecond
	if r := run(t, o); kinds(r)[judge.Slow]+kinds(r)[judge.Hang] == 0 || r.Right() { // on a slow machine it hangs
		t.Errorf("late: %v", kinds(r))
	}
	o = options(t, "hangs on a full board", "tictactoe")
	o.Start, o.Time, o.Finished = start, 100*time.Millisecond, true
	if r := run(t, o); kinds(r)[judge.OverFailed] == 0 {
		t.Errorf("a hang in a finished game: %v", kinds(r))
	}
}

// TestInterrupted: an interrupted judgement reports its faults so far.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	o := options(t, "full board", "tictactoe")
	o.Progress = func(asked, _ int) {
		if asked == 20 {
			stop()
		}
	}
	r, err := judge.Judge(ctx, o)
	if err != nil || !r.Stopped || r.Sides[0].Asked != 20 || r.Right() {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestSamples: a larger game is sampled, identically for the same seed.
func TestSamples(t *testing.T) {
	if judge.Small(context.Background(), gametest.Game(t, "mnk:4x4x4").Start(), judge.SmallGame) || !judge.Small(context.Background(), gametest.Game(t, "tictactoe").Start(), judge.SmallGame) {
		t.Error("4x4 is small, or 3x3 is not")
	}
	if testing.Short() {
		return
	}
	o := options(t, "full board", "tictactoe")
	o.Samples, o.Seed = 30, 7
	text := func() string {
		r := run(t, o)
		var all []string
		for _, f := range r.Faults {
			all = append(all, f.Where()+f.Sentence())
		}
		return fmt.Sprint(r.Sides, all)
	}
	a := text()
	if b := text(); a != b || !strings.Contains(a, "throws away") {
		t.Errorf("%s\n%s", a, b)
	}
	if o.Seed = 8; text() == a {
		t.Error("another seed changes nothing")
	}
}

// TestAsks: if a program gives different answers to the same position, all are
// followed, and each is judged once.
func TestAsks(t *testing.T) {
	o := options(t, "draws its moves", "tictactoe")
	_, o.Start = gametest.Position(t, "tictactoe", "XO./.../..X")
	o.Sides = [2]bool{false, true} // O is to move, and only b2 does not lose
	once := run(t, o).Sides[0]
	o.Asks = 12
	r := run(t, o)
	at := 0
	for _, f := range r.Faults {
		if len(f.Moves) == 0 {
			at++
		}
	}
	if often := r.Sides[0]; once.Asked < 1 || once.Answered != once.Asked || often.Asked <= once.Asked || often.Answered <= often.Asked || at < 2 || at > 6 {
		t.Errorf("once %+v, often %+v, %d faults in the first position", once, often, at)
	}
}
