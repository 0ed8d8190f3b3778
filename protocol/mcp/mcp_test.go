package mcp_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	server "oxo/protocol/mcp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// connect connects a client to a server in memory.
func connect(t *testing.T, o server.Options) *mcp.ClientSession {
	t.Helper()
	if o.TableBytes == 0 {
		o.TableBytes = 1 << 20
	}
	here, there := mcp.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.New(games.All(), o).Run(ctx, there) }) // it ends with the context
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		stop()
		serving.Wait()
	})
	return session
}

// answer is what a tool answers, with the fields of all tools.
type answer struct {
	Game, Position, Verdict, Move, Best, After, ToMove, Outcome, Result, Judgment, Board string
	Played, LeftOut, All, Good                                                           int
	Proven, AllProven                                                                    bool
	Moves                                                                                json.RawMessage
	Line                                                                                 []string
	Sentences                                                                            []server.Sentence
	Value, BestIs                                                                        *server.Value

	text  string
	wrong bool
}

// moveValues reads the moves of the tool values.
func (a *answer) moveValues(t *testing.T) (all []server.MoveValue) {
	t.Helper()
	read(t, a.Moves, &all)
	return all
}

// names reads the moves of the tool legal_moves.
func (a *answer) names(t *testing.T) (all []string) {
	t.Helper()
	read(t, a.Moves, &all)
	return all
}

func read(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

// call calls a tool.
func call(t *testing.T, session *mcp.ClientSession, tool string, arguments map[string]any) answer {
	t.Helper()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	var a answer
	if r.StructuredContent != nil {
		data, err := json.Marshal(r.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		read(t, data, &a)
	}
	a.wrong = r.IsError
	for _, c := range r.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			a.text += c.Text + "\n"
		case *mcp.ImageContent:
			a.text += c.MIMEType + " " + string(c.Data) + "\n"
		}
	}
	return a
}

// at returns the arguments of a question about a position.
func at(game, moves string, more ...any) map[string]any {
	all := map[string]any{"game": game, "moves": moves, "ms": 300}
	for i := 0; i < len(more); i += 2 {
		all[more[i].(string)] = more[i+1]
	}
	return all
}

// sample is a position of a family, and a legal move of it.
type sample struct{ game, moves, move string }

func samples() []sample {
	return []sample{
		{"tictactoe", "b2 a1", "c3"},
		{"mnk:4x4x3", "", "b2"},
		{"connect4:5x4", "3 3 2", "4"},
		{"chess", "e2e4 e7e5", "g1f3"},
		{"go:5x5", "C3", "C2"},
		{"othello:4x4", "", "b1"},
		{"sticks:7", "", "3"},
		{"checkers", "11-15", "23-19"},
		{"breakthrough:4x4", "", "a2b3"},
		{"2048", "", "left"},
	}
}

// replay plays moves by the rules, and fails the test if one is not legal.
func replay(t *testing.T, g oxo.Game, p oxo.Position, moves []string) oxo.Position {
	t.Helper()
	p = p.Clone()
	for i, text := range moves {
		if p.Outcome() != oxo.Ongoing {
			t.Fatalf("%s: the game is over before move %d of %v", g.Name(), i+1, moves)
		}
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatalf("%s: %v names an illegal move: %v", g.Name(), moves, err)
		}
		p.Make(m)
	}
	return p
}

