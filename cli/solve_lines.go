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

// lineSolver answers positions line by line, as many at once as there are threads,
// and prints the answers in the order of the lines.
type lineSolver struct {
	app     *app
	pool    *search.Pool
	game    oxo.Game
	options solve.Options
	json    bool

	progress *progress
	mu       sync.Mutex // for all below: the threads add what they have found
	answers  []answer   // of the lines at hand
	printed  int        // of these
	before   int        // lines before these
	refused  int        // lines that were no positions
	failed   error      // why no more lines are answered
}

// answer is what is to be reported of a line: some output, or an error.
type answer struct {
	proof   *solve.Proof // while it runs, or nil
	ready   bool
	changed []string // what of the position was read otherwise than it is written
	output  []byte
	err     error
}

// solveLines answers positions line by line. A line that is no position is reported on
// the error output, and the others go on.
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
		return usagef("%s of the input %s no position of %s", words.Count(l.refused, "line"), isOrAre(l.refused), g.Name())
	}
	return nil
}

// solve answers lines that came together.
func (l *lineSolver) solve(ctx context.Context, came []line) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l.progress.done() // the time without lines was none of these lines'
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

// answer returns what is to be printed for the i-th line of the current ones, and what of its position was
// read otherwise than it is written.
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

// state says how far the next line to be reported is.
func (l *lineSolver) state() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.printed == len(l.answers) || l.answers[l.printed].proof == nil {
		return ""
	}
	return fmt.Sprintf("line %d: %s", l.before+l.printed+1, l.answers[l.printed].proof.Progress())
}

// parseLine reads a position, and returns its text without the score that may
// follow it, and what was read otherwise than it is written.
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

// print keeps the answer to a line, prints those whose turn it is, and reports
// whether more are wanted.
func (l *lineSolver) print(i int, what answer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[i] = what
	for ; l.printed < len(l.answers) && l.answers[l.printed].ready; l.printed++ {
		if l.failed != nil && !errors.Is(l.failed, context.Canceled) && !errors.Is(l.failed, context.DeadlineExceeded) {
			break // nobody reads, or nothing can be proven
		}
		err := l.printNext(&l.answers[l.printed])
		if l.failed == nil {
			l.failed = err
		}
	}
	return l.failed == nil
}

// printNext prints an answer, and returns why there can be no more.
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
