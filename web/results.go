package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"oxo/api"
	"oxo/explain"

	"github.com/danielgtaylor/huma/v2"
)

// ResultsFile is the name of the file in the folder [Options.Results].
const ResultsFile = "results.jsonl"

// resultsEvery is the period of the limit on results from an address.
const resultsEvery = time.Minute

// Submission is a learner's message: the answers to exercises, not yet marked.
type Submission struct {
	Name      string            `json:"name" maxLength:"80" doc:"The learner's, as the teacher knows it" example:"Ada L."`
	Exercises []api.MarkRequest `json:"exercises" minItems:"1" maxItems:"40" doc:"The exercises with the learner's answers, which are marked here"`
}

// Received is the reply to a submission.
type Received struct {
	Right     int `json:"right" doc:"Answers that are right, of all exercises"`
	Of        int `json:"of" doc:"Questions of all exercises"`
	Exercises int `json:"exercises"`
}

// Taking says whether results are accepted.
type Taking struct {
	Taken bool `json:"taken"`
}

// Result is a line of the file: one exercise of one learner.
type Result struct {
	Time  time.Time      `json:"time"`
	Name  string         `json:"name"`
	Kind  string         `json:"kind"`
	Seed  uint64         `json:"seed,omitempty"`
	Tree  string         `json:"tree,omitempty"` // if it was the learner's own tree
	Game  string         `json:"game,omitempty"` // of an exercise about a position, if the learner chose it
	Right int            `json:"right"`
	Wrong int            `json:"wrong"`
	Open  int            `json:"open"`
	Of    int            `json:"of"`
	Marks []explain.Mark `json:"marks"`
}

// results appends to a file, and counts the submissions of each address.
type results struct {
	mu    sync.Mutex
	file  *os.File
	since time.Time
	sent  map[string]int // by address
}

// openResults opens or creates the file in a folder, readable only by the owner.
func openResults(folder string) (*results, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("the results cannot be kept in %s: %w; want a folder that exists", folder, err)
	}
	defer func() { _ = root.Close() }()
	f, err := root.OpenFile(ResultsFile, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		if err = wholeLines(f); err != nil {
			_ = f.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the results cannot be kept in %s: %w", folder, err)
	}
	return &results{file: f, sent: map[string]int{}}, nil
}

// wholeLines makes the file private, and ends an incomplete line, left by a crash, so
// that the next line can be read.
func wholeLines(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New(ResultsFile + " is not a file")
	}
	if err := f.Chmod(0o600); err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if last[0] == '\n' {
		return nil
	}
	_, err = f.Write([]byte{'\n'})
	return err
}

// admit counts a submission of an address.
func (r *results) admit(address string, most int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.since) >= resultsEvery {
		r.since = now
		clear(r.sent)
	}
	if r.sent[address] >= most {
		return refuse(ResultsEach)
	}
	r.sent[address]++
	return nil
}

// append writes all lines or none, and returns when they are on the disk.
func (r *results) append(lines []byte, most int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if info.Size()+int64(len(lines)) > most {
		return refuse(ResultBytes)
	}
	if _, err = r.file.Write(lines); err == nil {
		err = r.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("the results could not be kept: %w", errors.Join(err, r.file.Truncate(info.Size())))
	}
	return nil
}

// close closes the file, if there is one.
func (r *results) close() {
	if r != nil {
		_ = r.file.Close()
	}
}

// learner checks a name.
func learner(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", newProblem(http.StatusUnprocessableEntity, "no name: write yours, so that the teacher knows whose results these are")
	case strings.ContainsFunc(name, unseen) || !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }):
		return "", newProblem(http.StatusUnprocessableEntity, "a name has letters, digits and signs: this one has others")
	}
	return name, nil
}

// unseen reports whether a character is not allowed in a name. Two invisible ones are
// allowed, since some scripts need them to join letters or keep them apart.
func unseen(r rune) bool {
	const keepsApart, joins = '\u200c', '\u200d'
	return !unicode.IsPrint(r) && r != keepsApart && r != joins || r == unicode.ReplacementChar
}

// receive marks and stores a submission.
func (s *Server) receive(ctx context.Context, in Submission) (*Received, error) {
	if s.results == nil {
		return nil, newProblem(http.StatusForbidden, "this server takes no results: save them as a file and hand that in, or have it started with --results")
	}
	name, err := learner(in.Name)
	if err != nil {
		return nil, err
	}
	if err := s.results.admit(askerOf(ctx).address, s.options.Limits.count(ResultsEach)); err != nil {
		return nil, err
	}
	got := &Received{Exercises: len(in.Exercises)}
	var lines bytes.Buffer
	write := json.NewEncoder(&lines)
	write.SetEscapeHTML(false)
	for i, e := range in.Exercises {
		marked, err := s.service.Mark(e)
		if p, ok := errors.AsType[*api.Problem](err); ok {
			return nil, newProblem(p.Status, fmt.Sprintf("exercise %d: %s", i+1, p.Detail))
		}
		if err != nil {
			return nil, err
		}
		line := Result{time.Now().UTC().Truncate(time.Second), name, e.Kind, e.Seed, strings.TrimSpace(e.Tree), e.Game, marked.Right, marked.Wrong, marked.Open, marked.Of, marked.Marks}
		if line.Tree != "" {
			line.Seed = 0
		}
		if err := write.Encode(line); err != nil {
			return nil, err
		}
		got.Right += marked.Right
		got.Of += marked.Of
	}
	return got, s.results.append(lines.Bytes(), s.options.Limits[ResultBytes])
}

// resultRoutes adds the operations on results.
func (s *Server) resultRoutes(a huma.API) {
	get(s, a, "results", "Whether results are taken", nil, func(context.Context, *struct{ Client }) (*Taking, error) {
		return &Taking{s.results != nil}, nil
	})
	huma.Register(a, huma.Operation{
		OperationID: "send", Method: http.MethodPost, Path: "/api/results", Summary: "Hand in the answers to exercises, where the server takes them",
		MaxBodyBytes: s.options.Limits[Body] + 1, BodyReadTimeout: bodyIsRead,
		Responses: responses(a, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusInsufficientStorage),
	}, func(ctx context.Context, in *struct {
		Body Submission
		Client
	},
	) (*body[*Received], error) {
		r, err := s.receive(ctx, in.Body)
		return &body[*Received]{r}, s.fail(err)
	})
}
