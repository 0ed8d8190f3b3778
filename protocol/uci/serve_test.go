package uci_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"oxo/games"
	"oxo/protocol/uci"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if part := os.Getenv(asked); part != "" {
		play(part)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// longWait is far longer than any answer takes on a busy machine.
const longWait = time.Minute

// conversation is one with Serve.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

// converse begins a conversation about a game.
func converse(ctx context.Context, t *testing.T, game string) *conversation {
	t.Helper()
	g, err := uci.Lookup(games.All(), game)
	if err != nil {
		t.Fatal(err)
	}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	c := &conversation{t: t, in: send, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		c.ended <- uci.Serve(ctx, in, out, games.All(), uci.Options{Name: "oxo test", Author: "the tests", Game: g})
		_ = out.Close()
	}()
	go func() {
		defer close(c.lines)
		var rest string
		buffer := make([]byte, 1<<12)
		for {
			n, err := receive.Read(buffer)
			parts := strings.SplitAfter(rest+string(buffer[:n]), "\n")
			rest = parts[len(parts)-1]
			for _, line := range parts[:len(parts)-1] {
				c.lines <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = send.Close()
		if err := <-c.ended; err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	return c
}

func (c *conversation) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

// next returns the next line, or false after the end.
func (c *conversation) next() (string, bool) {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		return line, ok
	case <-time.After(longWait):
		c.t.Fatal("no answer")
		return "", false
	}
}

// want waits for a line that matches. Lines of info may come before it, and where
// passing is true others but an answer.
func (c *conversation) want(pattern string) string {
	c.t.Helper()
	match := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, ".*") + "$")
	for {
		line, ok := c.next()
		switch {
		case !ok:
			c.t.Fatalf("the conversation ended, want %q", pattern)
		case match.MatchString(line):
			return line
		case strings.HasPrefix(line, "bestmove"), strings.HasPrefix(line, "info string"), line == "readyok":
			c.t.Fatalf("%q, want %q", line, pattern)
		}
	}
}

// quiet checks that no answer comes for a moment.
func (c *conversation) quiet() {
	c.t.Helper()
	moment := time.After(30 * time.Millisecond)
	for {
		select {
		case line := <-c.lines:
			if strings.HasPrefix(line, "bestmove") {
				c.t.Fatalf("%q before it was asked for", line)
			}
		case <-moment:
			return
		}
	}
}

// hold holds a conversation: "> " is what is sent, "< " what is waited for, "= "
// that there is no answer for a moment, and # a comment.
func (c *conversation) hold(script string) {
	c.t.Helper()
	for line := range strings.Lines(script) {
		mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch mark {
		case ">":
			c.send(text + "\n")
		case "<":
			c.want(text)
		case "=":
			c.quiet()
		case "", "#":
		default:
			c.t.Fatalf("the script has %q", line)
		}
	}
}

func TestConversations(t *testing.T) {
	for _, test := range []struct{ name, game, script string }{
		{"greeting", "tictactoe", `
			> uci
			< id name oxo test
			< id author the tests
			< option name Hash type spin default 64 min 1 max ...
			< option name Clear Hash type button
			< option name Threads type spin ...
			< option name Ponder type check default false
			< option name MultiPV type spin default 1 min 1 ...
			< option name Skill Level type combo default perfect var 1 ... var 10 var perfect
			< option name Move Overhead type spin ...
			< option name UCI_Variant type combo default tictactoe var tictactoe var ... var breakthrough ...
			< option name Game type string default <empty>
			< uciok
			> isready
			< readyok
			> debug on
			> register later
			> ucinewgame
			> isready
			< readyok`},
		{"position", "tictactoe", `
			> position startpos
			> d
			< Fen: 3/3/3[PPPPPpppp] w - - 0 1
			> position startpos moves P@b2 P@a1
			> display
			<  . X .
			< Variant: tictactoe
			< Fen: 3/1P1/p2[PPPPppp] w - - 2 2
			> position fen 3/1P1/3[PPPPpppp] b - - 1 1 moves P@c3
			> d
			< Fen: 2p/1P1/3[PPPPppp] w - - 2 2
			> position fen 3/3/PpP b
			> d
			< Fen: 3/3/PpP[PPPppp] b - - 3 2
			> go depth 1
			< bestmove P@...`},
		{"wrong positions keep the old one", "tictactoe", `
			> position startpos moves P@b2
			> position
			< info string position: write position startpos, or position fen ...
			> position fen
			< info string position fen: ... missing ...
			> position startpos moves P@a1 P@a1
			< info string position: move 2: a1 is taken...the position stays what it was
			> position startpos moves P@d4
			< info string position: move 1: "P@d4" is no move...
			> position startpos moves a1
			< info string position: move 1: "a1" is no move: write P@ and the square...
			> position fen 3/3
			< info string position fen: the FEN has 2 row(s), but the board has 3...
			> position fen 3/3/PPp w
			< info string position fen: O is to move there...
			> position fen 3/3/PPP w
			< info string position fen: there are 3 X and 0 O...
			> position fen 3/4/3 w
			< info string position fen: row 2 of the FEN, "4": a run of 4 empty squares does not fit...
			> position fen 3/1X1/3 w
			< info string position fen: row 2...'X' is no square...
			> position fen 3/1P1/3[PPPP] b - - 0 1
			< info string position fen: O has 0 in hand, where 0 of 4 are placed: write 4...
			> position fen 3/1P1/3 w
			< info string position fen: O is to move there: write b...
			> d
			< Fen: 3/1P1/3[PPPPpppp] b - - 1 1`},
		{"mates count moves", "tictactoe", `
			> position startpos moves P@b1 P@a3
			> go
			< info depth ... score mate 3 nodes ... nps ... hashfull ... time ... pv P@...
			< bestmove P@... ponder P@...
			> position startpos moves P@b1 P@a3 P@a1
			> go
			< info depth 4 seldepth 4 multipv 1 score mate -2 ... pv P@c1 ...
			< bestmove P@c1 ponder ...
			> position startpos moves P@b1 P@a3 P@a1 P@c1
			> go
			< info ... score mate 2 ...
			< bestmove P@...
			> position startpos moves P@b1 P@a3 P@a1 P@c1 P@b2
			> go
			< info ... score mate -1 ...
			< bestmove P@...
			> position startpos moves P@b1 P@a3 P@a1 P@c1 P@b2 P@b3
			> go mate 1
			< info ... score mate 1 ...
			< bestmove P@c3`},
		{"a game that is over", "tictactoe", `
			> position startpos moves P@a1 P@a3 P@b1 P@b3 P@c1
			> go movetime 10
			< info depth 0 score mate 0
			< bestmove (none)
			> go infinite
			< info depth 0 score mate 0
			=
			> stop
			< bestmove (none)`},
		{"infinite waits for stop", "tictactoe", `
			> go infinite
			=
			> isready
			< readyok
			> stop
			< bestmove P@...
			> stop
			> isready
			< readyok`},
		{"stop in mid-thought", "breakthrough", `
			> go infinite
			< info depth 2 ... pv ...
			> isready
			< readyok
			> stop
			< bestmove ...
			> go movetime 100000
			< info depth 1 ...
			> stop
			< bestmove ...`},
		{"ponder waits for ponderhit", "tictactoe", `
			> position startpos moves P@b2 P@a1
			> go ponder wtime 100 btime 100
			=
			> ponderhit
			< bestmove P@...
			> ponderhit
			> isready
			< readyok`},
		{"ponderhit starts the clock", "breakthrough", `
			> go ponder wtime 500 btime 500 movestogo 10
			=
			> isready
			< readyok
			> ponderhit
			< bestmove ...
			> go ponder movetime 1
			=
			> stop
			< bestmove ...`},
		{"limits", "breakthrough", `
			> go depth 3
			< info depth 3 ...
			< bestmove ...
			> go nodes 1000
			< bestmove ...
			> go movetime 20
			< bestmove ...
			> go wtime 100 btime 5 winc 1 binc 1
			< bestmove ...
			> go wtime -5 btime 100
			< bestmove ...
			> go mate 1 nodes 2000
			< bestmove ...
			> go depth 2 movetime 1000000 colour blue
			< bestmove ...`},
		{"searchmoves", "tictactoe", `
			> position startpos moves P@b1
			> go searchmoves P@a2 P@b2 depth 4
			< info ... multipv 1 ... pv P@b2...
			< bestmove P@b2...
			> go searchmoves P@c2 P@a2
			< info ... score mate -3 ...
			< bestmove P@...2...
			> go searchmoves P@b1
			< info string searchmoves: b1 is taken...
			< bestmove P@...`},
		{"wrong numbers", "tictactoe", `
			> go depth
			< info string go depth: a number is missing behind it
			< bestmove ...
			> go depth x nodes 0 winc -1 wtime 1e3
			< info string go depth x: depth is a whole number, 1 or more
			< info string go nodes 0: ...
			< info string go winc -1: winc is a whole number, 0 or more, in milliseconds
			< info string go wtime 1e3: ...
			< bestmove ...
			> go movetime 99999999999999999 depth 1
			< bestmove ...`},
		{"options", "tictactoe", `
			> setoption name hash value 1
			> setoption name Threads value 2
			> setoption name Ponder value true
			> setoption name Clear Hash
			> setoption name Move Overhead value 20
			> setoption name Skill Level value 1
			> go movetime 1000
			< info depth 1 seldepth 1 multipv 1 score ...
			< bestmove P@...
			> setoption name level value perfect
			> go infinite
			> stop
			< bestmove ...`},
		{"threads", "cfour", `
			> setoption name Hash value 2
			> setoption name Threads value 2
			> go movetime 60
			< info depth ... hashfull ...
			< bestmove P@...
			> go infinite
			< info depth 2 ...
			> stop
			< bestmove P@...`},
		{"levels are within the time", "breakthrough", `
			> setoption name Skill Level value 10
			> setoption name Move Overhead value 0
			> go movetime 1
			< bestmove ...
			> go movetime 100000
			> stop
			< bestmove ...`},
		{"wrong options", "tictactoe", `
			> setoption
			< info string setoption: write setoption name NAME value VALUE
			> setoption name Hash value many
			< info string setoption name Hash value many: it is a whole number from 1 to ...
			> setoption name Hash value 0
			< info string setoption name Hash value 0: ...
			> setoption name Hsh value 1
			< info string no option "Hsh": did you mean Hash?
			> setoption name Contempt value 1
			< info string no option "Contempt": there is Hash, ...
			> setoption name Skill Level value 11
			< info string no level "11": ...
			> setoption name UCI_Variant value brekthrough
			< info string no game "brekthrough": did you mean breakthrough?
			> d
			< Variant: tictactoe`},
		{"variants", "tictactoe", `
			> setoption name UCI_Variant value breakthrough6
			> d
			< Fen: pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1
			> position startpos moves a2a3
			> go depth 2
			< bestmove ...
			> setoption name UCI_Variant value mnk5x4x4
			> d
			< Fen: 5/5/5/5[PPPPPPPPPPpppppppppp] w - - 0 1
			> setoption name UCI_Variant value cfour
			> position startpos moves P@d1 P@d2
			> position startpos moves P@d2
			< info string position: move 1: a stone in column 4 falls to d1, not to d2...
			> go movetime 5
			< bestmove P@...
			> setoption name UCI_Variant value flipello
			> d
			< Fen: 8/8/8/3pP3/3Pp3/8/8/8[PP...pp] w - - 0 1
			> position startpos moves P@e3 P@a1
			< info string position: move 2: "P@a1" is no move here: there is P@...
			> setoption name UCI_Variant value 2048
			> go depth 2
			< bestmove ...
			> setoption name UCI_Variant value nim
			> position fen 3+4+5 second moves a3 c5
			> go
			< bestmove b4
			> setoption name Game value <empty>
			> setoption name Game value sticks:21x3
			> position startpos moves 3 3
			> go
			< info ... score mate ...
			< bestmove 2...`},
		{"commands wait for a search", "breakthrough", `
			> go depth 3
			> position startpos moves b2b3
			> go depth 2
			> ucinewgame
			< bestmove ...
			< info depth 2 ... pv ...7...
			< bestmove ...
			> go infinite
			> position startpos
			< bestmove ...
			> go infinite
			> go depth 1000
			> stop
			< bestmove ...
			< bestmove ...
			> isready
			< readyok`},
		{"unknown words", "tictactoe", `
			> joho isready
			< readyok
			> xyzzy
			< info string no command in "xyzzy": there is uci, ...
			>
			> go surprise depth 1 please
			< bestmove ...`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			converse(t.Context(), t, test.game).hold(test.script)
		})
	}
}

