package player

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"oxo"
	"oxo/internal/words"
	"oxo/search"
	"oxo/search/mcts"
)

// Method selects the engine that searches.
type Method string

// Methods of search. Auto is search, except in games that have play-outs of their
// own, where it is mcts (see [mcts.Suits]); "" means Auto.
const (
	Auto     Method = "auto"
	BySearch Method = "search"
	ByMCTS   Method = "mcts"
)

// Methods lists all methods.
func Methods() []Method { return []Method{Auto, BySearch, ByMCTS} }

// ParseMethod reads the name of a method.
func ParseMethod(text string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if strings.EqualFold(text, string(m)) {
			return m, nil
		}
		names = append(names, string(m))
	}
	if near, ok := words.Nearest(text, names); ok {
		return "", fmt.Errorf("no method %q: did you mean %s?", words.Clip(text), near)
	}
	return "", fmt.Errorf("no method %q: want %s", words.Clip(text), strings.Join(names, ", "))
}

// of returns the engine for a position: BySearch or ByMCTS.
func (m Method) of(p oxo.Position) Method {
	switch {
	case m == ByMCTS, m != BySearch && mcts.Suits(p):
		return ByMCTS
	}
	return BySearch
}

// Engine is a search engine: a [search.Searcher] or an [mcts.Searcher].
type Engine interface {
	Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result
	SearchProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[search.Result]
	AnalyzeProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[[]search.MoveResult]
	// TableFull returns the used part of the engine's table or tree, in thousandths.
	TableFull() int
	// Clear makes the engine forget what it has learned, before another game begins.
	Clear()
}

// Engines makes the engines of a method, each when it is first needed. Only one
// goroutine may use it at a time.
type Engines struct {
	method Method
	opts   search.Options
	tree   mcts.Options
	seed   uint64 // the seed of Reseed, combined with the seed of tree
	search *search.Searcher
	mcts   *mcts.Searcher
}

// NewEngines makes engines of a method, with a search's options: the tree of mcts
// gets the memory of the table and the same number of threads. Mcts uses no book.
func NewEngines(m Method, opts search.Options) *Engines {
	return &Engines{method: m, opts: opts, tree: mcts.Options{TreeBytes: opts.TableBytes, Threads: opts.Threads, Turns: opts.Turns}}
}

// another returns engines of the same kind, for another goroutine.
func (e *Engines) another() *Engines {
	return &Engines{method: e.method, opts: e.opts, tree: e.tree}
}

// WithTree changes the options of package mcts, and returns e.
func (e *Engines) WithTree(change func(*mcts.Options)) *Engines {
	change(&e.tree)
	return e
}

// For returns the engine that searches a position.
func (e *Engines) For(p oxo.Position) Engine {
	if e.method.of(p) == ByMCTS {
		if e.mcts == nil {
			o := e.tree
			o.Seed ^= e.seed
			e.mcts = mcts.New(o)
		}
		return mind(e.mcts, p)
	}
	return mind(e.Searcher(), p)
}

// Searcher returns the engine of package search.
func (e *Engines) Searcher() *search.Searcher {
	if e.search == nil {
		e.search = search.New(e.opts)
	}
	return e.search
}

// Warm prepares the engine for a game of p before a clock runs: see
// [search.Searcher.Warm]. A tree needs no preparation: it takes its memory as it
// grows.
func (e *Engines) Warm(p oxo.Position) {
	if e.method.of(p) == BySearch {
		e.Searcher().Warm(p)
	}
}

// Reseed sets a further seed, which is combined with the engines' own.
func (e *Engines) Reseed(seed uint64) {
	e.seed = seed
	if e.mcts != nil {
		e.mcts.Reseed(e.tree.Seed ^ seed)
	}
}

// Clear makes all engines forget what they have learned.
func (e *Engines) Clear() {
	if e.search != nil {
		e.search.Clear()
	}
	if e.mcts != nil {
		e.mcts.Clear()
	}
}
