// Package web serves the page and the page's API: JSON, and server-sent events for
// everything that takes time. The answers come from oxo/api; this package adds
// what a server needs: turns, limits, metrics, and an orderly shutdown.
package web

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"oxo/api"
	"oxo/examples/sheets"
	"oxo/game/catalog"
	"oxo/prove/book"
	"oxo/prove/certificate/walk"
	"oxo/search"
	"oxo/web/learn"
	"oxo/web/page"
)

// Options make a [Server]. The zero value suits most uses.
type Options struct {
	Version string
	Limits  Limits
	// Hosts are names that requests may use for the server, in addition to addresses,
	// localhost, and the machine's own name; "*" is any.
	Hosts []string
	// Proxies are the addresses of trusted proxies, which report in ProxyHeader where
	// a request comes from. An empty ProxyHeader means X-Forwarded-For.
	Proxies     []netip.Prefix
	ProxyHeader string
	// TLS is the configuration of encryption; nil is plain HTTP. See [TLSConfig].
	TLS *tls.Config
	// Embed are the origins, as in https://school.example, whose pages may show this one
	// in a frame.
	Embed []string
	// Results is a folder: submissions of learners are appended to [ResultsFile]
	// there. If it is empty, none are accepted.
	Results string
	// Proof is a certificate whose strategies the page shows; nil means no proof.
	Proof *walk.Certificate
	// Books replace the books of games, by name; for example a table of the game
	// combined with its own book. Levels below perfect do not use them.
	Books map[string]search.Book
	// Apart removes /healthz and /metrics, for use with [Server.ServeMonitor].
	Apart bool
	// Log receives errors; nil is the standard logger.
	Log *slog.Logger
}

// quantum is how long an address may work on short requests until another has its
// turn.
const quantum = 5 * time.Millisecond

// quickTable is the size of the table of a search for short requests.
const quickTable = 2 * megabyte

// Server answers requests. [New] makes it.
type Server struct {
	options     Options
	hosts       []string
	service     *api.Service
	quick, deep *pool
	metrics     *metrics
	results     *results // nil if none are accepted
	asking      counts
	log         *slog.Logger
	handler     http.Handler
	monitor     http.Handler
	stopping    context.Context // ends when the server does
	stop        context.CancelFunc
}

// New makes a server for a list of games.
func New(families []catalog.Family, o Options) (*Server, error) {
	o.Limits = o.Limits.WithDefaults()
	if o.ProxyHeader == "" {
		o.ProxyHeader = forwardedFor
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	l := &o.Limits
	keep := api.Keep{Games: l.count(Games), GameBytes: l[GameBytes], Sheets: l.count(Sheets), SheetBytes: l[SheetBytes]}
	s := &Server{options: o, log: o.Log, service: api.NewForMany(families, keep)}
	s.consult()
	s.service.SetProof(o.Proof)
	s.service.SetProofs(page.Proofs())
	s.hosts = slices.Concat(ownNames(), o.Hosts)
	for i, name := range s.hosts {
		s.hosts[i] = strings.ToLower(name)
	}
	s.quick = newPool(rules{
		places: l.count(Places), seats: l.count(Begun), table: quickTable, builds: l.count(Builds), quantum: quantum, pause: quick,
		all: bound{Waiting, l.count(Waiting)}, address: bound{WaitingEach, l.count(WaitingEach)},
	})
	s.deep = newPool(rules{
		places: l.count(Searches), table: l[Table], share: l.duration(Share),
		all: bound{Queue, l.count(Queue)}, address: bound{QueueEach, l.count(QueueEach)}, client: bound{QueueClient, l.count(QueueClient)},
	})
	s.metrics = newMetrics(s)
	s.stopping, s.stop = context.WithCancel(context.Background())
	files, err := allFiles()
	if err == nil && o.Results != "" {
		s.results, err = openResults(o.Results)
	}
	if err != nil {
		return nil, err
	}
	s.handler = s.around(s.withAdmission(s.inTurn(s.everything(files))))
	s.monitor = s.around(s.withAdmission(s.watched()))
	return s, nil
}

// allFiles returns the files of the page, with the essays and the rule sheets that come with it.
func allFiles() (files, error) {
	all, _, err := page.Built()
	if err != nil {
		return nil, err
	}
	essays, err := learn.Pages()
	if err != nil {
		return nil, err
	}
	examples, err := sheets.Files()
	if err != nil {
		return nil, err
	}
	maps.Copy(all, essays)
	maps.Copy(all, examples)
	return newFiles(all), nil
}

// beginning returns the handler of the answers that the page needs first. It makes them
// at the first request.
func (s *Server) beginning() http.HandlerFunc {
	made := sync.OnceValues(func() (*file, error) {
		first, err := s.service.Beginning(false)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(first)
		return newFile(api.BeginFile, text), err
	})
	return func(w http.ResponseWriter, r *http.Request) {
		got, err := made()
		if err != nil {
			writeError(w, err)
			return
		}
		got.serve(w, r)
	}
}

// consult gives the searches the books of the options.
func (s *Server) consult() {
	if len(s.options.Books) == 0 {
		return
	}
	shelf := &book.Shelf{}
	s.service.SetBooks(func(game string) search.Book {
		if b, ok := s.options.Books[game]; ok {
			return b
		}
		return shelf
	})
}

// everything returns the handler of all paths.
func (s *Server) everything(files http.Handler) http.Handler {
	mux := http.NewServeMux()
	if !s.options.Apart {
		mux = s.watched()
	}
	s.routes(mux)
	mux.Handle("GET /"+api.BeginFile, s.beginning())
	mux.Handle("GET /", files)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET")
		switch r.URL.Path {
		case "/api/exercise", "/api/results":
			w.Header().Set("Allow", "GET, POST")
		case "/api/sheet":
			w.Header().Set("Allow", "POST")
		}
		writeProblem(w, http.StatusMethodNotAllowed, r.Method+" "+r.URL.Path+" is nothing that can be done here: see /openapi.json")
	})
	return described(mux)
}

