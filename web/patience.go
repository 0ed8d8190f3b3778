package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// A client that sends its body byte by byte, or never reads its answer, would hold a
// connection and the answer's memory for ever. So there are deadlines, renewed with
// every piece: a slow client that makes progress is served.

// piece is the number of bytes written under one deadline.
const piece = 64 << 10

// withPatience limits the time in which a client must send or read each piece of data,
// and the time for a whole body. A GET must not have a body: it is refused, and its
// connection closed.
func withPatience(limits *Limits, fail func(error) error, next http.Handler) http.Handler {
	patience := limits.duration(Patience)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		_ = c.SetWriteDeadline(time.Time{}) // clears the deadline of the connection's last request
		out := &patientWriter{ResponseWriter: w, c: c, patience: patience}
		defer func() { _ = c.SetWriteDeadline(out.deadline()) }() // for the buffered rest
		if r.ContentLength != 0 {
			_ = c.SetReadDeadline(time.Now().Add(patience))
			w.Header().Set("Connection", "close") // the rest of the body must not count as a request
			if r.Method == http.MethodGet || r.Method == http.MethodHead {
				writeProblem(out, http.StatusBadRequest, "a "+r.Method+" has no body here: what it asks for is in its address")
				return
			}
			slow := &patientBody{Reader: r.Body, c: c, patience: patience, end: time.Now().Add(limits.duration(BodyTime))}
			whole, err := slow.all(limits[Body])
			if err != nil {
				writeError(out, fail(err))
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(whole))
		}
		next.ServeHTTP(out, r)
	})
}

// bodyIsRead keeps huma from setting a deadline for a body: withPatience has read it. Such a
// deadline would remain after the body, and net/http ends a request when a deadline of its
// connection has passed. So a sheet would never be read if its reading takes longer than a
// body may take.
const bodyIsRead = -1

// patientWriter sets a deadline for each piece that is written.
type patientWriter struct {
	http.ResponseWriter
	c        *http.ResponseController
	patience time.Duration
	end      atomic.Pointer[time.Time] // no deadline is later, if set
}

// deadline returns the deadline of a piece written now.
func (w *patientWriter) deadline() time.Time {
	d := time.Now().Add(w.patience)
	if end := w.end.Load(); end != nil && d.After(*end) {
		return *end
	}
	return d
}

// hurry limits the time for the rest of the answer. It may be called while another
// goroutine writes.
func (w *patientWriter) hurry(left time.Duration) {
	end := time.Now().Add(left)
	w.end.Store(&end)
	_ = w.c.SetWriteDeadline(w.deadline())
}

// Unwrap is for [http.ResponseController].
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write implements [io.Writer].
func (w *patientWriter) Write(b []byte) (n int, err error) {
	for {
		_ = w.c.SetWriteDeadline(w.deadline())
		m, err := w.ResponseWriter.Write(b[:min(len(b), piece)])
		n += m
		if b = b[m:]; err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// FlushError is for [http.ResponseController].
func (w *patientWriter) FlushError() error {
	_ = w.c.SetWriteDeadline(w.deadline())
	return w.c.Flush()
}

// patientBody sets a deadline for each piece that is read. It clears the deadline at
// the end of the body: while the answer is computed, the connection is watched for
// its end.
type patientBody struct {
	io.Reader
	c        *http.ResponseController
	patience time.Duration
	end      time.Time
}

// Read implements [io.Reader].
func (b *patientBody) Read(p []byte) (int, error) {
	deadline := time.Now().Add(b.patience)
	if deadline.After(b.end) {
		deadline = b.end
	}
	_ = b.c.SetReadDeadline(deadline)
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.c.SetReadDeadline(time.Time{})
	}
	return n, err
}

// all reads a body; most is the limit of its bytes.
func (b *patientBody) all(most int64) ([]byte, error) {
	whole, err := io.ReadAll(io.LimitReader(b, most+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded) && time.Now().Before(b.end):
		return nil, refuse(Patience)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, refuse(BodyTime)
	case err != nil:
		return nil, newProblem(http.StatusBadRequest, "the body cannot be read: "+err.Error())
	case int64(len(whole)) > most:
		return nil, refuse(Body)
	}
	return whole, nil
}
