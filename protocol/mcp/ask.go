package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"oxo/api"
	"oxo/api/calls"
	"oxo/internal/words"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// At says which position a question is about.
type At struct {
	Game     string `json:"game" jsonschema:"the name of the game, as tictactoe, connect4, chess or mnk:5x5x4; the tool games lists them"`
	Moves    string `json:"moves,omitempty" jsonschema:"all moves so far, in order, with spaces between them; left out: none"`
	Position string `json:"position,omitempty" jsonschema:"the text of the position before the moves, in the game's notation; left out: the start of the game"`
	Expect   string `json:"expect,omitempty" jsonschema:"the text of the position after the moves, as an earlier answer named it; if it is another one, the question is refused"`
}

// About names the position of an answer.
type About struct {
	Game     string `json:"game" jsonschema:"the full name of the game"`
	Position string `json:"position" jsonschema:"the text of the position that the answer is about"`
	Played   int    `json:"played" jsonschema:"how many moves were played to it"`
	Verdict  string `json:"verdict" jsonschema:"how the game stands: X is to move, O has won"`
}

// String writes it as the first line of an answer.
func (a About) String() string {
	return fmt.Sprintf("Game %s, position %s after %s: %s.\n", a.Game, a.Position, words.Count(a.Played, "move"), a.Verdict)
}

// asked is an opened position.
type asked struct {
	*calls.Position
	about  About
	at     At
	legal  []string // the legal moves, as text
	server *Server
}

// hintMark is between an error and its hint.
const hintMark = "\nHint: "

// hintedError is an error with what to do about it.
type hintedError struct {
	kind       calls.Kind
	text, hint string
}

func (e *hintedError) Error() string {
	return fmt.Sprintf("error (%v): %s%s%s", e.kind, strings.TrimSuffix(e.text, "."), hintMark, e.hint)
}

// refused makes an error. It has the kind of err, if err has one.
func refused(err error, hint string) error {
	if e, ok := errors.AsType[*hintedError](err); ok {
		return e
	}
	kind, text := calls.Input, err.Error()
	if e, ok := errors.AsType[*calls.Error](err); ok {
		kind, text = e.Kind, e.Text
	}
	switch kind {
	case calls.Stopped:
		hint = "the question was cancelled; ask again with a smaller ms if it took too long."
	case calls.Broken:
		text, _, _ = strings.Cut(text, "\n")
		hint = "this is a fault of oxo, not of the question; please report it. Do not make up an answer."
	case calls.Large:
		hint = "ask about fewer moves or a smaller board; the text of a position takes the place of the moves to it."
	case calls.Over:
		hint = "the game has ended: leave out its last moves, or ask for review."
	case calls.Input, calls.Unknown:
	}
	return &hintedError{kind, text, hint}
}

// open reads a question.
func (s *Server) open(at At) (*asked, error) {
	g, err := s.core.Game(at.Game)
	if err != nil {
		return nil, refused(err, "ask the tool games for the names.")
	}
	p, err := g.Position(at.Position, "")
	if err != nil {
		hint := "leave the position out, and give the moves from the start of the game."
		if start, startErr := g.Position("", ""); startErr == nil {
			hint = fmt.Sprintf("a position of %s is written as its start is: %s", g.Name(), short(start.Text()))
		}
		return nil, refused(err, hint)
	}
	if len(at.Moves) > maxText {
		return nil, refused(&calls.Error{Kind: calls.Large, Text: fmt.Sprintf("%d characters of moves: want at most %d", len(at.Moves), maxText)}, "")
	}
	for i, move := range api.SplitMoves(at.Moves) {
		if err := p.Play(move); err != nil {
			return nil, refused(prefixed(err, fmt.Sprintf("move %d: ", i+1)), "before that move "+legalWords(p))
		}
	}
	a := &asked{Position: p, at: at, server: s}
	if a.legal, err = legalMoves(p); err != nil {
		return nil, refused(err, "")
	}
	a.about = About{Game: g.Name(), Position: p.Text(), Played: p.Made(), Verdict: p.Verdict()}
	if e := strings.TrimSpace(at.Expect); e != "" && e != a.about.Position {
		return nil, refused(fmt.Errorf("the moves lead to the position %s, and not to the expected %s", short(a.about.Position), short(e)),
			"the moves or the expected text are out of date: ask again with all moves of the game that you mean.")
	}
	return a, nil
}

