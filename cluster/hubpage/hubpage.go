// Package hubpage is the page on which a hub of a cluster tells how it is: its workers, its
// runs and what was set aside, for people, as JSON, and for Prometheus.
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

// policy lets the page run its own files and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Options are how a [Server] serves.
type Options struct {
	// Hosts are names by which it may be asked for, besides addresses, localhost, and the
	// machine's own name; "*" is any.
	Hosts []string
	// Token, if not empty, is the password that every request needs, with any name (HTTP
	// Basic [RFC7617]), except for /healthz. Who gives orders has it.
	Token string
	// TabToken, if not empty, is another password, for what a tab needs and for nothing else.
	TabToken string
	// Tabs has the files of the page on which a browser tab works for the hub, served
	// under /tab/, and Desk is what serves such tabs at /desk. Both nil: none may.
	Tabs fs.FS
	Desk http.Handler
}

// Server answers requests about a hub. Make it with [New].
type Server struct {
	hub     *cluster.Hub
	options Options
	hosts   []string
	page    *template.Template
}

// New makes a server for a hub. Its error is that of the page's template.
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

// took writes seconds for people.
func took(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	if d < time.Minute {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// Handler returns what answers requests. They are all of GET: nothing can be changed here.
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

// tabs lets the page of tabs run its engine, in workers.
func tabs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strings.Replace(policy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1))
		next.ServeHTTP(w, r)
	})
}

// trusted reports whether a request has a token that it needs.
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

// guard refuses requests for another host, and sets the headers of every answer.
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
			http.Error(w, "the hub wants its token for orders, or for /tab/ that of workers, as the password with any name", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ours says whether the Host that a request asks for is this server. A page of another
// site can make its name lead here [DeanFeltenWallach96], but cannot choose an address as its name.
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
	var text bytes.Buffer // whole or not at all
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
	_ = json.NewEncoder(w).Encode(s.hub.Status()) // who asked has gone
}
