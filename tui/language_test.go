//go:build unix || windows

package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"oxo/player"
)

// pageScript returns a script of the page.
func pageScript(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "web", "page", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOneLanguage: the page and the terminal game offer the same levels by the same names, begin with the same one, and
// have the same key for the same act.
func TestOneLanguage(t *testing.T) {
	opponents := pageScript(t, "opponents.js")
	if !strings.Contains(opponents, "length: 10 }, (_, i) => [String(i + 1), `level ${i + 1}${i === 0 ? ', a beginner' : ''}`]") {
		t.Error("the page names levels otherwise than this test knows")
	}
	for l, want := range map[player.Level]string{1: "level 1, a beginner", 2: "level 2", 10: "level 10"} {
		if got := offered(l); got != want {
			t.Errorf("the terminal offers %q: want %q, as the page does", got, want)
		}
	}
	if want := "['perfect', '" + offered(player.Perfect) + "']"; !strings.Contains(opponents, want) {
		t.Errorf("the page does not offer %s", want)
	}
	if want := "level: '" + strings.TrimPrefix(player.Usual.String(), "level ") + "'"; !strings.Contains(pageScript(t, "store.js"), want) {
		t.Errorf("the page does not begin with %s", want)
	}
	acts := pageScript(t, "views.js")
	help := pageScript(t, "main.js")
	for _, act := range []struct{ key, page, terminal string }{
		{"u", "undo", "take back"},
		{"r", "redo", "make it again"},
		{"n", "restart", "begin again"},
		{"s", "toggleScores", "what each move is worth"},
		{"h", "toggleScores", "what each move is worth"},
		{"v", "lookBack", "review the moves"},
		{"p", "pass", "pass"},
	} {
		if !regexp.MustCompile(`[ {]` + act.key + `: ` + act.page + `\b`).MatchString(acts) {
			t.Errorf("the page has not the key %s for %s", act.key, act.page)
		}
		if !regexp.MustCompile(`\['(\w, )?` + act.key + `(, \w)?'|` + act.key + ` too`).MatchString(help) {
			t.Errorf("the page's help lacks the key %s", act.key)
		}
		if !regexp.MustCompile(`(?m)^  (\w, )?` + act.key + `(, \w)? .*` + act.terminal).MatchString(keysHelp) {
			t.Errorf("the terminal's help lacks the key %s for %q", act.key, act.terminal)
		}
	}
	for name, text := range map[string]string{"page": pageScript(t, "review.js"), "terminal": keysHelp} {
		if !regexp.MustCompile(`(?i)\breview the`).MatchString(text) {
			t.Errorf("the %s has no word Review", name)
		}
	}
}
