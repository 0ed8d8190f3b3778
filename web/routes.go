package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"reflect"
	"time"

	"oxo/explain"
	"oxo/search"
	"oxo/web/api"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Client names the one who asks, so that the pool is fair to all.
type Client struct {
	Client string `header:"X-Oxo-Client" maxLength:"64" doc:"A name for this reader, so that several behind one address are served in turn"`
	addr   string
}

// Resolve notes the address.
func (c *Client) Resolve(ctx huma.Context) []error {
	host, _, err := net.SplitHostPort(ctx.RemoteAddr())
	if err != nil {
		host = ctx.RemoteAddr()
	}
	c.addr = host
	return nil
}

func (c *Client) name() string { return c.addr + " " + c.Client }

type body[T any] struct{ Body T }

// routes adds the operations.
func (s *Server) routes(mux *http.ServeMux) {
	config := huma.DefaultConfig("oxo", s.options.Version)
	config.Info.Description = "Play, analysis and explanation of two-player games. A game is its name and its moves; the server keeps nothing between requests."
	config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", nil
	config.RejectUnknownQueryParameters = true
	a := humago.New(mux, config)

	get(s, a, "games", "List the games", func(context.Context, *struct{}) ([]api.GameInfo, error) {
		return s.service.Games(), nil
	})
	get(s, a, "position", "Where a game stands, and the legal moves", func(_ context.Context, in *struct{ api.Place }) (*api.State, error) {
		return s.service.State(in.Place)
	})
	get(s, a, "reply", "Let the engine choose a move", func(ctx context.Context, in *struct {
		api.ReplyRequest
		Client
	},
	) (*api.Reply, error) {
		return s.reply(ctx, in.name(), in.ReplyRequest)
	})
	get(s, a, "exercise", "Make an exercise", func(_ context.Context, in *struct{ api.ExerciseRequest }) (*explain.Exercise, error) {
		return s.service.Exercise(in.ExerciseRequest)
	})
	huma.Register(a, huma.Operation{
		OperationID: "mark", Method: http.MethodPost, Path: "/api/exercise", Summary: "Mark the answers to an exercise",
		MaxBodyBytes: 64 << 10, Errors: []int{http.StatusUnprocessableEntity},
	}, func(_ context.Context, in *body[api.MarkRequest]) (*body[*api.Marked], error) {
		m, err := s.service.Mark(in.Body)
		return &body[*api.Marked]{m}, s.problem(err)
	})
	s.streams(a)
	describe(mux)
}

// describe asks for each form of the description once. The library that writes them
// does so when it is first asked, and not safely for two who ask at the same time.
func describe(mux *http.ServeMux) {
	for _, path := range []string{"/openapi.json", "/openapi-3.0.json", "/openapi.yaml", "/openapi-3.0.yaml"} {
		if r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, path, nil); err == nil {
			mux.ServeHTTP(nobody{http.Header{}}, r)
		}
	}
}

// nobody reads an answer that is asked for to be made.
type nobody struct{ header http.Header }

func (n nobody) Header() http.Header         { return n.header }
func (n nobody) Write(b []byte) (int, error) { return len(b), nil }
func (n nobody) WriteHeader(int)             {}

// get registers a plain question.
func get[In, Out any](s *Server, a huma.API, id, summary string, answer func(context.Context, *In) (Out, error)) {
	huma.Register(a, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/api/" + id, Summary: summary, Errors: []int{http.StatusUnprocessableEntity},
	}, func(ctx context.Context, in *In) (*body[Out], error) {
		out, err := answer(ctx, in)
		if err != nil {
			return nil, s.problem(err)
		}
		return &body[Out]{out}, nil
	})
}

