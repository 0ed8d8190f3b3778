package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/games"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if part := bottest.Part(); part != "" {
		play(part)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// converse sends lines to oxo, limited to a few nodes, and returns its answers.
func converse(t testing.TB, game, input string) string {
	t.Helper()
	var out bytes.Buffer
	opts := Options{Game: game, Version: "test", Search: search.Options{TableBytes: 1 << 20}, Limits: search.Limits{Nodes: 2000}}
	if err := Serve(context.Background(), strings.NewReader(input), &out, games.All(), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestConversation: commands and their answers. quit ends a conversation.
func TestConversation(t *testing.T) {
	for _, c := range []struct{ name, game, in, out string }{
		{"administration", "tictactoe", "protocol_version\nname\nversion\nknown_command genmove\nknown_command brew\nquit\n", "= 2\n\n= oxo\n\n= test\n\n= true\n\n= false\n\n=\n\n"},
		{"ids", "tictactoe", "1 protocol_version\n0007 name\n3 brew\n4\n5 quit\n", "=1 2\n\n=0007 oxo\n\n?3 unknown command: list_commands lists all commands\n\n?4 syntax error: the command after 4 is missing\n\n=5\n\n"},
		{"comments, blanks, control characters", "tictactoe", "# hello\n\n \t \n\tprotocol_version\t # two\nna\x01me\x7f\r\nquit#\n", "= 2\n\n= oxo\n\n=\n\n"},
		{"nothing behind quit", "tictactoe", "quit now\nname\n", "=\n\n"},
		{"the end of the input", "tictactoe", "name", "= oxo\n\n"},
		{"colours", "tictactoe", "play b b2\nplay WHITE a1\nplay Black c3\nplay red c1\n", "=\n\n=\n\n=\n\n? syntax error: \"red\" is not a colour: want b or w, black or white; black moves first\n\n"},
		{"illegal moves", "tictactoe", "play b b2\nplay w b2\nplay w d9\nplay b a1\nplay w\nplay w pass\n", "=\n\n? illegal move: want A\n\n? illegal move: want A\n\n? illegal move: white is to play: mnk:3x3x3 has no moves out of turn\n\n? syntax error: write play COLOUR MOVE\n\n? illegal move: want A\n\n"},
		{"undo", "tictactoe", "undo\nplay b b2\nplay w a1\nundo\nplay w a2\nundo\nundo\nundo\n", "? cannot undo: no move was played\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? cannot undo: no move was played\n\n"},
		{"a game to its end", "tictactoe", "play b a1\nplay w b1\nplay b a2\nplay w b2\nfinal_score\ngenmove b\nfinal_score\nplay w c1\ngenmove w\ngenmove b\nplay w pass\nundo\nundo\nundo\nundo\nfinal_score\n", "=\n\n=\n\n=\n\n=\n\n? cannot score: the game is not over: black is to play\n\n= A3\n\n= B+\n\n? illegal move: the game is over: X has won\n\n= resign\n\n= pass\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? cannot score: the game is not over: black is to play\n\n"},
		{"the best move, twice, is not made", "tictactoe", "play b a1\nplay w b1\nplay b a2\nplay w b2\nreg_genmove b\nreg_genmove b\nplay b c1\ngenmove w\n", "=\n\n=\n\n=\n\n=\n\n= A3\n\n= A3\n\n=\n\n= B3\n\n"},
		{"sizes", "mnk:5x5x4,misere", "boardsize 6\nplay b f6\nboardsize 99\nboardsize six\nrectangular_boardsize 4 5\nplay b e1\nplay b d5\nset_game connect4\nboardsize 7\nplay b 7\nset_game sticks\nboardsize 9\nset_game shogi\n", "=\n\n=\n\n? unacceptable size: a board of 99 columns and 99 rows is impossible: want each from 1 to 20\n\n? syntax error: \"six\" is not a size: want a whole number\n\n=\n\n? illegal move: want\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? unacceptable size: sticks:21x3 has only one board\n\n? unsupported game: no game \"shogi\": want\n\n"},
		{"there is no column I", "mnk:10x10x5", "play b i1\nplay b j1\nplay w H1\nplay b K10\nplay w L1\noxo-position XO......../10/10/10/10/10/10/10/10/.........X\nplay w J1\nplay w K1\n", "? illegal move: column I does not exist: J follows H\n\n=\n\n=\n\n=\n\n? illegal move: want\n\n=\n\n=\n\n? illegal move: black is to play\n\n"},
		{"moves that are no squares", "breakthrough:5x5", "play b a2a3\nplay w c4c3\nplay b pass\nundo\nplay w C4C3\n", "=\n\n=\n\n? illegal move: \"pass\" is not a move\n\n=\n\n=\n\n"},
		{"Othello counts rows from the top, as engines of Othello do", "othello", "play b d3\nplay w c3\nundo\nplay w C5\n", "=\n\n=\n\n=\n\n=\n\n"},
		{"clear_board", "tictactoe", "play b b2\nclear_board\nplay b b2\noxo-position X../.../...\nplay w b2\nclear_board\nplay b b2\noxo-position X\n", "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? syntax error: position \"X\" has 1 row(s)\n\n"},
		{"komi, time, level", "tictactoe", "komi 6.5\nkomi x\ntime_settings 60 0 0\ntime_settings 0 5 1\ntime_settings 1\ntime_settings x 0 0\ntime_settings -1 0 0\ntime_left b 30 0\ntime_left w 0.5 3\ntime_left b x 0\ntime_left b 1 x\nkgs-time_settings none\nkgs-time_settings byoyomi 60 10 5\nkgs-time_settings canadian 60 10 5\nkgs-time_settings absolute 60\nkgs-time_settings blitz\nlevel 3\nlevel 0\n", "=\n\n? syntax error: \"x\" is not a number\n\n=\n\n=\n\n? syntax error: write time_settings MAIN PERIOD MOVES\n\n? syntax error: \"x\" is not a time\n\n? syntax error: want times of 0 or more\n\n=\n\n=\n\n? syntax error: \"x\" is not a time\n\n? syntax error: \"x\" is not a number of moves\n\n=\n\n=\n\n=\n\n=\n\n? syntax error: want none, absolute MAIN\n\n=\n\n? syntax error: no level \"0\"\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n"} {
				got := converse(t, c.game, strings.ReplaceAll(c.in, "\n", end))
				answers, want := strings.Split(got, "\n\n"), strings.Split(c.out, "\n\n")
				if len(answers) != len(want) {
					t.Fatalf("%d answers, want %d: %s", len(answers), len(want), got)
				}
				for i, w := range want {
					// An error may be longer than the expected text.
					if answers[i] != w && (!strings.HasPrefix(w, "?") || !strings.HasPrefix(answers[i], w)) {
						t.Errorf("answer %d is %q, want %q", i+1, answers[i], w)
					}
				}
			}
		})
	}
}

