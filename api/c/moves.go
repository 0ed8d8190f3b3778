package main

// #include <stdint.h>
// #include "oxo.h"
import "C"

import (
	"unsafe"

	"oxo"
)

//export oxoGoMoves
func oxoGoMoves(number C.uint64_t, to *C.uint32_t, size C.int) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	var few [64]oxo.Move
	moves, err := p.Legal(few[:0])
	if err != nil {
		return failed(err)
	}
	if size > 0 {
		out := unsafe.Slice((*oxo.Move)(unsafe.Pointer(to)), int(size))
		copy(out, moves)
	}
	return C.int(len(moves))
}

//export oxoGoMake
func oxoGoMake(number C.uint64_t, move C.uint32_t) C.int {
	p, err := loaded.position(number)
	if err == nil {
		err = p.Make(oxo.Move(move))
	}
	return failed(err)
}

//export oxoGoPlay
func oxoGoPlay(number C.uint64_t, move *C.char) C.int {
	p, err := loaded.position(number)
	if err == nil {
		err = p.Play(C.GoString(move))
	}
	return failed(err)
}

//export oxoGoUndo
func oxoGoUndo(number C.uint64_t, n C.int) C.int {
	p, err := loaded.position(number)
	if err == nil {
		err = p.Undo(int(n))
	}
	return failed(err)
}

//export oxoGoTakeBack
func oxoGoTakeBack(number C.uint64_t, move *C.uint32_t, to *C.char, size C.size_t) C.long {
	p, err := loaded.position(number)
	if err != nil {
		return C.long(failed(err))
	}
	m, text, err := p.Back()
	if err != nil {
		return C.long(failed(err))
	}
	*move = C.uint32_t(m)
	return write(text, to, size)
}

//export oxoGoMade
func oxoGoMade(number C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	return C.int(p.Made())
}

//export oxoGoTurn
func oxoGoTurn(number C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	return C.int(p.Turn())
}

//export oxoGoOutcome
func oxoGoOutcome(number C.uint64_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	return C.int(p.Outcome())
}

//export oxoGoFind
func oxoGoFind(number C.uint64_t, text *C.char, out *C.uint32_t) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	m, err := p.Find(C.GoString(text))
	if err != nil {
		return failed(err)
	}
	*out = C.uint32_t(m)
	return C.OXO_OK
}

//export oxoGoMoveText
func oxoGoMoveText(number C.uint64_t, move C.uint32_t, to *C.char, size C.size_t) C.long {
	p, err := loaded.position(number)
	if err != nil {
		return C.long(failed(err))
	}
	text, err := p.MoveText(oxo.Move(move))
	if err != nil {
		return C.long(failed(err))
	}
	return write(text, to, size)
}

//export oxoGoMoveTexts
func oxoGoMoveTexts(number C.uint64_t, to *C.char, size C.size_t) C.long {
	p, err := loaded.position(number)
	if err != nil {
		return C.long(failed(err))
	}
	var few [1024]byte
	texts, err := p.Texts(few[:0])
	if err != nil {
		return C.long(failed(err))
	}
	if size > 0 {
		out := unsafe.Slice((*byte)(unsafe.Pointer(to)), int(size))
		out[copy(out[:len(out)-1], texts)] = 0
	}
	return C.long(len(texts))
}

//export oxoGoHistory
func oxoGoHistory(number C.uint64_t, to *C.uint32_t, size C.int) C.int {
	p, err := loaded.position(number)
	if err != nil {
		return failed(err)
	}
	var few [64]oxo.Move
	moves := p.History(few[:0])
	if size > 0 {
		out := unsafe.Slice((*oxo.Move)(unsafe.Pointer(to)), int(size))
		copy(out, moves)
	}
	return C.int(len(moves))
}

//export oxoGoText
func oxoGoText(number C.uint64_t, to *C.char, size C.size_t) C.long {
	p, err := loaded.position(number)
	if err != nil {
		return C.long(failed(err))
	}
	return write(p.Text(), to, size)
}

//export oxoGoVerdict
func oxoGoVerdict(number C.uint64_t, to *C.char, size C.size_t) C.long {
	p, err := loaded.position(number)
	if err != nil {
		return C.long(failed(err))
	}
	return write(p.Verdict(), to, size)
}
