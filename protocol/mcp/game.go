package mcp

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"oxo/api"
)

func searches() int { return runtime.GOMAXPROCS(0) }

// JudgeOut says what a move throws away.
type JudgeOut struct {
	About
	Move     string `json:"move"`
	Value    *Value `json:"value,omitempty" jsonschema:"of the move; left out if nothing is known of it"`
	Best     string `json:"best" jsonschema:"a best move"`
	BestIs   Value  `json:"bestIs" jsonschema:"the value of that best move"`
	Judgment string `json:"judgment" jsonschema:"best, slower, worse, throws away a win, throws away a draw, worse by estimate, or unknown"`
	Proven   bool   `json:"proven" jsonschema:"whether the judgment is proven; if not, it is an estimate"`
}

func (s *Server) judge(ctx context.Context, in WhyIn) (string, JudgeOut, error) {
	var out JudgeOut
	a, err := s.ongoing(in.At)
	if err != nil {
		return "", out, err
	}
	move, err := a.move(in.Move)
	if err != nil {
		return "", out, err
	}
	all, err := s.analyze(ctx, a, in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	best := slices.IndexFunc(all, func(m MoveValue) bool { return m.Best })
	if best < 0 {
		return "", out, refused(fmt.Errorf("no value is known in this time"), "ask with a larger ms.")
	}
	out = JudgeOut{About: a.about, Move: move, Best: all[best].Move, BestIs: all[best].Value}
	complete := len(all) == len(a.legal) && !slices.ContainsFunc(all, func(m MoveValue) bool { return !m.Value.Proven })
	at := slices.IndexFunc(all, func(m MoveValue) bool { return m.Move == move })
	if at < 0 {
		out.Judgment = "unknown"
		return a.about.String() + fmt.Sprintf("Nothing is known of %s in this time. A best move known is %s: %v. Ask with a larger ms.\n", move, out.Best, out.BestIs), out, nil
	}
	if all[at].Best {
		out.Best = move
	}
	out.Value = &all[at].Value
	out.Judgment, out.Proven = judged(all[at], all[best], complete)
	return a.about.String() + out.words(), out, nil
}

// judged compares a move with a best one. complete says that all values are proven.
func judged(move, best MoveValue, complete bool) (judgment string, proven bool) {
	v, b := move.Value, best.Value
	rank := map[string]int{"win": 2, "draw": 1, "loss": 0}
	switch {
	case v.Proven && b.Proven && rank[v.Result] < rank[b.Result]:
		return "throws away a " + b.Result, true
	case v.Proven && b.Proven && v.Result == b.Result && v.score < b.score && v.Exact && b.Exact:
		if v.Plies != nil {
			return map[bool]string{true: "slower", false: "worse"}[v.Result == "win"], true
		}
		return "worse", true
	case move.Best || v.score >= b.score:
		// A win is best whatever the other moves are; it may be slower than one that nobody has found.
		return "best", complete
	}
	return "worse by estimate", false
}

// words says the judgment.
func (j *JudgeOut) words() string {
	value := fmt.Sprintf("%s is worth: %v. ", j.Move, *j.Value)
	better := fmt.Sprintf("%s is worth: %v.", j.Best, j.BestIs)
	switch {
	case j.Judgment == "best" && j.Proven:
		return value + "No move is better: this is proven.\n"
	case j.Judgment == "best":
		return value + "No move is known to be better; this is not proven.\n"
	case j.Judgment == "slower":
		return value + "It keeps the win, but is slower. " + better + "\n"
	case j.Judgment == "worse":
		return value + "The result is the same, but another move is better. " + better + "\n"
	case j.Judgment == "worse by estimate":
		return value + "It seems worse than another move; this is not proven. " + better + "\n"
	}
	return value + "It " + j.Judgment + ": this is proven. " + better + "\n"
}

// ReviewIn asks for a review.
type ReviewIn struct {
	At
	Milliseconds int `json:"ms,omitempty" jsonschema:"time for the whole game in milliseconds; left out: 3000"`
}

// ReviewOut reviews a game.
type ReviewOut struct {
	About
	Accuracy [2]*float64 `json:"accuracy" jsonschema:"of both sides, 0 to 100; null if no move of the side counts"`
	Basis    string      `json:"basis" jsonschema:"on what the accuracy rests"`
	Moves    []Reviewed  `json:"moves" jsonschema:"the moves that were not simply good, in order"`
	Good     int         `json:"good" jsonschema:"how many moves were good, or could not be told; they are not listed"`
	LeftOut  int         `json:"leftOut" jsonschema:"how many other moves are not listed"`
}

// Reviewed is a move of a review.
type Reviewed struct {
	Ply       int      `json:"ply" jsonschema:"the number of the move, from 1"`
	Move      string   `json:"move"`
	Kind      string   `json:"kind" jsonschema:"slower, inaccuracy, letgo, mistake or blunder"`
	Estimated bool     `json:"estimated" jsonschema:"whether the kind is an estimate; if not, it is proven"`
	Words     string   `json:"words"`
	Better    []string `json:"better,omitempty" jsonschema:"the line that would have been better, as players write it"`
}

// maxReviewed is the number of moves that a review lists.
const maxReviewed = 20

func (s *Server) review(ctx context.Context, in ReviewIn) (string, ReviewOut, error) {
	out := ReviewOut{Moves: []Reviewed{}}
	a, err := s.open(in.At)
	if err != nil {
		return "", out, err
	}
	if a.about.Played == 0 {
		return "", out, refused(fmt.Errorf("the game has no moves to review"), "give the moves of the game. Here "+legalWords(a.Position))
	}
	fields, err := s.thinking(in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	out.About = a.about
	var listed []Reviewed
	err = ask(ctx, a, "review", fields, func(m api.Reviewed) {
		out.Accuracy, out.Basis = m.Accuracy, m.Basis
		if m.Kind == "good" || m.Kind == "unclear" {
			out.Good++
			return
		}
		listed = append(listed, Reviewed{m.Ply, m.Move, m.Kind, m.Estimated, m.Words, m.Better[:min(len(m.Better), maxOfLine)]})
	})
	if err != nil {
		return "", out, err
	}
	slices.SortFunc(listed, func(x, y Reviewed) int { return x.Ply - y.Ply })
	out.LeftOut = max(len(listed)-maxReviewed, 0)
	out.Moves = append(out.Moves, listed[:len(listed)-out.LeftOut]...)
	return a.about.String() + out.words(), out, nil
}

// words says a review.
func (r *ReviewOut) words() string {
	var text strings.Builder
	for _, m := range r.Moves {
		sure := "proven"
		if m.Estimated {
			sure = "an estimate, not proven"
		}
		fmt.Fprintf(&text, "Move %d, %s: %s (%s). %s", m.Ply, m.Move, m.Kind, sure, m.Words)
		if len(m.Better) > 0 {
			text.WriteString(" Better: " + strings.Join(m.Better, " "))
		}
		text.WriteString("\n")
	}
	if r.LeftOut > 0 {
		fmt.Fprintf(&text, "%d more such moves are left out: review the game without its first moves to see them.\n", r.LeftOut)
	}
	fmt.Fprintf(&text, "%d moves were good, or could not be told.\n", r.Good)
	for side, percent := range r.Accuracy {
		if percent != nil {
			fmt.Fprintf(&text, "Accuracy of the %s side: %.0f of 100.\n", []string{"first", "second"}[side], *percent)
		}
	}
	return text.String()
}

// SolveIn asks for a proof.
type SolveIn struct {
	At
	Milliseconds int  `json:"ms,omitempty" jsonschema:"time for the proof in milliseconds; left out: 3000"`
	ResultOnly   bool `json:"result,omitempty" jsonschema:"prove only who wins, without how soon or by how much: often faster"`
}

// SolveOut says what was proven.
type SolveOut struct {
	About
	Proven   bool     `json:"proven"`
	Result   string   `json:"result,omitempty" jsonschema:"win, draw or loss for the side to move; left out if nothing is proven"`
	Value    *Value   `json:"value,omitempty" jsonschema:"with plies or a margin, if these are proven"`
	Line     []string `json:"line,omitempty" jsonschema:"best play, as far as it is known"`
	By       string   `json:"by,omitempty" jsonschema:"what proved it"`
	Progress string   `json:"progress,omitempty" jsonschema:"what is known if nothing is proven"`
}

func (s *Server) solve(ctx context.Context, in SolveIn) (string, SolveOut, error) {
	var out SolveOut
	a, err := s.ongoing(in.At)
	if err != nil {
		return "", out, err
	}
	fields, err := s.thinking(in.Milliseconds)
	if err != nil {
		return "", out, err
	}
	fields["result"] = in.ResultOnly
	last, err := lastOf[api.Proving](ctx, a, "prove", fields)
	if err != nil {
		return "", out, err
	}
	out = SolveOut{About: a.about, Proven: last.Proven && last.Found != nil}
	if !out.Proven {
		out.Progress = last.Progress
		return a.about.String() + "Nothing is proven in this time: " + out.Progress + ". Ask with a larger ms, or about a later position.\n", out, nil
	}
	found := last.Found
	out.Result, out.By, out.Line = found.Result, found.By, found.Line[:min(len(found.Line), maxOfLine)]
	said := found.Result
	if found.Value != nil {
		v := valueOf(*found.Value)
		out.Value, said = &v, v.Text
	}
	text := a.about.String() + fmt.Sprintf("Proven for the side to move: %s, by %s.\n", said, found.By)
	if found.Without != "" {
		text += "The value leaves out " + found.Without + ".\n"
	}
	if len(out.Line) > 0 {
		text += "Best play: " + strings.Join(out.Line, " ")
		if left := len(found.Line) - len(out.Line); left > 0 {
			text += fmt.Sprintf(" (and %d moves more)", left)
		}
		text += "\n"
	}
	return text, out, nil
}
