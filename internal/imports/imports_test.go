//go:build !race

package imports

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers is the picture of the packages, from the bottom up: each with all packages
// of this module that it may import, and in brackets the external modules. A * stands
// for the packages of a folder. Imports are named by the end of their path, as far as
// that is unambiguous. CONTRIBUTING.md has the same picture.
const layers = `
internal/words        -                                         reading and writing words
internal/languages    -                                         texts in other languages, as catalogues
internal/processor    -                                         what the processor can do
internal/threads      -                                         goroutines of one computation: one panics, the caller panics
internal/largepages   -                                         memory in large pages
internal/memory       -                                         how much memory there is, and sizes in words
internal/version      -                                         what a program was built from
internal/filelock     -                                         one process at a file [sys]
internal/datafile     filelock                                   lines, checksums, writing files whole or not at all
internal/checksum     -                                         SHA-256, small in a browser
search/trace          -                                         why a node of a search ended
oxo                   -                                         the contract
game/board            oxo                                       a board to draw, names of sides
game/catalog          oxo words board                           games by name, positions by moves
game/gamefile         oxo words board catalog                   files of games: PGN, PDN, SGF, Othello's [text]
game/knowledge        oxo                                       what games know: keys of children, claims of yes or no
internal/notation     oxo words board catalog                   what notations share
game/numbertree       oxo words board catalog notation          trees of numbers as a game
game/rules/gdl        words                                     rule sheets as text: read, checked, and without variables
game/rules/machine    processor rules/gdl                       what a sheet makes true, while moves are made and taken back
game/rules/digits     oxo                                       keys as numbers in mixed radix
game/rules/automorphism  -                                      symmetries of a structure, found by colours
game/rules/resolver   oxo rules/digits rules/gdl                what a sheet makes true, asked for in each state
game/rules            oxo words checksum board catalog rules/automorphism rules/digits rules/gdl rules/machine rules/resolver  games of rule sheets
game/rules/rbg        oxo words board catalog rules/automorphism rules/digits game/rules  games of sheets whose boards are graphs
examples/sheets       -                                         rule sheets that come with the page
textbook              oxo trace                                 minimax to be read; the oracle
prove/keybits         oxo                                       keys without the bits that no key uses
prove/census          oxo datafile keybits                      every position; solving backwards
prove/results         oxo words threads datafile keybits census  every position, for results alone: two bits each
search/tt             oxo processor largepages knowledge         the transposition table
search                oxo processor largepages threads trace tt knowledge  the engine
prove/loops           oxo                                       values of games that loop, by questions about plies
prove/pn              oxo processor largepages threads knowledge       proof-number search
prove/certificate/lines  oxo                                    boards of lines, sets of squares, and pairs: for files of proofs
prove/certificate     oxo checksum certificate/lines            files of proofs, and their checker: all that a sceptic reads, with lines
prove/certificate/walk  oxo certificate certificate/lines       a proof in memory, and what its strategy does at each move
prove/certificate/coq  oxo board certificate certificate/walk    strategies of certificates as files for Coq
prove/certificate/write  oxo checksum certificate certificate/lines  writes files of proofs, and goes on with unfinished ones
prove/certificate/samples  checksum                             small files, right and wrong, to test a checker with
prove/strategy        oxo                                       small strategies: which moves have a small tree
prove/steady          -                                         Connect Four's wins as diagrams that a person can learn
search/mcts           oxo threads search                           Monte-Carlo tree search, the other engine
prove/book            oxo search datafile                       opening books
prove/book/dropout    oxo search datafile                       opening books of estimates
prove/label           oxo board catalog search                   data sets: positions, and the value of every move [parquet]
prove/audit           oxo board catalog gamefile search label                   values that others published: which are wrong
explain               oxo words trace board catalog numbertree textbook search mcts  what a search did, in words
games/*               oxo words processor board catalog knowledge notation  rules, and what the games know
games/chess/magics    -                                         makes the magic numbers of chess
games                 catalog numbertree games/*                the list of them
games/othello/fit     oxo search games/*                        the weights of Othello's estimate
oxotest               oxo board catalog knowledge textbook search  the conformance suite
player/program        -                                         a program in a subprocess
player                oxo words catalog textbook census search mcts  who chooses moves
explain/puzzle        oxo threads board catalog search explain player  positions with one right answer, proven
explain/course        -                                         courses of ten lessons, with puzzles and tests
explain/puzzle/anki   -                                         decks of cards for Anki [sqlite]
prove/solve           oxo words board catalog knowledge census loops pn certificate certificate/write strategy player search  which prover answers, and what it says
prove/keep            oxo words memory datafile filelock catalog census results certificate certificate/write book book/dropout player solve search  the files of proofs: checkpoints, tables, books, certificates, lists
protocol/talk         -                                         a conversation of lines
protocol/contest      oxo words board catalog search player player/program  programs that are started again for each move, both sides
protocol/ggp          oxo words game/rules rules/gdl player search  a player for servers that send the rules
protocol/*            oxo words board catalog search player player/program protocol/talk protocol/contest  bot protocols, both sides
arena/stats           -                                         what results say of strength
arena                 oxo words threads filelock datafile board catalog gamefile arena/stats player player/program search  matches and levels [sync]
arena/referee         oxo words board catalog player/program     the rules of another program against oxo's
arena/judge           oxo words board catalog textbook trace search explain player player/program  the faults of a program
arena/roster          oxo words memory player player/program search mcts keep arena arena/judge protocol/*  who plays: levels, searches, and programs by their protocols
arena/suite           oxo gamefile player search arena          positions whose best moves are known
arena/chances         oxo board catalog explain player search    measures reviews: curves of chances, planted blunders
games/chess/tune      oxo catalog games/* arena                 fits the evaluation of chess to games
api/picture           -                                         boards as SVG
api                   oxo processor checksum board catalog game/rules certificate certificate/walk numbertree trace textbook search explain explain/puzzle player solve api/picture  what is asked of oxo: requests and answers of the page and of other languages
api/calls             oxo api catalog certificate player search            the core of libraries for other languages: games, positions, questions
api/c                 oxo game/rules rules/rbg games api/calls version  the library for C
api/c/ctest           -                                         its tests, programs in C
api/python            -                                         tests of the package for Python, which stands on api/c
api/javascript        -                                         the npm package: its files, and tests that install it
api/javascript/engine  oxo game/rules rules/rbg games api/calls certificate  its engine, as WebAssembly
docs                  -                                         the essays that the page shows, and what language models read
protocol/mcp          words catalog docs api api/calls            a server for language models [modelcontextprotocol]
web/page              languages explain/course                     the files of the page
web/tab               -                                         the files of the page on which a tab works for a hub
web/learn             languages docs                            the essays as pages [goldmark]
web                   oxo book catalog examples/sheets certificate certificate/walk search explain api web/learn web/page  its server [huma prometheus brotli]
web/wasm              oxo book catalog game/rules search games api            the engine in a browser; with rule sheets, by the build tag sheets
web/site              examples/sheets games api web/learn web/page web/tab                the pages as folders [brotli]
web/hostile           -                                         hostile clients, to test the server
cluster               -                                         a hub, its workers, and what is between them
cluster/jobtree       oxo knowledge                                 the upper tree of a proof on several machines
cluster/jetstream     cluster filelock                          the transport over a network [nats]
cluster/work          oxo words catalog knowledge pn search cluster cluster/jobtree  proofs as runs, and their jobs
cluster/matches       oxo catalog arena arena/stats cluster     tournaments as runs, and their games
cluster/hubpage       cluster                                       the page of a hub [prometheus]
cluster/tab           cluster                                       the transport to a browser tab [websocket]
tui                   languages oxo board catalog search explain player solve   the game on a full screen of a terminal [bubbletea lipgloss colorprofile]
cli                   languages oxo words memory datafile filelock board catalog game/rules rules/rbg gamefile trace knowledge textbook census results search loops pn certificate certificate/walk certificate/samples certificate/coq solve keep steady label audit mcts book book/dropout explain explain/puzzle explain/puzzle/anki explain/course player player/program arena arena/stats arena/judge arena/referee arena/roster arena/suite protocol/* web tui cluster cluster/jetstream cluster/work cluster/matches cluster/hubpage cluster/tab version  the command [cobra pflag sync term modelcontextprotocol]
cmd/oxo               cli games                                 ten lines
cmd/hostile           web/hostile                               attacks a server, and reports
cmd/chances           catalog games arena/chances                prints the fits of chances, and the blunders found
cmd/peers             -                                         compares oxo with other programs
cmd/sheets            oxo catalog game/rules rules/gdl rules/rbg textbook oxotest  a table of a folder of rule sheets
internal/release/shellfiles  cli games                          man pages and completions of a release [cobra pflag]
internal/release/module  -                                      gives the module another path
internal/release/licences  -                                    licences of what is linked
internal/release/image  -                                       the image, without a container engine
web/tab/wasm          games version cluster cluster/tab cluster/work   the engine of such a tab
cluster/simulate      oxo knowledge cluster/jobtree                 what n workers would make of a run
cluster/simulate/cmd/simulate  cluster/simulate                 its command
examples/sticks       oxo                                       a game of one's own
examples/sticks/cmd/sticks  oxo catalog cli examples/sticks     and its command
examples/morris       oxo board                                 games on points and lines
examples/morris/cmd/morris  catalog cli examples/morris         and their command
examples/kalah        oxo board                                 a game with extra turns
examples/kalah/cmd/kalah  catalog cli examples/kalah            and its command
examples/hackerrank    -                                        one file for a contest, minimax
examples/clashofpawns  -                                         one file for a contest, alpha-beta
examples/lines        -                                         one file in Python and in Go for the line protocol
examples/checkers     -                                         one file for the line protocol, alpha-beta and a count of men
examples/checker      -                                         one file in C that checks certificates; its test compares it with oxo verify
`

