// Command c is the library liboxo for C, built by make lib: see oxo.h. Each function of oxo.h is in oxo.c,
// which checks pointers and keeps the text of errors of each thread. It calls the functions here.
package main

// #include <stdlib.h>
// #include <stdint.h>
// #include "oxo.h"
// #include "glue.h"
import "C"

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"oxo/api/calls"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/games"
	"oxo/internal/version"
)

func main() {}

// library is the state of the loaded library: there is one for a program, as C has it.
type library struct {
	core  func() *calls.Core
	last  atomic.Uint64 // the last number given out
	games sync.Map      // *calls.Game by number
	open  sync.Map      // *played by number
}

// loaded is the library. C calls functions, which have nothing to hold it by.
//
//nolint:gochecknoglobals // see above
var loaded = library{core: sync.OnceValue(func() *calls.Core {
	return calls.New(append(games.All(), rules.Texts(rules.Large()), rbg.Texts(rbg.Bounds{})), calls.Options{})
})}

// played is a position with the questions that are being asked about it.
type played struct {
	*calls.Position
	mu      sync.Mutex
	asked   map[*context.CancelFunc]bool
	stopped bool // freed
}

// asking returns a context that oxo_stop ends.
func (p *played) asking() (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked[&cancel] = true; p.stopped {
		cancel()
	}
	return ctx, func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.asked, &cancel)
	}
}

// stop ends the questions that are being asked, and returns their number.
func (p *played) stop(forEver bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = p.stopped || forEver
	for cancel := range p.asked {
		(*cancel)()
	}
	return len(p.asked)
}

// game returns an open game.
func (l *library) game(number C.uint64_t) (*calls.Game, error) {
	if g, ok := l.games.Load(uint64(number)); ok {
		return g.(*calls.Game), nil
	}
	return nil, &calls.Error{Kind: calls.Unknown, Text: "the game is not open: want a number from oxo_open that was not closed"}
}

// position returns an open position.
func (l *library) position(number C.uint64_t) (*played, error) {
	if p, ok := l.open.Load(uint64(number)); ok {
		return p.(*played), nil
	}
	return nil, &calls.Error{Kind: calls.Unknown, Text: "the position is not open: want a number from oxo_start or oxo_copy that was not freed"}
}

// give gives out a number for a position.
func (l *library) give(p *calls.Position) C.uint64_t {
	n := l.last.Add(1)
	l.open.Store(n, &played{Position: p, asked: map[*context.CancelFunc]bool{}})
	return C.uint64_t(n)
}

// failed returns the code of an error, and hands its text to the thread.
func failed(err error) C.int {
	if err == nil {
		return C.OXO_OK
	}
	kind, text := calls.Broken, err.Error()
	if e, ok := errors.AsType[*calls.Error](err); ok {
		kind = e.Kind
	}
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.glue_note(c)
	return -C.int(kind)
}

// write writes a text for a caller, as snprintf does.
func write(text string, to *C.char, size C.size_t) C.long {
	if size > 0 {
		out := unsafe.Slice((*byte)(unsafe.Pointer(to)), int(size))
		out[copy(out[:len(out)-1], text)] = 0
	}
	return C.long(len(text))
}

//export oxoGoVersion
func oxoGoVersion() *C.char { return C.CString(version.Text()) }

//export oxoGoOpen
func oxoGoOpen(name *C.char, out *C.uint64_t) C.int {
	g, err := loaded.core().Game(C.GoString(name))
	if err != nil {
		return failed(err)
	}
	n := loaded.last.Add(1)
	loaded.games.Store(n, g)
	*out = C.uint64_t(n)
	return C.OXO_OK
}

// readingTime is the most that the rules of a sheet are read.
const readingTime = 10 * time.Second

//export oxoGoOpenRules
func oxoGoOpenRules(file, text *C.char, out *C.uint64_t) C.int {
	ctx, end := context.WithTimeout(context.Background(), readingTime)
	defer end()
	g, err := loaded.core().Rules(ctx, C.GoString(file), C.GoString(text))
	if err != nil {
		return failed(err)
	}
	n := loaded.last.Add(1)
	loaded.games.Store(n, g)
	*out = C.uint64_t(n)
	return C.OXO_OK
}

//export oxoGoClose
func oxoGoClose(number C.uint64_t) C.int {
	if _, err := loaded.game(number); err != nil {
		return failed(err)
	}
	loaded.games.Delete(uint64(number))
	return C.OXO_OK
}

//export oxoGoName
func oxoGoName(number C.uint64_t, to *C.char, size C.size_t) C.long {
	g, err := loaded.game(number)
	if err != nil {
		return C.long(failed(err))
	}
	return write(g.Name(), to, size)
}

//export oxoGoStart
func oxoGoStart(number C.uint64_t, text, moves *C.char, out *C.uint64_t) C.int {
	g, err := loaded.game(number)
	if err != nil {
		return failed(err)
	}
	p, err := g.Position(C.GoString(text), C.GoString(moves)) // of NULL it makes ""
	if err != nil {
		return failed(err)
	}
	*out = loaded.give(p)
	return C.OXO_OK
}

//export oxoGoCopy
func oxoGoCopy(number C.uint64_t, out *C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	q, err := p.Copy()
	if err != nil {
		return failed(err)
	}
	*out = loaded.give(q)
	return C.OXO_OK
}

//export oxoGoFree
func oxoGoFree(number C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	loaded.open.Delete(uint64(number))
	p.stop(true)
	return C.OXO_OK
}
