// Package hubpage is the status page of a hub: its workers, its runs and the jobs set
// aside, as HTML, as JSON, and for Prometheus.
package hubpage

import (
	"bytes"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"oxo/cluster"
)

//go:embed hub.html hub.css hub.js
var files embed.FS

// policy allows the page only its own files.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Options are the options of a [Server].
type Options struct {
	// Hosts are names that requests may use for the server, in addition to addresses,
	// localhost, and the machine's own name; "*" is any.
	Hosts []string
	// Token, if not empty, is the password for every request, with any user name (HTTP
	// Basic [RFC7617]), except for /healthz. It also gives the right to give orders.
	Token string
	// TabToken, if not empty, is another password, only for the requests of tabs.
	TabToken string
	// Tabs holds the files of the page for browser tabs that work for the hub, served
	// under /tab/. Desk serves these tabs at /desk. If both are nil, tabs are not
	// allowed.
	Tabs fs.FS
	Desk http.Handler
}

// Server answers requests about a hub. [New] makes it.
type Server struct {
	hub     *cluster.Hub
	options Options
	hosts   []string
	page    *template.Template
}

// New makes a server for a hub. It returns an error if the page's template is faulty.
func New(hub *cluster.Hub, o Options) (*Server, error) {
	s := &Server{hub: hub, options: o, hosts: []string{"localhost"}}
	if own, err := os.Hostname(); err == nil && own != "" {
		s.hosts = append(s.hosts, strings.ToLower(own), strings.ToLower(own)+".local")
	}
	for _, name := range o.Hosts {
		s.hosts = append(s.hosts, strings.ToLower(name))
	}
	page, err := template.New("hub.html").Funcs(template.FuncMap{"took": took}).ParseFS(files, "hub.html")
	s.page = page
	return s, err
}

// took formats a number of seconds.
func took(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	if d < time.Minute {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// Handler returns the handler of requests. All are GET: nothing can be changed here.
func (s *Server) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector{s.hub})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.status)
	mux.HandleFunc("GET /status.json", s.statusJSON)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	for _, name := range []string{"hub.css", "hub.js"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, name) })
	}
	if s.options.Tabs != nil {
		mux.Handle("GET /desk", s.options.Desk)
		mux.Handle("GET /tab/", tabs(http.StripPrefix("/tab", http.FileServerFS(s.options.Tabs))))
	}
	return s.guard(mux)
}

// tabs allows the page of tabs to run its engine, in web workers.
func tabs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strings.Replace(policy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1))
		next.ServeHTTP(w, r)
	})
}

// trusted reports whether a request has the token that it needs.
func (s *Server) trusted(r *http.Request) bool {
	_, given, _ := r.BasicAuth()
	name := path.Clean(r.URL.Path)
	ofTabs := name == "/desk" || name == "/tab" || strings.HasPrefix(name, "/tab/")
	return s.options.Token == "" || name == "/healthz" || same(given, s.options.Token) || ofTabs && same(given, s.options.TabToken)
}

// same compares a password, which must not be empty.
func same(given, want string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// guard refuses requests for other hosts, and sets the headers of every response.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.ours(r.Host) {
			http.Error(w, fmt.Sprintf("%.80q is not a name of this hub: ask for its address, or give the hub the name with --host", r.Host), http.StatusMisdirectedRequest)
			return
		}
		if !s.trusted(r) {
			h.Set("WWW-Authenticate", `Basic realm="oxo hub", charset="UTF-8"`)
			http.Error(w, "want any user name, and as the password the token for orders, or for /tab/ the token of workers", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a request's Host is this server. Another site can make its own
// name resolve to this address [DeanFeltenWallach96], but cannot use an address as
// its name.
func (s *Server) ours(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if strings.HasSuffix(host, ".localhost") || slices.Contains(s.hosts, host) || slices.Contains(s.hosts, "*") {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil
}

func (s *Server) status(w http.ResponseWriter, _ *http.Request) {
	var text bytes.Buffer // the response is complete or absent
	shown := struct {
		cluster.Status
		Tabs bool
	}{s.hub.Status(), s.options.Tabs != nil}
	if err := s.page.Execute(&text, shown); err != nil {
		http.Error(w, "the page cannot be written: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text.Bytes())
}

func (s *Server) statusJSON(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.hub.Status()) // fails if the client has gone
}
