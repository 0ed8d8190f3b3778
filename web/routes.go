package web

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"oxo/api"
	"oxo/explain"
	"oxo/search"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Client documents the header in which a client names itself; [Server.withAsker]
// reads it.
type Client struct {
	Client string `header:"X-Oxo-Client" maxLength:"64" doc:"A name for this reader, so that several behind one address are served in turn"`
}

type body[T any] struct{ Body T }

// routes adds the operations.
func (s *Server) routes(mux *http.ServeMux) {
	config := huma.DefaultConfig("oxo", s.options.Version)
	config.Info.Description = "Play, analysis and explanation of two-player games. A game is its name and its moves; the server keeps nothing between requests, except the rule sheets that were used last."
	config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", nil
	config.RejectUnknownQueryParameters = true
	a := humago.New(mux, config)
	a.UseMiddleware(func(hc huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(hc)
		r.Header.Del("Accept") // an answer has only one form; "json" would be mistaken for another
		next(hc)
	})
	s.gameRoutes(a)
	s.exerciseRoutes(a)
	s.sheetRoutes(a)
	s.proofRoutes(a)
	s.resultRoutes(a)
	s.streams(a)
}

// gameRoutes adds the short questions about games and positions.
func (s *Server) gameRoutes(a huma.API) {
	get(s, a, "games", "List the games", nil, func(context.Context, *struct{ Client }) ([]api.GameInfo, error) {
		return s.service.Games(), nil
	})
	get(s, a, "position", "Where a game stands, and the legal moves", []int{http.StatusConflict, http.StatusRequestEntityTooLarge},
		func(_ context.Context, in *struct {
			api.Place
			Client
		},
		) (*api.State, error) {
			return s.service.State(in.Place)
		})
	get(s, a, "reply", "Let the engine choose a move", []int{http.StatusConflict, http.StatusRequestEntityTooLarge},
		func(ctx context.Context, in *struct {
			api.ReplyRequest
			Client
		},
		) (*api.Reply, error) {
			return s.reply(ctx, in.ReplyRequest)
		})
	get(s, a, "edit", "Change a position that is being set up, and say whether the game can begin there", []int{http.StatusConflict, http.StatusRequestEntityTooLarge},
		func(_ context.Context, in *struct {
			api.EditRequest
			Client
		},
		) (*api.Edited, error) {
			return s.service.Edit(in.EditRequest)
		})
}

// exerciseRoutes adds the operations on exercises.
func (s *Server) exerciseRoutes(a huma.API) {
	get(s, a, "exercise", "Make an exercise", nil, func(_ context.Context, in *struct {
		api.ExerciseRequest
		Client
	},
	) (*explain.Exercise, error) {
		return s.service.Exercise(in.ExerciseRequest)
	})
	get(s, a, "hint", "Help with one question of an exercise", nil, func(_ context.Context, in *struct {
		api.HintRequest
		Client
	},
	) (*explain.Hint, error) {
		return s.service.Hint(in.HintRequest)
	})
	get(s, a, "answers", "The right answers to an exercise, and why", nil, func(_ context.Context, in *struct {
		api.ExerciseRequest
		Client
	},
	) (*api.Answers, error) {
		return s.service.Answers(in.ExerciseRequest)
	})
	huma.Register(a, huma.Operation{
		OperationID: "mark", Method: http.MethodPost, Path: "/api/exercise", Summary: "Mark the answers to an exercise",
		MaxBodyBytes: s.options.Limits[Body] + 1, BodyReadTimeout: bodyIsRead,
		Responses: responses(a, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType),
	}, func(_ context.Context, in *struct {
		Body api.MarkRequest
		Client
	},
	) (*body[*explain.Marked], error) {
		m, err := s.service.Mark(in.Body)
		return &body[*explain.Marked]{m}, s.fail(err)
	})
}

// responses describes the refusals of every operation, with some more.
func responses(a huma.API, more ...int) map[string]*huma.Response {
	problem := a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	plain := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	all := map[string]*huma.Response{}
	for _, status := range append(more, http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusMisdirectedRequest, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable,
		http.StatusExpectationFailed, http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented, http.StatusHTTPVersionNotSupported) {
		r := &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}}}
		switch status { // some answers are written before a request is parsed
		case http.StatusExpectationFailed:
			r.Content = nil
		case http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
			r.Content = map[string]*huma.MediaType{"text/plain": plain}
		case http.StatusBadRequest:
			r.Content["text/plain"] = plain
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			r.Headers = map[string]*huma.Param{"Retry-After": {Description: "Seconds to wait", Schema: &huma.Schema{Type: huma.TypeInteger}}}
		}
		all[strconv.Itoa(status)] = r
	}
	return all
}

// described returns a handler that first requests each form of the description once, as soon as one is asked for: the
// library builds a form at its first request, and not safely for two simultaneous ones. The four take 40 ms.
func described(mux *http.ServeMux) http.Handler {
	forms := []string{"/openapi.json", "/openapi-3.0.json", "/openapi.yaml", "/openapi-3.0.yaml"}
	build := sync.OnceFunc(func() {
		for _, path := range forms {
			if r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, path, nil); err == nil {
				mux.ServeHTTP(nobody{http.Header{}}, r)
			}
		}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(forms, r.URL.Path) {
			build()
		}
		mux.ServeHTTP(w, r)
	})
}

// nobody is a response writer that discards the answer.
type nobody struct{ header http.Header }