// TestPassIsNotSent: some Othello controllers omit forced passes; the game is the
// same, and so is undo.
func TestPassIsNotSent(t *testing.T) {
	g := gametest.Game(t, "othello:4x4")
	n, passes, r := newNotation(g), 0, player.NewLeveled(g, 1, 1, search.Limits{})
	for seed := range uint64(20) {
		r.Reseed(seed)
		p := g.Start()
		var with, without strings.Builder
		without.WriteString("name\n")
		undone := 0
		for p.Outcome() == oxo.Ongoing {
			c, err := r.Move(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			line := "play " + colour(p.Turn()) + " " + n.format(p, c.Move) + "\n"
			with.WriteString(line)
			if n.mustPass(p) {
				passes++
			} else {
				without.WriteString(line)
				undone++
			}
			p.Make(c.Move)
		}
		last := func(commands string) string {
			answers := strings.Split(strings.TrimSpace(converse(t, g.Name(), commands+"showboard\n")), "\n\n")
			return answers[len(answers)-1]
		}
		if a, b := last(with.String()), last(without.String()); a != b || strings.HasPrefix(a, "?") {
			t.Errorf("with passes\n%s\nwithout\n%s", a, b)
		}
		without.WriteString(strings.Repeat("undo\n", undone))
		if a, b := last("name\n"), last(without.String()); a != b {
			t.Errorf("all taken back:\n%s", b)
		}
	}
	if passes == 0 {
		t.Error("no passes")
	}
}

// TestShowBoard: a picture with the labels that moves use.
func TestShowBoard(t *testing.T) {
	want := "=\n\n= white to play\n  3  .  .  .\n  2  .  .  .\n  1  .  .  X\n     A  B  C\n\n"
	if got := converse(t, "tictactoe", "play b c1\nshowboard\n"); got != want {
		t.Errorf("%q", got)
	}
	want = "=\n\n= black to play\n    4 1024    .    .    .\n    3    .   16    .    .\n    2    .    .    .    .\n    1    .    .    .    2\n         a    b    c    d\n\n"
	if got := converse(t, "2048", "oxo-position 1024,.,.,./.,16,.,./.,.,.,./.,.,.,2 slider\nshowboard\n"); got != want {
		t.Errorf("%q", got)
	}
	got := converse(t, "mnk:9x9x5", "showboard\nset_game sticks:3\nshowboard\nset_game tree\nshowboard\n")
	if !strings.Contains(got, "G  H  J\n") || strings.Contains(strings.TrimSuffix(got, "\n\n"), "\n\n\n") {
		t.Errorf("%q", got)
	}
}

// TestListCommands: every listed command is known and works.
func TestListCommands(t *testing.T) {
	list := strings.Fields(converse(t, "tictactoe", "list_commands\n"))[1:]
	for required := range strings.FieldsSeq("protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove undo showboard reg_genmove time_settings time_left final_score") {
		if !strings.Contains(" "+strings.Join(list, " ")+" ", " "+required+" ") {
			t.Errorf("%s is not there", required)
		}
	}
	for _, name := range list {
		if got := converse(t, "tictactoe", name+" x y z u v w x\n"); strings.Contains(got, "unknown command") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestAnalyze: analysis is reported until another line arrives.
func TestAnalyze(t *testing.T) {
	const toWin = "play b a1\nplay w b1\nplay b a2\nplay w b2\n"
	for _, c := range []struct{ command, want string }{
		{"lz-analyze b 1", "info move A3 visits 0 winrate 10000 order 0 pv A3"},
		{"kata-analyze b interval 1 maxmoves 1", "info move A3 visits 0 winrate 1.000000 order 0 pv A3"},
		{"analyze", "info move A3 visits 0 winrate 1.000000 depth 0 value win_in_1 order 0 pv A3"},
	} {
		got := converse(t, "tictactoe", toWin+c.command+"\n")
		_, last, _ := strings.Cut(strings.TrimPrefix(got, "=\n\n=\n\n=\n\n=\n\n"), "=\n")
		if !strings.HasPrefix(last, c.want) || !strings.HasSuffix(last, "\n\n") {
			t.Errorf("%s: %q", c.command, last)
		}
		if moves := strings.Count(last[strings.LastIndex(strings.TrimSpace(last), "\n")+1:], "info move"); moves != 5 && !strings.Contains(c.command, "maxmoves") {
			t.Errorf("%s: %d moves in %q", c.command, moves, last)
		}
	}
	got := converse(t, "othello:4x4", "7 kata-genmove_analyze b 1\nkata-analyze 1\nshowboard\n")
	if !strings.HasPrefix(got, "=7\ninfo move ") || !strings.Contains(got, "\nplay ") || !strings.Contains(got, "scoreLead") {
		t.Errorf("%q", got)
	}
	for command, want := range map[string]string{
		"analyze w":                "? cannot analyze: black is to play",
		"analyze b 1 avoid w A1 3": "? syntax error: \"avoid\" is not known",
		"analyze maxmoves":         "? syntax error: the value after",
		"analyze interval x":       "? syntax error: interval \"x\": want a whole number",
		"lz-genmove_analyze w":     "? illegal move: black is to play",
	} {
		if got := converse(t, "tictactoe", command+"\n"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", command, got)
		}
	}
}

// session is an open conversation.
type session struct {
	in   *io.PipeWriter
	out  *lockedBuffer
	done chan error
	stop context.CancelFunc
}

func begin(t *testing.T, opts Options) *session {
	t.Helper()
	r, w := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	s := &session{in: w, out: &lockedBuffer{wrote: make(chan struct{}, 1)}, done: make(chan error, 1), stop: stop}
	opts.Search.TableBytes = 1 << 20
	go func() { s.done <- Serve(ctx, r, s.out, games.All(), opts) }()
	t.Cleanup(func() { stop(); _ = w.Close() })
	return s
}

func (s *session) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		t.Fatal(err)
	}
}

// ends waits for the end of a conversation, and returns the time that it took.
func (s *session) ends(t *testing.T) (time.Duration, error) {
	t.Helper()
	began := time.Now()
	select {
	case err := <-s.done:
		return time.Since(began), err
	case <-time.After(time.Hour):
		t.Fatalf("the conversation goes on: %q", s.out.String())
		return 0, nil
	}
}

// TestLeave: quit, the end of the input and the end of the context end a conversation
// in the middle of a search of an hour. On a busy machine a second may be short, but
// an hour is not.
func TestLeave(t *testing.T) {
	hour := Options{Game: "mnk:15x15x5", Limits: search.Limits{Time: time.Hour}}
	for _, c := range []struct {
		name, text string
		leave      func(*session)
		want       error
		answered   bool
	}{
		{"quit behind a flood", "genmove b\n" + strings.Repeat("name\n", 3000) + "quit\n", func(*session) {}, nil, true},
		{"quit", "genmove b\nquit\n", func(*session) {}, nil, true},
		{"end", "genmove b\n", func(s *session) { _ = s.in.Close() }, nil, true},
		{"many", strings.Repeat("genmove b\ngenmove w\n", 5) + "quit\n", func(*session) {}, nil, true},
		{"analyze", "analyze 1\n", func(s *session) { _ = s.in.Close() }, nil, false},
		{"analyze quit", "analyze 1\nquit\n", func(*session) {}, nil, false},
		{"level", "level 10\ngenmove b\nquit\n", func(*session) {}, nil, true},
		{"context", "genmove b\n", func(s *session) { s.stop() }, context.Canceled, false},
	} {
		s := begin(t, hour)
		s.send(t, c.text)
		c.leave(s)
		took, err := s.ends(t)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := s.out.String(); c.answered && !strings.Contains(got, "= ") {
			t.Errorf("%s: no move: %q", c.name, got)
		}
		t.Logf("%s: %v", c.name, took)
	}
}

// TestSplit: a conversation is the same however its bytes are split.
func TestSplit(t *testing.T) {
	const input = "1 play b b2\r\n2 genmove w\n\n# so\n3 showboard\r\n4 quit\r\n"
	want := converse(t, "tictactoe", input)
	s := begin(t, Options{Game: "tictactoe", Limits: search.Limits{Nodes: 2000}})
	for i := range len(input) {
		s.send(t, input[i:i+1])
	}
	if _, err := s.ends(t); err != nil || s.out.String() != want {
		t.Errorf("%v: %q, want %q", err, s.out.String(), want)
	}
}

// TestFlood: floods of lines, long lines and arbitrary bytes are answered or dropped,
// and the end after them is found.
func TestFlood(t *testing.T) {
	flood := strings.Repeat("name\n", 5000) + strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("\n", 1<<16) + strings.Repeat("\x00\xff", 1<<16) + "\nquit\n"
	got := converse(t, "tictactoe", flood)
	if n := strings.Count(got, "= oxo\n\n"); n != 5000 || !strings.HasSuffix(got, "\n\n=\n\n") {
		t.Errorf("%d answers, and at the end %q", n, got[max(0, len(got)-40):])
	}
}

// TestNobodyListens: a conversation ends if the controller has gone.
func TestNobodyListens(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	err := Serve(context.Background(), strings.NewReader(strings.Repeat("name\n", 100)), w, games.All(), Options{Game: "tictactoe"})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
}

// TestTimeIsKept: with a clock of a few hundredths of a second oxo moves in time,
// although its own limit is an hour.
func TestTimeIsKept(t *testing.T) {
	s := begin(t, Options{Game: "mnk:15x15x5", Limits: search.Limits{Time: time.Hour}})
	s.send(t, "time_settings 0 0.05 1\ngenmove b\ntime_settings 0.2 0 0\ngenmove w\ntime_left b 0 0\ngenmove b\n")
	s.out.wait(t, 6)
	s.send(t, "quit\n")
	if _, err := s.ends(t); err != nil {
		t.Error(err)
	}
}

// FuzzParse: a line of any bytes gives a command without control characters.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1 play b D4 # x", "\x01\t", "##", "12", "a\x00b", "name\x7f", "١ name"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := parse(line)
		for _, word := range append(c.args, c.name, c.id) {
			if strings.ContainsAny(word, "# \t\r\n\x00\x7f") {
				t.Fatalf("%q: %q", line, word)
			}
		}
		if c.name == "" && len(c.args) > 0 {
			t.Fatalf("%q: words without a command", line)
		}
	})
}

