package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"oxo/api"
)

// Value is what a move or a position is worth for the side to move.
type Value struct {
	Text   string `json:"text" jsonschema:"in words: win in 5, draw, loss by 8, about +12"`
	Proven bool   `json:"proven" jsonschema:"whether the result is proven; if not, the value is an estimate"`
	Result string `json:"result,omitempty" jsonschema:"win, draw or loss, if it is proven"`
	Plies  *int   `json:"plies,omitempty" jsonschema:"how far away the end is, in single moves"`
	Margin *int   `json:"margin,omitempty" jsonschema:"by how much, if the game ends by a margin"`
	Exact  bool   `json:"exact" jsonschema:"whether plies or margin are proven too; if not, the result is proven and the end may come sooner or later"`
	score  int
}

// valueOf converts a value of package api.
func valueOf(w api.Worth) Value {
	v := Value{Text: w.Text, Proven: w.Value.Estimate == nil, Plies: w.Value.Plies, Margin: w.Value.Margin, score: w.Score}
	if v.Proven {
		v.Result = w.Value.Result
		v.Exact = w.Value.Proven == nil
	}
	return v
}

// String says the value, and whether it is proven.
func (v Value) String() string {
	switch {
	case !v.Proven:
		return v.Text + " (an estimate, not proven)"
	case !v.Exact:
		return v.Text + " (the result is proven)"
	}
	return v.Text + " (proven)"
}

// defaultTime is the time of a search whose question does not say one.
const defaultTime = 3 * time.Second

// thinking returns the fields of a request with its time.
func (s *Server) thinking(milliseconds int) (map[string]any, error) {
	switch {
	case milliseconds < 0:
		return nil, refused(fmt.Errorf("ms %d is below 0", milliseconds), "leave ms out for the usual time.")
	case milliseconds == 0:
		milliseconds = int(defaultTime.Milliseconds())
	}
	return map[string]any{"ms": min(milliseconds, int(s.options.MaxTime.Milliseconds()))}, nil
}

// Filled returns the options with the usual values where none is given.
func (o Options) Filled() Options {
	if o.TableBytes <= 0 {
		o.TableBytes = tableBytes
	}
	if o.Searches <= 0 {
		o.Searches = searches()
	}
	if o.MaxTime <= 0 {
		o.MaxTime = maxTime
	}
	return o
}

// ValuesIn asks for the values of the moves.
type ValuesIn struct {
	At
	Milliseconds int `json:"ms,omitempty" jsonschema:"time to think in milliseconds; left out: 3000, and less if all is proven"`
	Most         int `json:"most,omitempty" jsonschema:"how many moves to list at most; left out: 20"`
}

// ValuesOut lists moves with their values.
type ValuesOut struct {
	About
	Moves     []MoveValue `json:"moves" jsonschema:"best first"`
	LeftOut   int         `json:"leftOut" jsonschema:"how many legal moves are not in this list"`
	AllProven bool        `json:"allProven" jsonschema:"whether every legal move's value is proven"`
}

// MoveValue is a move with its value.
type MoveValue struct {
	Move  string   `json:"move"`
	Name  string   `json:"name,omitempty" jsonschema:"the move as players write it, if that differs"`
	Value Value    `json:"value" jsonschema:"for the side that makes the move"`
	Best  bool     `json:"best" jsonschema:"no other move is known to be better"`
	Line  []string `json:"line,omitempty" jsonschema:"good play after this move, this move first"`
}

// Numbers of moves in answers.
const (
	defaultMoves = 20
	maxMoves     = 100
	maxOfLine    = 10
)

