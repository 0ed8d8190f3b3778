package hubpage

import (
	"github.com/prometheus/client_golang/prometheus"

	"oxo/cluster"
)

// collector passes the current status of a hub to Prometheus. Sums over runs are
// gauges, since a stopped run is forgotten.
type collector struct{ hub *cluster.Hub }

// Describe implements [prometheus.Collector]: it announces nothing in advance.
func (c collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (c collector) Collect(out chan<- prometheus.Metric) {
	s := c.hub.Status()
	var workers, excluded, waiting, answers, again, aside int
	for _, w := range s.Workers {
		if w.Excluded != "" {
			excluded++
		} else if w.Here {
			workers++
		}
	}
	for _, r := range s.Runs {
		waiting += r.Waiting
		answers += r.Answers
		again += r.Again
		aside += len(r.Aside)
	}
	for _, m := range []struct {
		name, help string
		value      int
	}{
		{"workers", "Workers that are here and not excluded.", workers},
		{"threads", "Jobs that they do at a time.", s.Threads},
		{"runs", "Runs that the hub holds.", len(s.Runs)},
		{"jobs_waiting", "Jobs given out and not answered.", waiting},
		{"answers", "Answers accepted, of the runs that there are.", answers},
		{"answers_again", "Answers that came more than once.", again},
		{"set_aside", "Jobs that nobody can answer.", aside},
		{"excluded", "Workers that are believed no more.", excluded},
	} {
		d := prometheus.NewDesc("oxo_hub_"+m.name, m.help, nil, nil)
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(m.value))
	}
}