// TestTools: every tool answers about the position that was asked about, for several families, shortly, and
// names legal moves only.
func TestTools(t *testing.T) {
	session := connect(t, server.Options{})
	for _, s := range samples() {
		g := gametest.Game(t, s.game)
		p := replay(t, g, g.Start(), strings.Fields(s.moves))
		want := catalog.FormatPosition(g, p)
		arguments := at(s.game, s.moves)
		withMove := at(s.game, s.moves, "move", s.move)
		for tool, arguments := range map[string]map[string]any{
			"position": arguments, "legal_moves": arguments, "values": arguments, "best_move": arguments, "solve": arguments,
			"why": withMove, "judge": withMove, "picture": arguments,
		} {
			delete(arguments, map[string]string{"position": "ms", "legal_moves": "ms", "picture": "ms"}[tool])
			a := call(t, session, tool, copied(arguments, tool))
			if a.wrong || a.Position != want || a.Game != g.Name() || !strings.Contains(a.text, want) {
				t.Errorf("%s of %s: %+v, want an answer about %s", tool, s.game, a, want)
			}
			if len(a.text) > 4000 && tool != "picture" {
				t.Errorf("%s of %s: %d characters", tool, s.game, len(a.text))
			}
			checkMoves(t, g, p, tool, &a)
		}
		if s.moves == "" {
			continue
		}
		if a := call(t, session, "review", arguments); a.wrong || a.Position != want {
			t.Errorf("the review of %s: %+v", s.game, a)
		}
	}
}

// copied returns arguments without those that a tool does not have.
func copied(arguments map[string]any, tool string) map[string]any {
	all := map[string]any{}
	for name, value := range arguments {
		if name != "ms" || !slices.Contains([]string{"position", "legal_moves", "picture", "games"}, tool) {
			all[name] = value
		}
	}
	return all
}

// checkMoves checks that an answer names legal moves only.
func checkMoves(t *testing.T, g oxo.Game, p oxo.Position, tool string, a *answer) {
	t.Helper()
	switch tool {
	case "values":
		for _, m := range a.moveValues(t) {
			replay(t, g, p, []string{m.Move})
			replay(t, g, p, m.Line)
		}
	case "legal_moves":
		legal := catalog.Playable(p, nil)
		if names := a.names(t); len(names)+a.LeftOut != len(legal) || a.All != len(legal) {
			t.Errorf("%s: %d moves and %d left out, want %d", a.Position, len(names), a.LeftOut, len(legal))
		}
		for _, m := range a.names(t) {
			replay(t, g, p, []string{m})
		}
	case "best_move":
		after := replay(t, g, p, []string{a.Move})
		if text := catalog.FormatPosition(g, after); text != a.After && g.Name() != "2048" {
			t.Errorf("%s: after %s %s, want %s", a.Position, a.Move, a.After, text)
		}
	case "judge":
		replay(t, g, p, []string{a.Best})
		replay(t, g, p, []string{a.Move})
	case "solve":
		replay(t, g, p, a.Line)
	case "why":
		for _, sentence := range a.Sentences {
			replay(t, g, p, sentence.Line)
		}
	}
}