// ban forbids a package of the standard library, with a reason.
type ban struct{ from, to, why string }

func bans() []ban {
	return []ban{
		{"search", "os", "a search knows no file"},
		{"search", "net", "a search knows no network"},
		{"search", "log", "a search knows no log"},
		{"prove/pn", "os", "a proof knows no file"},
		{"prove/pn", "net", "a proof knows no network"},
		{"api", "net", "what the page asks is answered alike by a server and inside the browser"},
		{"api", "os", "what the page asks is answered alike by a server and inside the browser"},
	}
}

// layer is a line of the picture.
type layer struct {
	name      string
	imports   []string
	elsewhere []string // parts of the names of modules
}

// parse reads the picture.
func parse(t *testing.T) []layer {
	t.Helper()
	var all []layer
	for line := range strings.Lines(strings.TrimSpace(layers)) {
		columns := strings.FieldsFunc(strings.ReplaceAll(strings.TrimSpace(line), "  ", "\t"), func(r rune) bool { return r == '\t' })
		if len(columns) != 3 {
			t.Fatalf("the line %q has %d columns", line, len(columns))
		}
		l := layer{name: columns[0]}
		if imports := strings.TrimSpace(columns[1]); imports != "-" {
			l.imports = strings.Fields(imports)
		}
		if _, list, ok := strings.Cut(columns[2], "["); ok {
			l.elsewhere = strings.Fields(strings.TrimSuffix(list, "]"))
		}
		all = append(all, l)
	}
	return all
}

