package web

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Limit is one of the server's limits.
type Limit int

// Limits of a server, in the order in which a request meets them.
const (
	Connections Limit = iota
	ConnectionsEach
	Header
	HeaderTime
	Body
	BodyTime
	Patience
	Idle
	Places
	Begun
	Builds
	Waiting
	WaitingEach
	Searches
	Table
	Time
	Nodes
	Share
	Queue
	QueueEach
	QueueClient
	Games
	GameBytes
	Sheets
	SheetBytes
	SheetTime
	ResultsEach
	ResultBytes
	Grace

	numLimits = iota
)

// Unit is the unit of a limit.
type Unit int

// Units of limits. A duration is given in nanoseconds.
const (
	Count Unit = iota
	Bytes
	Duration
)

// Description describes a limit.
type Description struct {
	Name    string
	Unit    Unit
	Default int64 // 0: depends on the machine
	Least   int64
	Most    int64
	About   string
	Refused string // what happens beyond the limit
	Status  int    // of the answer; 0 without an answer
}

// Of describes a limit.
func (l Limit) Of() Description { return descriptions()[l] }

const (
	kilobyte = 1 << 10
	megabyte = 1 << 20
	most     = 1 << 20
)

// descriptions is the single source of the help, the docs and the metrics.
func descriptions() [numLimits]Description {
	const second, hour = int64(time.Second), int64(time.Hour)
	return [numLimits]Description{
		Connections:     {"connections", Count, 0, 8, most, "connections in all: 512, or fewer where the system allows fewer open files", "of the address that has most, the one that has waited longest without a request is closed; where all have one, 503, or closed", 503},
		ConnectionsEach: {"connections-each", Count, 64, 1, most, "connections of one address; of one who comes through a trusted proxy, requests at a time", "the one that has waited longest without a request is closed; where all have one, 429, or closed", 429},
		Header:          {"header", Bytes, 64 * kilobyte, kilobyte, 16 * megabyte, "bytes of a request's first line and header", "431, in plain text", 431},
		HeaderTime:      {"header-time", Duration, 5 * second, second / 100, hour, "time for the whole header", "closed", 0},
		Body:            {"body", Bytes, 64 * kilobyte, kilobyte, 16 * megabyte, "bytes of a body", "413", 413},
		BodyTime:        {"body-time", Duration, 30 * second, second / 100, hour, "time for a whole body", "408, or closed", 408},
		Patience:        {"patience", Duration, 10 * second, second / 100, hour, "time for the next piece of a body, or to read the next piece of an answer", "408, or closed", 408},
		Idle:            {"idle", Duration, 60 * second, second / 100, 24 * hour, "time that a connection is kept between two requests", "closed", 0},
		Places:          {"places", Count, 0, 1, 1024, "short questions (replies, positions, exercises) that take more than 2 ms, worked on at a time; half as many as there are processors", "wait", 0},
		Begun:           {"begun", Count, 0, 1, 1024, "short questions that have begun, each with a small table; eight for each processor", "wait", 0},
		Builds:          {"builds", Count, 0, 1, 1024, "of them, those that make the tables of a large board first; half as many as there are processors", "wait", 0},
		Waiting:         {"waiting", Count, 512, 1, most, "short questions that wait to begin", "the last of the address that has most gets 503", 503},
		WaitingEach:     {"waiting-each", Count, 64, 1, most, "of them, those of one address", "429", 429},
		Searches:        {"searches", Count, 0, 1, 1024, "long searches at once; one less than there are processors", "wait; a reply no longer than it may think, and then the quick answer, or if there is none 503", 503},
		Table:           {"table", Bytes, 64 * megabyte, kilobyte, math.MaxInt64, "bytes of the table of each long search", "none: the memory is taken once", 0},
		Time:            {"time", Duration, 30 * second, second / 1000, hour, "time of a search", "the best that is known by then", 0},
		Nodes:           {"nodes", Count, 600_000, 1, 100_000_000, "positions of a tree that is explained", "as many plies as fit; where one does not, a problem 413, as an event", 413},
		Share:           {"share", Duration, 3 * second, second / 1000, hour, "time that a long search keeps its place while others wait for one", "the best that is known by then; of a tree that is not done, a problem 503, as an event", 503},
		Queue:           {"queue", Count, 256, 1, most, "requests that wait for a long search", "the last of the address that has most gets 503", 503},
		QueueEach:       {"queue-each", Count, 16, 1, most, "of them, those of one address", "429", 429},
		QueueClient:     {"queue-client", Count, 4, 1, most, "of them, those of one client: an address and an X-Oxo-Client", "429", 429},
		Games:           {"games", Count, 64, 1, most, "games that are kept, those with parameters", "made again when they are asked for", 0},
		GameBytes:       {"game-bytes", Bytes, 32 * megabyte, kilobyte, math.MaxInt64, "bytes of the tables of games that are kept", "made again when they are asked for", 0},
		Sheets:          {"sheets", Count, 64, 1, most, "rule sheets of visitors that are kept", "the one used longest ago is dropped; a question about it gets 404, and the page sends it again", 0},
		SheetBytes:      {"sheet-bytes", Bytes, 64 * megabyte, kilobyte, math.MaxInt64, "bytes of the games of rule sheets that are kept", "as with sheets", 0},
		SheetTime:       {"sheet-time", Duration, second, second / 1000, hour, "time to read a rule sheet; it takes up to 64 MB. At most builds sheets are read at once", "422", 422},
		ResultsEach:     {"results-each", Count, 120, 1, most, "results that one address sends in a minute, where they are taken", "429", 429},
		ResultBytes:     {"result-bytes", Bytes, 64 * megabyte, kilobyte, math.MaxInt64, "bytes of the file of results", "507: nothing more is taken until the file is moved away and the server started again", 507},
		Grace:           {"grace", Duration, 5 * second, second / 100, hour, "time for the answers that are on their way when the server ends", "closed", 0},
	}
}

