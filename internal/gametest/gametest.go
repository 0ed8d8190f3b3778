// Package gametest finds the games of this module for tests.
package gametest

import (
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
)

// Game returns a game by name, or fails the test.
func Game(t testing.TB, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Position returns a game and a position of it, read from text, or fails the test.
func Position(t testing.TB, name, text string) (oxo.Game, oxo.Position) {
	t.Helper()
	g := Game(t, name)
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// Moves returns a game, the position after some moves, and the moves; the text has
// the form of the command's arguments, "connect4 4 4 4".
func Moves(t testing.TB, text string) (oxo.Game, oxo.Position, []oxo.Move) {
	t.Helper()
	words := strings.Fields(text)
	g := Game(t, words[0])
	p, moves, err := catalog.Replay(g, words[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	return g, p, moves
}