// TestErrors: wrong questions are refused with a hint, and never answered about another position.
func TestErrors(t *testing.T) {
	session := connect(t, server.Options{})
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		has       []string
	}{
		{"position", at("tictactoo", ""), []string{"error (input)", "did you mean tictactoe", "the tool games"}},
		{"values", at("tictactoe", "b2 b2"), []string{"error (input)", "move 2", "Hint: before that move these moves are legal: a3 c3 a1 c1 b3 a2 c2 b1"}},
		{"values", at("tictactoe", "b2 z9"), []string{"move 2", "before that move"}},
		{"values", at("tictactoe", "a1 b1 a2 b2 a3"), []string{"error (over)", "X has won", "review"}},
		{"best_move", at("tictactoe", "a1 b1 a2 b2 a3 c3"), []string{"error (over)", "move 6", "leave out"}},
		{"legal_moves", at("tictactoe", "b2", "expect", ".../.../..."), []string{"error (input)", ".../.X./...", "out of date"}},
		{"legal_moves", at("tictactoe", "", "position", "nonsense"), []string{"error (input)", "is written as its start is: .../.../..."}},
		{"why", at("tictactoe", "b2", "move", "b2"), []string{"error (input)", "Hint: here these moves are legal"}},
		{"judge", at("connect4", "", "move", "8"), []string{"1 to 7", "Hint: here these moves are legal"}},
		{"review", at("tictactoe", ""), []string{"no moves to review", "Hint: give the moves"}},
		{"values", at("tictactoe", "", "ms", -1), []string{"ms -1", "leave ms out"}},
		{"values", at("tictactoe", "", "most", 1000), []string{"most 1000", "1 to 100"}},
		{"best_move", at("tictactoe", "", "level", "11"), []string{"1 to 10", "Hint"}},
		{"picture", at("tictactoe", "", "as", "png"), []string{"png", "want text or image"}},
		{"position", at("tictactoe", strings.Repeat("b2 ", 9000)), []string{"error (large)", "Hint: ask about fewer moves"}},
		{"position", map[string]any{}, []string{"error (input)", "Hint: arguments are an object"}},
		{"position", map[string]any{"game": 5}, []string{"Hint: arguments are an object"}},
		{"games", map[string]any{"game": "nochess"}, []string{"did you mean", "Hint"}},
	} {
		a := call(t, session, c.tool, copied(c.arguments, c.tool))
		for _, has := range c.has {
			if !a.wrong || a.Position != "" || !strings.Contains(a.text, has) {
				t.Errorf("%s %.80v: %s\nwant %q", c.tool, c.arguments, a.text, has)
			}
		}
	}
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "guess"})
	if err == nil || !strings.Contains(err.Error(), "Hint: the tools are games, position") {
		t.Errorf("an unknown tool: %v", err)
	}
}

// TestShort: long lists are cut, and say how much was left out.
func TestShort(t *testing.T) {
	session := connect(t, server.Options{})
	a := call(t, session, "legal_moves", map[string]any{"game": "go:19x19"})
	if len(a.names(t)) != 100 || a.All < 361 || a.LeftOut != a.All-100 || !strings.Contains(a.text, "from 100") {
		t.Errorf("%d moves of %d, %d left out: %s", len(a.names(t)), a.All, a.LeftOut, a.text)
	}
	next := call(t, session, "legal_moves", map[string]any{"game": "go:19x19", "from": 100})
	if slices.Contains(next.names(t), a.names(t)[99]) || len(next.names(t)) != 100 {
		t.Errorf("the list goes on with %v", next.names(t))
	}
	if a := call(t, session, "values", at("gomoku", "", "most", 3)); len(a.moveValues(t)) > 3 || a.LeftOut < 222 {
		t.Errorf("%d left out: %s", a.LeftOut, a.text)
	}
}

// TestProven: values that are called proven agree with the oracle; other values are called estimates.
func TestProven(t *testing.T) {
	session := connect(t, server.Options{})
	known := map[uint64]int{}
	g := gametest.Game(t, "tictactoe")
	for _, moves := range []string{"", "b2", "a1 b1", "b2 b1 a1", "a1 b2 c3 a3"} {
		p := replay(t, g, g.Start(), strings.Fields(moves))
		a := call(t, session, "values", at("tictactoe", moves))
		if !a.AllProven {
			t.Errorf("%s: %s", moves, a.text)
		}
		for _, m := range a.moveValues(t) {
			after := replay(t, g, p, []string{m.Move})
			if want := []string{"win", "draw", "loss"}[1+gametest.Worth(after, known)]; m.Value.Result != want || !m.Value.Proven {
				t.Errorf("%s, %s: %+v, want %s", moves, m.Move, m.Value, want)
			}
		}
	}
	a := call(t, session, "values", at("chess", "", "ms", 100))
	for _, m := range a.moveValues(t) {
		if m.Value.Proven || m.Value.Result != "" {
			t.Errorf("chess, %s: %+v", m.Move, m.Value)
		}
	}
	if a.AllProven || !strings.Contains(a.text, "an estimate, not proven") || strings.Contains(a.text, "(proven)") {
		t.Error(a.text)
	}
	if a := call(t, session, "solve", at("chess", "", "ms", 100)); a.Proven || a.Result != "" || !strings.Contains(a.text, "Nothing is proven") {
		t.Error(a.text)
	}
}

