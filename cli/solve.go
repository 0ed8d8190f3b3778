package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/prove/keep"
	"oxo/prove/solve"
	"oxo/search"

	"github.com/spf13/cobra"
)

// solveOptions holds the flags of solve.
type solveOptions struct {
	start    startOptions
	search   searchOptions
	result   bool
	method   string
	list     bool
	book     bool
	json     bool
	all      allValue // solve all positions
	out      string   // the file or folder for the certificate or table
	pairs    bool     // write the pairs of all leaves into the certificate
	tables   string   // the file or folder of tables to use
	keep     checkpointOptions
	cluster  clusterOptions
	jobNodes uint64
	share    bool
	learn    learnOptions
	smaller  string // the name of the smaller board whose wins the proof follows
}

func (a *app) solveCommand() *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:   "solve GAME [MOVE... | -]",
		Short: "Prove what a position is worth, and print a line of best play",
		Example: `  oxo solve tictactoe b2 a1
  oxo solve mnk:4x4x4 --out 4x4.proof
  oxo solve checkers:4x4 --all 4 --out endings
  echo 3333 | oxo solve connect4:5x4 -`,
		Args: func(c *cobra.Command, args []string) error { return solveArguments(o.list)(c, args) },
		RunE: func(c *cobra.Command, args []string) error { return a.solve(c, args, o) },
	}
	solveFlags(c, &o)
	return c
}

// solveArguments accepts any games with --list, otherwise a game and moves.
func solveArguments(list bool) cobra.PositionalArgs {
	if list {
		return cobra.ArbitraryArgs
	}
	return arguments(1, -1, "a game and moves, or -")
}

func solveFlags(c *cobra.Command, o *solveOptions) {
	startFlags(c, &o.start)
	searchFlags(c, &o.search)
	c.Flags().BoolVar(&o.result, "result", false, "only ask for a win, a draw or a loss; with --all, two bits for each position")
	c.Flags().IntVar(&o.search.maxPositions, "max-positions", solve.DefaultMaxPositions, "solve a game that loops backwards where it has at most this number of positions; the default with --all is what fits into memory")
	c.Flags().StringVar(&o.method, "method", string(solve.Auto), "search (alpha-beta), pn (proof-number search, for the result alone), or auto, which chooses by the game")
	c.Flags().StringVar(&o.smaller, "smaller", "", "k in a row: prove a win by the moves that win on this smaller board, as in mnk:9x4x4")
	c.Flags().BoolVar(&o.book, "book", false, "take the value from the game's opening book where it is there, instead of proving it")
	allFlag(c, &o.all)
	c.Flags().StringVar(&o.out, "out", "", "the file for a certificate of the proof, which verify checks; with --all the file or folder for the table")
	c.Flags().BoolVar(&o.pairs, "pairs", false, "with --out: write the pairs of all leaves, for checkers that cannot find them")
	tablesFlag(c, &o.tables)
	checkpointFlags(c, &o.keep)
	c.Flags().BoolVar(&o.list, "list", false, "prove the boards of docs/lookup/values.md, or the games given, and print a table")
	clusterFlags(c, &o.cluster, "out")
	c.Flags().BoolVar(&o.share, "share", false, "with --cluster: workers use each other's results, which saves work; nothing is checked (--check 0)")
	c.Flags().Uint64Var(&o.jobNodes, "job-nodes", 0, "with --cluster: nodes that a job may visit; 0 is a number that takes some tenths of a second")
	c.Flags().BoolVar(&o.json, "json", false, "write JSON, a line for each position")
	learnFlags(c, &o.learn)
}

func (a *app) solve(c *cobra.Command, args []string, o solveOptions) error {
	if err := o.checkFlags(c, len(args) == 2 && args[1] == "-"); err != nil {
		return err
	}
	o.cluster.checked = c.Flags().Changed("check")
	if err := o.checkCluster(len(args) == 2 && args[1] == "-"); err != nil {
		return err
	}
	if err := o.checkSmaller(len(args) == 2 && args[1] == "-"); err != nil {
		return err
	}
	if o.all.given {
		return a.solveAll(c, args, o) // before options, which would limit the memory
	}
	o.search.more = o.memory()
	options, err := o.options()
	if err != nil {
		return err
	}
	switch {
	case len(o.learn.files) > 0:
		return a.learn(c, args, o, options)
	case o.list:
		return a.solveList(c.Context(), args, o, options)
	case len(args) != 2 || args[1] != "-":
		return a.solvePosition(c, args, o, options)
	}
	return a.solveInput(c, args[0], o, options)
}

// options checks the flags of a proof, and returns its options.
func (o *solveOptions) options() (solve.Options, error) {
	s, err := o.search.options()
	if err != nil {
		return solve.Options{}, err
	}
	method, err := solve.ParseMethod(o.method)
	if err != nil {
		return solve.Options{}, usagef("--method %w", err)
	}
	return solve.Options{Method: method, ResultOnly: o.result, MaxPositions: o.search.maxPositions, Search: s, Tables: o.tables != ""}, nil
}

