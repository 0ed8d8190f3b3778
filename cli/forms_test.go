//go:build !race

package cli

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

// TestFormsOfSystemC: the flags of system C in every order and form. As in system C,
// the output is two lines: the results, then the seconds and the games per second. With
// --quiet system C prints nothing, but oxo prints the results.
func TestFormsOfSystemC(t *testing.T) {
	results := regexp.MustCompile(`^mnk:3x3x3 by search on \d+ threads?: (\d+) games?\. X wins 0, O wins 0, draws (\d+)\.$`)
	times := regexp.MustCompile(`^Elapsed: \d+\.\d{3} s, \d+\.\d games/s, \d+ nodes(, without the [1-9]\d* of the opening \w+)\.$`)
	for args, want := range map[string]struct {
		games string
		quiet bool
	}{
		"-s": {"1000", false}, "--selfplay": {"1000", false}, "-s 10": {"10", false}, "--selfplay 10": {"10", false},
		"-s10": {"10", false}, "--selfplay=10": {"10", false}, "-s=10": {"10", false}, "-qs=10": {"10", true}, "-s 10 -q": {"10", true}, "-q -s 10": {"10", true},
		"--quiet --selfplay 10": {"10", true}, "--selfplay 10 --quiet": {"10", true}, "--selfplay --quiet 10": {"10", true},
		"-sq 10": {"10", true}, "-qs 10": {"10", true}, "-qs10": {"10", true}, "-s -q": {"1000", true},
		"selfplay 10 -q": {"10", true}, "-s 1 --threads 1": {"1", false}, "--selfplay=10 --size 3": {"10", false},
	} {
		code, out, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		m := results.FindStringSubmatch(lines[0])
		if code != exitDone || stderr != "" || m == nil || m[1] != want.games || m[2] != want.games {
			t.Errorf("oxo %s: exit %d, %q, stderr %q", args, code, out, stderr)
			continue
		}
		if quiet := len(lines) == 1; quiet != want.quiet || !quiet && (len(lines) != 2 || !times.MatchString(lines[1])) {
			t.Errorf("oxo %s prints %q", args, out)
		}
	}
	for args, want := range map[string]string{
		"-s x": `"x": want a number of games`, "--selfplay=": `"": want a number of games`, "-s 10 20": "selfplay takes", "-q": "unknown shorthand flag", "-s 0": "from 1",
	} {
		if code, _, stderr := runWith(context.Background(), "", strings.Fields(args)...); code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("oxo %s: exit %d, %q", args, code, stderr)
		}
	}
}

// TestSizes: the ways to name a board of another size, and a game without a verb.
func TestSizes(t *testing.T) {
	for args, name := range map[string]string{
		"play 4x4": "mnk:4x4x4", "play tictactoe:4": "mnk:4x4x4", "play --size 4": "mnk:4x4x4", "play tictactoe --size 4": "mnk:4x4x4",
		"play tictactoe:4x4": "mnk:4x4x4", "play TTT --size 4": "mnk:4x4x4", "play tictactoe,misere --size 4": "mnk:4x4x4,misere", "play ttt": "mnk:3x3x3", "tictactoe": "mnk:3x3x3", "ttt": "mnk:3x3x3", "4x4": "mnk:4x4x4",
		"tictactoe:5,misere --level 1": "mnk:5x5x5,misere", "TTT b2": "mnk:3x3x3", "connect4": "connect4:7x6",
	} {
		code, out, stderr := runWith(context.Background(), "q\n", strings.Fields(args)...)
		if code != exitDone || !strings.HasPrefix(out, name+":") {
			t.Errorf("oxo %s: exit %d, %.40q, stderr %q", args, code, out, stderr)
		}
	}
	if code, out, _ := runWith(context.Background(), "", "selfplay", "1", "-q", "--size", "4"); code != exitDone || !strings.HasPrefix(out, "mnk:4x4x4 ") {
		t.Errorf("selfplay --size 4: exit %d, %q", code, out)
	}
}