// TestJudge: the judgment says what a move throws away.
func TestJudge(t *testing.T) {
	session := connect(t, server.Options{})
	for _, c := range []struct{ game, moves, move, judgment string }{
		{"tictactoe", "a1 b1", "c1", "throws away a win"},
		{"tictactoe", "a1 b1", "b2", "best"},
		{"tictactoe", "b2", "b1", "throws away a draw"},
		{"tictactoe", "a1 b1 a2 c3", "b2", "slower"},
		{"connect4:5x4", "3 3 2", "3", "throws away a win"},
		{"othello:4x4", "", "a2", "best"},
	} {
		a := call(t, session, "judge", at(c.game, c.moves, "move", c.move, "ms", 5000))
		if a.wrong || a.Judgment != c.judgment || !a.Proven {
			t.Errorf("%s, %s: %+v, want %s", c.moves, c.move, a, c.judgment)
		}
	}
}

// TestCancel: the search of a question that is cancelled ends, so that the next one is answered.
func TestCancel(t *testing.T) {
	session := connect(t, server.Options{Searches: 1, MaxTime: 30 * time.Minute})
	for range 2 {
		ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "solve", Arguments: at("connect4", "", "ms", 1_800_000)})
		if stop(); err == nil {
			t.Error("the question was answered")
		}
	}
	if a := call(t, session, "best_move", at("tictactoe", "", "level", "1")); a.wrong { // it waits for the only search
		t.Error(a.text)
	}
}

// TestResources: rules of games, also of those with parameters, and pages of the documents.
func TestResources(t *testing.T) {
	session := connect(t, server.Options{})
	list, err := session.ListResources(t.Context(), nil)
	if err != nil || len(list.Resources) < 20 {
		t.Fatalf("%d resources, %v", len(list.Resources), err)
	}
	for _, r := range list.Resources {
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(read.Contents) != 1 || !strings.HasPrefix(read.Contents[0].Text, "# ") {
			t.Errorf("%s: %v", r.URI, err)
		}
	}
	read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "oxo://rules/mnk:5x5x4"})
	if err != nil || !strings.Contains(read.Contents[0].Text, "mnk:5x5x4") {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "oxo://rules/chesss"}); err == nil || !strings.Contains(err.Error(), "did you mean chess") {
		t.Errorf("a game that does not exist: %v", err)
	}
}

// TestCoach: the prompt shows the position, asks first and answers later, and names legal moves alone.
func TestCoach(t *testing.T) {
	session := connect(t, server.Options{})
	get := func(moves string) (string, error) {
		r, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "coach", Arguments: map[string]string{"game": "tictactoe", "moves": moves}})
		if err != nil {
			return "", err
		}
		return r.Messages[0].Content.(*mcp.TextContent).Text, nil
	}
	for moves, has := range map[string]string{"": "No move has been played", "b2 a1": "Explain the last move, a1", "a1 b1 a2 b2 a3": "Ask review"} {
		if text, err := get(moves); err != nil || !strings.Contains(text, has) || !strings.Contains(text, "Do not tell") {
			t.Errorf("%s: %s, %v", moves, text, err)
		}
	}
	if _, err := get("b2 b2"); err == nil || !strings.Contains(err.Error(), "Hint: before that move these moves are legal") {
		t.Errorf("an illegal move: %v", err)
	}
	done, err := session.Complete(t.Context(), &mcp.CompleteParams{
		Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "coach"}, Argument: mcp.CompleteParamsArgument{Name: "game", Value: "ti"},
	})
	if err != nil || !slices.Contains(done.Completion.Values, "tictactoe") {
		t.Errorf("%+v, %v", done, err)
	}
}