// TestMultiPV: as many lines as are asked for, best first, each move once.
func TestMultiPV(t *testing.T) {
	c := converse(t.Context(), t, "tictactoe")
	c.send("setoption name MultiPV value 3\nposition startpos moves P@b1 P@a3\ngo\n")
	last := map[string]string{}
	for {
		line, _ := c.next()
		if strings.HasPrefix(line, "bestmove") {
			break
		}
		m := regexp.MustCompile(`^info depth \d+ seldepth \d+ multipv (\d) score (.*) nodes \d+ nps \d+ hashfull \d+ time \d+ pv (\S+)`).FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%q is no line of a search", line)
		}
		last[m[1]] = m[2] + " " + m[3]
	}
	// a1 wins in 5 plies; the others only as the search says.
	if len(last) != 3 || !strings.HasPrefix(last["1"], "mate 3 ") || last["1"] == last["2"] || last["2"] == last["3"] {
		t.Errorf("the last lines are %v", last)
	}
}

// TestEnds: quit, the end of the input and the end of the context end a search at
// once, and it answers.
func TestEnds(t *testing.T) {
	for name, end := range map[string]func(c *conversation, cancel func()){
		"quit":    func(c *conversation, _ func()) { c.send("quit\n") },
		"input":   func(c *conversation, _ func()) { _ = c.in.Close() },
		"context": func(_ *conversation, cancel func()) { cancel() },
	} {
		for _, thought := range []string{"go infinite", "go ponder wtime 1 btime 1", "go depth 100", "isready"} {
			ctx, cancel := context.WithCancel(t.Context())
			c := converse(ctx, t, "breakthrough")
			c.send(thought + "\n")
			if thought == "isready" {
				c.want("readyok")
			} else {
				c.want("info depth 1 ...")
			}
			end(c, cancel)
			answers := 0
			for line, ok := c.next(); ok; line, ok = c.next() {
				if strings.HasPrefix(line, "bestmove") {
					answers++
				}
			}
			err := <-c.ended
			c.ended <- nil
			if want := 1; thought != "isready" && answers != want {
				t.Errorf("%s in %s: %d answers, want %d", name, thought, answers, want)
			}
			if canceled := errors.Is(err, context.Canceled); canceled != (name == "context") || !canceled && err != nil {
				t.Errorf("%s in %s: %v", name, thought, err)
			}
			cancel()
		}
	}
}

