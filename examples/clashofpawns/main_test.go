//go:build !race

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
)

// TestAgainstTheRules plays random games of both editions and compares the moves of
// each position with the game's; sometimes the program chooses the move.
func TestAgainstTheRules(t *testing.T) {
	for _, teleport := range []bool{false, true} {
		name := "clashofpawns"
		if teleport {
			name += ",teleport"
		}
		g := gametest.Game(t, name)
		rng := rand.New(rand.NewPCG(1, 12))
		for range 20 {
			p := g.Start()
			for p.Outcome() == oxo.Ongoing {
				b, player := boardOf(g.FormatPosition(p))
				want, got := p.Moves(nil), names(b.moves(player, teleport))
				if !slices.Equal(got, texts(g, p, want)) {
					t.Fatalf("%s: %s has %v, want %v", name, g.FormatPosition(p), got, texts(g, p, want))
				}
				m := want[rng.IntN(len(want))]
				if !teleport && rng.IntN(8) == 0 {
					s := search{b: b, until: time.Now().Add(5 * time.Millisecond)}
					best := s.best(player)
					parsed, err := g.ParseMove(p, name1(best))
					if err != nil || s.b != b {
						t.Fatalf("%s: %v, %v", g.FormatPosition(p), best, err)
					}
					m = parsed
				}
				p.Make(m)
			}
		}
	}
}

// TestWins: a pawn that can reach the last row goes there, and an opponent's pawn about
// to reach it is captured.
func TestWins(t *testing.T) {
	for text, want := range map[string]string{
		"............/..w........./bb........../............/............/............/............/............/............/............/......b...../ww.......... white": "c11",
		"............/............/bb........../............/............/............/............/............/............/............/.b........../w..w........ white": "a1b2",
	} {
		b, player := boardOf(text)
		s := search{b: b, until: time.Now()} // it checks the clock every 1024 positions, which suffice here
		if m := s.best(player); !strings.HasPrefix(name1(m), want) {
			t.Errorf("%s: %s, want %s", text, name1(m), want)
		}
	}
}

// boardOf converts a position of oxo: its bottom row is the first row here.
func boardOf(text string) (b board, player int) {
	rows, turn, _ := strings.Cut(text, " ")
	for i, row := range strings.Split(rows, "/") {
		for column, c := range row {
			b[side-1-i][column] = strings.IndexRune("bw", c)
		}
	}
	if turn == "white" {
		player = 1
	}
	return b, player
}

func name1(m move) string {
	return fmt.Sprintf("%c%d%c%d", 'a'+m.column, m.row+1, 'a'+m.toColumn, m.toRow+1)
}

func names(list []move) (all []string) {
	for _, m := range list {
		all = append(all, name1(m))
	}
	slices.Sort(all)
	return all
}

func texts(g oxo.Game, p oxo.Position, list []oxo.Move) (all []string) {
	for _, m := range list {
		all = append(all, g.FormatMove(p, m))
	}
	slices.Sort(all)
	return all
}
