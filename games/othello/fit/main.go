// Command fit makes the weights of Othello's estimate: it plays games against
// itself, solves their ends, and fits the weights to the margins.
//
//	go run ./games/othello/fit play -games 20000 -seed 1 >games.txt
//	go run ./games/othello/fit fit games.txt >games/othello/8x8.weights
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"oxo"
	"oxo/games/othello"
	"oxo/search"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(args []string, out, notes io.Writer) error {
	g, err := othello.New(othello.MaxSide, othello.MaxSide)
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	games := flags.Int("games", 1000, "games to play")
	seed := flags.Uint64("seed", 1, "decides the random moves")
	depth := flags.Int("depth", 3, "plies to look ahead for a move")
	solved := flags.Int("solved", 12, "empty squares from which a game is played perfectly")
	rounds := flags.Int("rounds", 12, "how often to go through the positions")
	seldom := flags.Int("seldom", 20, "a state met less often has no weight")
	if len(args) == 0 {
		return fmt.Errorf("no command: want play or fit")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "play":
		p := player{g: g, rng: rand.New(rand.NewPCG(*seed, 0)), depth: *depth, solved: *solved}
		return p.games(*games, out)
	case "fit":
		samples, err := read(g, flags.Args())
		if err != nil {
			return err
		}
		weights, missed := othello.Fit(samples, *rounds, *seldom)
		fmt.Fprintf(notes, "%d positions, %.2f discs are missed by\n", len(samples), missed)
		_, err = out.Write(weights)
		return err
	}
	return fmt.Errorf("the command %q: want play or fit", args[0])
}

// latest is the least number of empty squares of a position to learn from.
const latest = 6

// player plays games against itself.
type player struct {
	g             oxo.Game
	rng           *rand.Rand
	depth, solved int
}

// games writes each game on one line: the margin for the first side, and the positions.
func (p *player) games(n int, out io.Writer) error {
	w := bufio.NewWriter(out)
	s := search.New(search.Options{TableBytes: 16 << 20})
	for range n {
		p.game(s, w)
	}
	return w.Flush()
}

// game starts with 8 to 23 random moves, and later plays a random move now and then.
func (p *player) game(s *search.Searcher, w io.Writer) {
	position := p.g.Start()
	random := 8 + p.rng.IntN(16)
	var texts []string
	for ply := 0; position.Outcome() == oxo.Ongoing; ply++ {
		text := p.g.FormatPosition(position)
		empty := strings.Count(text, ".")
		if ply >= random {
			texts = append(texts, text)
		}
		if empty <= p.solved {
			r := s.Search(context.Background(), position, search.Limits{})
			margin := r.Score.Margin()
			if position.Turn() == oxo.Second {
				margin = -margin
			}
			for _, m := range r.Line {
				position.Make(m)
				if text = p.g.FormatPosition(position); position.Outcome() == oxo.Ongoing && strings.Count(text, ".") >= latest {
					texts = append(texts, text)
				}
			}
			fmt.Fprintf(w, "%d;%s\n", margin, strings.Join(texts, ";"))
			return
		}
		moves := position.Moves(nil)
		m := moves[p.rng.IntN(len(moves))]
		if ply >= random && p.rng.IntN(40) > 0 {
			m = s.Search(context.Background(), position, search.Limits{Depth: p.depth}).Best
		} else {
			texts = texts[:0] // a random move makes the margin meaningless for the positions before it
		}
		position.Make(m)
	}
}

// read reads the games of files.
func read(g oxo.Game, files []string) ([]othello.Sample, error) {
	var samples []othello.Sample
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			parts := strings.Split(lines.Text(), ";")
			margin, err := strconv.Atoi(parts[0])
			if err != nil {
				return nil, fmt.Errorf("%s: a line begins with %q: want a margin", name, parts[0])
			}
			for _, text := range parts[1:] {
				p, err := g.ParsePosition(text)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				n := margin
				if p.Turn() == oxo.Second {
					n = -n
				}
				samples = append(samples, othello.Sample{Position: p, Margin: n})
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return samples, nil
}
