package audit

import (
	"context"
	"fmt"
	"sync"

	"oxo"
	"oxo/search"
)

// Options says how claims are checked.
type Options struct {
	Limits     search.Limits // of each position; none: every value is proven
	ResultOnly bool          // only who wins is checked
	Sample     *Sample       // the records to check; nil for all
}

// Finding is a value or a best move that is wrong or not proven, or a record that could not be read.
type Finding struct {
	Record   int     `json:"record"`
	Where    string  `json:"where"`
	Game     string  `json:"game,omitempty"`
	Position string  `json:"position,omitempty"`
	Moves    string  `json:"moves,omitempty"` // that lead to the position, if the file has only the board
	What     string  `json:"what,omitempty"`
	Verdict  Verdict `json:"verdict"`
	Stated   string  `json:"stated,omitempty"`
	Right    string  `json:"right,omitempty"` // the proven value, or its proven bounds
	// Worth and Best are set for a move that is called best and is not: what it is worth, and the moves that are
	// proven to keep the value. Right is then the value of the position, and Stated the move.
	Worth string   `json:"worth,omitempty"`
	Best  []string `json:"best,omitempty"`
	Error string   `json:"error,omitempty"` // why the record could not be read
}

// Count counts records and values that were checked.
type Count struct {
	Records  int `json:"records"` // including the unread ones
	Faulty   int `json:"faulty"`  // records with a wrong value or a wrong best move
	Decided  int `json:"decided"` // faulty records, and records in which all is right
	Right    int `json:"right"`   // values, as Wrong and Unproven
	Wrong    int `json:"wrong"`
	Unproven int `json:"unproven"`
	Unread   int `json:"unread"` // records
	// The moves that are called best.
	BestRight    int `json:"best_right,omitempty"`
	BestWrong    int `json:"best_wrong,omitempty"`
	BestUnproven int `json:"best_unproven,omitempty"`
}

// Checked is the result of checking one record.
type Checked struct {
	Count    Count // of this record alone
	Findings []Finding
}

// Add adds the count of further records.
func (c *Count) Add(o Count) {
	c.Records += o.Records
	c.Faulty += o.Faulty
	c.Decided += o.Decided
	c.Right += o.Right
	c.Wrong += o.Wrong
	c.Unproven += o.Unproven
	c.Unread += o.Unread
	c.BestRight += o.BestRight
	c.BestWrong += o.BestWrong
	c.BestUnproven += o.BestUnproven
}

// Auditor checks the records of a source on several threads.
type Auditor struct {
	source  *Source
	options Options
	search  search.Options
	threads int
	pool    *search.Pool // made when the first records come
	emit    func(Checked) error
}

// New makes an auditor. It calls emit for each record in their order, from one goroutine at a time.
func New(s *Source, o Options, so search.Options, emit func(Checked) error) *Auditor {
	o.ResultOnly = o.ResultOnly || s.ResultOnly
	so.ResultOnly = o.ResultOnly && o.Limits == search.Limits{}
	// A limited search that keeps a table depends on the earlier ones, and the keys of two games may be the same.
	so.KeepTable = o.Limits == search.Limits{} && !s.Mixed
	return &Auditor{source: s, options: o, search: so, threads: max(so.Threads, 1), emit: emit}
}

// batchSize is the number of records in a batch, for each thread.
const batchSize = 256

// Run checks the records after the first ones: an earlier run has checked these. If ctx ends the run, the emitted
// records have no gap.
func (a *Auditor) Run(ctx context.Context, first int) error {
	var taken []Record
	n := 0
	for r := range a.source.All {
		if !a.options.Sample.Has(r.Number) {
			continue
		}
		if n++; n <= first {
			continue
		}
		if taken = append(taken, r); len(taken) == batchSize*a.threads {
			if err := a.batch(ctx, taken); err != nil {
				return err
			}
			taken = taken[:0]
		}
	}
	return a.batch(ctx, taken)
}

