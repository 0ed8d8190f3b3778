package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics is what a server counts.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	searches prometheus.Counter
	refused  prometheus.Counter
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
		refused:  prometheus.NewCounter(prometheus.CounterOpts{Name: "oxo_refused_total", Help: "Searches refused because too many wait."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.searches, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for name, p := range map[string]*pool{"quick": s.quick, "deep": s.deep} {
		labels := prometheus.Labels{"pool": name}
		m.registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "oxo_searches_running", Help: "Searches that run.", ConstLabels: labels},
				func() float64 { running, _ := p.use(); return float64(running) }),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "oxo_searches_waiting", Help: "Searches that wait.", ConstLabels: labels},
				func() float64 { _, waiting := p.use(); return float64(waiting) }),
		)
	}
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// count counts every request. Paths that are not ours are counted as one, so
// that nobody can make the metrics grow.
func (m *metrics) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		noted := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(noted, r)
		path := "page"
		if strings.HasPrefix(r.Pattern, "GET /api/") || strings.HasPrefix(r.Pattern, "POST /api/") {
			_, path, _ = strings.Cut(r.Pattern, " ")
		}
		m.requests.WithLabelValues(path, strconv.Itoa(noted.status)).Inc()
		m.seconds.WithLabelValues(path).Observe(time.Since(begun).Seconds())
	})
}

// statusWriter notes the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
