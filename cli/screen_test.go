//go:build linux && !race

package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// window is a pseudo-terminal with oxo in it.
type window struct {
	t      *testing.T
	c      *exec.Cmd
	pty    *os.File
	tty    *os.File
	before *term.State

	mu    sync.Mutex
	wrote []byte
	ended chan struct{}
}

// open starts oxo in a window.
func open(t *testing.T, columns, rows uint16, env []string, args ...string) *window {
	t.Helper()
	return openProgram(t, columns, rows, env, "oxo", args...)
}

// openProgram starts a program in a window.
func openProgram(t *testing.T, columns, rows uint16, env []string, program string, args ...string) *window {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v; on Linux /dev/pts is to be mounted", err)
	}
	w := &window{t: t, pty: master, tty: tty, ended: make(chan struct{})}
	w.resize(columns, rows)
	if w.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	w.c = exec.Command(program, args...)
	w.c.Env = append(os.Environ(), append([]string{"TERM=xterm-256color", "COLORTERM=", "NO_COLOR=", "LANG=C.UTF-8"}, env...)...)
	w.c.Stdin, w.c.Stdout, w.c.Stderr = tty, tty, tty
	w.c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := w.c.Start(); err != nil {
		t.Fatal(err)
	}
	go w.listen()
	t.Cleanup(func() {
		if w.c.ProcessState == nil {
			_ = w.c.Process.Kill()
			_ = w.c.Wait()
		}
		tty.Close()
		master.Close()
		<-w.ended
	})
	return w
}

func (w *window) listen() {
	defer close(w.ended)
	buf := make([]byte, 4096)
	for {
		n, err := w.pty.Read(buf)
		w.mu.Lock()
		w.wrote = append(w.wrote, buf[:n]...)
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (w *window) resize(columns, rows uint16) {
	if err := pty.Setsize(w.pty, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
		w.t.Fatal(err)
	}
}

// text returns the output of oxo since a mark. A mark is the number of bytes that oxo had written then.
func (w *window) text(mark int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.wrote[mark:])
}

// see waits until oxo has written a text since a mark.
func (w *window) see(mark int, text string) {
	w.t.Helper()
	for range 60_000 { // ten minutes
		if strings.Contains(w.text(mark), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatalf("%v never wrote %q, but %q", w.c.Args, text, w.text(mark))
}

// redrawn waits until the window shows all the texts. Since oxo does not write unchanged parts again, redrawn changes
// the size of the window, so that oxo draws the whole window.
func (w *window) redrawn(texts ...string) {
	w.t.Helper()
	w.see(0, "\x1b[?1049h") // from then on oxo notices changes of the size
	for i := range 200 {
		mark := w.mark()
		w.resize(90+uint16(i%2), 25)
		time.Sleep(time.Duration(i+1) * 50 * time.Millisecond) // longer each time: a slow machine takes seconds to draw the window
		missing := slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(w.text(mark), text) })
		if !missing {
			return
		}
	}
	w.t.Fatalf("%v never showed %q, but %q", w.c.Args, texts, w.text(0))
}

func (w *window) mark() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.wrote)
}

func (w *window) press(keys string) {
	w.t.Helper()
	if _, err := w.pty.WriteString(keys); err != nil {
		w.t.Fatal(err)
	}
}

// exit waits for the end, and checks the exit code and the terminal: it must be as before, without the alternate screen
// and the mouse, with a cursor, and must echo the lines it reads.
func (w *window) exit(code int) {
	w.t.Helper()
	timer := time.AfterFunc(time.Hour, func() { _ = w.c.Process.Kill() })
	defer timer.Stop()
	err := w.c.Wait()
	if e := (*exec.ExitError)(nil); err != nil && !errors.As(err, &e) {
		w.t.Fatal(err)
	}
	if got := w.c.ProcessState.ExitCode(); got != code {
		w.t.Errorf("%v ended with %d, want %d: %q", w.c.Args, got, code, w.text(0))
	}
	left := w.left()
	for i := 0; left != "" && i < 6000; i++ {
		time.Sleep(10 * time.Millisecond) // until the last output arrives
		left = w.left()
	}
	if left != "" {
		w.t.Errorf("%v: %s", w.c.Args, left)
	}
	after, err := term.GetState(int(w.tty.Fd()))
	if err != nil || !reflect.DeepEqual(after, w.before) {
		w.t.Errorf("%v left the terminal in another state: %v, %v", w.c.Args, after, err)
	}
}

