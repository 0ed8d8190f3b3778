// Package hubpage is the page on which a hub of a cluster tells how it is: its workers, its
// runs and what was set aside, for people, as JSON, and for Prometheus.
package hubpage

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"os"
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
}

// Server answers requests about a hub. Make it with [New].
type Server struct {
	hub   *cluster.Hub
	hosts []string
	page  *template.Template
}

// New makes a server for a hub. Its error is that of the page's template.
func New(hub *cluster.Hub, o Options) (*Server, error) {
	s := &Server{hub: hub, hosts: []string{"localhost"}}
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
	return s.guard(mux)
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
			http.Error(w, fmt.Sprintf("%.80q is not a name of this hub: ask for its address, or have the name added", r.Host), http.StatusMisdirectedRequest)
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
	if err := s.page.Execute(&text, s.hub.Status()); err != nil {
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
