package main

// #include <stdint.h>
// #include <stdlib.h>
// #include "oxo.h"
// #include "glue.h"
import "C"

import (
	"bytes"
	"context"
	"encoding/json"
	"unsafe"

	"oxo/api/calls"
)

// value converts a value to its form in C.
func value(s calls.Scored) C.oxo_value {
	v := C.oxo_value{
		score: C.int64_t(s.Worth.Score), nodes: C.uint64_t(s.Nodes), move: C.uint32_t(s.Move), known: C.OXO_PROVEN,
		result: C.int32_t(s.Worth.Sign), plies: -1, depth: C.int32_t(s.Depth),
	}
	if s.Best {
		v.best = 1
	}
	w := s.Worth.Value
	switch {
	case w.Estimate != nil:
		v.known, v.estimate = C.OXO_ESTIMATE, C.int32_t(*w.Estimate)
	case w.Proven != nil && !*w.Proven:
		v.known = C.OXO_FORCED
	}
	if w.Plies != nil {
		v.plies = C.int32_t(*w.Plies)
	}
	if w.Margin != nil {
		v.margin = C.int32_t(*w.Margin)
	}
	return v
}

//export oxoGoAnalyze
func oxoGoAnalyze(number C.uint64_t, milliseconds C.int, to *C.oxo_value, size C.int) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	ctx, end := p.asking()
	defer end()
	all, err := p.Analyze(ctx, int(milliseconds))
	if err != nil {
		return failed(err)
	}
	if size > 0 {
		out := unsafe.Slice(to, int(size))
		for i, s := range all[:min(len(all), len(out))] {
			out[i] = value(s)
		}
	}
	return C.int(len(all))
}

//export oxoGoReply
func oxoGoReply(number C.uint64_t, level *C.char, milliseconds C.int, seed C.uint64_t, to *C.oxo_value) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	ctx, end := p.asking()
	defer end()
	chosen, err := p.Reply(ctx, C.GoString(level), int(milliseconds), uint64(seed))
	if err != nil {
		return failed(err)
	}
	*to = value(chosen)
	return C.OXO_OK
}

// listener passes events on to C. The question ends when C wants no more.
func listener(hear C.oxo_hear, user C.uintptr_t, stop func()) func(event string, data []byte) {
	over := false
	return func(event string, data []byte) {
		if over {
			return
		}
		name, text := C.CString(event), C.CString(string(data))
		defer C.free(unsafe.Pointer(name))
		defer C.free(unsafe.Pointer(text))
		if C.glue_tell(hear, user, name, text) != 0 {
			over = true
			stop()
		}
	}
}

//export oxoGoAsk
func oxoGoAsk(number C.uint64_t, what, fields *C.char, hear C.oxo_hear, user C.uintptr_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	ctx, end := p.asking()
	defer end()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return failed(p.Ask(ctx, C.GoString(what), []byte(C.GoString(fields)), listener(hear, user, stop)))
}

//export oxoGoAskAbout
func oxoGoAskAbout(what, request *C.char, hear C.oxo_hear, user C.uintptr_t) C.int {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	return failed(loaded.core().Ask(ctx, C.GoString(what), []byte(C.GoString(request)), listener(hear, user, stop)))
}

//export oxoGoStop
func oxoGoStop(number C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	return C.int(p.stop(false))
}

//export oxoGoVerify
func oxoGoVerify(file unsafe.Pointer, length C.size_t, to *C.char, size C.size_t) C.long {
	in := bytes.NewReader(unsafe.Slice((*byte)(file), int(length)))
	r, err := loaded.core().Verify(context.Background(), in, nil)
	if err != nil {
		return C.long(failed(err))
	}
	out, err := json.Marshal(r)
	if err != nil {
		return C.long(failed(err))
	}
	return write(string(out), to, size)
}

//export oxoGoCell
func oxoGoCell(board *C.char, rows, columns, inRow C.int, side C.char, row, column *C.int) C.int {
	squares := []byte{}
	if n := int64(rows) * int64(columns); rows > 0 && columns > 0 && n <= 400 {
		squares = C.GoBytes(unsafe.Pointer(board), C.int(n))
	}
	r, c, err := loaded.core().Cell(context.Background(), squares, int(rows), int(columns), int(inRow), byte(side))
	if err != nil {
		return failed(err)
	}
	*row, *column = C.int(r), C.int(c)
	return C.OXO_OK
}