func (s *Server) values(ctx context.Context, in ValuesIn) (string, ValuesOut, error) {
	out := ValuesOut{Moves: []MoveValue{}}
	a, err := s.ongoing(in.At)
	if err != nil {
		return "", out, err
	}
	if in.Most < 0 || in.Most > maxMoves {
		return "", out, refused(fmt.Errorf("most %d", in.Most), fmt.Sprintf("want 1 to %d, or leave it out.", maxMoves))
	}
	if in.Most == 0 {
		in.Most = defaultMoves
	}
	all, err := s.analyze(ctx, a, in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	out.About, out.AllProven = a.about, len(all) == len(a.legal)
	var text strings.Builder
	text.WriteString(a.about.String())
	for i, m := range all {
		out.AllProven = out.AllProven && m.Value.Proven
		if i >= in.Most {
			continue
		}
		out.Moves = append(out.Moves, m)
		fmt.Fprintf(&text, "%s%s: %v", m.Move, called(m.Name), m.Value)
		if m.Best {
			text.WriteString(", best")
		}
		if len(m.Line) > 1 {
			text.WriteString("; line " + strings.Join(m.Line, " "))
		}
		text.WriteString("\n")
	}
	if out.LeftOut = len(a.legal) - len(out.Moves); out.LeftOut > 0 {
		fmt.Fprintf(&text, "%d other legal moves are left out: they are not better, or nothing is known of them.\n", out.LeftOut)
	}
	if len(all) == 0 {
		text.WriteString("Nothing is known in this time: ask with a larger ms.\n")
	}
	return text.String(), out, nil
}

// called writes the name of a move that players write otherwise.
func called(name string) string {
	if name == "" {
		return ""
	}
	return " (" + name + ")"
}

// analyze returns the moves whose values are known, best first.
func (s *Server) analyze(ctx context.Context, a *asked, milliseconds int) ([]MoveValue, error) {
	fields, err := s.thinking(milliseconds)
	if err != nil {
		return nil, err
	}
	last, err := lastOf[api.Analysis](ctx, a, "analyze", fields)
	if err != nil {
		return nil, err
	}
	var all []MoveValue
	for _, m := range last.Moves {
		v := MoveValue{Move: m.Move, Value: valueOf(m.Worth), Best: m.Best, Line: m.Line[:min(len(m.Line), maxOfLine)]}
		if len(m.Names) > 0 && m.Names[0] != m.Move {
			v.Name = m.Names[0]
		}
		all = append(all, v)
	}
	return all, nil
}

// BestIn asks for a move.
type BestIn struct {
	At
	Level        string `json:"level,omitempty" jsonschema:"1 to 10, easy, medium, hard or perfect; left out: perfect"`
	Milliseconds int    `json:"ms,omitempty" jsonschema:"time to think in milliseconds; left out: 3000"`
	Seed         uint64 `json:"seed,omitempty" jsonschema:"levels below perfect choose by it: the same seed, the same move"`
}

// BestOut is a chosen move.
type BestOut struct {
	About
	Move  string `json:"move"`
	Level string `json:"level"`
	Value Value  `json:"value" jsonschema:"of the move, as the player knows it"`
	After string `json:"after" jsonschema:"the text of the position after the move"`
}

func (s *Server) bestMove(ctx context.Context, in BestIn) (string, BestOut, error) {
	var out BestOut
	a, err := s.ongoing(in.At)
	if err != nil {
		return "", out, err
	}
	fields, err := s.thinking(in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	if in.Level == "" {
		in.Level = "perfect"
	}
	fields["level"], fields["seed"] = in.Level, in.Seed
	reply, err := lastOf[api.Reply](ctx, a, "reply", fields)
	if err != nil {
		return "", out, err
	}
	out = BestOut{a.about, reply.Move, in.Level, valueOf(reply.Worth), reply.State.Position}
	who := "Level " + in.Level
	if in.Level == "perfect" {
		who = "The perfect level"
	}
	return a.about.String() + fmt.Sprintf("%s plays %s: %v. After it the position is %s.\n", who, out.Move, out.Value, out.After), out, nil
}

// WhyIn asks for a reason.
type WhyIn struct {
	At
	Move         string `json:"move" jsonschema:"a legal move of the position"`
	Milliseconds int    `json:"ms,omitempty" jsonschema:"time to think in milliseconds; left out: 3000"`
}

// WhyOut is a reason in sentences.
type WhyOut struct {
	About
	Move      string     `json:"move"`
	Value     Value      `json:"value" jsonschema:"of the move, for the side that makes it"`
	Sentences []Sentence `json:"sentences"`
}

// Sentence is a sentence with the moves that it is about.
type Sentence struct {
	Text string   `json:"text"`
	Line []string `json:"line,omitempty" jsonschema:"the moves from the position to what the sentence tells of"`
}

func (s *Server) why(ctx context.Context, in WhyIn) (string, WhyOut, error) {
	out := WhyOut{Sentences: []Sentence{}}
	a, err := s.ongoing(in.At)
	if err != nil {
		return "", out, err
	}
	move, err := a.move(in.Move)
	if err != nil {
		return "", out, err
	}
	fields, err := s.thinking(in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	fields["move"] = move
	because, err := lastOf[api.Because](ctx, a, "why", fields)
	if err != nil {
		return "", out, err
	}
	out.About, out.Move, out.Value = a.about, because.Move, valueOf(because.Worth)
	var text strings.Builder
	fmt.Fprintf(&text, "%v%s: %v.\n", a.about, out.Move, out.Value)
	for _, sentence := range because.Sentences {
		out.Sentences = append(out.Sentences, Sentence{sentence.Text, sentence.Line})
		text.WriteString(sentence.Text + "\n")
	}
	return text.String(), out, nil
}
