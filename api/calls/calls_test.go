package calls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo"
	"oxo/api"
	"oxo/api/calls"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/prove/certificate/samples"
)

// sheet is a game of four coins: whoever takes the last one or two wins.
const sheet = `(role left) (role right)
(init (coins 4)) (init (control left))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?p (take 1)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n))
(<= (legal ?p (take 2)) (true (control ?p)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (coins ?m)) (does ?p (take 1)) (true (coins ?n)) (succ ?m ?n))
(<= (next (coins ?k)) (does ?p (take 2)) (true (coins ?n)) (succ ?m ?n) (succ ?k ?m))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (coins 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))`

func core() *calls.Core {
	return calls.New(append(games.All(), rules.Texts(rules.Small())), calls.Options{TableBytes: 1 << 20, MaxTime: 10 * time.Second})
}

func position(t *testing.T, game, moves string) *calls.Position {
	t.Helper()
	g, err := core().Game(game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Position("", moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// refused checks the kind and a part of the text of an error.
func refused(t *testing.T, err error, kind calls.Kind, part string) {
	t.Helper()
	e, ok := errors.AsType[*calls.Error](err)
	if !ok || e.Kind != kind || !strings.Contains(e.Text, part) {
		t.Errorf("error %v, want one of kind %v with %q", err, kind, part)
	}
}

// TestPlay: a position plays as the rules say, for every family of games: it has the same legal moves,
// texts and ends.
func TestPlay(t *testing.T) {
	c := core()
	for _, f := range games.All() {
		if f.Name == "tree" {
			continue
		}
		name := f.Name
		if len(f.Aliases) > 0 {
			name = f.Aliases[0].Name
		}
		rules, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := c.Game(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Position("", "")
		if err != nil {
			t.Fatal(err)
		}
		playAlong(t, rules, g, p)
	}
}

// playAlong plays a game by the rules and by calls.
func playAlong(t *testing.T, rules oxo.Game, g *calls.Game, p *calls.Position) {
	t.Helper()
	same := func(q oxo.Position) []oxo.Move {
		legal, err := p.Legal(nil)
		if want := catalog.Playable(q, nil); err != nil || !slices.Equal(legal, want) || p.Turn() != q.Turn() || p.Text() != catalog.FormatPosition(rules, q) {
			t.Fatalf("%s: %s has the moves %v, %v; want %s with %v", rules.Name(), p.Text(), legal, err, rules.FormatPosition(q), want)
		}
		return legal
	}
	q := rules.Start()
	var made []oxo.Move
	for ply := range 60 {
		legal := same(q)
		if len(legal) == 0 {
			if p.Outcome() == calls.Ongoing {
				t.Errorf("%s: no move, and not over", rules.Name())
			}
			break
		}
		m := legal[ply*7%len(legal)]
		texts, err := p.Texts(nil)
		if all := strings.Split(string(texts), "\n"); err != nil || len(all) != len(legal) || all[ply*7%len(legal)] != rules.FormatMove(q, m) {
			t.Fatalf("%s: %d moves, and the texts %q, %v", rules.Name(), len(legal), texts, err)
		}
		text, err := p.MoveText(m)
		if found, err2 := p.Find(text); err != nil || err2 != nil || found != m || text != rules.FormatMove(q, m) {
			t.Fatalf("%s: move %d is %q, %v, and %d, %v", rules.Name(), m, text, err, found, err2)
		}
		if ply%2 == 0 {
			err = p.Make(m)
		} else {
			err = p.Play(text)
		}
		if err != nil {
			t.Fatal(err)
		}
		q.Make(m)
		if made = append(made, m); !slices.Equal(p.History(nil), made) {
			t.Fatalf("%s: the moves made are %v, want %v", rules.Name(), p.History(nil), made)
		}
	}
	again, err := p.Copy()
	if err != nil || again.Text() != p.Text() || again.Made() != p.Made() {
		t.Fatalf("%s: the copy is %v, %v", rules.Name(), again, err)
	}
	if n := len(made); n > 0 {
		q.Unmake(made[n-1])
		if m, text, err := p.Back(); err != nil || m != made[n-1] || text != rules.FormatMove(q, m) {
			t.Fatalf("%s: %d, %q, %v taken back, want %d", rules.Name(), m, text, err, made[n-1])
		}
	}
	if err := p.Undo(p.Made()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Back(); err == nil {
		t.Errorf("%s: a move was taken back at the start", rules.Name())
	}
	same(rules.Start())
	from, err := g.Position(again.Text(), "")
	if err != nil || from.Text() != again.Text() {
		t.Errorf("%s: %v, %v", again.Text(), from, err)
	}
}

// TestAnswers: questions get the answers of package api for the same position.
func TestAnswers(t *testing.T) {
	p := position(t, "tictactoe", "b2.a1")
	var last api.Analysis
	err := p.Ask(t.Context(), "analyze", []byte(`{"ms": 5000}`), func(event string, data []byte) {
		if err := json.Unmarshal(data, &last); event != "analysis" || err != nil {
			t.Errorf("%s %s: %v", event, data, err)
		}
	})
	if err != nil || !last.Done || len(last.Moves) != 7 {
		t.Fatalf("%+v, %v", last, err)
	}
	known := map[uint64]int{}
	for _, m := range last.Moves {
		q := gametest.Game(t, "tictactoe").Start()
		for _, text := range []string{"b2", "a1", m.Move} {
			if _, err := catalog.Play(gametest.Game(t, "tictactoe"), q, text); err != nil {
				t.Fatal(err)
			}
		}
		if want := -gametest.Worth(q, known); m.Sign != want || m.Value.Estimate != nil {
			t.Errorf("%s is worth %+v, and the oracle's sign is %d", m.Move, m.Worth, want)
		}
	}
}

// TestStop: a call ends soon after its context, and its searcher serves the next call.
func TestStop(t *testing.T) {
	c := calls.New(games.All(), calls.Options{TableBytes: 1 << 20, Searches: 1})
	g, err := c.Game("connect4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Position("", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	heard := make(chan bool, 1)
	done := make(chan error)
	go func() {
		done <- p.Ask(ctx, "solve", nil, func(string, []byte) {
			select {
			case heard <- true:
			default:
			}
		})
	}()
	<-heard
	waiting, give := context.WithCancel(t.Context())
	give()
	refused(t, p.Ask(waiting, "solve", nil, func(string, []byte) {}), calls.Stopped, "stopped")
	for _, quick := range []string{"position", "picture"} {
		if err := p.Ask(t.Context(), quick, nil, func(string, []byte) {}); err != nil {
			t.Errorf("%s needs no search, and waits for one: %v", quick, err)
		}
	}
	stop()
	refused(t, <-done, calls.Stopped, "stopped")
	if err := p.Ask(t.Context(), "reply", []byte(`{"level": "1"}`), func(string, []byte) {}); err != nil {
		t.Error(err)
	}
}

// TestErrors: everything that is wrong is an error with a kind, and changes nothing.
func TestErrors(t *testing.T) {
	c := core()
	_, err := c.Game("tictactoo")
	refused(t, err, calls.Input, "tictactoe")
	_, err = c.Rules(t.Context(), "x.kif", "(role")
	refused(t, err, calls.Input, "line 1")
	_, err = c.Rules(t.Context(), "../x.kif", "(role a)")
	refused(t, err, calls.Input, "want at most")
	g, err := c.Game("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Position("nonsense", "")
	refused(t, err, calls.Input, "joined by /")
	_, err = g.Position(strings.Repeat("x", 1_000_000), "")
	refused(t, err, calls.Large, "20000")
	_, err = g.Position("", "b2 b2")
	refused(t, err, calls.Input, "move 2")
	p, err := g.Position("", "a1 b1 a2 b2 a3")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, p.Play("c3"), calls.Over, "over")
	refused(t, p.Make(4), calls.Over, "over")
	refused(t, p.Undo(6), calls.Input, "0 to 5")
	refused(t, p.Undo(-1), calls.Input, "0 to 5")
	refused(t, p.Ask(t.Context(), "analyze", nil, nil), calls.Over, "over")
	if err := p.Undo(1); err != nil {
		t.Fatal(err)
	}
	refused(t, p.Make(9999), calls.Input, "9999")
	refused(t, p.Play("b2"), calls.Input, "b2")
	refused(t, p.Ask(t.Context(), "analyse", nil, nil), calls.Input, "does not exist")
	refused(t, p.Ask(t.Context(), "analyze", []byte("[]"), nil), calls.Input, "JSON object")
	refused(t, p.Ask(t.Context(), "analyze", []byte("null"), nil), calls.Input, "JSON object")
	refused(t, p.Ask(t.Context(), "analyze", []byte(`{"game": "x"}`), nil), calls.Input, "left out")
	refused(t, p.Ask(t.Context(), "analyze", []byte(`{"ms": "x"}`), nil), calls.Input, "ms")
	if p.Made() != 4 || p.Outcome() != calls.Ongoing {
		t.Errorf("%d moves, outcome %d", p.Made(), p.Outcome())
	}
}

// TestRules: a game of a rule sheet plays and answers, even if the core has dropped its sheet.
func TestRules(t *testing.T) {
	c := core()
	open := func(name string) *calls.Position {
		g, err := c.Rules(t.Context(), name, sheet)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Position("", "")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := open("first.kif")
	for i := range 70 {
		open("more" + strings.Repeat("x", i%50) + string(rune('a'+i/50)) + ".kif")
	}
	events := 0
	if err := first.Ask(t.Context(), "prove", nil, func(string, []byte) { events++ }); err != nil || events == 0 {
		t.Errorf("%d events, %v", events, err)
	}
}

// TestVerify: certificates are checked, and damaged ones refused.
func TestVerify(t *testing.T) {
	c := core()
	for _, s := range samples.All() {
		r, err := c.Verify(t.Context(), bytes.NewReader(s.File), nil)
		if (err == nil) != s.Right {
			t.Errorf("%s: %+v, %v", s.Name, r, err)
		}
	}
}

// TestAtOnce: one position serves several goroutines.
func TestAtOnce(t *testing.T) {
	p := position(t, "connect4:5x4", "")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				if legal, err := p.Legal(nil); err == nil && len(legal) > 0 {
					_ = p.Make(legal[0])
				}
				_ = p.Undo(1)
				_, _ = p.Text(), p.Outcome()
			}
		})
	}
	all.Wait()
	if err := p.Undo(p.Made()); err != nil || p.Outcome() != calls.Ongoing {
		t.Error(err)
	}
}

// TestCell: a board of characters gets the best move, with either side first, and what cannot be is refused.
func TestCell(t *testing.T) {
	c := core()
	for _, x := range []struct {
		board       string
		side        byte
		row, column int
	}{
		{"xx " + "oo " + "   ", 'x', 0, 2},
		{"xx." + "oo." + "...", 'x', 0, 2},
		{"oo\x00" + "xx\x00" + "\x00\x00\x00", 'o', 0, 2},
		{"XX_" + "O__" + "___", 'O', 0, 2},
		{"12X" + "4O6" + "X89", 'O', 2, 2}, // or another corner: see below
		{"xxx" + "oo " + "   ", 'o', -1, -1},
		{"xox" + "xoo" + "oxx", 'x', -1, -1},
	} {
		row, column, err := c.Cell(t.Context(), []byte(x.board), 3, 3, 3, x.side)
		if err != nil {
			t.Errorf("%q: %v", x.board, err)
			continue
		}
		if x.side == 'O' && x.board[0] == '1' {
			if row == column || row+column == 2 { // O keeps the draw by an edge
				t.Errorf("%q: row %d, column %d loses", x.board, row, column)
			}
			continue
		}
		if row != x.row || column != x.column {
			t.Errorf("%q: row %d, column %d, want %d, %d", x.board, row, column, x.row, x.column)
		}
	}
	for board, side := range map[string]byte{"xx       ": 'x', "x        ": 'x', "xyz      ": 'x', "x": 'x', "o        ": ' ', "oooo     ": 'x'} {
		_, _, err := c.Cell(t.Context(), []byte(board), 3, 3, 3, side)
		refused(t, err, calls.Input, "want")
	}
}

// TestNumbers: values in numbers are those that Ask writes as JSON, and a chosen move is legal.
func TestNumbers(t *testing.T) {
	p := position(t, "connect4:5x4", "3.3.2")
	all, err := p.Analyze(t.Context(), 5000)
	legal, err2 := p.Legal(nil)
	if err != nil || err2 != nil || len(all) != len(legal) {
		t.Fatalf("%d values of %d moves, %v", len(all), len(legal), err)
	}
	var last api.Analysis
	if err := p.Ask(t.Context(), "analyze", nil, func(_ string, data []byte) { _ = json.Unmarshal(data, &last) }); err != nil {
		t.Fatal(err)
	}
	for i, s := range all {
		text, err := p.MoveText(s.Move)
		if j := slices.IndexFunc(last.Moves, func(m api.MoveWorth) bool { return m.Move == text }); err != nil || j < 0 || last.Moves[j].Text != s.Worth.Text || last.Moves[j].Best != s.Best {
			t.Errorf("%d: %s is worth %+v, and JSON has %+v", i, text, s, last.Moves)
		}
	}
	best, err := p.Reply(t.Context(), "perfect", 0, 0)
	if err != nil || !slices.Contains(legal, best.Move) || best.Worth.Score != all[0].Worth.Score {
		t.Errorf("%+v, %v; best of %+v", best, err, all[0])
	}
}
