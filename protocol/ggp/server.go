package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"oxo/internal/words"
	"oxo/player"
	"oxo/search"
)

// Options are the options of the player.
type Options struct {
	Search search.Options
	Method player.Method // Auto: a search that may prove the value, then mcts
	Limits search.Limits // of each move, in addition to the clock
	// Margin is the part of each clock that is left for the network; at most a quarter of
	// the clock. 0 means one second.
	Margin time.Duration
	Seed   uint64
	Log    *slog.Logger
}

// Server is the player: it answers the messages of one match at a time. Several goroutines may
// use it.
type Server struct {
	opts Options
	log  *slog.Logger

	mu    sync.Mutex
	match *match

	thinking sync.Mutex    // holds what follows
	free     chan struct{} // closed when the thinker is free
	choose   chooser
	forget   func() // clears the thinker's memory
}

// chooser is the function that thinks: [thinker.choose], or another one in tests.
type chooser func(ctx context.Context, m *match, legal []int32, report func(choice)) error

// The defaults and bounds of clocks.
const (
	defaultMargin = time.Second
	marginPart    = 4  // a margin is at most 1/marginPart of the clock
	readMoves     = 10 // a sheet may be read until the clocks of the start and of this number of moves end
	patience      = time.Minute
)

// New makes a player.
func New(opts Options) *Server {
	s := &Server{opts: opts, log: opts.Log}
	if s.opts.Margin <= 0 {
		s.opts.Margin = defaultMargin
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.renew()
	return s
}

// renew makes a thinker that is free.
func (s *Server) renew() {
	t := newThinker(&s.opts)
	s.choose, s.forget = t.choose, t.clear
	s.free = make(chan struct{})
	close(s.free)
}

// clear lets the thinker forget the last match.
func (s *Server) clear() {
	s.thinking.Lock()
	defer s.thinking.Unlock()
	select {
	case <-s.free:
		s.forget()
	default:
		s.renew()
	}
}

// Serve answers at a listener until ctx ends; then it returns the error of ctx.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 16, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(l)
	s.quit()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// ServeHTTP answers one message.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	received := time.Now()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "this is a player of General Game Playing: want POST with a message, as (INFO)")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the message has more than %s", words.Bytes(maxBody)))
			return
		}
		refuse(w, http.StatusBadRequest, "the message cannot be read: "+err.Error())
		return
	}
	answer, err := s.answer(string(body), received)
	if err != nil {
		s.log.Warn("refused", "why", plainText(err.Error()))
		refuse(w, http.StatusBadRequest, plainText(err.Error()))
		return
	}
	w.Header().Set("Content-Type", "text/acl")
	_, _ = io.WriteString(w, answer)
}

// refuse answers an error.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, why+"\n")
}

// plainText writes a text with the commas that were in the message.
func plainText(text string) string { return strings.ReplaceAll(text, comma, ",") }

// answer answers a message. An error says what is wrong with it.
func (s *Server) answer(text string, received time.Time) (string, error) {
	msg, err := read(text)
	if err != nil {
		return "", err
	}
	switch msg.verb {
	case "info":
		status := "available"
		if s.current(received) != nil {
			status = "busy"
		}
		return "((name oxo) (status " + status + "))", nil
	case "preview":
		if s.current(received) != nil {
			return busy, nil
		}
		return ready, nil
	case "start":
		return s.start(msg, received), nil
	}
	m := s.named(msg.match)
	if m == nil {
		s.log.Warn("another match", "verb", msg.verb, "match", msg.match)
		return busy, nil
	}
	switch msg.verb {
	case "play":
		return s.play(m, msg, received)
	case "stop":
		return s.stop(m, msg), nil
	}
	s.log.Info("aborted", "match", m.id)
	s.leave(m)
	return aborted, nil
}

// The answers that are not moves.
const (
	ready   = "ready"
	busy    = "busy"
	done    = "done"
	aborted = "aborted"
	none    = "nil" // no move
)

// current returns the match under way; nil without one, or if its server has been silent for
// too long.
func (s *Server) current(now time.Time) *match {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match == nil || now.After(s.match.due.Add(patience)) {
		return nil
	}
	return s.match
}

// named returns the match of a name.
func (s *Server) named(id string) *match {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match == nil || s.match.id != id {
		return nil
	}
	return s.match
}

// quit ends the thinking about the match under way.
func (s *Server) quit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match != nil {
		s.match.cancel()
	}
}

// leave ends a match, after the answer to its last message.
func (s *Server) leave(m *match) {
	m.cancel()
	m.turn <- struct{}{}
	defer func() { <-m.turn }()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match == m {
		s.match = nil
	}
}

// deadline returns when an answer must be ready: a margin before the clock ends.
func (s *Server) deadline(received time.Time, clock time.Duration) time.Time {
	return received.Add(clock - s.margin(clock))
}

func (s *Server) margin(clock time.Duration) time.Duration {
	return min(s.opts.Margin, clock/marginPart)
}

// hard returns when an answer is given although the thinker has not ended.
func (s *Server) hard(received time.Time, clock time.Duration) time.Time {
	return received.Add(clock - s.margin(clock)/2)
}

// begin makes a match the current one, unless another is under way.
func (s *Server) begin(msg *message, received time.Time) *match {
	old := s.current(received)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match != nil {
		if s.match == old {
			return nil
		}
		s.log.Warn("given up: its server is silent", "match", s.match.id)
		s.match.cancel()
	}
	m := newMatch(context.Background(), msg)
	m.due = received.Add(msg.start)
	m.turn <- struct{}{}
	s.match = m
	return m
}
