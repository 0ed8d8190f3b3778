package ggp

import (
	"context"
	"strings"
	"time"

	"oxo/internal/words"
)

// start begins a match: it reads the sheet, and thinks with the rest of the clock.
func (s *Server) start(msg *message, received time.Time) string {
	m := s.begin(msg, received)
	if m == nil {
		s.log.Warn("busy", "match", msg.match)
		return busy
	}
	defer func() { <-m.turn }()
	s.clear()
	reading, stop := context.WithDeadline(m.ctx, received.Add(msg.start+readMoves*msg.play))
	m.sheet = readSheet(reading, m.id, msg.rules)
	context.AfterFunc(m.ctx, stop)
	var twice []string
	if m.sheet.spelling, twice = spellings(msg.rules); len(twice) > 0 {
		s.log.Warn("names with two spellings, which are one name to oxo", "match", m.id, "names", plainText(words.Clip(strings.Join(twice, " "))))
	}
	ctx, cancel := context.WithDeadline(m.ctx, s.deadline(received, msg.start))
	defer cancel()
	if s.enter(ctx, m) != nil {
		return ready
	}
	select {
	case <-m.sheet.surveyed:
	case <-ctx.Done():
	}
	s.explain(m)
	if legal := m.state.Legal(m.me, nil); m.sheet.known() != nil && len(legal) > 0 {
		c := s.think(ctx, m, legal, s.hard(received, msg.start))
		s.log.Info("thought", "match", m.id, "value", c.value, "by", c.by, "took", time.Since(received).Round(time.Millisecond))
	}
	return ready
}

// enter waits until the sheet is read, and begins the match.
func (s *Server) enter(ctx context.Context, m *match) error {
	err := m.sheet.wait(ctx)
	before := m.state
	if err == nil {
		err = m.begin()
	}
	switch {
	case err != nil:
		s.log.Error("no move can be found", "match", m.id, "why", plainText(err.Error()))
	case before == nil:
		facts, rules := m.sheet.engine.Size()
		s.log.Info("start", "match", m.id, "role", m.role, "play", m.play, "facts", facts, "rules", rules)
	}
	return err
}

// explain logs once why the game cannot be searched.
func (s *Server) explain(m *match) {
	select {
	case <-m.sheet.surveyed:
		if m.sheet.why != nil && !m.logged {
			s.log.Warn("not a game that oxo can search: random games choose the moves", "match", m.id, "why", plainText(m.sheet.why.Error()))
		}
		m.logged = true
	default:
	}
}

// play makes the last moves, and answers the next one.
func (s *Server) play(m *match, msg *message, received time.Time) (string, error) {
	select {
	case m.turn <- struct{}{}:
	default:
		return busy, nil
	}
	defer func() { <-m.turn }()
	s.wait(m, received.Add(m.play))
	ctx, cancel := context.WithDeadline(m.ctx, s.deadline(received, m.play))
	defer cancel()
	m.hear(msg.moves)
	if s.enter(ctx, m) != nil {
		return none, nil
	}
	s.explain(m)
	if err := m.advance(); err != nil {
		return "", err
	}
	legal := m.state.Legal(m.me, nil)
	if m.state.Over() || len(legal) == 0 {
		s.log.Error("no move can be found", "match", m.id, "why", "the game is over, or "+m.role+" has no legal move")
		return none, nil
	}
	c := choice{move: legal[0], by: "only move"}
	if len(legal) > 1 {
		c = s.think(ctx, m, legal, s.hard(received, m.play))
	}
	answer := m.text(m.sheet.engine.Move(m.me, c.move))
	s.log.Info("move", "match", m.id, "ply", len(m.history)+1, "move", answer, "of", len(legal), "value", c.value, "by", c.by, "took", time.Since(received).Round(time.Millisecond))
	return answer, nil
}

// wait notes the time until which the next message must have come.
func (s *Server) wait(m *match, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.due = until
}

// stop ends a match after its last moves.
func (s *Server) stop(m *match, msg *message) string {
	s.leave(m)
	m.turn <- struct{}{}
	defer func() { <-m.turn }()
	if m.state == nil {
		return done
	}
	m.hear(msg.moves)
	if err := m.advance(); err != nil {
		s.log.Warn("the last moves", "match", m.id, "why", plainText(err.Error()))
		return done
	}
	log := s.log.With("match", m.id, "moves", len(m.history))
	if m.state.Over() {
		mine, _ := m.state.Points(m.me)
		theirs, _ := m.state.Points(1 - m.me)
		log = log.With("points", mine, "theirs", theirs)
	}
	log.Info("stop")
	return done
}
