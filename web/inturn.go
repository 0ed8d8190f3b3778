package web

import (
	"bytes"
	"context"
	"net/http"

	"oxo/search"
)

// inTurn answers what takes moments in its turn, from the reading of the request to the
// writing of the answer in memory: both may take longer than the work itself. The answer
// goes out afterwards, as slowly as the client likes. Replies and streams take their
// turns themselves.
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

// small is the size of a body that is read in a moment.
const small = 8 * kilobyte

// kept keeps an answer.
type kept struct {
	http.ResponseWriter
	status  int
	content bytes.Buffer
}

// WriteHeader implements [http.ResponseWriter].
func (k *kept) WriteHeader(status int) { k.status = status }

// Write implements [http.ResponseWriter].
func (k *kept) Write(b []byte) (int, error) { return k.content.Write(b) }
