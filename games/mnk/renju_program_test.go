//go:build !race

package mnk_test

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// judge is a program that says which squares are forbidden.
type judge struct {
	in  io.WriteCloser
	out *bufio.Scanner
}

func startJudge(t *testing.T, path string) *judge {
	t.Helper()
	cmd := exec.Command(path)
	cmd.Dir = filepath.Dir(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = io.WriteString(in, "END\n")
		_ = in.Close()
		_ = cmd.Wait()
	})
	j := &judge{in, bufio.NewScanner(out)}
	j.send(t, "START 15\nINFO rule 4\n")
	return j
}

func (j *judge) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(j.in, text); err != nil {
		t.Fatal(err)
	}
}

// forbidden asks for the forbidden squares of a position, as text, with black to move.
func (j *judge) forbidden(t *testing.T, position string) (names []string) {
	t.Helper()
	cells := strings.ReplaceAll(position, "/", "")
	var stones [2][]string
	for sq, c := range cells {
		if side := strings.IndexRune("XO", c); side >= 0 {
			stones[side] = append(stones[side], fmt.Sprintf("%d,%d,%d\n", sq%15, sq/15, side+1))
		}
	}
	var text strings.Builder
	text.WriteString("YXBOARD\n")
	for i := range stones[0] {
		text.WriteString(stones[0][i] + stones[1][i])
	}
	j.send(t, text.String()+"DONE\nYXSHOWFORBID\n")
	for j.out.Scan() {
		list, ok := strings.CutPrefix(j.out.Text(), "FORBID ")
		if !ok {
			continue
		}
		return squaresOf(t, strings.TrimSuffix(strings.TrimSpace(list), "."))
	}
	t.Fatalf("the program has ended: %v", j.out.Err())
	return nil
}

// squaresOf reads squares of four digits each, column and row from the top left, and sorts them as
// the game lists them.
func squaresOf(t *testing.T, list string) (names []string) {
	t.Helper()
	var squares []int
	for len(list) >= 4 {
		var x, y int
		if _, err := fmt.Sscanf(list[:2]+" "+list[2:4], "%d %d", &x, &y); err != nil {
			t.Fatalf("%q: %v", list, err)
		}
		squares = append(squares, 15*y+x)
		list = list[4:]
	}
	slices.Sort(squares)
	for _, sq := range squares {
		names = append(names, fmt.Sprintf("%c%d", 'a'+sq%15, 15-sq/15))
	}
	return names
}