// Limits of the texts of questions and answers, in characters.
const (
	maxText  = 20_000
	maxShown = 400
)

// short cuts a text that an error repeats.
func short(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "..."
}

// prefixed adds words before the text of an error, and keeps its kind.
func prefixed(err error, before string) error {
	if e, ok := errors.AsType[*calls.Error](err); ok {
		return &calls.Error{Kind: e.Kind, Text: before + e.Text}
	}
	return err
}

// legalMoves returns the legal moves as text.
func legalMoves(p *calls.Position) (all []string, err error) {
	moves, err := p.Legal(nil)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		text, err := p.MoveText(m)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// legalWords says which moves are legal.
func legalWords(p *calls.Position) string {
	all, err := legalMoves(p)
	if err != nil || len(all) == 0 {
		return "no move is legal: " + p.Verdict() + "."
	}
	return "these moves are legal: " + listed(all, maxHinted) + "."
}

// maxHinted is the number of moves that a hint or a line names.
const maxHinted = 40

// listed writes words with blanks, and how many were left out.
func listed(all []string, most int) string {
	if len(all) <= most {
		return strings.Join(all, " ")
	}
	return fmt.Sprintf("%s (and %d more)", strings.Join(all[:most], " "), len(all)-most)
}

// ongoing is open for questions that need a move to come.
func (s *Server) ongoing(at At) (*asked, error) {
	a, err := s.open(at)
	if err == nil && len(a.legal) == 0 {
		err = refused(&calls.Error{Kind: calls.Over, Text: "the game is over: " + a.about.Verdict}, "")
	}
	return a, err
}

// move checks a move that a question is about, and returns it in the game's notation.
func (a *asked) move(text string) (string, error) {
	m, err := a.Find(text)
	if err == nil {
		text, err = a.MoveText(m)
	}
	if err != nil {
		return "", refused(err, "here "+legalWords(a.Position))
	}
	return text, nil
}

// ask asks the core, and reads the events of its answer.
func ask[T any](ctx context.Context, a *asked, what string, fields map[string]any, hear func(T)) error {
	if fields == nil {
		fields = map[string]any{}
	}
	request, err := json.Marshal(fields)
	if err != nil {
		return refused(err, "")
	}
	err = a.Ask(ctx, what, request, func(_ string, data []byte) {
		var event T
		if json.Unmarshal(data, &event) == nil {
			hear(event)
		}
	})
	if err != nil {
		return refused(err, "here "+legalWords(a.Position))
	}
	return nil
}

// lastOf asks the core, and returns the last event of its answer.
func lastOf[T any](ctx context.Context, a *asked, what string, fields map[string]any) (last T, err error) {
	err = ask(ctx, a, what, fields, func(event T) { last = event })
	return last, err
}

// handler makes a tool's function: it limits how many questions are worked on, and a panic becomes an error.
func handler[In, Out any](s *Server, f func(ctx context.Context, in In) (text string, out Out, err error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (result *mcp.CallToolResult, out Out, err error) {
		select {
		case s.waiting <- struct{}{}:
			defer func() { <-s.waiting }()
		default:
			return nil, out, &hintedError{calls.Large, "too many questions are being answered", "wait for some answers, and ask again."}
		}
		defer func() {
			if v := recover(); v != nil {
				if s.options.Log != nil {
					s.options.Log.Error("a fault", "panic", v, "stack", string(debug.Stack()))
				}
				err = refused(&calls.Error{Kind: calls.Broken, Text: fmt.Sprintf("a fault of oxo: %v", v)}, "")
			}
		}()
		text, out, err := f(ctx, in)
		if err != nil {
			return nil, out, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	}
}