// streams adds the operations that stream.
func (s *Server) streams(a huma.API) {
	type analyze struct {
		api.AnalyzeRequest
		Client
	}
	streamed(a, "analyze", "What every legal move is worth, as it becomes known", "analysis", api.Analysis{},
		func(_ context.Context, in *analyze) (*huma.StreamResponse, error) {
			return s.think(in.name(), s.checkOngoing(in.Place), func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
				return s.service.Analyze(ctx, with, s.allowed(), in.AnalyzeRequest, func(x api.Analysis) { send("analysis", x) })
			})
		})
	streamed(a, "solve", "What the position is worth, as it becomes known", "solution", api.Solution{},
		func(_ context.Context, in *analyze) (*huma.StreamResponse, error) {
			return s.think(in.name(), s.checkOngoing(in.Place), func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
				return s.service.Solve(ctx, with, s.allowed(), in.AnalyzeRequest, func(x api.Solution) { send("solution", x) })
			})
		})
	streamed(a, "review", "What each move of a game threw away", "move", api.Reviewed{}, func(_ context.Context, in *struct {
		api.ReviewRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckReview(in.ReviewRequest) }
		return s.think(in.name(), check, func(ctx context.Context, with *search.Searcher, send func(string, any)) error {
			return s.service.Review(ctx, with, s.allowed(), in.ReviewRequest, func(x api.Reviewed) { send("move", x) })
		})
	})
	streamed(a, "explain", "The tree that a search walks, and why each node ends", "part", api.Part{}, func(_ context.Context, in *struct {
		api.ExplainRequest
		Client
	},
	) (*huma.StreamResponse, error) {
		check := func() error { return s.service.CheckExplain(in.ExplainRequest) }
		return s.think(in.name(), check, func(ctx context.Context, _ *search.Searcher, send func(string, any)) error {
			return s.service.Explain(ctx, s.allowed(), in.ExplainRequest, func(x api.Part) { send("part", x) })
		})
	})
}

// checkOngoing finds what is wrong with a place before anything is streamed.
func (s *Server) checkOngoing(at api.Place) func() error {
	return func() error { return s.service.CheckOngoing(at) }
}

// streamed registers an operation that streams events of one kind, between
// "queued" and "end".
func streamed[In any](a huma.API, id, summary, event string, example any, answer func(context.Context, *In) (*huma.StreamResponse, error)) {
	schema := a.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(example), true, event)
	huma.Register(a, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/api/" + id, Summary: summary,
		Description: `Server-sent events: "queued" while others are served, then "` + event + `" again and again, then "end"; or "problem".`,
		Responses: map[string]*huma.Response{"200": {
			Description: "A stream of events; data of " + event + " is as described",
			Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: schema}},
		}},
		Errors: []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable},
	}, answer)
}

// quickly is how long a reply may think among the quick ones. What is not
// found or not proven by then goes on among the deep ones.
const quickly = 50 * time.Millisecond

// reply answers at once where a move is found at once, so that quick games do
// not wait for long thoughts.
func (s *Server) reply(ctx context.Context, name string, r api.ReplyRequest) (*api.Reply, error) {
	short := s.allowed()
	short.Time, short.Patient = quickly, true
	answer, err := s.replyFrom(ctx, s.quick, name, short, r)
	leveled := r.Level != "" && r.Level != "perfect"
	enough := leveled || r.Milliseconds > 0 && r.Milliseconds <= int(quickly/time.Millisecond)
	tooLong := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	switch {
	case tooLong:
	case err != nil:
		return nil, err
	case enough || answer.Worth.Value.Estimate == nil && answer.Worth.Value.Proven == nil:
		return answer, nil
	}
	better, err := s.replyFrom(ctx, s.deep, name, s.allowed(), r)
	if err != nil && answer != nil && ctx.Err() == nil {
		return answer, nil // the long thoughts are all taken: the quick one stands
	}
	return better, err
}

// replyFrom lets a searcher of a pool think, once there is one, for as long as
// is allowed and a little more.
func (s *Server) replyFrom(ctx context.Context, p *pool, name string, a api.Allowed, r api.ReplyRequest) (*api.Reply, error) {
	t, err := p.enter(name)
	if err != nil {
		return nil, err
	}
	with, err := t.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer t.leave(with)
	s.metrics.searches.Inc()
	return s.service.Reply(ctx, with, a, r)
}

func (s *Server) allowed() api.Allowed {
	return api.Allowed{Time: s.options.Time, Nodes: s.options.Nodes}
}
