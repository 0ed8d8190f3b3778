package api

import (
	"cmp"
	"slices"
	"strings"

	"oxo/explain"
)

// ExerciseRequest identifies an exercise.
type ExerciseRequest struct {
	Kind string `json:"kind" query:"kind" required:"true" maxLength:"20" doc:"minimax, alphabeta, alphabeta-strict (it cuts off only where alpha > beta) or position" example:"minimax"`
	Seed uint64 `json:"seed,omitempty" query:"seed" maximum:"9007199254740991" doc:"Which one"`
	Game string `json:"game,omitempty" query:"game" maxLength:"4005" doc:"The game of an exercise about a position; nothing for noughts and crosses" example:"connect4:5x4"`
	Tree string `json:"tree,omitempty" query:"tree" maxLength:"4000" doc:"A tree of one's own instead: numbers in brackets, as in ((3 5) (2 9)); the seed does not count then"`
}

// MarkRequest has some or all of a learner's answers to an exercise.
type MarkRequest struct {
	ExerciseRequest
	Answers []answered `json:"answers" maxItems:"800"`
}

// answered is an answer to one question of one node.
type answered struct {
	Node  int    `json:"node" minimum:"0" maximum:"10000"`
	Field string `json:"field" maxLength:"20" doc:"value, alpha, beta or cut"`
	Text  string `json:"text" maxLength:"40" doc:"A number, +inf, -inf, win, draw or loss; yes, where a node is cut off; nothing, where there is no answer"`
}

// HintRequest asks for a hint for one question of one node.
type HintRequest struct {
	ExerciseRequest
	Node   int    `json:"node,omitempty" query:"node" minimum:"0" maximum:"10000" doc:"Which node"`
	Field  string `json:"field" query:"field" required:"true" maxLength:"20" doc:"value, alpha, beta or cut" example:"value"`
	Degree int    `json:"degree,omitempty" query:"degree" minimum:"0" maximum:"3" doc:"How much help: 1 the rule, as 0, 2 which numbers matter, 3 the answer and why"`
}

// Answers are the right answers to an exercise.
type Answers struct {
	Answers []explain.Solved `json:"answers"`
}

// Exercise makes an exercise.
func (s *Service) Exercise(r ExerciseRequest) (*explain.Exercise, error) {
	g, err := s.find(cmp.Or(r.Game, s.exercise))
	if err != nil {
		return nil, bad(err)
	}
	if len(r.Tree) > maxText {
		return nil, problemf(Much, "the tree takes more than %d characters", maxText)
	}
	e, err := explain.NewExercise(r.Kind, r.Seed, r.Tree, g)
	if err != nil {
		return nil, bad(err)
	}
	return e, nil
}

// Mark marks the answers to an exercise.
func (s *Service) Mark(r MarkRequest) (*explain.Marked, error) {
	answerFields := []string{"value", "alpha", "beta", "cut"}
	e, err := s.Exercise(r.ExerciseRequest)
	if err != nil {
		return nil, err
	}
	answers := map[int]explain.Answer{}
	for _, a := range r.Answers {
		if a.Node < 0 || a.Node >= len(e.Nodes) {
			return nil, problemf(Bad, "no node %d: the exercise has nodes 0 to %d", a.Node, len(e.Nodes)-1)
		}
		if !slices.Contains(answerFields, a.Field) {
			return nil, problemf(Bad, "no field %q: want %s", a.Field, strings.Join(answerFields, ", "))
		}
		if answers[a.Node] == nil {
			answers[a.Node] = explain.Answer{}
		}
		if _, twice := answers[a.Node][a.Field]; twice {
			return nil, problemf(Bad, "node %d has two answers for its %s", a.Node, a.Field)
		}
		answers[a.Node][a.Field] = a.Text
	}
	m := e.Mark(answers)
	return &m, nil
}

// Hint returns a hint for one question.
func (s *Service) Hint(r HintRequest) (*explain.Hint, error) {
	e, err := s.Exercise(r.ExerciseRequest)
	if err != nil {
		return nil, err
	}
	h, err := e.Hint(r.Node, r.Field, max(r.Degree, explain.HintRule))
	if err != nil {
		return nil, bad(err)
	}
	return h, nil
}

// Answers returns the right answers to an exercise.
func (s *Service) Answers(r ExerciseRequest) (*Answers, error) {
	e, err := s.Exercise(r)
	if err != nil {
		return nil, err
	}
	return &Answers{e.Solution()}, nil
}

// aboutExercise combines all requests about exercises, without descriptions: a
// browser need not load these.
type aboutExercise struct {
	Kind    string
	Seed    uint64
	Game    string
	Tree    string
	Answers []struct {
		Node        int
		Field, Text string
	}
	Node   int
	Field  string
	Degree int
}

// about answers a request about an exercise by name.
func (s *Service) about(what string, q aboutExercise) (any, error) {
	r := ExerciseRequest{q.Kind, q.Seed, q.Game, q.Tree}
	switch what {
	case "mark":
		m := MarkRequest{ExerciseRequest: r}
		for _, a := range q.Answers {
			m.Answers = append(m.Answers, answered(a))
		}
		return s.Mark(m)
	case "hint":
		return s.Hint(HintRequest{r, q.Node, q.Field, q.Degree})
	case "answers":
		return s.Answers(r)
	}
	return s.Exercise(r)
}
