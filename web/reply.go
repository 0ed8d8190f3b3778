package web

import (
	"context"
	"errors"
	"strings"
	"time"

	"oxo/api"
	"oxo/search"
)

// quick is the time for a reply among the short requests. If no move is found or
// proven by then, the search continues among the deep ones.
const quick = 50 * time.Millisecond

// defaultReply is the default time of a reply.
const defaultReply = time.Second

// requestOf returns a request for a place among the short ones, for a game that may
// have to be made; an empty name means no game.
func (s *Server) requestOf(ctx context.Context, game string) request {
	usual := game == "" || s.service.Usual(game)
	return request{asker: askerOf(ctx), builds: !usual && !s.service.Ready(game), moment: usual}
}

// reply answers at once if a move is found at once, so that quick games need not wait
// for long searches. Other replies wait for a place among the long searches, but not
// longer than they may think; after that the quick answer counts, or the best move
// found when the server stops.
func (s *Server) reply(ctx context.Context, r api.ReplyRequest) (*api.Reply, error) {
	short := s.allowed()
	short.Time, short.Patient = min(quick, short.Time), true
	answer, err := s.replyAt(ctx, short, r)
	leveled := r.Level != "" && r.Level != "perfect"
	own := min(time.Duration(r.Milliseconds)*time.Millisecond, s.options.Limits.duration(Time))
	if own == 0 {
		own = min(defaultReply, s.options.Limits.duration(Time))
	}
	tooLong := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	switch {
	case tooLong:
	case err != nil:
		return nil, err
	case leveled || own <= quick || answer.Worth.Value.Estimate == nil && answer.Worth.Value.Proven == nil:
		return answer, nil
	}
	better, err := s.replyDeep(ctx, own, r)
	switch {
	case ctx.Err() != nil || err == nil:
		return better, err
	case answer != nil:
		return answer, nil // all deep searches are busy: the quick answer counts
	case !unserved(err):
		return nil, err
	}
	// A level that needs longer: the best move found in a moment.
	short.Patient = false
	if answer, notDone := s.replyAt(ctx, short, r); notDone == nil {
		return answer, nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, refuse(Searches)
	}
	return nil, err
}

// unserved reports whether an error means that no place was available, in time or at
// all.
func unserved(err error) bool {
	var r *refusal
	return errors.As(err, &r) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// replyAt runs a search in the pool of short requests.
func (s *Server) replyAt(ctx context.Context, a api.Allowed, r api.ReplyRequest) (answer *api.Reply, err error) {
	q := s.requestOf(ctx, r.Game)
	q.moment = q.moment && !strings.HasPrefix(r.Level, "textbook")
	err = s.quick.do(ctx, q, func(ctx context.Context, with *search.Searcher) error {
		s.metrics.searches.Inc()
		answer, err = s.service.Reply(ctx, with, a, r)
		return err
	})
	return answer, err
}

// replyDeep runs a deep search, if a place becomes free in time.
func (s *Server) replyDeep(ctx context.Context, patience time.Duration, r api.ReplyRequest) (answer *api.Reply, err error) {
	t, err := s.deep.enter(request{asker: askerOf(ctx), degree: play})
	if err != nil {
		return nil, err
	}
	ctx, stop := s.untilEnough(ctx)
	defer stop(nil)
	err = t.runWithin(ctx, patience, func(ctx context.Context, with *search.Searcher) error {
		s.metrics.searches.Inc()
		answer, err = s.service.Reply(ctx, with, s.allowed(), r)
		return err
	})
	return answer, err
}

func (s *Server) allowed() api.Allowed {
	return api.Allowed{Time: s.options.Limits.duration(Time), Nodes: uint64(s.options.Limits[Nodes])}
}
