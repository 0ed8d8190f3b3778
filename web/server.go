// Package web serves the page, and the API that the page asks: JSON, and
// server-sent events for everything that takes time. The answers come from
// oxo/web/api; here is what a server adds: a bounded pool of searches, limits,
// metrics, and an orderly end.
package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"oxo/catalog"
	"oxo/web/api"
	"oxo/web/page"

	"github.com/danielgtaylor/huma/v2"
)

// Options make a [Server]. The zero value is right for most.
type Options struct {
	Version string
	// Searches is how many long searches run at once; 0 is one less than there
	// are processors, so that replies have one.
	Searches int
	// Table is the memory of the table of each long search, in bytes; 0 is
	// 64 MiB.
	Table int64
	// Time is how long a search may take at most; 0 is half a minute.
	Time time.Duration
	// Nodes is how large a tree may be that is reported; 0 is 600,000.
	Nodes uint64
	// Patience is how long a client may take to send the next piece of a body, or
	// to read the next piece of an answer; 0 is 10 seconds.
	Patience time.Duration
	// Log gets what goes wrong; nil is the standard logger.
	Log *slog.Logger
}

// The defaults of options that are 0, and what has no option: replies are quick and
// need little memory, and only a few requests may wait for a search.
const (
	defaultTable = 64 << 20
	defaultTime  = 30 * time.Second
	defaultNodes = 600_000
	quickTable   = 4 << 20
	quickQueue   = 1024
	deepQueue    = 64
	deepEach     = 4
	deepAddress  = 48
	graceTime    = 5 * time.Second

	defaultPatience = 10 * time.Second
)

// Server answers requests. Make it with [New].
type Server struct {
	options     Options
	service     *api.Service
	quick, deep *pool
	metrics     *metrics
	log         *slog.Logger
	handler     http.Handler
	stopping    context.Context // ends when the server does
	stop        context.CancelFunc
}

// withDefaults puts the defaults where options are 0.
func (o Options) withDefaults() Options {
	if o.Searches == 0 {
		o.Searches = max(runtime.GOMAXPROCS(0)-1, 1)
	}
	if o.Table == 0 {
		o.Table = defaultTable
	}
	if o.Time == 0 {
		o.Time = defaultTime
	}
	if o.Nodes == 0 {
		o.Nodes = defaultNodes
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// New makes a server for a list of games.
func New(families []catalog.Family, o Options) (*Server, error) {
	o = o.withDefaults()
	s := &Server{options: o, service: api.NewForMany(families), log: o.Log}
	s.quick = newPool(runtime.GOMAXPROCS(0), quickTable, quickQueue, quickQueue)
	s.deep = newPool(o.Searches, o.Table, deepQueue, deepEach)
	s.deep.mostAddress = deepAddress
	s.metrics = newMetrics(s)
	s.stopping, s.stop = context.WithCancel(context.Background())
	files, err := newFiles(page.Files())
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	s.routes(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.Handle("GET /", files)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, http.StatusMethodNotAllowed, r.Method+" "+r.URL.Path+" is nothing that can be done here: see /openapi.json")
	})
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, http.StatusForbidden, "a page of another origin cannot post here")
	}))
	s.handler = s.metrics.count(withPatience(o.Patience, s.guard(protection.Handler(mux))))
	return s, nil
}

// Handler returns what answers requests, for a server of one's own; end it with
// Close.
func (s *Server) Handler() http.Handler { return s.handler }

// Close stops the searches that stream.
func (s *Server) Close() { s.stop() }

// Serve answers on a listener until ctx ends; then it takes no more, stops the
// searches that stream, and lets quick replies finish.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stop()
	grace, cancel := context.WithTimeout(context.Background(), graceTime)
	defer cancel()
	err := server.Shutdown(grace)
	if err != nil {
		err = server.Close()
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		return served
	}
	return err
}

// policy lets the page run its own files and nothing else.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard sets the headers of every answer, and turns a panic into a problem.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		defer func() {
			v := recover()
			if v == any(http.ErrAbortHandler) {
				panic(v)
			}
			if v != nil {
				s.log.Error("a request panicked", "path", r.URL.Path, "panic", v)
				writeProblem(w, http.StatusInternalServerError, "this should not happen")
			}
		}()
		if r.Method == http.MethodHead && strings.HasPrefix(r.URL.Path, "/api/") {
			writeProblem(w, http.StatusMethodNotAllowed, "an answer is worked out to be read: ask with GET")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(huma.NewError(status, detail))
}
