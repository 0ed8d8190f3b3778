package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/web"
)

// faulty is a game whose list of moves panics after the second move.
type faulty struct {
	oxo.Game
}

func (f faulty) Name() string        { return "faulty" }
func (f faulty) Start() oxo.Position { return &faultyPosition{Position: f.Game.Start()} }

func inner(p oxo.Position) oxo.Position {
	if f, ok := p.(*faultyPosition); ok {
		return f.Position
	}
	return p
}

func (f faulty) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return f.Game.ParseMove(inner(p), text)
}

func (f faulty) FormatMove(p oxo.Position, m oxo.Move) string { return f.Game.FormatMove(inner(p), m) }

func (f faulty) FormatPosition(p oxo.Position) string { return f.Game.FormatPosition(inner(p)) }

type faultyPosition struct {
	oxo.Position
	made int
}

func (p *faultyPosition) Clone() oxo.Position { return &faultyPosition{p.Position.Clone(), p.made} }
func (p *faultyPosition) Make(m oxo.Move)     { p.made++; p.Position.Make(m) }
func (p *faultyPosition) Unmake(m oxo.Move)   { p.made--; p.Position.Unmake(m) }
func (p *faultyPosition) Moves(buf []oxo.Move) []oxo.Move {
	if p.made >= 2 {
		panic("a fault of the game's own")
	}
	return p.Position.Moves(buf)
}

// withFaulty returns the games, with one that panics and one that cannot be made.
func withFaulty(t *testing.T) []catalog.Family {
	t.Helper()
	all := games.All()
	g, err := catalog.Lookup(all, "mnk:3x3x3")
	if err != nil {
		t.Fatal(err)
	}
	return append(all,
		catalog.Family{Name: "faulty", Usage: "faulty", About: "it panics", New: func(string, []string) (oxo.Game, error) { return faulty{g}, nil }},
		catalog.Family{Name: "unmade", Usage: "unmade", About: "it panics at once", New: func(string, []string) (oxo.Game, error) { panic("cannot be made") }})
}

// lines keeps the log.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// TestPanics: a game that panics gives each client a 500, or a problem in its stream.
// Each panic is logged with the client and its request. The server continues, with
// all of its places.
func TestPanics(t *testing.T) {
	log := &lines{}
	o := web.Options{Limits: web.Limits{web.Searches: 1, web.Places: 2}, Log: slog.New(slog.NewTextHandler(log, nil))}
	ts, c := serveGames(t, withFaulty(t), o)
	ask := func(path string) (int, string) {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+path, nil)
		r.Header.Set("X-Oxo-Client", "a reader")
		answer, err := c.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		defer func() { _ = answer.Body.Close() }()
		var content bytes.Buffer
		_, _ = content.ReadFrom(answer.Body)
		return answer.StatusCode, content.String()
	}
	paths := []string{
		"/api/position?game=faulty&moves=a1.b1", "/api/position?game=unmade", "/api/reply?game=faulty", "/api/reply?game=faulty&level=8",
		"/api/analyze?game=faulty", "/api/solve?game=faulty", "/api/explain?game=faulty", "/api/why?game=faulty&move=a1", "/api/review?game=faulty&moves=a1",
	}
	for i := range 4 {
		for _, path := range paths {
			status, content := ask(path)
			if stream := strings.Contains(content, "event: queued"); stream && !strings.Contains(content, `event: problem`) || !stream && status != http.StatusInternalServerError {
				t.Errorf("%s, time %d: %d %.200s", path, i, status, content)
			}
			data := content[strings.LastIndex(content, "{"):]
			var p problem
			if err := json.Unmarshal([]byte(data), &p); err != nil || p.Status != http.StatusInternalServerError || strings.Contains(content, "fault of") {
				t.Errorf("%s: %.300s", path, content)
			}
		}
	}
	for _, want := range []string{"client=\"a reader\"", "address=127.0.0.1", "path=/api/analyze", "query=\"game=faulty&moves=a1.b1\"", "a fault of the game's own", "faultyPosition"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not have %s", want)
		}
	}
	if n := strings.Count(log.String(), "a request panicked"); n != 4*len(paths) {
		t.Errorf("%d panics are logged, of %d", n, 4*len(paths))
	}
	for _, path := range []string{"/api/solve?game=tictactoe", "/api/reply?game=connect4&ms=200", "/api/position?game=tictactoe"} {
		if status, content := ask(path); status != http.StatusOK || strings.Contains(content, "problem") {
			t.Errorf("%s afterwards: %d %.200s", path, status, content)
		}
	}
	_, content := ask("/metrics")
	for _, want := range []string{`oxo_limit_used{limit="places"} 0`, `oxo_limit_used{limit="searches"} 0`, `oxo_limit_used{limit="queue"} 0`} {
		if !strings.Contains(content, want) {
			t.Errorf("without %s", want)
		}
	}
}
