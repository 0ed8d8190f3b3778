package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/solve"
	"oxo/search"
)

// lineSolver answers positions line by line, on several threads, and prints the
// answers in the order of the lines.
type lineSolver struct {
	app     *app
	pool    *search.Pool
	game    oxo.Game
	options solve.Options
	json    bool

	progress *progress
	mu       sync.Mutex // guards the fields below, which all threads update
	answers  []answer   // of the current lines
	printed  int        // number of current lines already printed
	before   int        // number of lines before the current ones
	refused  int        // number of lines that are not positions
	failed   error      // the error after which no more lines are answered
}

// answer is the result of a line: output or an error.
type answer struct {
	proof   *solve.Proof // the running proof, or nil
	ready   bool
	changed []string // parts of the position that were read differently than written
	output  []byte
	err     error
}

// solveLines answers positions line by line. A line that is not a position is reported
// on the error output, and the next lines are answered.
func (a *app) solveLines(ctx context.Context, pool *search.Pool, g oxo.Game, o solve.Options, json bool) error {
	l := lineSolver{app: a, pool: pool, game: g, options: o, json: json, progress: a.progress()}
	defer l.progress.follow(l.state)()
	for in := readLines(a.in); l.failed == nil; {
		came, err := in.together(ctx)
		if err != nil {
			return err
		}
		l.solve(ctx, came)
	}
	switch {
	case !errors.Is(l.failed, io.EOF):
		return l.failed
	case l.refused > 0:
		return usagef("%s of the input %s not a position of %s", words.Count(l.refused, "line"), isOrAre(l.refused), g.Name())
	}
	return nil
}

// solve answers lines that arrived together.
func (l *lineSolver) solve(ctx context.Context, came []line) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l.progress.done() // do not count the time in which no lines arrived
	l.mu.Lock()
	l.answers, l.printed = make([]answer, len(came)), 0
	l.mu.Unlock()
	l.pool.Do(len(came), func(s *search.Searcher, i int) {
		changed, output, err := l.answer(ctx, s, i, came[i])
		if !l.print(i, answer{ready: true, changed: changed, output: output, err: err}) {
			stop()
		}
	})
	l.mu.Lock()
	l.before, l.answers, l.printed = l.before+len(came), nil, 0
	l.mu.Unlock()
}

// answer returns the text to print for the i-th current line, and the parts of its position that were read
// differently than written.
func (l *lineSolver) answer(ctx context.Context, s *search.Searcher, i int, from line) (changed []string, output []byte, err error) {
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case from.err != nil || from.text == "":
		return nil, nil, from.err
	}
	text, p, changed, err := parseLine(l.game, from.text)
	if err != nil {
		return nil, nil, usage(err)
	}
	options := l.options
	options.Searcher = s
	proof, err := solve.New(l.game, p, options)
	if err != nil {
		return changed, nil, err
	}
	l.mu.Lock()
	l.answers[i].proof = proof
	l.mu.Unlock()
	r, err := proof.Run(ctx)
	switch {
	case err != nil:
		return changed, nil, err
	case l.json:
		r.Input = text
		var b bytes.Buffer
		err = writeJSON(&b, r)
		return changed, b.Bytes(), err
	case r.Scale != nil:
		return changed, fmt.Appendln(nil, text, *r.Scale), nil
	}
	return changed, fmt.Appendf(nil, "%s %v\n", text, r.Text()), nil
}

// state returns the progress of the next line to be printed.
func (l *lineSolver) state() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.printed == len(l.answers) || l.answers[l.printed].proof == nil {
		return ""
	}
	return fmt.Sprintf("line %d: %s", l.before+l.printed+1, l.answers[l.printed].proof.Progress())
}

// parseLine reads a position, and returns its text without a score after it, and
// the parts that were read differently than written.
func parseLine(g oxo.Game, text string) (position string, p oxo.Position, changed []string, err error) {
	texts := []string{text}
	if at := strings.LastIndexAny(text, " \t"); at > 0 && isNumber(text[at+1:]) {
		texts = append(texts, strings.TrimSpace(text[:at]))
	}
	for _, position = range texts {
		if p, err = g.ParsePosition(position); err == nil {
			return position, p, nil, nil
		}
	}
	for _, position = range texts {
		if p, changed, err = catalog.ReadPosition(g, position); err == nil {
			return position, p, changed, nil
		}
	}
	return position, nil, nil, err
}

// print stores the answer to a line, prints all answers whose turn it is, and
// reports whether more are wanted.
func (l *lineSolver) print(i int, what answer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[i] = what
	for ; l.printed < len(l.answers) && l.answers[l.printed].ready; l.printed++ {
		if l.failed != nil && !errors.Is(l.failed, context.Canceled) && !errors.Is(l.failed, context.DeadlineExceeded) {
			break // the reader of the output has gone, or nothing can be proven
		}
		err := l.printNext(&l.answers[l.printed])
		if l.failed == nil {
			l.failed = err
		}
	}
	return l.failed == nil
}

// printNext prints an answer. Its error ends the work.
func (l *lineSolver) printNext(what *answer) error {
	l.progress.done()
	refused := errors.Is(what.err, errNotALine) || callers(what.err)
	_, unproven := errors.AsType[*solve.UnprovenError](what.err)
	for _, changed := range what.changed {
		fmt.Fprintf(l.app.err, "%s: line %d: the position: %s\n", l.app.name, l.before+l.printed+1, changed)
	}
	if refused || unproven {
		fmt.Fprintf(l.app.err, "%s: line %d: %v\n", l.app.name, l.before+l.printed+1, what.err)
	}
	switch {
	case refused:
		l.refused++
		return nil
	case what.err != nil || len(what.output) == 0:
		return what.err
	}
	_, err := l.app.out.Write(what.output)
	what.output = nil
	return err
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}
