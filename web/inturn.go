package web

import (
	"bytes"
	"context"
	"net/http"

	"oxo/search"
)

// inTurn lets a request that takes only moments wait for its turn. The turn lasts
// from reading the request to writing the answer into memory, since both may take
// longer than the work itself. The answer is sent afterwards, at the client's speed.
// Replies and streams take their turns themselves.
func (s *Server) inTurn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/games", "/api/position", "/api/exercise", "/api/hint", "/api/answers", "/api/results", "/api/proof", "/api/walk", "/metrics":
		default:
			next.ServeHTTP(w, r)
			return
		}
		out := &kept{ResponseWriter: w, status: http.StatusOK}
		q := s.requestOf(r.Context(), r.URL.Query().Get("game"))
		q.moment = q.moment && r.ContentLength >= 0 && r.ContentLength < small
		err := s.quick.do(r.Context(), q, func(context.Context, *search.Searcher) error {
			next.ServeHTTP(out, r)
			return nil
		})
		if err != nil {
			writeError(w, s.fail(err))
			return
		}
		w.WriteHeader(out.status)
		_, _ = w.Write(out.content.Bytes())
	})
}

// small is the maximum size of a body that takes only a moment to read.
const small = 8 * kilobyte

// kept keeps an answer in memory.
type kept struct {
	http.ResponseWriter
	status  int
	content bytes.Buffer
}

// WriteHeader implements [http.ResponseWriter].
func (k *kept) WriteHeader(status int) { k.status = status }

// Write implements [http.ResponseWriter].
func (k *kept) Write(b []byte) (int, error) { return k.content.Write(b) }
