package api

import (
	"oxo/explain"
)

// ExerciseRequest names an exercise.
type ExerciseRequest struct {
	Kind string `json:"kind" query:"kind" required:"true" maxLength:"20" doc:"minimax, alphabeta, alphabeta-strict (it cuts off only where alpha > beta) or position" example:"minimax"`
	Seed uint64 `json:"seed" query:"seed" maximum:"9007199254740991" doc:"Which one"`
}

// MarkRequest has the learner's answers to an exercise.
type MarkRequest struct {
	ExerciseRequest
	Answers []Answered `json:"answers" maxItems:"400"`
}

// Answered is an answer to one question of one node.
type Answered struct {
	Node  int    `json:"node" minimum:"0" maximum:"10000"`
	Field string `json:"field" maxLength:"20" doc:"value, alpha, beta or cut"`
	Text  string `json:"text" maxLength:"40" doc:"A number, +inf, -inf, win, draw, loss, yes or no"`
}

// Marked is what is thought of the answers.
type Marked struct {
	Marks []explain.Mark `json:"marks"`
	Right int            `json:"right"`
	Of    int            `json:"of"`
}

// Exercise makes an exercise.
func (s *Service) Exercise(r ExerciseRequest) (*explain.Exercise, error) {
	g, err := s.games.find(s.exercise)
	if err != nil {
		return nil, bad(err)
	}
	e, err := explain.NewExercise(r.Kind, r.Seed, g)
	if err != nil {
		return nil, bad(err)
	}
	return e, nil
}

// Mark marks the answers to an exercise.
func (s *Service) Mark(r MarkRequest) (*Marked, error) {
	e, err := s.Exercise(r.ExerciseRequest)
	if err != nil {
		return nil, err
	}
	answers := map[int]explain.Answer{}
	for _, a := range r.Answers {
		if a.Node < 0 || a.Node >= len(e.Nodes) {
			return nil, problemf(Bad, "no node %d: the exercise has nodes 0 to %d", a.Node, len(e.Nodes)-1)
		}
		if answers[a.Node] == nil {
			answers[a.Node] = explain.Answer{}
		}
		answers[a.Node][a.Field] = a.Text
	}
	m := &Marked{Marks: e.Mark(answers)}
	for _, mark := range m.Marks {
		m.Of++
		if mark.Right {
			m.Right++
		}
	}
	return m, nil
}
