//go:build js && wasm

// Command engine is the engine of the npm package oxo, as WebAssembly. The same file runs in two places. In the
// caller's thread it answers at once: moves, texts, outcomes (see numbers.go). In workers it answers questions that
// take time (see ask.go).
package main

import (
	"context"
	"errors"
	"sync"
	"syscall/js"
	"time"

	"oxo"
	"oxo/api/calls"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/games"
)

// Limits of a worker: a browser gives a page less memory than a system gives a program.
const (
	tableBytes  = 32 << 20
	readingTime = 10 * time.Second // of the rules of a sheet
)

// engine is the state of the loaded engine: there is one for an instance.
type engine struct {
	core      func() *calls.Core
	last      int32 // the last number given out
	games     map[int32]*calls.Game
	positions map[int32]*calls.Position
	in, out   []byte     // texts that a caller gives, and gets
	legal     []oxo.Move // what a caller gets
}

// loaded is the engine. WebAssembly calls functions, which have nothing to hold it by.
//
//nolint:gochecknoglobals // see above
var loaded = engine{
	core: sync.OnceValue(func() *calls.Core {
		families := append(games.All(), rules.Texts(rules.Large()), rbg.Texts(rbg.Bounds{}))
		return calls.New(families, calls.Options{TableBytes: tableBytes})
	}),
	games: map[int32]*calls.Game{}, positions: map[int32]*calls.Position{},
}

func main() {
	js.Global().Set("oxo", map[string]any{
		"rules":  js.FuncOf(openRules),
		"ask":    js.FuncOf(ask),
		"verify": js.FuncOf(verify),
	})
	select {} // the caller ends it
}

// kindOf returns the kind of an error as a number, and its text.
func kindOf(err error) (calls.Kind, string) {
	if e, ok := errors.AsType[*calls.Error](err); ok {
		return e.Kind, e.Text
	}
	return calls.Broken, err.Error()
}

// resting is a context that lets the thread's other work run for a moment when it is asked whether it has ended.
type resting struct {
	context.Context
	since time.Time
}

// slice is the time that a thread works without a pause.
const slice = 8 * time.Millisecond

// Err implements context.Context.
func (r *resting) Err() error {
	if time.Since(r.since) >= slice {
		pause()
		r.since = time.Now()
	}
	return r.Context.Err()
}

// pause returns when the thread has done its other work.
func pause() {
	again := make(chan struct{}, 1)
	resume := js.FuncOf(func(js.Value, []js.Value) any {
		again <- struct{}{}
		return nil
	})
	js.Global().Call("rest", resume)
	<-again
	resume.Release()
}