// Limits are the limits of a server; 0 means the default.
type Limits [numLimits]int64

// duration returns a time limit.
func (l *Limits) duration(which Limit) time.Duration { return time.Duration(l[which]) }

// count returns a limit that is a number.
func (l *Limits) count(which Limit) int { return int(l[which]) }

// Set sets a limit by name, from text such as 5, 64KB or 10s.
func (l *Limits) Set(name, text string) error {
	var names []string
	for i, d := range descriptions() {
		if d.Name != name {
			names = append(names, d.Name)
			continue
		}
		n, err := d.Unit.parse(text)
		if err != nil {
			return err
		}
		if n < d.Least || n > d.Most {
			return fmt.Errorf("want %s to %s", d.Unit.Format(d.Least), d.Unit.Format(d.Most))
		}
		l[i] = n
		return nil
	}
	return fmt.Errorf("no limit %q: want %s", name, strings.Join(names, ", "))
}

// parse reads a limit's value.
func (u Unit) parse(text string) (int64, error) {
	switch u {
	case Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, errors.New("want a time, as in 10s or 500ms")
		}
		return int64(d), nil
	case Bytes:
		number, shift := strings.TrimSuffix(strings.ToUpper(text), "B"), 0
		for i, unit := range []string{"K", "M", "G"} {
			if digits, ok := strings.CutSuffix(number, unit); ok {
				number, shift = digits, 10*(i+1)
				break
			}
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n > math.MaxInt64>>shift {
			return 0, errors.New("want a number of bytes, as in 64KB")
		}
		return n << shift, nil
	case Count:
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, errors.New("want a number")
	}
	return n, nil
}

// Format writes a limit's value as Set reads it.
func (u Unit) Format(n int64) string {
	switch {
	case u == Duration && n%int64(time.Hour) == 0 && n > 0:
		return fmt.Sprintf("%dh", n/int64(time.Hour))
	case u == Duration:
		return time.Duration(n).String()
	case u == Bytes && n%megabyte == 0:
		return fmt.Sprintf("%dMB", n/megabyte)
	case u == Bytes && n%kilobyte == 0:
		return fmt.Sprintf("%dKB", n/kilobyte)
	}
	return strconv.FormatInt(n, 10)
}

// WithDefaults replaces 0 by the default.
func (l Limits) WithDefaults() Limits {
	processors := int64(runtime.GOMAXPROCS(0))
	machine := Limits{
		Connections: min(512, maxConnections()), Begun: 8 * processors, Places: max(processors/2, 1), Builds: max(processors/2, 1), Searches: max(processors-1, 1),
	}
	for i, d := range descriptions() {
		if l[i] == 0 {
			l[i] = max(d.Default, machine[i])
		}
	}
	l[Begun] = max(l[Begun], l[Places]) // a place needs a seat
	return l
}

// Memory of a server that no limit covers.
const (
	baseBytes       = 64 * megabyte // the program, the page, the metrics
	connectionBytes = 160 * kilobyte
	placeBytes      = 5 * megabyte  // with a small table
	nodeBytes       = 210           // of a tree, including its part of the answer
	sheetBytes      = 64 * megabyte // while a rule sheet of maxSheetRules is read
)

// Memory returns the maximum memory of a server with these limits, in bytes.
func (l Limits) Memory() int64 {
	l = l.WithDefaults()
	return baseBytes + l[Connections]*connectionBytes + l[Begun]*placeBytes + l[Searches]*(l[Table]+l[Nodes]*nodeBytes) + l[GameBytes] + l[SheetBytes] + l[Builds]*sheetBytes
}

// Problem is an error of a request in the format of [RFC9457], with the limit that
// was met.
type Problem struct {
	huma.ErrorModel
	Limit string `json:"limit,omitempty" doc:"The limit that was met, as docs/do/page.md names it"`
}

// refusal is the error of a request beyond a limit.
type refusal struct{ limit Limit }

// retryAfter is how many seconds a refused client should wait.
const retryAfter = 5

func refuse(l Limit) error { return &refusal{l} }

func (r *refusal) Error() string {
	d := r.limit.Of()
	switch r.limit {
	case ConnectionsEach:
		return "too many connections of your address: close some first"
	case Connections:
		return "too many connections: try again in a few seconds"
	case QueueEach, QueueClient, WaitingEach:
		return "too many of your requests are waiting: let some of them end first"
	case Body:
		return "the body is larger than is allowed"
	case Patience, BodyTime:
		return "the body came too slowly"
	case Share:
		return "others are waiting, and this was not done in its time: look fewer plies ahead, or try again"
	case ResultsEach:
		return "too many results were sent from your address: wait a minute, and send them again"
	case ResultBytes:
		return "the results have no room left here: save them as a file, and tell the teacher"
	case Queue, Waiting, Searches:
		return "all searches are taken: try again in a few seconds"
	case SheetTime:
		return "the rule sheet takes too long to read here: make it smaller, or try again when fewer are served"
	default:
		return "the limit " + d.Name + " is met: " + d.About
	}
}

// problem converts the refusal to a problem document.
func (r *refusal) problem() *Problem {
	d := r.limit.Of()
	return &Problem{huma.ErrorModel{Status: d.Status, Title: http.StatusText(d.Status), Detail: r.Error()}, d.Name}
}