// FuzzServe: for any input every answer conforms to the protocol.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{"play b b2\ngenmove w\n", "analyze 1\nundo\n", "boardsize 4\nshowboard\n", "oxo-position ./.\n", "time_left b 1 1\nlevel 1\ngenmove b\n", "set_game tree:((3_5)_(2_9))\ngenmove b\n", "3 kata-genmove_analyze b\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		opts := Options{Game: "tictactoe", Search: search.Options{TableBytes: 1 << 16}, Limits: search.Limits{Nodes: 50}}
		if err := Serve(context.Background(), strings.NewReader(input), &out, games.All(), opts); err != nil {
			t.Fatal(err)
		}
		for i, answer := range strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
			if answer != "" && answer[0] != '=' && answer[0] != '?' {
				t.Fatalf("answer %d is %q", i+1, answer)
			}
		}
	})
}

// play is the program in the subprocess.
func play(part string) {
	if bottest.Misbehave(part) {
		return
	}
	if name, ok := strings.CutPrefix(part, "oxo "); ok {
		opts := Options{Game: name, Version: "test", Search: search.Options{TableBytes: 1 << 20}, Limits: search.Limits{Nodes: 300}}
		if err := Serve(context.Background(), os.Stdin, os.Stdout, games.All(), opts); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	engine(strings.TrimPrefix(part, "genmove "))
}

// TestDocument: the table of docs/lookup/gtp.md lists exactly the commands that oxo knows.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/lookup/gtp.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([a-z_-]+)").FindAllStringSubmatch(row[1], -1) {
			documented = append(documented, name[1])
		}
	}
	var names []string
	for _, h := range commands(true) {
		names = append(names, h.name)
	}
	slices.Sort(documented)
	slices.Sort(names)
	if !slices.Equal(documented, names) {
		t.Errorf("docs/lookup/gtp.md has\n%q, and list_commands\n%q", documented, names)
	}
}