// batch checks a batch of records.
func (a *Auditor) batch(ctx context.Context, records []Record) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	var failed error
	ready := make([]*Checked, len(records))
	next := 0
	if a.pool == nil {
		a.pool = search.NewPool(a.search)
	}
	block := max(min(len(records)/(4*a.threads), 16), 1) // neighbours in a book have positions in common
	a.pool.Do((len(records)+block-1)/block, func(s *search.Searcher, i int) {
		for at := i * block; at < min((i+1)*block, len(records)) && working.Err() == nil; at++ {
			checked, ok := a.check(working, s, &records[at])
			if !ok {
				return
			}
			mu.Lock()
			ready[at] = checked
			for ; next < len(ready) && ready[next] != nil && failed == nil; next++ {
				if failed = a.emit(*ready[next]); failed != nil {
					stop()
				}
			}
			mu.Unlock()
		}
	})
	if failed != nil {
		return failed
	}
	return ctx.Err()
}

// check checks a record. It reports false if ctx ended first.
func (a *Auditor) check(ctx context.Context, s *search.Searcher, r *Record) (*Checked, bool) {
	checked := &Checked{Count: Count{Records: 1}}
	content, err := r.Read()
	if err == nil {
		err = a.answerable(&content)
	}
	if err != nil {
		checked.Count.Unread = 1
		checked.Findings = []Finding{{Record: r.Number, Where: r.Where, Verdict: Unread, Error: err.Error()}}
		return checked, true
	}
	known := map[oxo.Position]oxo.Bounds{} // each position is proven once
	prove := func(p oxo.Position) oxo.Bounds {
		b, ok := known[p]
		if !ok && ctx.Err() == nil {
			b = a.prove(ctx, s, p)
			known[p] = b
		}
		return b
	}
	for i := range content.Claims {
		c := &content.Claims[i]
		proven := prove(c.Position)
		if ctx.Err() != nil {
			return nil, false
		}
		if a.options.ResultOnly {
			c.Holds, c.Write = onlyResult(c.Holds), resultWriter(c.Write, a.source.ResultOnly)
		}
		v, proven := a.judgeWithin(ctx, c, proven)
		checked.add(r, &content, c, v, proven)
	}
	for i := range content.Best {
		b := &content.Best[i]
		a.addBest(ctx, s, checked, r, &content, b, prove(b.Position))
	}
	checked.finish()
	return checked, ctx.Err() == nil
}

// answerable returns an error for a game whose values cannot be proven without a limit.
func (a *Auditor) answerable(c *Content) error {
	if _, loops := c.Game.Start().(oxo.Looping); loops && a.options.Limits == (search.Limits{}) {
		return fmt.Errorf("%s can come back to a position, so a search without limits may not end: want --nodes or --time", c.Game.Name())
	}
	return nil
}

// resultWriter returns write if own is set, that is for a format that has only results; otherwise nil.
func resultWriter(write func(oxo.Score) string, own bool) func(oxo.Score) string {
	if own {
		return write
	}
	return nil
}

// prove returns the proven bounds of a position.
func (a *Auditor) prove(ctx context.Context, s *search.Searcher, p oxo.Position) oxo.Bounds {
	if p.Outcome() != oxo.Ongoing {
		return a.widen(oxo.Exactly(oxo.Final(p)))
	}
	r := s.Search(ctx, p, a.options.Limits)
	b := r.Bounds
	if r.Proven {
		b = b.And(oxo.Exactly(r.Score))
	}
	return a.widen(b)
}

// widen drops the number of plies from bounds if only results were searched.
func (a *Auditor) widen(b oxo.Bounds) oxo.Bounds {
	if a.options.ResultOnly {
		return onlyResult(b)
	}
	return b
}

// add adds a claim.
func (c *Checked) add(r *Record, of *Content, claim *Claim, v Verdict, proven oxo.Bounds) {
	switch v {
	case Right:
		c.Count.Right++
		return
	case Wrong:
		c.Count.Wrong++
	default:
		c.Count.Unproven++
	}
	f := Finding{
		Record: r.Number, Where: r.Where, Game: of.Game.Name(), Position: of.Game.FormatPosition(claim.Position), What: claim.What,
		Verdict: v, Stated: claim.stated(of.Game), Right: claim.right(of.Game, proven),
	}
	if of.Moves != nil {
		f.Moves = of.Moves()
	}
	c.Findings = append(c.Findings, f)
}

// finish counts the record as a whole.
func (c *Checked) finish() {
	if c.Count.Wrong+c.Count.BestWrong > 0 {
		c.Count.Faulty = 1
	}
	if c.Count.Faulty > 0 || c.Count.Unproven+c.Count.BestUnproven == 0 {
		c.Count.Decided = 1
	}
}
