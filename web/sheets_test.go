package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oxo/api"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/games"
	"oxo/internal/race"
	"oxo/web"
)

// withSheets returns the games, and the family of rule sheets.
func withSheets() []catalog.Family {
	return append(games.All(), rules.Texts(rules.Small()), rbg.Texts(rbg.Small()))
}

// example returns a rule sheet that comes with oxo.
func example(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "examples", "sheets", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// patient gives sheets all the time that a busy machine needs.
func patient(l web.Limits) web.Options {
	if l[web.SheetTime] == 0 {
		l[web.SheetTime] = int64(time.Hour)
	}
	return web.Options{Limits: l}
}

// send sends a rule sheet, and returns the name of its game, or the problem.
func send(t testing.TB, c *http.Client, base, name, text string) (game string, p problem, status int) {
	t.Helper()
	request, _ := json.Marshal(api.SheetRequest{Name: name, Text: text})
	r, err := c.Post(base+"/api/sheet", "application/json", bytes.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	content, _ := io.ReadAll(r.Body)
	var sheet api.Sheet
	_ = json.Unmarshal(content, &sheet)
	_ = json.Unmarshal(content, &p)
	return sheet.Game, p, r.StatusCode
}

// at returns the address of a question about a game.
func at(base, what, game, more string) string {
	return base + "/api/" + what + "?game=" + url.QueryEscape(game) + more
}

// TestSheets: a sheet is sent once, and everything can then be asked of its game by its name.
func TestSheets(t *testing.T) {
	ts, c := serveGames(t, withSheets(), patient(web.Limits{}))
	game, p, _ := send(t, c, ts.URL, "Nim.kif", example(t, "nim.kif"))
	if !strings.HasPrefix(game, "nim.kif@") || len(game) != len("nim.kif@")+12 {
		t.Fatalf("%q: %+v", game, p)
	}
	for _, what := range []string{"position", "reply&level=3", "analyze", "solve", "prove", "explain&algorithm=alphabeta&depth=2", "why&move=leave(a,0)", "review&moves=leave(a,0)"} {
		name, more, _ := strings.Cut(what, "&")
		r, err := c.Get(at(ts.URL, name, game, "&"+more))
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK || bytes.Contains(content, []byte("event: problem")) || !bytes.Contains(content, []byte("leave(")) {
			t.Errorf("%s: %d %.300s", what, r.StatusCode, content)
		}
	}
	if again, _, _ := send(t, c, ts.URL, "nim.kif", example(t, "nim.kif")); again != game {
		t.Errorf("sent again: %q, not %q", again, game)
	}
	if other, _, _ := send(t, c, ts.URL, "nim.kif", example(t, "nim.kif")+"; changed"); other == game || other == "" {
		t.Errorf("a changed sheet: %q", other)
	}
}

// TestBoardSheets: sheets in RBG are taken, too. Those that ask for too much are refused.
func TestBoardSheets(t *testing.T) {
	race.OneThread(t)
	ts, c := serveGames(t, withSheets(), patient(web.Limits{}))
	game, p, _ := send(t, c, ts.URL, "noughts.rbg", example(t, "noughts.rbg"))
	if !strings.HasPrefix(game, "noughts.rbg@") {
		t.Fatalf("%q: %+v", game, p)
	}
	for _, what := range []string{"position", "reply", "analyze", "solve"} {
		r, err := c.Get(at(ts.URL, what, game, ""))
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK || bytes.Contains(content, []byte("event: problem")) || !bytes.Contains(content, []byte("a1")) {
			t.Errorf("%s: %d %.300s", what, r.StatusCode, content)
		}
	}
	line := "[" + strings.TrimSuffix(strings.Repeat("e,", 60), ",") + "]\n"
	for what, sheet := range map[string][2]string{
		"a large board": {"#players = a(100), b(100)\n#pieces = e, f\n#variables =\n#board = rectangle(up,down,left,right,\n" + strings.Repeat(line, 60) +
			")\n#rules = (->a (left* + right* + up* + down*)* {e} (left* + right* + up* + down*)* {e} ->> [f] [$ a = 100] ->b (up + down)* {e} [f] ->>)*", "more than 40000000 steps"},
		"macros that grow": {"#a = left left left left left left left left left left\n#b = a a a a a a a a a a\n#c = b b b b b b b b b b\n#d = c c c c c c c c c c\n#f = d d d d d d d d d d\n" +
			"#players = a(100), b(100)\n#pieces = e\n#variables =\n#board = rectangle(up,down,left,right,[e,e])\n#rules = ->a f", "tokens"},
	} {
		if game, p, status := send(t, c, ts.URL, "own.rbg", sheet[0]); status != http.StatusUnprocessableEntity || game != "" || !strings.Contains(p.Detail, sheet[1]) {
			t.Errorf("%s: %q, %d %q, want %q", what, game, status, p.Detail, sheet[1])
		}
	}
}

// hostileSheets are rule sheets that a server must refuse, each with a part of the reason.
func hostileSheets(t testing.TB) map[string][2]string {
	t.Helper()
	nim := example(t, "nim.kif")
	var many strings.Builder
	for i := range 200 {
		fmt.Fprintf(&many, "(d %d) ", i)
	}
	grows := many.String() + "(init (turn first)) (role first) (role second) "
	return map[string][2]string{
		"nothing":           {"", "it has 0, want two"},
		"an open bracket":   {nim + "\n(less 1", "line 25: a ( is never closed"},
		"bytes":             {"\x00\x01\xff", ""},
		"deep brackets":     {strings.Repeat("(", 30_000), "brackets in brackets"},
		"a free variable":   {nim + "(<= (legal first ?move) (true (turn first)))", "line 24: nothing bounds"},
		"terms in terms":    {nim + "(init (count 0)) (<= (next (count (s ?n))) (true (count ?n)))", "without end"},
		"a cube":            {grows + "(<= (next (f ?a ?b ?c)) (true (f ?a ?b ?c))) (<= (init (f ?a ?b ?c)) (d ?a) (d ?b) (d ?c))", "different terms"},
		"rules":             {grows + "(<= (legal ?r (m ?a)) (d ?a) (role ?r)) (<= (next (big ?b)) (does ?r (m ?a)) (d ?b) (d ?c) (distinct ?a ?b) (distinct ?b ?c) (distinct ?a ?c))", "rules without variables"},
		"one role":          {strings.ReplaceAll(nim, "(role second)", ""), "want two"},
		"no end":            {strings.ReplaceAll(nim, "(<= terminal (not left))", "(<= terminal (true never))"), ""},
		"one on the other":  {nim + "(<= here (not there)) (<= there (not here)) (<= left here)", ""},
		"choice at a time":  {strings.Replace(nim, "(true (turn ?role)) (true (has", "(role ?role) (true (has", 1), "both roles choose at the same time"},
		"another ending":    {nim, "want the name of a rule sheet's file"},
		"a path":            {nim, "want at most 60"},
		"a name of a file":  {nim, "want at most 60"},
		"a sum in the name": {nim, "want at most 60"},
	}
}

// TestHostileSheets: the server refuses each hostile sheet with a reason, and continues.
func TestHostileSheets(t *testing.T) {
	ts, c := serveGames(t, withSheets(), patient(web.Limits{}))
	names := map[string]string{"another ending": "nim.txt", "a path": "../nim.kif", "a name of a file": "/etc/passwd", "a sum in the name": "nim.kif@1a2b3c4d5e6f.kif"}
	for what, sheet := range hostileSheets(t) {
		name := names[what]
		if name == "" {
			name = "own.kif"
		}
		game, p, status := send(t, c, ts.URL, name, sheet[0])
		if status != http.StatusUnprocessableEntity || game != "" || !strings.Contains(p.Detail, sheet[1]) {
			t.Errorf("%s: %q, %d %q, want %q", what, game, status, p.Detail, sheet[1])
		}
	}
	if _, p, status := send(t, c, ts.URL, "own.kif", strings.Repeat("; long\n", 20_000)); status != http.StatusRequestEntityTooLarge || p.Limit != "body" {
		t.Errorf("a long sheet: %d %+v", status, p)
	}
	if game, p, _ := send(t, c, ts.URL, "nim.kif", example(t, "nim.kif")); game == "" {
		t.Errorf("afterwards: %+v", p)
	}
}

// TestSheetsOnlyWhereTaken: a server without the family reads no sheet, and no server reads a file.
func TestSheetsOnlyWhereTaken(t *testing.T) {
	ts, c := serve(t, web.Options{})
	if game, p, status := send(t, c, ts.URL, "nim.kif", example(t, "nim.kif")); status != http.StatusUnprocessableEntity || !strings.Contains(p.Detail, "no rule sheets") {
		t.Errorf("%q %d %+v", game, status, p)
	}
	ts, c = serveGames(t, withSheets(), web.Options{})
	for _, game := range []string{"../examples/sheets/nim.kif", "nim.kif", "nim.kif@1a2b3c4d5e6f"} {
		if status, p := from(t, c, at(ts.URL, "position", game, ""), "localhost"); status != http.StatusNotFound || !strings.Contains(p.Detail, "send it again") {
			t.Errorf("%s: %d %+v", game, status, p)
		}
	}
}

// TestSheetsAreBounded: the number of sheets and their bytes are bounded. The server drops the sheet that was used
// longest ago, and answers questions about it with 404 until it is sent again.
func TestSheetsAreBounded(t *testing.T) {
	for what, l := range map[string]web.Limits{"number": {web.Sheets: 2}, "bytes": {web.SheetBytes: 160 << 10}} {
		ts, c := serveGames(t, withSheets(), patient(l))
		status := func(game string) int {
			status, _ := from(t, c, at(ts.URL, "position", game, ""), "localhost")
			return status
		}
		a, _, _ := send(t, c, ts.URL, "a.kif", example(t, "nim.kif"))
		b, _, _ := send(t, c, ts.URL, "b.kif", example(t, "nim.kif"))
		if status(a) != http.StatusOK {
			t.Errorf("%s: two are not kept", what)
		}
		if _, p, _ := send(t, c, ts.URL, "c.kif", example(t, "nim.kif")); status(b) != http.StatusNotFound || status(a) != http.StatusOK {
			t.Errorf("%s: %d for the one used longest ago, %d for the other: %+v", what, status(b), status(a), p)
		}
		if again, p, _ := send(t, c, ts.URL, "b.kif", example(t, "nim.kif")); again != b || status(b) != http.StatusOK {
			t.Errorf("%s: sent again: %q %+v", what, again, p)
		}
	}
}

// TestSheetTime: a sheet that takes longer than the limit is refused with its name, and others are
// answered meanwhile.
func TestSheetTime(t *testing.T) {
	ts, c := serveGames(t, withSheets(), web.Options{Limits: web.Limits{web.SheetTime: int64(time.Millisecond)}})
	if _, p, status := send(t, c, ts.URL, "slow.kif", hostileSheets(t)["a cube"][0]); status != http.StatusUnprocessableEntity || p.Limit != "sheet-time" {
		t.Errorf("%d %+v", status, p)
	}
	if status, p := from(t, c, ts.URL+"/api/position?game=tictactoe", "localhost"); status != http.StatusOK {
		t.Errorf("afterwards: %d %+v", status, p)
	}
}

// rare is a sheet whose fault no random game of the survey shows: a game of forty plies, in which both roles choose at
// the same time in only one line of play.
func rare() string {
	var s strings.Builder
	s.WriteString("(role x) (role o) (init (turn x)) (init (step 0)) (init good) (goal x 100) (goal o 0)\n")
	for i := range 40 {
		fmt.Fprintf(&s, "(after %d %d) ", i, i+1)
	}
	s.WriteString(`
		(<= (legal ?r a) (true (turn ?r))) (<= (legal ?r b) (true (turn ?r)))
		(<= (legal x wait) (true (turn o))) (<= (legal o wait) (true (turn x)))
		(<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
		(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
		(<= (next good) (true good) (does ?r a))
		(<= (next (turn ?r)) (true good) (true (step 30)) (role ?r) (does ?s a))
		(<= terminal (true (step 40)))`)
	return s.String()
}

// TestBrokenSheets: a sheet that breaks in play is the visitor's fault: the client gets the status 422 or a problem in
// the stream, and the server logs nothing and continues.
func TestBrokenSheets(t *testing.T) {
	ts, c := serveGames(t, withSheets(), patient(web.Limits{web.Searches: 1, web.Places: 1}))
	game, p, _ := send(t, c, ts.URL, "rare.kif", rare())
	if game == "" {
		t.Fatalf("%+v", p)
	}
	moves := "&moves=" + strings.Repeat("a.", 30) // the next a breaks it
	for _, what := range []string{"position" + moves + "a", "reply" + moves, "reply&level=8" + moves, "analyze" + moves, "solve" + moves, "prove" + moves, "prove&method=pn" + moves, "explain&algorithm=minimax-depth&depth=2" + moves, "why&move=b" + moves, "review" + moves + "b"} {
		name, more, _ := strings.Cut(what, "&")
		r, err := c.Get(at(ts.URL, name, game, "&"+more))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		content, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		stream := bytes.Contains(content, []byte("event: queued"))
		if !bytes.Contains(content, []byte("want a game of turns")) || stream != bytes.Contains(content, []byte("event: problem")) || !stream && r.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %.400s", what, r.StatusCode, content)
		}
	}
	for _, path := range []string{"/api/solve?game=tictactoe", "/api/position?game=tictactoe"} {
		r, err := c.Get(ts.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(r.Body)
		if _ = r.Body.Close(); r.StatusCode != http.StatusOK || bytes.Contains(content, []byte("problem")) {
			t.Errorf("%s afterwards: %d %.200s", path, r.StatusCode, content)
		}
	}
}

// TestPanicOfProof: a panic in the goroutine of a proof is the client's 500, too.
func TestPanicOfProof(t *testing.T) {
	log := &lines{}
	ts, c := serveGames(t, withFaulty(t), web.Options{Log: slog.New(slog.NewTextHandler(log, nil))})
	r, err := c.Get(ts.URL + "/api/prove?game=faulty")
	if err != nil {
		t.Fatal(err)
	}
	content, _ := io.ReadAll(r.Body)
	if _ = r.Body.Close(); !bytes.Contains(content, []byte("internal error")) || !strings.Contains(log.String(), "faultyPosition") {
		t.Errorf("%s, and the log %.500s", content, log)
	}
}
