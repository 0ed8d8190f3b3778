//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"unsafe"

	"oxo"
	"oxo/api/calls"
)

// Here are the functions that answer at once, for the caller's thread. Games and positions are numbers. A function that
// fails returns minus the kind of the error, and the text of the error is at oxo_out. Other texts are there, too, and the
// function returns the number of their bytes. The caller writes the texts that it gives to oxo_in.

// failed hands the text of an error to the caller; nil is 0.
func failed(err error) int32 {
	if err == nil {
		return 0
	}
	kind, text := kindOf(err)
	write(text)
	return -int32(kind)
}

// write hands a text to the caller.
func write(text string) int32 {
	loaded.out = append(loaded.out[:0], text...)
	return int32(len(text))
}

// written hands a text to the caller, or an error.
func written(text string, err error) int32 {
	if err != nil {
		return failed(err)
	}
	return write(text)
}

// game returns an open game.
func game(number int32) (*calls.Game, error) {
	if g, ok := loaded.games[number]; ok {
		return g, nil
	}
	return nil, &calls.Error{Kind: calls.Unknown, Text: fmt.Sprintf("the game %d is not open: want one that was not closed", number)}
}

// position returns an open position.
func position(number int32) (*calls.Position, error) {
	if p, ok := loaded.positions[number]; ok {
		return p, nil
	}
	return nil, &calls.Error{Kind: calls.Unknown, Text: "the position is closed: want one that is open"}
}

// giveGame gives out a number for a game.
func giveGame(g *calls.Game) int32 {
	loaded.last++
	loaded.games[loaded.last] = g
	return loaded.last
}

// givePosition gives out a number for a position.
func givePosition(p *calls.Position, err error) int32 {
	if err != nil {
		return failed(err)
	}
	loaded.last++
	loaded.positions[loaded.last] = p
	return loaded.last
}

// with calls f with an open position.
func with(number int32, f func(p *calls.Position) int32) int32 {
	p, err := position(number)
	if err != nil {
		return failed(err)
	}
	return f(p)
}

//go:wasmexport oxo_in
func oxoIn(size int32) unsafe.Pointer {
	if int(size) > len(loaded.in) {
		loaded.in = make([]byte, size)
	}
	return unsafe.Pointer(unsafe.SliceData(loaded.in))
}

//go:wasmexport oxo_out
func oxoOut() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(loaded.out)) }

// oxo_written returns the number of bytes at oxo_out.
//
//go:wasmexport oxo_written
func oxoWritten() int32 { return int32(len(loaded.out)) }

//go:wasmexport oxo_open
func oxoOpen(size int32) int32 {
	g, err := loaded.core().Game(string(loaded.in[:size]))
	if err != nil {
		return failed(err)
	}
	return giveGame(g)
}

//go:wasmexport oxo_close
func oxoClose(number int32) int32 {
	_, err := game(number)
	delete(loaded.games, number)
	return failed(err)
}

//go:wasmexport oxo_name
func oxoName(number int32) int32 {
	g, err := game(number)
	if err != nil {
		return failed(err)
	}
	return write(g.Name())
}

// oxo_start reads the text of a position and then the moves.
//
//go:wasmexport oxo_start
func oxoStart(number, text, moves int32) int32 {
	g, err := game(number)
	if err != nil {
		return failed(err)
	}
	return givePosition(g.Position(string(loaded.in[:text]), string(loaded.in[text:text+moves])))
}

//go:wasmexport oxo_copy
func oxoCopy(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return givePosition(p.Copy()) })
}

//go:wasmexport oxo_free
func oxoFree(number int32) int32 {
	_, err := position(number)
	delete(loaded.positions, number)
	return failed(err)
}

// oxo_legal returns the number of legal moves. They are at oxo_list.
//
//go:wasmexport oxo_legal
func oxoLegal(number int32) int32 {
	return with(number, func(p *calls.Position) int32 {
		var err error
		if loaded.legal, err = p.Legal(loaded.legal[:0]); err != nil {
			return failed(err)
		}
		return int32(len(loaded.legal))
	})
}

//go:wasmexport oxo_list
func oxoList() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(loaded.legal)) }

// oxo_moves writes the legal moves, one a line.
//
//go:wasmexport oxo_moves
func oxoMoves(number int32) int32 {
	return with(number, func(p *calls.Position) int32 {
		var err error
		if loaded.out, err = p.Texts(loaded.out[:0]); err != nil {
			return failed(err)
		}
		return int32(len(loaded.out))
	})
}

//go:wasmexport oxo_make
func oxoMake(number int32, move uint32) int32 {
	return with(number, func(p *calls.Position) int32 { return failed(p.Make(oxo.Move(move))) })
}

//go:wasmexport oxo_play
func oxoPlay(number, size int32) int32 {
	return with(number, func(p *calls.Position) int32 { return failed(p.Play(string(loaded.in[:size]))) })
}

//go:wasmexport oxo_undo
func oxoUndo(number, n int32) int32 {
	return with(number, func(p *calls.Position) int32 { return failed(p.Undo(int(n))) })
}

//go:wasmexport oxo_made
func oxoMade(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return int32(p.Made()) })
}

//go:wasmexport oxo_turn
func oxoTurn(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return int32(p.Turn()) })
}

//go:wasmexport oxo_outcome
func oxoOutcome(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return int32(p.Outcome()) })
}

// oxo_find reads a move, which is then the only one at oxo_list.
//
//go:wasmexport oxo_find
func oxoFind(number, size int32) int32 {
	return with(number, func(p *calls.Position) int32 {
		m, err := p.Find(string(loaded.in[:size]))
		loaded.legal = append(loaded.legal[:0], m)
		return failed(err)
	})
}

//go:wasmexport oxo_move_text
func oxoMoveText(number int32, move uint32) int32 {
	return with(number, func(p *calls.Position) int32 { return written(p.MoveText(oxo.Move(move))) })
}

//go:wasmexport oxo_text
func oxoText(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return write(p.Text()) })
}

//go:wasmexport oxo_verdict
func oxoVerdict(number int32) int32 {
	return with(number, func(p *calls.Position) int32 { return write(p.Verdict()) })
}

// oxo_place writes where a position began, and the moves since, as JSON.
//
//go:wasmexport oxo_place
func oxoPlace(number int32) int32 {
	return with(number, func(p *calls.Position) int32 {
		text, err := json.Marshal(p.Place())
		return written(string(text), err)
	})
}
