// Package bottest holds what tests of bot protocols share: programs that misbehave,
// and games between players.
package bottest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"oxo"
	"oxo/player"
)

// Part returns the name of the part that a test's own binary plays as a program; ""
// in the test itself.
func Part() string { return os.Getenv(partVariable) }

const partVariable = "OXO_TEST_PART"

// Program returns the command of a program that plays a part. The program is the
// test's own binary.
func Program(t testing.TB, part string) []string {
	t.Helper()
	t.Setenv(partVariable, part)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each program takes a second more to end
	return []string{os.Args[0]}
}

// Misbehave plays a part that no protocol allows, until it is killed; it returns
// false for other parts.
func Misbehave(part string) bool {
	switch part {
	case "hang": // ends only by SIGKILL
		signal.Ignore(syscall.SIGTERM, os.Interrupt, syscall.SIGPIPE)
		time.Sleep(time.Hour)
	case "die":
		fmt.Fprintln(os.Stderr, "out of ideas")
		os.Exit(3)
	case "flood":
		for {
			fmt.Println("noise")
		}
	case "long":
		for {
			fmt.Print(strings.Repeat("x", 1<<12))
		}
	default:
		return false
	}
	return true
}

// Play plays a game with a player for each side, and returns the moves. It fails the
// test if a player returns an error or an illegal move.
func Play(t testing.TB, g oxo.Game, players [2]player.Player, clock player.Clock) []oxo.Move {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Hour)
	defer stop()
	for _, p := range players {
		if err := player.Begin(ctx, p, g); err != nil {
			t.Fatalf("%s: %v", g.Name(), err)
		}
	}
	p := g.Start()
	var moves []oxo.Move
	for p.Outcome() == oxo.Ongoing {
		turn := player.Turn{Game: g, Start: g.Start(), Moves: moves, Now: p.Clone(), Clock: clock}
		c, err := player.Ask(ctx, players[p.Turn()], turn)
		if err != nil {
			t.Fatalf("%s after %d moves, %s: %v", g.Name(), len(moves), g.FormatPosition(p), err)
		}
		legal := false
		for _, m := range p.Moves(nil) {
			legal = legal || m == c.Move
		}
		if !legal {
			t.Fatalf("%s after %d moves: %d is not a legal move", g.Name(), len(moves), c.Move)
		}
		p.Make(c.Move)
		moves = append(moves, c.Move)
	}
	return moves
}

// Rubbish reports whether an error means that a program broke its protocol.
func Rubbish(err error) bool {
	_, ok := errors.AsType[*player.RubbishError](err)
	return ok
}
