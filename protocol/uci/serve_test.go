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

// longWait exceeds the time of any answer on a busy machine.
const longWait = time.Hour

// conversation is a conversation with Serve.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
	heard []string // for error messages
}

// converse begins a conversation about a game.
func converse(ctx context.Context, t *testing.T, game string) *conversation {
	t.Helper()
	g, err := uci.Lookup(games.All(), game)
	if err != nil {
		t.Fatal(err)
	}
	return converseWith(ctx, t, uci.Options{Name: "oxo test", Author: "the tests", Game: g})
}

// converseWith begins a conversation with options.
func converseWith(ctx context.Context, t *testing.T, opts uci.Options) *conversation {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	c := &conversation{t: t, in: send, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		c.ended <- uci.Serve(ctx, in, out, games.All(), opts)
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

// next returns the next line; false after the end.
func (c *conversation) next() (string, bool) {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		c.heard = append(c.heard, line)
		return line, ok
	case <-time.After(longWait):
		c.t.Fatalf("no answer; the last were %q", c.heard[max(0, len(c.heard)-6):])
		return "", false
	}
}

// want waits for a line that matches. It skips other lines, but fails at bestmove,
// readyok and info string.
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

// hold runs a conversation: "> " is a line to send, "< " a line to wait for, "= "
// checks that no answer comes for a moment, and # is a comment.
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

// TestMultiPV: the requested number of lines, best first, each move once.
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
	// a1 wins in 5 plies; the values of the others are the search's.
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

// TestUnlimited: a search without a limit ends when a command waits for it.
func TestUnlimited(t *testing.T) {
	for _, thought := range []string{"go", "go movestogo 5", "go searchmoves a2a3"} {
		c := converse(t.Context(), t, "breakthrough")
		c.send(thought + "\n")
		for line, ok := c.next(); ok && !strings.HasPrefix(line, "info depth 1 "); line, ok = c.next() {
		}
		c.send("position startpos moves a2a3\ngo depth 1\n")
		for answers := 0; answers < 2; { // each wait fails after an hour
			line, ok := c.next()
			if !ok {
				t.Fatalf("%s, and go depth 1 behind it: the end after %d answers", thought, answers)
			}
			if strings.HasPrefix(line, "bestmove") {
				answers++
			}
		}
		c.send("quit\n")
	}
}

// TestLines: the answers are the same whether lines arrive whole, byte by byte or
// several at once, with either line end.
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
			if line == "readyok" { // may come at any moment
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

// TestFlood: thousands of commands during a search are all carried out, in order.
func TestFlood(t *testing.T) {
	c := converse(t.Context(), t, "tictactoe")
	c.send("go infinite\n")
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "position startpos moves P@%c%d\n", 'a'+i%3, 1+i%2)
	}
	c.send(text.String() + "d\n")
	c.want("bestmove ...")
	c.want(" . . X") // the last position: 2999 divided by 3 leaves 2, and by 2 leaves 1: c2
	c.send("isready\n")
	c.want("readyok")
	c.send("go depth 1\nisready\n")
}