// watched returns the handler for those who run the server.
func (s *Server) watched() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /metrics", s.metrics.handler())
	return mux
}

// around wraps a handler with everything that applies to all requests.
func (s *Server) around(h http.Handler) http.Handler {
	h = withPatience(&s.options.Limits, s.fail, s.guard(h))
	return withConnections(s.withAsker(s.metrics.count(h)))
}

// Handler returns the handler of requests, for use in your own server; end it with
// Close. Only [Server.Serve] applies the limits of connections.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends the searches with their results so far.
func (s *Server) Close() {
	s.stop()
	s.results.close()
}

// Serve answers on a listener until ctx ends; then it accepts no more, ends all
// searches with their results so far, and lets the answers be sent.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	open := newConnections(l, &s.options.Limits, s.trusted, s.metrics.met)
	s.metrics.connections.Store(open)
	return s.serve(ctx, open, s.options.TLS, s.handler)
}

// monitorConnections is the total number of connections of monitoring clients.
const monitorConnections = 16

// ServeMonitor answers only /healthz and /metrics, on a separate listener, to any
// client, in plain HTTP.
func (s *Server) ServeMonitor(ctx context.Context, l net.Listener) error {
	few := s.options.Limits
	few[Connections], few[ConnectionsEach] = monitorConnections, monitorConnections
	return s.serve(ctx, newConnections(l, &few, s.trusted, s.metrics.met), nil, s.monitor)
}

func (s *Server) serve(ctx context.Context, open *connections, encryption *tls.Config, h http.Handler) error {
	limits := &s.options.Limits
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: limits.duration(HeaderTime), IdleTimeout: limits.duration(Idle), MaxHeaderBytes: limits.count(Header),
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug), ConnContext: noted, ConnState: changed, DisableGeneralOptionsHandler: true, Protocols: new(http.Protocols),
	}
	server.Protocols.SetHTTP1(true)
	listener := net.Listener(open)
	if encryption != nil {
		listener = tls.NewListener(open, encryption)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stop()
	open.closeWaiting(false)
	grace, cancel := context.WithTimeout(context.Background(), limits.duration(Grace))
	defer cancel()
	err := server.Shutdown(grace)
	if err != nil {
		open.closeWaiting(true)
		err = server.Close()
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		return served
	}
	return err
}

// policy allows the page only its own files, and some origins to frame it.
func policy(embed []string) string {
	framed := "'none'"
	if len(embed) > 0 {
		framed = strings.Join(embed, " ")
	}
	return ownFiles + framed
}

const ownFiles = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "

// guard sets the headers of every answer, and converts a panic to a problem.
func (s *Server) guard(next http.Handler) http.Handler {
	policy := policy(s.options.Embed)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.Method == http.MethodHead && strings.HasPrefix(r.URL.Path, "/api/") {
			h.Set("Allow", "GET")
			writeProblem(w, http.StatusMethodNotAllowed, "an answer is worked out to be read: ask with GET")
			return
		}
		if err := s.safely(r, func() error { next.ServeHTTP(w, r); return nil }); err != nil {
			writeError(w, err)
		}
	})
}
