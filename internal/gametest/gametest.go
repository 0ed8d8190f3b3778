// Package gametest finds the games of this module for tests.
package gametest

import (
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
)

// Game returns the game of a name, or ends the test.
func Game(t testing.TB, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Position returns a game and a position of it, read from text, or ends the
// test.
func Position(t testing.TB, name, text string) (oxo.Game, oxo.Position) {
	t.Helper()
	g := Game(t, name)
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// Moves returns a game and the position that moves lead to, written as the
// arguments of the command, "connect4 4 4 4", and the moves.
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
