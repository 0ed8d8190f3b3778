package gomocup_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/internal/race"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/gomocup"
	"oxo/search"
)

var (
	timedMoves = flag.Int("moves", 0, "how many moves TestTimeKept asks for, each of which has to be in time; 0 is a few, and a wide margin")
	timedLimit = flag.Duration("limit", 30*time.Millisecond, "the limit of a move for TestTimeKept")
	timedGame  = flag.String("timed", "mnk:20x20x5", "the game of TestTimeKept")
)

// busy keeps all processors busy with programs until the test ends.
func busy(t *testing.T) {
	t.Helper()
	for range runtime.NumCPU() {
		cmd := command(t, "spin")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = in.Close()
			_ = cmd.Wait()
		})
	}
}

// connect starts oxo as a separate process and connects to it.
func connect(t *testing.T, part, game string, options map[string]string) *gomocup.Client {
	t.Helper()
	t.Setenv(asked, part)
	t.Setenv("GORACE", noWait)
	prog, err := program.Start(context.Background(), "", os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = prog.Close() })
	c, err := gomocup.Connect(context.Background(), prog, lookup(t, game), options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// midgame returns a random position with some stones in the middle of the board.
func midgame(g oxo.Game, rng *rand.Rand) oxo.Position {
	for {
		p := g.Start()
		for range 2 + rng.IntN(30) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(max(len(moves)/4, 1))])
		}
		if p.Outcome() == oxo.Ongoing {
			return p
		}
	}
}

// TestTimeKept measures from before the command is written until the answer has been
// read, while other programs keep all processors busy. To check by hand that a thousand
// moves are in time:
//
//	go test ./protocol/gomocup -run TestTimeKept -moves 1000 -limit 30ms -v
func TestTimeKept(t *testing.T) {
	busy(t)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection in this process would count as the program's time
	g := lookup(t, *timedGame)
	options := map[string]string{}
	if *timedMoves == 0 { // under the race detector a large table may take longer than the handshake's limit
		options["max_memory"] = "67108864"
	}
	c := connect(t, "brain", *timedGame, options)
	rng := rand.New(rand.NewPCG(1, 2))
	many := *timedMoves
	if many == 0 {
		many = 20
	}
	var took []time.Duration
	thought := 0
	for range many {
		p := midgame(g, rng)
		// The board is set up first: START and RESTART are not measured.
		if err := c.NewGame(context.Background(), g); err != nil {
			t.Fatal(err)
		}
		turn := player.Turn{Game: g, Start: p, Now: p, Clock: player.Clock{Limits: search.Limits{Time: *timedLimit}}}
		began := time.Now()
		choice, err := c.MoveIn(context.Background(), turn)
		if err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(began))
		if !choice.Value.Score.CountsPlies() {
			thought++
		}
	}
	slices.Sort(took)
	late := 0
	for _, d := range took {
		if d > *timedLimit {
			late++
		}
	}
	t.Logf("%d of %d moves within %v, %d of them without a forced end; median %v, 99%% %v, longest %v", many-late, many, *timedLimit,
		thought, took[many/2], took[many*99/100], took[many-1])
	if longest := took[many-1]; *timedMoves > 0 && longest > *timedLimit { // without the flag the machine may be slow, or busier than this test makes it
		t.Errorf("a move took %v, the limit is %v", longest, *timedLimit)
	}
}

// pipes is a program with its input and output.
type pipes struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func startBrain(t *testing.T, env ...string) *pipes {
	t.Helper()
	p := &pipes{cmd: command(t, "brain")}
	p.cmd.Env = append(p.cmd.Env, env...)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.in, p.lines = in, bufio.NewScanner(out)
	t.Cleanup(func() { _ = in.Close(); _ = p.cmd.Wait() })
	return p
}

// line returns the next line that is not a message.
func (p *pipes) line() string {
	for p.lines.Scan() {
		if !strings.HasPrefix(p.lines.Text(), "MESSAGE ") {
			return p.lines.Text()
		}
	}
	return ""
}

// minMemory is the smallest max_memory that oxo can keep.
const minMemory = 32 << 20

// TestMemoryKept: the process stays below max_memory, whatever it thinks about.
func TestMemoryKept(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read on Linux only, from /proc")
	}
	if race.Enabled {
		t.Skip("the race detector takes memory of its own: run the test without -race")
	}
	for _, limit := range []int64{minMemory, 83886080} {
		for _, start := range []string{"START 20\n", "INFO rule 1\nSTART 8\n"} {
			p := startBrain(t)
			fmt.Fprintf(p.in, "%sINFO timeout_turn 200\nINFO max_memory %d\nBEGIN\n", start, limit)
			for range 2 {
				p.line()
			}
			for range 3 {
				fmt.Fprintf(p.in, "RESTART\nBOARD\n3,3,1\n4,4,2\n5,3,1\n5,5,2\nDONE\n")
				if ok, answer := p.line(), p.line(); ok != "OK" || !strings.Contains(answer, ",") {
					t.Fatalf("%q, %q", ok, answer)
				}
			}
			most := highWater(t, p.cmd.Process.Pid)
			t.Logf("%q with max_memory %d took %d bytes at most", start, limit, most)
			if most >= limit {
				t.Errorf("%q took %d bytes at most, max_memory is %d", start, most, limit)
			}
			_ = p.in.Close()
		}
	}
}

// TestMemoryAtStart: START stays below any max_memory that may follow it. If the
// collector runs often, Go may give a table memory that was in use before, and writes
// zeros into it: so a table of the default size took 72 or 136 MB here, in one of
// twenty programs.
func TestMemoryAtStart(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read on Linux only, from /proc")
	}
	if race.Enabled {
		t.Skip("the race detector takes memory of its own: run the test without -race")
	}
	for range 30 {
		p := startBrain(t, "GOGC=4")
		fmt.Fprint(p.in, "START 20\n")
		if ok := p.line(); ok != "OK" {
			t.Fatalf("%q", ok)
		}
		if most := highWater(t, p.cmd.Process.Pid); most >= minMemory {
			t.Errorf("START took %d bytes at most, want less than %d", most, minMemory)
		}
		_ = p.in.Close()
	}
}

// highWater returns the peak memory of a process, in bytes.
func highWater(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kb << 10
}

// TestProcessEnds: a program that is thinking exits at END, and at the end of its
// input.
func TestProcessEnds(t *testing.T) {
	for _, end := range []string{"END\r\n", ""} {
		p := startBrain(t)
		fmt.Fprint(p.in, "INFO timeout_turn 3600000\nSTART 20\nTURN 10,10\n")
		if got := p.line(); got != "OK" {
			t.Fatal(got)
		}
		began := time.Now()
		fmt.Fprint(p.in, end)
		if end == "" {
			_ = p.in.Close()
		}
		for p.lines.Scan() {
		}
		if err := p.cmd.Wait(); err != nil {
			t.Error(err)
		}
		t.Logf("%q: it exits in %v, of a thought of an hour; the protocol grants a second", end, time.Since(began))
	}
}
