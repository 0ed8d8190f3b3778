package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"oxo"
	"oxo/cluster"
	"oxo/game/catalog"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/prove/keep"
	"oxo/prove/solve"
)

// The kinds of a list of boards and of its jobs.
const (
	kindList  = "list"
	kindBoard = "board"
)

// listedBoard is the question of one job: a board of the list.
type listedBoard struct {
	N      int    `json:"n"` // its place in the list
	Game   string `json:"game"`
	Method string `json:"method"`
	Proof  bool   `json:"proof"`
	Known  string `json:"known"`
}

// newList makes the run of a list of boards.
func (a *app) newList(o cluster.Order) (cluster.Run, error) {
	var boards []listedBoard
	if err := json.Unmarshal(o.Spec, &boards); err != nil {
		return nil, fmt.Errorf("the list cannot be read: %w", err)
	}
	var jobs []cluster.Job
	for i, b := range boards {
		if _, err := catalog.Lookup(a.families, b.Game); err != nil {
			return nil, err
		}
		if b.N != i {
			return nil, fmt.Errorf("board %d of the list has the number %d: want numbers in order", i, b.N)
		}
		text, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, cluster.Job{ID: strconv.Itoa(i), Kind: kindBoard, Game: b.Game, Ask: text})
	}
	return cluster.NewBatch(jobs, cluster.Hooks{Valid: a.validBoard, Same: sameBoard}), nil
}

// validBoard checks a worker's answer about a board, and its certificate if the job asks for
// one.
func (a *app) validBoard(j *cluster.Job, found json.RawMessage) error {
	var asked listedBoard
	var got keep.ProvenBoard
	if err := errors.Join(json.Unmarshal(j.Ask, &asked), json.Unmarshal(found, &got)); err != nil {
		return err
	}
	if got.N != asked.N {
		return fmt.Errorf("the answer is board %d: want the board of the job", got.N)
	}
	if !slices.Contains([]string{"win", "draw", "loss"}, got.Result) || got.Score != nil && oxo.Score(*got.Score).Result() != got.Result {
		return fmt.Errorf("its result is %.10q, worth %.30q", got.Result, got.Worth())
	}
	if !asked.Proof {
		return nil
	}
	report, err := a.certifier(1).Check(bytes.NewReader(got.Certificate))
	if err != nil {
		return err
	}
	g, err := catalog.Lookup(a.families, asked.Game)
	if err != nil {
		return err
	}
	if report.Game != g.Name() || report.Position != g.FormatPosition(g.Start()) || report.Result != got.Result {
		return fmt.Errorf("its certificate proves something else: %s, a %s", report.Game, report.Result)
	}
	return nil
}

func sameBoard(a, b json.RawMessage) error {
	var both [2]keep.ProvenBoard
	if err := errors.Join(json.Unmarshal(a, &both[0]), json.Unmarshal(b, &both[1])); err != nil {
		return err
	}
	if x, y := both[0].Worth(), both[1].Worth(); x != y {
		return fmt.Errorf("one says %s, the other %s", x, y)
	}
	return nil
}

// boardDoer proves the boards of a list: it implements [cluster.Doer].
type boardDoer struct {
	a     *app
	bytes int64
}

// Do implements [cluster.Doer].
func (d boardDoer) Do(ctx context.Context, job *cluster.Job, _ func(json.RawMessage)) (json.RawMessage, error) {
	var b listedBoard
	if err := json.Unmarshal(job.Ask, &b); err != nil {
		return nil, fmt.Errorf("the board cannot be read: %w", err)
	}
	method, err := solve.ParseMethod(b.Method)
	if err != nil {
		return nil, fmt.Errorf("the method %w", err)
	}
	g, err := catalog.Lookup(d.a.families, b.Game)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "oxo-board")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // files that stay are in the folder for temporary files
	o := searchOptions{table: memory.Size(d.bytes), threads: 1, more: racesMemory}
	options, err := o.options()
	if err != nil {
		return nil, err
	}
	row := keep.Board{Name: b.Game, Method: method, Certified: b.Proof, Known: b.Known}
	found, err := d.a.certifier(1).Prove(ctx, g, row, filepath.Join(folder, "proof"), solve.Options{Search: options}, func(*solve.Proof) func() { return func() {} })
	if err != nil {
		return nil, err
	}
	found.N = b.N
	return json.Marshal(found)
}

// listByCluster lets workers prove the boards of a list, and prints its rows in order.
func (a *app) listByCluster(ctx context.Context, o *solveOptions, boards []keep.Board) error {
	var all []listedBoard
	for i, b := range boards {
		all = append(all, listedBoard{i, b.Name, string(b.Method), b.Certified, b.Known})
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	hub, err := a.dial(ctx, &o.cluster)
	if err != nil {
		return err
	}
	defer hub.close()
	defer hub.desk.Close()
	rows := orderedRows{a, boards, make([]*keep.ProvenBoard, len(boards)), 0}
	f, err := hub.run(ctx, cluster.Order{Kind: kindList, Spec: text, Check: o.cluster.check}, false, func(text json.RawMessage) error {
		var p keep.ProvenBoard
		if err := json.Unmarshal(text, &p); err != nil {
			return err
		}
		rows.found[p.N] = &p
		return rows.print()
	})
	if err != nil {
		return err
	}
	for ; rows.next < len(boards); rows.next++ { // rows after a board that was set aside
		if err := rows.print(); err != nil {
			return err
		}
	}
	for id, why := range f.Aside {
		if i, err := strconv.Atoi(id); err == nil && i < len(boards) {
			fmt.Fprintf(a.err, "%s: %s is set aside: %s\n", a.name, boards[i].Name, shown(why))
		}
	}
	if len(f.Aside) > 0 {
		return fmt.Errorf("%s could not be proven", words.Count(len(f.Aside), "board"))
	}
	return nil
}

// orderedRows prints the rows of a table in order.
type orderedRows struct {
	a      *app
	boards []keep.Board
	found  []*keep.ProvenBoard // nil if not yet found
	next   int                 // the first row that is not printed
}

// print prints rows up to the first that is not yet found.
func (r *orderedRows) print() error {
	for ; r.next < len(r.found) && r.found[r.next] != nil; r.next++ {
		if err := r.a.printRow(r.boards[r.next], r.found[r.next]); err != nil {
			return err
		}
	}
	return nil
}