// racesMemory is the maximum memory of a certificate in which pawns race, in bytes.
const racesMemory = 64 << 20

// memory returns the number of bytes that solve needs in addition to a search.
func (o *solveOptions) memory() (bytes int64) {
	if o.method != string(solve.Search) { // proof numbers keep the moves of many positions
		bytes = int64(o.search.table) / 4
	}
	if o.out != "" || o.list {
		bytes += racesMemory
	}
	if o.smaller != "" { // two more searches, each with its own table
		bytes += 2*(int64(o.search.table)+int64(o.search.table)/50) + solve.SmallerBytes
	}
	return bytes
}

// checkFlags refuses wrong flags and wrong combinations. If lines is true, the positions are read from standard input.
func (o *solveOptions) checkFlags(c *cobra.Command, lines bool) error {
	if err := errors.Join(o.keep.check(c), o.learn.check(c)); err != nil {
		return err
	}
	switch {
	case len(o.learn.files) > 0 && (lines || o.list || o.all.given || o.out != "" || o.json || o.cluster.url != "" || o.smaller != ""):
		return usagef("--strategy is for one position: it cannot be combined with --list, --all, --out, --json, --cluster, --smaller or -")
	case o.pairs && (o.out == "" || o.all.given):
		return usagef("--pairs is about certificates: it needs --out FILE, and cannot be combined with --all")
	case o.keep.file != "" && (o.all.given || o.list || lines):
		return usagef("--checkpoint is for the search of one position: it cannot be combined with --all, --list or -")
	case o.keep.file != "" && o.out != "" && keep.SameName(o.keep.file, o.out):
		return usagef("--checkpoint and --out name the same file: give each its own")
	case o.keep.file != "" && o.book:
		return usagef("--checkpoint keeps a proof: it cannot be combined with --book, which replaces the proof")
	case o.all.given && c.Flags().Changed("method"):
		return usagef("--all solves a game backwards: it cannot be combined with --method")
	case c.Flags().Changed("max-positions") && o.search.maxPositions < 1:
		return usagef("--max-positions %d: want 1 or more", o.search.maxPositions)
	case o.list:
		return o.checkList(c)
	}
	return nil
}

// checkList refuses flags that have no meaning for a list.
func (o *solveOptions) checkList(c *cobra.Command) error {
	for _, flag := range []string{"all", "out", "json", "position", "file", "tables", "book", "smaller"} {
		if c.Flags().Changed(flag) {
			return usagef("--list proves whole boards and prints a table: it cannot be combined with --%s", flag)
		}
	}
	return nil
}

// checkSmaller refuses flags that cannot be combined with --smaller.
func (o *solveOptions) checkSmaller(input bool) error {
	switch {
	case o.smaller == "":
		return nil
	case o.list || o.all.given || input || o.cluster.url != "" || o.keep.file != "":
		return usagef("--smaller is for one position, without a break, on this machine: it cannot be combined with --list, --all, -, --cluster or --checkpoint")
	case o.method != string(solve.Auto):
		return usagef("--smaller is a method: it cannot be combined with --method")
	}
	return nil
}

// solveInput proves the positions of standard input, one on each line.
func (a *app) solveInput(c *cobra.Command, game string, o solveOptions, options solve.Options) error {
	if c.Flags().Changed("position") || c.Flags().Changed("file") {
		return usagef("--position or --file, and - are two ways to give positions: want only one")
	}
	if o.out != "" {
		return usagef("--out keeps the proof of one position: it cannot be combined with -")
	}
	if options.Method == solve.Numbers {
		return usagef("--method pn solves one position at a time: for a list take --method search")
	}
	options.Method, options.WholeLine = solve.Search, o.json
	g, err := a.game(game)
	if err != nil {
		return err
	}
	if options.Search.Book, err = keep.WithTables(a.book(!o.book), g, o.tables); err != nil {
		return err
	}
	options.Search.ResultOnly = o.result
	return a.solveLines(c.Context(), search.NewPool(options.Search), g, options, o.json)
}

