package api

import (
	"context"
	"encoding/json"
	"fmt"

	"oxo/search"
)

// Do answers a request by name, as JSON, for an engine that communicates by messages:
// send gets "answer" for immediate answers, and otherwise the events of the server's
// streams.
func (s *Service) Do(ctx context.Context, with *search.Searcher, a Allowed, what string, request []byte, send func(event string, data any)) error {
	switch what {
	case "games":
		return given(send, s.Games())
	case "position":
		return answer(request, send, s.State)
	case "picture":
		return s.drawn(request, send)
	case "edit":
		return answer(request, send, s.Edit)
	case "reply":
		return answer(request, send, func(r ReplyRequest) (*Reply, error) { return s.Reply(ctx, with, a, r) })
	case "sheet":
		ctx, stop := context.WithTimeout(ctx, a.Time)
		defer stop()
		return answer(request, send, func(r SheetRequest) (*Sheet, error) { return s.Sheet(polite{ctx}, r) })
	case "exercise", "mark", "hint", "answers":
		return answer(request, send, func(q aboutExercise) (any, error) { return s.about(what, q) })
	case "proof":
		return answer(request, send, s.Proof)
	case "walk":
		return answer(request, send, s.Walk)
	case "analyze", "solve", "prove":
		return s.values(ctx, with, a, what, request, send)
	case "review":
		return decode(request, func(r ReviewRequest) error {
			return s.Review(ctx, with, a, r, func(x Reviewed) { send("move", x) })
		})
	case "puzzles":
		return s.makePuzzles(ctx, a, request, send)
	case "why":
		return asked(request, "because", send, func(r WhyRequest) (*Because, error) { return s.Why(ctx, with, a, r) })
	case "explain":
		return decode(request, func(r ExplainRequest) error {
			return s.Explain(ctx, a, r, func(x Part) { send("part", x) })
		})
	}
	return problemf(Bad, "the request %.40q does not exist", what)
}

// values answers what streams the worth of moves and positions.
func (s *Service) values(ctx context.Context, with *search.Searcher, a Allowed, what string, request []byte, send func(event string, data any)) error {
	switch what {
	case "analyze":
		return decode(request, func(r AnalyzeRequest) error {
			return s.Analyze(ctx, with, a, r, func(x Analysis) { send("analysis", x) })
		})
	case "solve":
		return decode(request, func(r AnalyzeRequest) error {
			return s.Solve(ctx, with, a, r, func(x Solution) { send("solution", x) })
		})
	}
	return decode(request, func(r ProveRequest) error {
		return s.Prove(ctx, with, a, r, func(x Proving) { send("proving", x) })
	})
}

// given sends an answer that is the same for all clients.
func given(send func(string, any), answer any) error {
	send("answer", answer)
	return nil
}

// answer parses a request and sends its answer.
func answer[In, Out any](request []byte, send func(string, any), ask func(In) (Out, error)) error {
	return asked(request, "answer", send, ask)
}

// asked parses a request and sends its answer as an event.
func asked[In, Out any](request []byte, event string, send func(string, any), ask func(In) (Out, error)) error {
	return decode(request, func(in In) error {
		out, err := ask(in)
		if err == nil {
			send(event, out)
		}
		return err
	})
}

// decode parses a request and passes it on.
func decode[In any](request []byte, report func(In) error) error {
	var in In
	if err := json.Unmarshal(request, &in); err != nil {
		return bad(fmt.Errorf("the request: %w", err))
	}
	return report(in)
}
