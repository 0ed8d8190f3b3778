// A program of ten lines with a game of its own: the page must draw and play a game
// that it does not know.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Discs in a row of six: a new one beside the other side's turns the nearest one over; a side may pass. */
const game = `package own

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

type position struct {
	cells string // x, o or a dot for each of six places
	past  []string
}

func (p *position) Turn() oxo.Side { return oxo.Side(len(p.past) % 2) }
func (p *position) Outcome() oxo.Outcome {
	if strings.Contains(p.cells, ".") && len(p.past) < 8 {
		return oxo.Ongoing
	}
	return oxo.Drawn
}

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	for i := range p.cells {
		if p.cells[i] == '.' {
			buf = append(buf, oxo.Move(i))
		}
	}
	return append(buf, 6)
}

func (p *position) Make(m oxo.Move) {
	mine, other := "xo"[p.Turn()], "ox"[p.Turn()]
	cells := []byte(p.cells)
	if m < 6 {
		cells[m] = mine
		for _, n := range []int{int(m) - 1, int(m) + 1} {
			if n >= 0 && n < 6 && cells[n] == other {
				cells[n] = mine
				break
			}
		}
	}
	p.past = append(p.past, p.cells)
	p.cells = string(cells)
}

func (p *position) Unmake(oxo.Move) {
	last := len(p.past) - 1
	p.cells, p.past = p.past[last], p.past[:last]
}

func (p *position) Hash() uint64 {
	h := uint64(len(p.past))
	for _, c := range p.cells {
		h = h*31 + uint64(c)
	}
	return h
}

func (p *position) Clone() oxo.Position {
	return &position{p.cells, append([]string(nil), p.past...)}
}

func (p *position) Size() (columns, rows int)        { return 6, 1 }
func (p *position) Labels() (columns, rows []string) { return strings.Split("abcdef", ""), []string{"1"} }
func (p *position) Line() []board.Square             { return nil }
func (p *position) At(s board.Square) board.Cell {
	switch p.cells[s.Column] {
	case 'x':
		return board.Cell{Text: "X", Owner: oxo.First}
	case 'o':
		return board.Cell{Text: "O", Owner: oxo.Second}
	}
	return board.Cell{}
}

type Game struct{}

func (Game) Name() string       { return "turning" }
func (Game) Start() oxo.Position { return &position{cells: "......"} }
func (Game) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m == 6 {
		return "pass"
	}
	return string(rune('a'+m)) + "1"
}

func (g Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		if g.FormatMove(p, m) == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%q is no move", text)
}

func (Game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	return b.cells + strconv.Itoa(len(b.past))
}

func (Game) ParsePosition(text string) (oxo.Position, error) {
	return nil, fmt.Errorf("%q: a game begins at its start", text)
}

// Styled says its looks and rules.
type Styled struct{ Game }

func (Styled) Facts() *board.Facts {
	return &board.Facts{
		Style: board.Style{Pieces: board.Stones},
		Goal:  "Put a disc beside another to turn it.",
		Rules: []string{"Six places, eight moves."},
	}
}
`;

const main = `package main

import (
	"os"

	"oxo"
	"oxo/game/catalog"
	"oxo/cli"
	"oxo/cmd/own/own"
)

func main() {
	var g oxo.Game = own.Game{}
	if os.Getenv("SAYS") != "" {
		g = own.Styled{}
	}
	cli.Main(catalog.Single(g, "discs that turn over"))
}
`;

/** Builds the program together with the module's files, which stay unchanged. */
export function buildOwn() {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-own-'));
  const files = { 'cmd/own/main.go': main, 'cmd/own/own/own.go': game };
  /** @type {Record<string, string>} */
  const replace = {};
  for (const [name, text] of Object.entries(files)) {
    const to = path.join(work, path.basename(name));
    fs.writeFileSync(to, text);
    replace[path.join(root, name)] = to;
  }
  fs.writeFileSync(path.join(work, 'overlay.json'), JSON.stringify({ Replace: replace }));
  const binary = path.join(work, 'own');
  execFileSync('go', ['build', '-overlay', path.join(work, 'overlay.json'), '-ldflags', '-s -w', '-o', binary, './cmd/own'], { cwd: root, stdio: 'inherit' });
  return { binary, remove: () => fs.rmSync(work, { recursive: true, force: true }) };
}

/** Serves the program. @param {string} binary @param {boolean} says whether the game says its looks and rules */
export async function serveOwn(binary, says) {
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SAYS: says ? 'yes' : '' } });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))[0]));
    child.on('exit', () => reject(new Error('the program ended')));
  });
  return { url, stop: () => child.kill('SIGINT') };
}

/** Builds a program of examples, or takes the one that the run has built. @param {string} name */
export function buildExample(name) {
  const built = path.join(process.env.OXO_BUILT ?? '', name);
  if (process.env.OXO_BUILT && fs.existsSync(built)) return { binary: built, remove() {} };
  const work = fs.mkdtempSync(path.join(os.tmpdir(), `oxo-${name}-`));
  const binary = path.join(work, name);
  execFileSync('go', ['build', '-ldflags', '-s -w', '-o', binary, `./examples/${name}/cmd/${name}`], { cwd: root, stdio: 'inherit' });
  return { binary, remove: () => fs.rmSync(work, { recursive: true, force: true }) };
}
