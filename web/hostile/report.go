package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is the result of an attack.
type Report struct {
	URL         string            `json:"url"`
	Took        time.Duration     `json:"took_ns"`
	Connections int               `json:"connections"`
	Addresses   int               `json:"addresses"`
	Hostile     []KindReport      `json:"hostile"`   // by kind
	Questions   []*QuestionReport `json:"questions"` // of the others
	// All sums up all requests except analyses, which may wait for their turn.
	All QuestionReport `json:"all"`
	// Problems are the first few distinct problems of the others.
	Problems []string `json:"problems"`
}

// KindReport is the result of one kind of client.
type KindReport struct {
	Kind     string      `json:"kind"`
	Clients  int         `json:"clients"`  // each with one connection at a time
	Opened   int         `json:"opened"`   // connections
	Refused  int         `json:"refused"`  // connections, including those not accepted within 10 s
	Unopened int         `json:"unopened"` // for a reason on this machine, such as too few ports
	Closed   int         `json:"closed"`   // connections that the server ended
	Answered int         `json:"answered"` // requests with a complete answer
	Statuses map[int]int `json:"statuses"` // of answers that began
	// Held is the longest time that a connection was open.
	Held time.Duration `json:"held_ns"`
	// Why is the first reason of an unopened connection.
	Why string `json:"why,omitempty"`
}

// QuestionReport is the result of one kind of request of the others.
type QuestionReport struct {
	Question string      `json:"question"`
	Count    int         `json:"count"` // answered, or failed
	Bad      int         `json:"bad"`   // errors, and answers with a status other than 200
	Errors   int         `json:"errors"`
	Statuses map[int]int `json:"statuses"`
	// Unanswered is the number of requests still waiting at the end.
	Unanswered int `json:"unanswered"`
	// Median and P99 are times of the good answers.
	Median time.Duration `json:"median_ns"`
	P99    time.Duration `json:"p99_ns"`
	// Slowest is the longest time of any request: good, bad, or unanswered at the end.
	Slowest time.Duration `json:"slowest_ns"`
}

// newReport assembles the report.
func newReport(o Options, took time.Duration, tallies []*tally, asked *notes) Report {
	r := Report{
		URL: o.URL, Took: took, Connections: o.Connections, Addresses: o.Addresses,
		All: QuestionReport{Question: "all but analysis", Statuses: map[int]int{}}, Problems: asked.problems,
	}
	for _, t := range tallies {
		r.Hostile = append(r.Hostile, t.report)
	}
	var times []time.Duration
	for _, question := range questions() {
		q := asked.reports[question]
		q.measure(asked.times[question])
		r.Questions = append(r.Questions, q)
		if question != Analysis {
			r.All.add(q)
			times = append(times, asked.times[question]...)
		}
	}
	r.All.measure(times)
	return r
}

// measure sets the median and the 99th percentile.
func (q *QuestionReport) measure(times []time.Duration) {
	if len(times) > 0 {
		slices.Sort(times)
		q.Median, q.P99 = times[len(times)/2], times[len(times)*99/100]
	}
}

// add adds the counts of another question.
func (q *QuestionReport) add(other *QuestionReport) {
	q.Count += other.Count
	q.Bad += other.Bad
	q.Errors += other.Errors
	q.Unanswered += other.Unanswered
	q.Slowest = max(q.Slowest, other.Slowest)
	for status, n := range other.Statuses {
		q.Statuses[status] += n
	}
}

// Of returns the report of a kind of request, or nil.
func (r Report) Of(question string) *QuestionReport {
	for _, q := range r.Questions {
		if q.Question == question {
			return q
		}
	}
	return nil
}

// String returns a table for each side.
func (r Report) String() string {
	var b strings.Builder
	from := "the usual address"
	if r.Addresses > 0 {
		from = fmt.Sprintf("%d addresses", r.Addresses)
	}
	fmt.Fprintf(&b, "%s: %d hostile clients from %s for %v\n\n", r.URL, r.Connections, from, round(r.Took))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "hostile\tclients\topened\trefused\tunopened\tclosed by server\theld at most\tanswered\tstatuses")
	for _, h := range r.Hostile {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%v\t%d\t%s\n", h.Kind, h.Clients, h.Opened, h.Refused, h.Unopened, h.Closed, round(h.Held), h.Answered, statuses(h.Statuses))
	}
	_ = w.Flush() // a strings.Builder never fails
	fmt.Fprintln(&b)
	fmt.Fprintln(w, "others\tasked\tbad\terrors\tunanswered\tmedian\tp99\tslowest\tstatuses")
	for _, q := range append(slices.Clone(r.Questions), &r.All) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%v\t%v\t%v\t%s\n", q.Question, q.Count, q.Bad, q.Errors, q.Unanswered, round(q.Median), round(q.P99), round(q.Slowest), statuses(q.Statuses))
	}
	_ = w.Flush()
	for _, h := range r.Hostile {
		if h.Why != "" {
			fmt.Fprintf(&b, "\n%s, not opened: %s", h.Kind, h.Why)
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "\nproblem: %s", p)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// round removes meaningless digits.
func round(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d.Round(10 * time.Microsecond)
	case d < time.Second:
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(10 * time.Millisecond)
}

// statuses writes counts by status: 200: 17, 503: 4.
func statuses(counts map[int]int) string {
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d: %d", status, counts[status]))
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, ", ")
}
