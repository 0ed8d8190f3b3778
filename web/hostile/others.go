package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Requests of the others, as named in the report.
const (
	Position     = "position"
	ReplyByLevel = "reply by level"
	ReplyPerfect = "reply perfect"
	GamesList    = "games"
	PageFile     = "page file"
	Health       = "healthz"
	Analysis     = "analysis"
)

const (
	otherPause = 20 * time.Millisecond
	// analysisPause is longer, since the server makes long searches wait for their
	// turn.
	analysisPause = 200 * time.Millisecond
	// otherPatience is the time limit of a well-behaved client.
	otherPatience = 5 * time.Minute
	maxProblems   = 8
)

// other is a well-behaved client: it plays noughts and crosses, loads the page, and
// has positions analysed.
type other struct {
	http   *http.Client
	base   string
	name   string
	number int
	random *rand.Rand
	open   *atomic.Int64 // its connections
	asked  *notes
}

func newOther(t *target, number int, asked *notes) *other {
	open := new(atomic.Int64)
	return &other{
		base: t.url.String(), name: fmt.Sprint("other", number), number: number, random: newRandom(), open: open, asked: asked,
		http: &http.Client{Timeout: otherPatience, Transport: &http.Transport{
			TLSClientConfig: t.secure, MaxIdleConnsPerHost: 2,
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				open.Add(1)
				conn, err := t.dial(ctx, t.other(number))
				if err != nil {
					open.Add(-1)
					return nil, err
				}
				return &counted{Conn: conn, closed: func() { open.Add(-1) }}, nil
			},
		}},
	}
}

// counted is a connection that reports its end.
type counted struct {
	net.Conn
	once   sync.Once
	closed func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	defer c.once.Do(c.closed)
	return c.Conn.Close()
}

// run makes requests until ctx ends. Analyses may wait for their turn, so they run in
// parallel to the game.
func (o *other) run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() {
		for ok := true; ok; ok = rest(ctx, analysisPause) {
			o.ask(ctx, Analysis, "/api/analyze?game=tictactoe&ms=500", complete)
		}
	})
	both.Go(func() { o.play(ctx) })
	both.Wait()
	o.http.CloseIdleConnections()
	for o.open.Load() > 0 { // the library closes them in goroutines
		time.Sleep(time.Millisecond)
	}
}

// play plays games, and loads the page between the moves.
func (o *other) play(ctx context.Context) {
	pages := [][2]string{{PageFile, "/"}, {Health, "/healthz"}, {PageFile, "/main.js"}, {GamesList, "/api/games"}}
	var g game
	for turn := o.number; rest(ctx, otherPause); turn++ {
		page := pages[turn%len(pages)]
		o.ask(ctx, page[0], page[1], something)
		if rest(ctx, otherPause) {
			g = o.move(ctx, g, turn)
		}
	}
}

// game is a game of noughts and crosses.
type game struct {
	moves []string
	state state
}

// state is the relevant part of a game's state.
type state struct {
	Outcome string
	Legal   []legal
}

type legal struct{ Move string }

// move makes a random move, requests the state and then the reply. It returns an
// empty game after the end or after a failed request.
func (o *other) move(ctx context.Context, g game, turn int) game {
	if len(g.state.Legal) == 0 {
		g.state.Legal = []legal{{"a1"}, {"a2"}, {"a3"}, {"b1"}, {"b2"}, {"b3"}, {"c1"}, {"c2"}, {"c3"}}
	}
	moves := append(g.moves, g.state.Legal[o.random.IntN(len(g.state.Legal))].Move)
	played := "&moves=" + strings.Join(moves, ".")
	var now state
	read := func(content []byte) error { return json.Unmarshal(content, &now) }
	if !o.ask(ctx, Position, "/api/position?game=tictactoe"+played, read) || now.Outcome != "ongoing" || !rest(ctx, otherPause) {
		return game{}
	}
	question, level := ReplyPerfect, "perfect"
	if turn%2 == 0 {
		question, level = ReplyByLevel, fmt.Sprint(1+o.random.IntN(10))
	}
	var reply struct {
		Move  string
		State state
	}
	read = func(content []byte) error { return json.Unmarshal(content, &reply) }
	address := fmt.Sprintf("/api/reply?game=tictactoe&level=%s&seed=%d%s", level, o.random.Uint32(), played)
	if !o.ask(ctx, question, address, read) || reply.State.Outcome != "ongoing" {
		return game{}
	}
	return game{append(moves, reply.Move), reply.State}
}

// complete requires that a stream was read to its end.
func complete(content []byte) error {
	if !bytes.Contains(content, []byte("event: end")) {
		return fmt.Errorf("the stream has a wrong end: %.200q", content)
	}
	return nil
}

// something requires a non-empty answer.
func something(content []byte) error {
	if len(content) == 0 {
		return errors.New("the answer is empty")
	}
	return nil
}

// ask makes a request, records the result, and reports whether the answer is good.
func (o *other) ask(ctx context.Context, question, path string, check func([]byte) error) bool {
	begun := time.Now()
	content, status, err := o.fetch(ctx, path)
	took := time.Since(begun)
	if err != nil && ctx.Err() != nil {
		o.asked.unanswered(question, took)
		return false
	}
	if err == nil && status == http.StatusOK {
		err = check(content)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	o.asked.note(question, took, status, err, content)
	return err == nil && status == http.StatusOK
}

// fetch returns an answer and its status; 0 without an answer.
func (o *other) fetch(ctx context.Context, path string) ([]byte, int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+path, nil)
	if err != nil {
		return nil, 0, err
	}
	r.Header.Set("X-Oxo-Client", o.name)
	answer, err := o.http.Do(r)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err // omits the address
	}
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	return content, answer.StatusCode, err
}

// notes holds the results of all requests of the others.
type notes struct {
	mu       sync.Mutex
	reports  map[string]*QuestionReport
	times    map[string][]time.Duration // of good answers
	problems []string
}

func newNotes() *notes {
	n := &notes{reports: map[string]*QuestionReport{}, times: map[string][]time.Duration{}}
	for _, question := range questions() {
		n.reports[question] = &QuestionReport{Question: question, Statuses: map[int]int{}}
	}
	return n
}

// questions returns the requests in the order of the report.
func questions() []string {
	return []string{Position, ReplyByLevel, ReplyPerfect, GamesList, PageFile, Health, Analysis}
}

// note counts an answer, or an error.
func (n *notes) note(question string, took time.Duration, status int, err error, content []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	q := n.reports[question]
	q.Count++
	q.Slowest = max(q.Slowest, took)
	if status != 0 {
		q.Statuses[status]++
	}
	switch {
	case err != nil:
		q.Errors++
		q.Bad++
		n.problem(fmt.Sprintf("%s: %v", question, err))
	case status != http.StatusOK:
		q.Bad++
		n.problem(fmt.Sprintf("%s: status %d: %.200s", question, status, bytes.TrimSpace(content)))
	default:
		n.times[question] = append(n.times[question], took)
	}
}

// unanswered counts a question without an answer at the end.
func (n *notes) unanswered(question string, waited time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	q := n.reports[question]
	q.Unanswered++
	q.Slowest = max(q.Slowest, waited)
}

// problem keeps the first few distinct problems.
func (n *notes) problem(text string) {
	if len(n.problems) < maxProblems && !slices.Contains(n.problems, text) {
		n.problems = append(n.problems, text)
	}
}
