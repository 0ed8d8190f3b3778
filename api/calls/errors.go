package calls

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"oxo/api"
)

// Kind says what an error is about, so that a program can decide without reading the text.
type Kind int

// The kinds. Their numbers are part of the interface of other languages and stay as they are.
const (
	Input   Kind = iota + 1 // the input is wrong: an unknown game, an illegal move
	Over                    // the game is over, so it has no legal move
	Large                   // the input is too long, or needs more than a limit
	Unknown                 // something that was open or kept is not there, or is closed
	Stopped                 // the caller has stopped the call, or its time has ended
	Broken                  // a fault of oxo: please report it with the text
)

// String returns the kind as one word.
func (k Kind) String() string {
	switch k {
	case Input:
		return "input"
	case Over:
		return "over"
	case Large:
		return "large"
	case Unknown:
		return "unknown"
	case Stopped:
		return "stopped"
	case Broken:
		return "broken"
	}
	return fmt.Sprintf("kind %d", int(k))
}

// Error is the error of every call: the fault and the correct form.
type Error struct {
	Kind Kind
	Text string
}

func (e *Error) Error() string { return e.Text }

func errorf(k Kind, format string, args ...any) error { return &Error{k, fmt.Sprintf(format, args...)} }

// inputError gives an error its kind; nil stays nil. An error without a kind of its own is about the input.
func inputError(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	kind := Input
	if p, ok := errors.AsType[*api.Problem](err); ok {
		switch p.Status {
		case api.Over:
			kind = Over
		case api.Much:
			kind = Large
		case api.Unknown:
			kind = Unknown
		}
	} else if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Stopped, "the call was stopped"}
	}
	return &Error{kind, err.Error()}
}

// guard calls f. A panic becomes an error: it must not end the program of another language. If a
// rule sheet turns out to be broken, that is an error about the sheet.
func guard(f func() error) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if p := api.Recovered(v); p != nil {
			err = &Error{Broken, p.Detail}
			return
		}
		err = errorf(Broken, "a fault of oxo: %v\n%s", v, debug.Stack())
	}()
	return f()
}