// left returns which mode of the terminal is still on, or nothing.
func (w *window) left() string {
	all := w.text(0)
	for _, mode := range []struct{ on, off string }{
		{"\x1b[?1049h", "\x1b[?1049l"}, {"\x1b[?25l", "\x1b[?25h"}, {"\x1b[?1002h", "\x1b[?1002l"}, {"\x1b[?2004h", "\x1b[?2004l"},
	} {
		// The cursor may never have been hidden; all other modes were switched on.
		if on, off := strings.LastIndex(all, mode.on), strings.LastIndex(all, mode.off); on < 0 && mode.off != "\x1b[?25h" || off < on || off < 0 {
			return fmt.Sprintf("%q was written at %d and %q at %d", mode.on, on, mode.off, off)
		}
	}
	return ""
}

// long skips a test in short runs, since other tests cover most of it.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one of several alike: go test ./cli runs them all")
	}
}

// TestScreenGame plays a whole game on a terminal, with typed moves, keys and the
// mouse, in a window that changes its size.
func TestScreenGame(t *testing.T) {
	w := open(t, 80, 24, nil, "play", "tictactoe", "--as", "both")
	w.see(0, "X to move.")
	w.press(":a1\r")            // X
	w.press("\x1b[A\r")         // O on b3, above the middle
	w.press("/b2\r")            // X
	w.press("\x1b[<0;6;2M")     // the mouse on a3, O
	w.press("\x1b[<0;6;2m")     // the button is released
	w.press("\x1b[B\x1b[B:c1x") // typed wrongly,
	w.press("\x7f\x7f")         // corrected
	w.press("3\r")              // X on c3: three in a row
	w.redrawn("X has won.")
	mark := w.mark()
	w.resize(30, 10)
	w.see(mark, "too small")
	mark = w.mark()
	w.resize(40, 15)
	w.see(mark, "X has won.")
	w.press("q")
	w.exit(0)
}

// TestScreenChosen chooses a game and its opponent, plays against it, and leaves.
func TestScreenChosen(t *testing.T) {
	long(t)
	w := open(t, 80, 24, nil)
	w.see(0, "Noughts and crosses")
	w.press("tictac")
	w.redrawn("Game: tictac")
	w.press("\r")
	w.redrawn("Enter begins")
	w.press("\r")
	w.redrawn("X to move.")
	w.press("\r") // the middle
	w.redrawn("1. b2 ", "X to move.")
	w.press("qy")
	w.exit(0)
}

// TestScreenOfOneGame: a program with a single game begins it on the screen, and the screen gets the keys. (The reader
// of the line mode once got them.)
func TestScreenOfOneGame(t *testing.T) {
	for range 3 { // three times, since the fault was a race
		w := openProgram(t, 80, 24, nil, "onegame")
		w.redrawn("Enter begins")
		w.press("\r")
		w.redrawn("X to move.")
		w.press("\x03")
		w.exit(130)
	}
}

// TestScreenEnds: Ctrl-C, SIGINT, SIGTERM and SIGHUP end oxo while it thinks, and leave the
// terminal as it was.
func TestScreenEnds(t *testing.T) {
	heedHangup(t)
	for name, end := range map[string]func(w *window){
		"Ctrl-C":  func(w *window) { w.press("\x03") },
		"SIGINT":  func(w *window) { _ = w.c.Process.Signal(syscall.SIGINT) },
		"SIGTERM": func(w *window) { _ = w.c.Process.Signal(syscall.SIGTERM) },
		"SIGHUP":  func(w *window) { _ = w.c.Process.Signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, 80, 24, nil, "play", "gomoku", "--as", "second", "--level", "perfect", "--time", "1h")
			w.redrawn("is thinking")
			end(w)
			w.exit(130)
			w.see(0, "oxo: interrupted")
		})
	}
}

