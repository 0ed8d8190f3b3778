package web

import (
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics holds the server's counters.
type metrics struct {
	registry    *prometheus.Registry
	requests    *prometheus.CounterVec
	seconds     *prometheus.HistogramVec
	searches    prometheus.Counter
	refused     *prometheus.CounterVec
	connections atomic.Pointer[connections] // set when the server serves
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "oxo_requests_total", Help: "Requests answered, by path and status.",
		}, []string{"path", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "oxo_request_seconds", Help: "How long answers took, streams to their end.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2, 10, 60},
		}, []string{"path"}),
		searches: prometheus.NewCounter(prometheus.CounterOpts{Name: "oxo_searches_total", Help: "Searches begun."}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "oxo_limit_met_total", Help: "How often a limit was met: by one that was refused, or gave way.",
		}, []string{"limit"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.searches, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.limits(s)
	return m
}

// limits adds each limit with its current use.
func (m *metrics) limits(s *Server) {
	used := map[Limit]func() float64{
		Places:   func() float64 { return float64(s.quick.placed()) },
		Begun:    func() float64 { running, _ := s.quick.use(); return float64(running) },
		Waiting:  func() float64 { _, waiting := s.quick.use(); return float64(waiting) },
		Searches: func() float64 { running, _ := s.deep.use(); return float64(running) },
		Queue:    func() float64 { _, waiting := s.deep.use(); return float64(waiting) },
		Builds:   func() float64 { return float64(s.quick.made()) },
		Connections: func() float64 {
			all, _ := m.connections.Load().use()
			return float64(all)
		},
		ConnectionsEach: func() float64 {
			_, each := m.connections.Load().use()
			return float64(each)
		},
		WaitingEach: func() float64 { return float64(s.quick.most()) },
		QueueEach:   func() float64 { return float64(s.deep.most()) },
	}
	used[Games], used[GameBytes] = keeping(s.service.Kept)
	used[Sheets], used[SheetBytes] = keeping(s.service.Sheets)
	for i, d := range descriptions() {
		label := prometheus.Labels{"limit": d.Name}
		value := float64(s.options.Limits[i])
		if d.Unit == Duration {
			value /= float64(time.Second)
		}
		m.gauge("oxo_limit", "The limits, in bytes, seconds, or a number.", label, func() float64 { return value })
		if use, ok := used[Limit(i)]; ok {
			m.gauge("oxo_limit_used", "How much of a limit is in use; of those by address, by the one that uses most.", label, use)
		}
		if d.Status != 0 && Limit(i) != Header && Limit(i) != Nodes { // the server does not learn of these refusals
			m.refused.WithLabelValues(d.Name)
		}
	}
	memory := prometheus.Labels{"limit": "memory"}
	m.gauge("oxo_limit", "The limits, in bytes, seconds, or a number.", memory, func() float64 { return float64(s.options.Limits.Memory()) })
	m.gauge("oxo_limit_used", "How much of a limit is in use; of those by address, by the one that uses most.", memory, func() float64 {
		var all runtime.MemStats
		runtime.ReadMemStats(&all)
		return float64(all.Sys - all.HeapReleased)
	})
}

// keeping returns two functions: for the number and for the bytes that the function use
// returns.
func keeping(use func() (number int, bytes int64)) (number, bytes func() float64) {
	return func() float64 { n, _ := use(); return float64(n) }, func() float64 { _, n := use(); return float64(n) }
}

func (m *metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// met counts a refusal by a limit.
func (m *metrics) met(l Limit) { m.refused.WithLabelValues(l.Of().Name).Inc() }

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// count counts every request. All unknown paths count as one, so that no client can
// make the metrics grow.
func (m *metrics) count(next http.Handler) http.Handler {
	known := map[string]bool{}
	for _, name := range []string{"games", "position", "reply", "exercise", "hint", "answers", "results", "analyze", "solve", "prove", "review", "puzzles", "explain", "sheet"} {
		known["/api/"+name] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		noted := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			path := "page"
			if known[r.URL.Path] {
				path = r.URL.Path
			}
			m.requests.WithLabelValues(path, strconv.Itoa(noted.status)).Inc()
			m.seconds.WithLabelValues(path).Observe(time.Since(begun).Seconds())
		}()
		next.ServeHTTP(noted, r)
	})
}

// statusWriter records the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
	begun  bool
}

// WriteHeader writes the status only once: after an answer failed because the client
// has gone, a handler may try to write another status.
func (w *statusWriter) WriteHeader(status int) {
	if !w.begun {
		w.status, w.begun = status, true
		w.ResponseWriter.WriteHeader(status)
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