func (n nobody) Header() http.Header         { return n.header }
func (n nobody) Write(b []byte) (int, error) { return len(b), nil }
func (n nobody) WriteHeader(int)             {}

// get registers an operation without a stream, with the statuses that only it has.
func get[In, Out any](s *Server, a huma.API, id, summary string, statuses []int, answer func(context.Context, *In) (Out, error)) {
	huma.Register(a, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/api/" + id, Summary: summary, Responses: responses(a, statuses...),
	}, func(ctx context.Context, in *In) (*body[Out], error) {
		out, err := answer(ctx, in)
		if err != nil {
			return nil, s.fail(err)
		}
		return &body[Out]{out}, nil
	})
}

// streamValues adds the operations that stream what moves and positions are worth.
func (s *Server) streamValues(a huma.API) {
	type analyze struct {
		api.AnalyzeRequest
		Client
	}
	streamed(a, "analyze", "What every legal move is worth, as it becomes known", "analysis", api.Analysis{},
		func(ctx context.Context, in *analyze) (*huma.StreamResponse, error) {
			return s.think(ctx, scores, in.Place, s.checkOngoing(in.Place), func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
				return s.service.Analyze(ctx, with, s.allowed(), in.AnalyzeRequest, func(x api.Analysis) { send("analysis", x) })
			})
		})
	streamed(a, "solve", "What the position is worth, as it becomes known", "solution", api.Solution{},
		func(ctx context.Context, in *analyze) (*huma.StreamResponse, error) {
			return s.think(ctx, scores, in.Place, s.checkOngoing(in.Place), func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
				return s.service.Solve(ctx, with, s.allowed(), in.AnalyzeRequest, func(x api.Solution) { send("solution", x) })
			})
		})
	streamed(a, "prove", "A proof of what the position is worth, by the prover that suits it", "proving", api.Proving{}, func(ctx context.Context, in *struct {
		api.ProveRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		return s.think(ctx, scores, in.Place, s.checkOngoing(in.Place), func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
			return s.service.Prove(ctx, with, s.allowed(), in.ProveRequest, func(x api.Proving) { send("proving", x) })
		})
	})
}

// streams adds the operations that stream.
func (s *Server) streams(a huma.API) {
	s.streamValues(a)
	streamed(a, "review", "What each move of a game threw away", "move", api.Reviewed{}, func(ctx context.Context, in *struct {
		api.ReviewRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckReview(in.ReviewRequest) }
		return s.think(ctx, exploration, in.Place, check, func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
			return s.service.Review(ctx, with, s.allowed(), in.ReviewRequest, func(x api.Reviewed) { send("move", x) })
		})
	})
	streamed(a, "puzzles", "Puzzles of a game: positions in which exactly one move keeps the result", "puzzle", api.Puzzled{}, func(ctx context.Context, in *struct {
		api.PuzzlesRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckPuzzles(in.PuzzlesRequest) }
		return s.think(ctx, exploration, in.Place, check, func(ctx context.Context, _ *search.Searcher, send func(string, any)) error {
			return s.service.Puzzles(ctx, s.allowed(), in.PuzzlesRequest, func(x api.Puzzled) { send("puzzle", x) })
		})
	})
	streamed(a, "explain", "The tree that a search walks, and why each node ends", "part", api.Part{}, func(ctx context.Context, in *struct {
		api.ExplainRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckExplain(in.ExplainRequest) }
		return s.think(ctx, exploration, in.Place, check, func(ctx context.Context, _ *search.Searcher, send func(string, any)) error {
			return s.service.Explain(ctx, s.allowed(), in.ExplainRequest, func(x api.Part) { send("part", x) })
		})
	})
	s.whyRoute(a)
}

func (s *Server) whyRoute(a huma.API) {
	streamed(a, "why", "Why a move is worth what it is, in sentences", "because", api.Because{}, func(ctx context.Context, in *struct {
		api.WhyRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckWhy(in.WhyRequest) }
		return s.think(ctx, scores, in.Place, check, func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
			b, err := s.service.Why(ctx, with, s.allowed(), in.WhyRequest)
			if err == nil {
				send("because", b)
			}
			return err
		})
	})
}

func (s *Server) checkOngoing(at api.Place) func() error {
	return func() error { return s.service.CheckOngoing(at) }
}

// streamed registers an operation that streams events of one kind, between "queued"
// and "end".
func streamed[In any](a huma.API, id, summary, event string, example any, answer func(context.Context, *In) (*huma.StreamResponse, error)) {
	events := make([]*huma.Schema, 0, 4)
	for _, e := range []struct {
		name string
		data any
	}{{"queued", Queued{}}, {event, example}, {"problem", Problem{}}, {"end", End{}}} {
		events = append(events, &huma.Schema{
			Title: "Event " + e.name, Type: huma.TypeObject, Required: []string{"event", "data"},
			Properties: map[string]*huma.Schema{
				"event": {Type: huma.TypeString, Enum: []any{e.name}},
				"data":  a.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(e.data), true, e.name),
			},
		})
	}
	all := responses(a, http.StatusConflict, http.StatusRequestEntityTooLarge)
	all["200"] = &huma.Response{
		Description: "A stream of events",
		Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{
			Type: huma.TypeArray, Description: "Each event has a name and JSON data", Items: &huma.Schema{OneOf: events},
		}}},
	}
	huma.Register(a, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/api/" + id, Summary: summary,
		Description: `Server-sent events: "queued" while others are served, then "` + event + `" again and again, then "end"; or "problem".`,
		Responses:   all,
	}, answer)
}