// TestScreenColours: the screen obeys NO_COLOR, and uses only colours that the terminal has.
func TestScreenColours(t *testing.T) {
	long(t)
	for env, c := range map[string]struct{ want, not string }{
		"NO_COLOR=1":          {"\x1b[1m", "38;"},
		"COLORTERM=truecolor": {"38;2;", "38;5;"},
		"TERM=xterm-256color": {"38;5;", "38;2;"},
	} {
		w := open(t, 80, 24, []string{env}, "play", "tictactoe", "--as", "both")
		w.see(0, "to move.")
		w.press("q")
		w.exit(0)
		if all := w.text(0); !strings.Contains(all, c.want) || strings.Contains(all, c.not) { // except the end, which has no colours
			t.Errorf("%s: want %q and not %q in %q", env, c.want, c.not, all)
		}
	}
}

// TestScreenFlags: the screen begins with the choices of the command line. Choices that the command line leaves out are
// made on the screen.
func TestScreenFlags(t *testing.T) {
	long(t)
	for args, want := range map[string][]string{
		"play tictactoe b2 a1 --as first --level 3":   {"oxo, level 3", "1. b2 a1", "X to move."},
		"tictactoe --symbol O --level easy":           {"oxo, level 2", "O to move."}, // O begins
		"play tictactoe --as second --player random":  {"oxo by random", "moves"},
		"play connect4 --position 4455 --as both":     {"Red to move."},
		"play connect4 --level 7":                     {"a new game", "< 7 >", "< red, and begin >", "Enter begins Connect Four."},
		"play 2048 --time 2s":                         {"a new game", "< chance >", "< 2s at most"},
		"play tictactoe --as none --level 1 --size 4": {"k in a row, 4x4x4", "level 1: 0 won", "a move each 1s"},
	} {
		w := open(t, 80, 24, nil, strings.Fields(args)...)
		w.redrawn(want...)
		w.press("\x03")
		w.exit(130)
	}
}

// TestScreenWarned: for a finished position or a wrong flag, the message appears on the ordinary terminal, not on the
// full screen.
func TestScreenWarned(t *testing.T) {
	for args, want := range map[string]string{
		"play tictactoe a1 b1 a2 b2 a3": "No move can be played",
		"play tictactoe --level 12":     "want a number from 1 to 10",
	} {
		w := open(t, 80, 24, nil, strings.Fields(args)...)
		w.see(0, want)
		_ = w.c.Wait()
		if all := w.text(0); w.c.ProcessState.ExitCode() != 2 || strings.Contains(all, "\x1b[?1049h") {
			t.Errorf("%s: %d, %q", args, w.c.ProcessState.ExitCode(), all)
		}
	}
}

// TestLineMode: oxo uses the line mode on dumb terminals, in windows that are too small or have no size, on request,
// and if the output is not a terminal.
func TestLineMode(t *testing.T) {
	for _, c := range []struct {
		name          string
		columns, rows uint16
		env, args     []string
	}{
		{"dumb", 80, 24, []string{"TERM=dumb"}, []string{"play", "tictactoe"}},
		{"no TERM", 80, 24, []string{"TERM="}, []string{"play", "tictactoe"}},
		{"0x0", 0, 0, nil, []string{"play", "tictactoe"}},
		{"small", 39, 24, nil, []string{"play", "tictactoe"}},
		{"plain", 80, 24, nil, []string{"play", "tictactoe", "--plain"}},
		{"plain without a verb", 80, 24, nil, []string{"--plain"}},
		{"numbers", 80, 24, nil, []string{"play", "tictactoe", "--numbers", "rowcol"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := open(t, c.columns, c.rows, c.env, c.args...)
			w.see(0, "? [") // a question with its default answer
			w.press("quit\n")
			_ = w.c.Wait()
			if all := w.text(0); w.c.ProcessState.ExitCode() != 0 || strings.Contains(all, "\x1b[?") {
				t.Errorf("%d, %q", w.c.ProcessState.ExitCode(), all)
			}
		})
	}
	w := open(t, 80, 24, nil, "version") // started only for its terminal
	_ = w.c.Wait()
	piped := exec.Command("oxo", "play", "tictactoe")
	var out bytes.Buffer
	piped.Stdin, piped.Stdout = w.tty, &out
	piped.Env = append(os.Environ(), "TERM=xterm")
	if err := piped.Start(); err != nil {
		t.Fatal(err)
	}
	w.press("quit\n")
	if err := piped.Wait(); err != nil || !strings.Contains(out.String(), "How strong") || strings.Contains(out.String(), "\x1b") {
		t.Errorf("a piped output: %v, %q", err, out.String())
	}
}