// short returns the name of a package in the picture.
func short(path string) string {
	if path == "oxo" {
		return path
	}
	return strings.TrimPrefix(path, "oxo/")
}

// matches reports whether a name in the picture of the layers means a package.
func matches(name, pkg string) bool {
	if folder, ok := strings.CutSuffix(name, "/*"); ok {
		rest, ok := strings.CutPrefix(pkg, folder+"/")
		return ok && !strings.Contains(rest, "/")
	}
	return pkg == name || name != "oxo" && strings.HasSuffix(pkg, "/"+name)
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	picture := parse(t)
	for _, p := range list(t) {
		name := short(p.ImportPath)
		if slices.Contains([]string{"internal/imports", "internal/docs", "internal/gametest", "internal/race", "internal/certtest", "internal/prooftest", "internal/abilities", "internal/bottest", "internal/use"}, name) {
			continue // only tests, or for tests
		}
		at := slices.IndexFunc(picture, func(l layer) bool { return l.name == name })
		if at < 0 { // it has no line of its own
			at = slices.IndexFunc(picture, func(l layer) bool { return matches(l.name, name) })
		}
		if at < 0 {
			t.Errorf("%s is not in the picture: give it a line, and say why it exists in docs/decisions", p.ImportPath)
			continue
		}
		for _, to := range p.Imports {
			to, _, _ = strings.Cut(to, " ") // the line of a package built with a profile has more after a blank
			switch {
			case to == "oxo" || strings.HasPrefix(to, "oxo/"):
				if !slices.ContainsFunc(picture[at].imports, func(l string) bool { return matches(l, short(to)) }) {
					t.Errorf("%s imports %s, which the picture does not allow", p.ImportPath, to)
				}
			case strings.Contains(to, "."):
				if !slices.ContainsFunc(picture[at].elsewhere, func(l string) bool { return strings.Contains(to, l) }) {
					t.Errorf("%s imports %s: the picture does not name its module", p.ImportPath, to)
				}
			}
			for _, b := range bans() {
				if name == b.from && (to == b.to || strings.HasPrefix(to, b.to+"/")) {
					t.Errorf("%s imports %s: %s", p.ImportPath, to, b.why)
				}
			}
		}
	}
}

// TestPicture: imports go down in the picture too, and CONTRIBUTING.md shows it.
func TestPicture(t *testing.T) {
	var below []string
	for _, l := range parse(t) {
		for _, to := range l.imports {
			if !slices.ContainsFunc(below, func(b string) bool { return b == to || matches(to, b) }) {
				t.Errorf("%s stands below %s", l.name, to)
			}
		}
		below = append(below, l.name)
	}
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil || !strings.Contains(string(text), layers) {
		t.Errorf("CONTRIBUTING.md does not show this picture (%v):\n%s", err, layers)
	}
}

func list(t *testing.T) []pkg {
	t.Helper()
	var all []pkg
	for _, env := range []string{"", "GOOS=js"} {
		c := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "oxo/...")
		c.Env = os.Environ()
		if env != "" {
			c.Env = append(c.Env, env, "GOARCH=wasm")
		}
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p pkg
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if env == "" || p.ImportPath == "oxo/web/wasm" || p.ImportPath == "oxo/api/javascript/engine" {
				all = append(all, p)
			}
		}
	}
	return all
}
