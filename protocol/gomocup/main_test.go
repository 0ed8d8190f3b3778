package gomocup_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/protocol/gomocup"

	"go.uber.org/goleak"
)

// asked is the environment variable that names the program whose part this test binary
// plays.
const asked = "OXO_TEST_GOMOCUP"

// noWait keeps the race detector from waiting a second at the end of each program.
const noWait = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	switch part := os.Getenv(asked); part {
	case "":
		goleak.VerifyTestMain(m)
	case "brain":
		err := gomocup.Serve(context.Background(), os.Stdin, os.Stdout, games.All(), gomocup.Options{
			LimitMemory: func(bytes int64) {
				debug.SetMemoryLimit(bytes)
				debug.FreeOSMemory()
			},
		})
		if err != nil {
			os.Exit(1)
		}
	case "spin": // keeps a processor busy until its input ends
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
		for i := 0; ; i++ {
			_ = i
		}
	default:
		play(part)
	}
}

// play is a misbehaving program: it answers START and RESTART, and answers each request
// for a move with the text of its part.
func play(part string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "START", "RESTART", "RECTSTART":
			switch part {
			case "refuses":
				fmt.Println("ERROR too small")
			default:
				fmt.Print("MESSAGE hello\r\n\r\nOK\r\n")
			}
		case "BEGIN", "TURN", "DONE":
			fmt.Print(strings.ReplaceAll(part, ";", "\r\n") + "\r\n")
		case "PLAY":
			fmt.Println(strings.TrimPrefix(in.Text(), "PLAY "))
		case "END":
			return
		}
	}
}

// command returns a command that runs this test binary in the given role, such as
// "brain".
func command(t *testing.T, part string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asked+"="+part, "GORACE="+noWait)
	return cmd
}

// brain is a conversation with Serve in this process.
type brain struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func newBrain(t *testing.T, opts gomocup.Options) *brain {
	t.Helper()
	if opts.TableBytes == 0 {
		opts.TableBytes = 1 << 20
	}
	inRead, in := io.Pipe()
	out, outWrite := io.Pipe()
	b := &brain{t: t, in: in, lines: make(chan string, 4096), ended: make(chan error, 1)}
	go func() {
		err := gomocup.Serve(context.Background(), inRead, outWrite, games.All(), opts)
		_ = inRead.Close()
		_ = outWrite.Close()
		b.ended <- err
	}()
	go func() {
		defer close(b.lines)
		scanner := bufio.NewScanner(out)
		for scanner.Scan() {
			b.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() {
		_ = in.Close()
		for range b.lines { //nolint:revive // until it has ended
		}
	})
	return b
}

func (b *brain) send(text string) {
	b.t.Helper()
	if _, err := io.WriteString(b.in, text); err != nil {
		b.t.Fatalf("%q cannot be sent: %v", text, err)
	}
}

// line returns the next line that is not a message, or "" at the end.
func (b *brain) line() string {
	b.t.Helper()
	for {
		if line := b.any(); !strings.HasPrefix(line, "MESSAGE ") {
			return line
		}
	}
}

// any returns the next line, or "" at the end.
func (b *brain) any() string {
	b.t.Helper()
	select {
	case line := <-b.lines:
		return line
	case <-time.After(time.Hour):
		b.t.Fatal("no answer in an hour")
		return ""
	}
}

// end waits for the end of the conversation.
func (b *brain) end() {
	b.t.Helper()
	select {
	case err := <-b.ended:
		if err != nil {
			b.t.Errorf("it ended with %v", err)
		}
	case <-time.After(time.Hour):
		b.t.Fatal("it has not ended in an hour")
	}
}

func lookup(t testing.TB, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