// solvePosition proves one position.
func (a *app) solvePosition(c *cobra.Command, args []string, o solveOptions, options solve.Options) error {
	g, p, err := a.movesOrPosition(c, args, &o.start)
	if err != nil {
		return err
	}
	if options.Search.Book, err = keep.WithTables(a.book(!o.book), g, o.tables); err != nil {
		return err
	}
	if options.Smaller, err = a.smaller(c.Context(), o.smaller, g, p, options); err != nil {
		return err
	}
	if o.out != "" {
		if err := flagged("out", keep.Certifiable(g, p)); err != nil {
			return err
		}
	}
	head := fmt.Sprintf("oxo certificate 1\ngame %s\nposition %s\n", g.Name(), g.FormatPosition(p))
	release, err := keep.HoldPart(o.out, head, "certificate of this position")
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	var r *solve.Solution
	if o.cluster.url != "" {
		r, err = a.solveByCluster(c.Context(), g, p, &o, options)
	} else {
		r, err = a.solveHere(c.Context(), g, p, o.keep, options)
	}
	if err != nil {
		return err
	}
	if o.out == "" {
		return a.writeSolution(g, p, r, o.json)
	}
	written, uncertified := a.certifier(o.search.threads).Certify(c.Context(), g, p, r, options, o.out, o.pairs)
	if uncertified == nil {
		r.Certificate = &written
	}
	return errors.Join(flagged("out", uncertified), a.writeSolution(g, p, r, o.json)) // the value is printed even if the certificate cannot be written
}

// smaller solves the smaller board of --smaller, and returns a prover that follows its wins. It returns nil without
// --smaller, or if the game is over.
func (a *app) smaller(ctx context.Context, name string, g oxo.Game, p oxo.Position, o solve.Options) (*solve.Smaller, error) {
	if name == "" || p.Outcome() != oxo.Ongoing {
		return nil, nil
	}
	board, err := a.game(name)
	if err != nil {
		return nil, fmt.Errorf("--smaller: %w", err)
	}
	s, err := solve.NewSmaller(ctx, g, p, board, o.Search, a.progress().follow)
	return s, flagged("smaller", err)
}

// flagged puts the name of a flag before an error about its value; nil stays nil.
func flagged(flag string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("--%s: %w", flag, err)
}

// certifier returns the writer and checker of certificates.
func (a *app) certifier(threads int) *keep.Certifier {
	return &keep.Certifier{
		Lookup: a.lookup, Threads: threads, Follow: a.progress().follow,
		Warn: func(text string) { fmt.Fprintf(a.err, "%s: %s\n", a.name, text) },
	}
}

// lookup finds a game by its exact name.
func (a *app) lookup(name string) (oxo.Game, error) { return catalog.Lookup(a.withFiles(), name) }

func (a *app) writeSolution(g oxo.Game, p oxo.Position, r *solve.Solution, json bool) error {
	if json {
		return a.writeJSON(r)
	}
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	return r.WriteText(a.out)
}

// solveHere proves a position on this machine. If the proof ends early, it prints what is
// proven so far.
func (a *app) solveHere(ctx context.Context, g oxo.Game, p oxo.Position, k checkpointOptions, options solve.Options) (*solve.Solution, error) {
	options.WholeLine = true
	checkpoint := a.checkpoint(k, g, p, options)
	defer checkpoint.Close()
	if checkpoint != nil {
		options.Keeper = checkpoint
	}
	proof, err := solve.New(g, p, options)
	if err != nil {
		return nil, flagged("checkpoint", err)
	}
	end := a.progress().follow(proof.Progress)
	r, err := proof.Run(ctx)
	end()
	if _, ok := errors.AsType[*solve.UnprovenError](err); ok {
		fmt.Fprintf(a.err, "%s: %v\n", a.name, err)
		proof.WriteMoves(a.err)
		if checkpoint != nil && checkpoint.Written() {
			fmt.Fprintf(a.err, "%s: %s keeps it: the same command continues from there\n", a.name, k.file)
		}
	}
	return r, err
}

// checkpoint returns the checkpoint of the flags, or nil.
func (a *app) checkpoint(k checkpointOptions, g oxo.Game, p oxo.Position, o solve.Options) *keep.Checkpoint {
	if k.file == "" {
		return nil
	}
	options := keep.CheckpointOptions{File: k.file, Failed: func(err error) { fmt.Fprintf(a.err, "%s: %v\n", a.name, err) }}
	if k.given {
		options.Every = k.every
	}
	return keep.NewCheckpoint(options, g, p, o.Search.TableBytes)
}

// checkpointOptions holds the flags of a checkpoint: its file and the interval
// between two writings.
type checkpointOptions struct {
	file  string
	every time.Duration
	given bool // reports whether --every was given
}

func checkpointFlags(c *cobra.Command, o *checkpointOptions) {
	c.Flags().StringVar(&o.file, "checkpoint", "", "keep the proof in this file, at Ctrl-C, SIGTERM and SIGHUP too; continue from it if it is there")
	c.Flags().DurationVar(&o.every, "every", keep.DefaultInterval, "with --checkpoint: time between two writes; by default longer where writing takes more than a tenth of it")
}

// check returns an error for a wrong flag.
func (o *checkpointOptions) check(c *cobra.Command) error {
	o.given = c.Flags().Changed("every")
	switch {
	case o.given && o.file == "":
		return usagef("--every needs --checkpoint FILE")
	case o.every <= 0:
		return usagef("--every %v: want a time above 0, as in 10s", o.every)
	}
	return nil
}