// TestLines: however the lines come, whole, byte by byte or several at once, with
// either end, the answers are alike.
func TestLines(t *testing.T) {
	const commands = "uci\nsetoption name UCI_Variant value mnk4x4x3\nposition startpos moves P@a1\ngo depth 4\nisready\nposition startpos\ngo depth 3\n"
	clean := regexp.MustCompile(` (nps|time|hashfull) \d+`)
	var first string
	for i, send := range []func(c *conversation){
		func(c *conversation) { c.send(commands) },
		func(c *conversation) { c.send(strings.ReplaceAll(commands, "\n", "\r\n")) },
		func(c *conversation) {
			for _, b := range commands {
				c.send(string(b))
			}
		},
		func(c *conversation) { c.send(commands[:10]); c.send(commands[10:]) },
	} {
		c := converse(t.Context(), t, "tictactoe")
		send(c)
		var said []string
		for answers := 0; answers < 2; {
			line, ok := c.next()
			if !ok {
				t.Fatal("it ended")
			}
			if line == "readyok" { // at any moment
				continue
			}
			if strings.HasPrefix(line, "bestmove") {
				answers++
			}
			said = append(said, clean.ReplaceAllString(line, ""))
		}
		text := strings.Join(said, "\n")
		if i == 0 {
			first = text
		} else if text != first {
			t.Errorf("form %d says\n%s\nwant\n%s", i, text, first)
		}
	}
}

// TestFlood: thousands of commands in mid-thought are all carried out, in order.
func TestFlood(t *testing.T) {
	c := converse(t.Context(), t, "tictactoe")
	c.send("go infinite\n")
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "position startpos moves P@%c%d\n", 'a'+i%3, 1+i%2)
	}
	c.send(text.String() + "d\n")
	c.want("bestmove ...")
	c.send("isready\n")
	c.want("readyok")
	c.send("go depth 1\nisready\n")
}
