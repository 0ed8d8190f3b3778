//go:build js && sheets

package api

import "context"

// makePuzzles refuses a request for puzzles: they are 44 KB of the page's engine, and the one with rule sheets is larger already.
// A server makes puzzles of rule sheets.
func (*Service) makePuzzles(context.Context, Allowed, []byte, func(event string, data any)) error {
	return problemf(Bad, "puzzles of rule sheets are not made in the browser: want a server (oxo serve), or oxo puzzles")
}
