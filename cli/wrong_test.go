package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"oxo/games"
)

// runWith runs the command with arguments and input as a pipe would.
func runWith(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	a := &app{families: games.All(), name: "oxo", in: strings.NewReader(stdin), out: &out, err: &errs, getenv: func(string) string { return "" }}
	code = a.run(ctx, args)
	return code, out.String(), errs.String()
}

// TestWrongUsage: every wrong command line and every wrong input gives an
// error that says what would be right, on stderr, with exit code 2, and
// nothing on stdout.
func TestWrongUsage(t *testing.T) {
	const board = "___\n___\n_XO\n"
	for _, c := range []struct {
		args  string // split at blanks; "_" in a quoted word stands for a blank
		stdin string
		want  string
	}{
		// the arena
		{"arena tictactoe 1 search,memory=1048576", "", "a smaller table does"},
		{"arena tictactoe 1 2,nodes=3", "", "nodes is for"},
		{"arena tictactoe 1 random,depth=3", "", "depth is for"},
		{"arena tictactoe 1 2,time=2562047h", "", "at most 10000h"},
		{"arena tictactoe 1 2 --time 2562047h", "", "at most 10000h"},
		{"arena tictactoe 1 2 --win 0,1", "", "0 is level"},
		{"arena tictactoe levels --games 1000000", "", "all together are at most"},
		{"arena calibrate tictactoe --games 3", "", "even number"},
		{"arena calibrate tictactoe --measure 3", "", "even number"},
		{"arena calibrate tictactoe --nodes 0", "", "--nodes 0: it is a number from"},
		{"arena calibrate connect4 tictactou", "", "did you mean tictactoe?"},
		// verbs and flags
		{"analyse tictactoe", "", "did you mean analyze?"},
		{"frobnicate", "", "there is analyze"},
		{"play tictactoe --lvel 3", "", "unknown flag: --lvel"},
		{"analyze tictactoe --depth", "", "flag needs an argument"},
		{"analyze tictactoe --depth two", "", `invalid argument "two"`},
		{"analyze tictactoe --time 5", "", `invalid argument "5"`},
		{"analyze tictactoe --depth -3", "", "limits are not negative"},
		{"analyze tictactoe --time -3s", "", "limits are not negative"},
		{"analyze tictactoe --nodes -1", "", `invalid argument "-1" for "--nodes" flag: it is a whole number, 0 or more`},
		{"analyze tictactoe --top x", "", "it is a whole number: see"},
		{"analyze tictactoe --time 1", "", "a time is a number with a unit, as in 500ms or 10s"},
		{"solve sticks 4", "", "there it is 1 to 3"},
		{"solve sticks 0", "", "there it is 1 to 3"},
		{"solve connect4:12x4 --position 4455", "", "as in ............/............/............/............"},
		{"play sticks --as=", "", "--as is empty"},
		{"play sticks --level=", "", "--level is empty"},
		{"play breakthrough --symbol X", "", "is not played with X and O"},
		{"serve --addr 8080", "", "it is a host and a port, as in 127.0.0.1:8080"},
		{"serve --addr 127.0.0.1:99999", "", "a port is a number from 0 to 65535"},
		{"serve --searches -1", "", "it is from 1 to"},
		{"serve --time 0s", "", "it is from 1ms to 1h"},
		{"serve --table 8000000TB", "", "a smaller table does"},
		{"serve --addr :8080", "", "add --public if that is meant"},
		{"serve --addr 192.0.2.1:8080", "", "add --public if that is meant"},
		{"serve --monitor 9090", "", "--monitor \"9090\": it is a host and a port"},
		{"serve --limit connections", "", "it is a name and a value, as in connections=1000"},
		{"serve --limit nothing=1", "", "there is connections,"},
		{"serve --limit body=1", "", "it is from 1KB to 16MB"},
		{"serve --proxy nowhere", "", "it is an address, or a network as in 10.0.0.0/8"},
		{"serve --monitor :9090", "", "--monitor :9090 lets other machines in: add --public"},
		{"serve --public", "", "give another --addr, as in :8080"},
		{"serve --limit searches=1 --searches 2", "", "say the same: give one of them"},
		{"serve --limit table=900000GB", "", "a smaller table does"},
		{"serve --proxy-header X-Real-IP", "", "name them with --proxy"},
		{"serve --proxy 127.0.0.1 --proxy-header Forwarded", "", "its form is not read"},
		{"serve --proxy ::ffff:10.0.0.0/104", "", "as in 10.0.0.0/8"},
		{"serve --host https://oxo.example.org/", "", "it is a name alone"},
		{"serve --host oxo.example.org:8080", "", "it is a name alone"},
		{"serve --embed school.example", "", "it is an origin, as in https://school.example"},
		{"serve --embed https://school.example/page", "", "it is an origin"},
		{"serve --tls-cert a.pem", "", "belong together"},
		{"serve x", "", "serve takes no arguments"},
		{"analyze tictactoe --nodes 99999999999999999999999", "", "invalid argument"},
		{"version 2", "", "version takes no arguments"},
		{"games all", "", "games takes no arguments"},
		{"bench fast", "", "bench takes no arguments"},
		// games
		{"analyze", "", "analyze takes a game and moves"},
		{"explain", "", "explain takes a game and moves"},
		{"explain tictactoe --nodes 5", "", "--nodes, --seed and --plain are for the algorithm mcts"},
		{"explain tictactoe --algorithm mcts --depth 3", "", "say how many play-outs"},
		{"analyze tictactoe --method mtcs", "", "did you mean mcts?"},
		{"explain tictactoe b2 --why b2", "", "--why: b2 is taken"},
		{"explain tictactoe --why", "", "flag needs an argument"},
		{"explain tictactoe --why last", "", "none was given"},
		{"explain tictactoe --why nowhere", "", "--why: "},
		{"explain tictactoe a1 b1 a2 b2 a3 --why c3", "", "the game is over"},
		{"explain tictactoe b2 --why a1 --format dot", "", "with --why there is text and json"},
		{"explain tictactoe b2 --why a1 --sentences 2", "", "it is 3 or more"},
		{"explain tictactoe b2 --why a1 --time -1s", "", "limits are not negative"},
		{"explain tictactoe b2 --why a1 --depth 3", "", "--depth is about a tree"},
		{"explain tictactoe b2 --sentences 4", "", "--sentences goes with --why"},
		{"book", "", "a game to make a book of, or --check FILE"},
		{"solve tictactoe --all=1", "", "from 2 on"},
		{"solve checkers:4x4 --all 1", "", "from 2 on"},
		{"solve checkers:4x4 --all=2 11-15", "", "leave the position out"},
		{"solve tictactoe --every 1s", "", "--every goes with --checkpoint FILE"},
		{"solve tictactoe --checkpoint x --every 0s", "", "it is above 0"},
		{"solve tictactoe --checkpoint=", "", "--checkpoint is empty"},
		{"solve tictactoe --out=", "", "--out is empty"},
		{"hub --token=", "", "--token is empty"},
		{"hub --disk 1KB", "", "--disk 1KB: it is 64MB at least"},
		{"serve --proxy=", "", "it is empty"},
		{"serve --host a.example --host=", "", "it is empty"},
		{"solve tictactoe - --checkpoint x", "", "neither with --all nor with --list nor with -"},
		{"solve tictactoe --all --checkpoint x", "", "neither with --all nor with --list nor with -"},
		{"solve --list --checkpoint x", "", "neither with --all nor with --list"},
		{"solve tictactoe --checkpoint no/such/folder", "", "no/such/folder"},
		{"explain tictactoe --tables x", "", "--tables goes with --why MOVE"},
		{"serve --addr 127.0.0.1:0 --tables nowhere", "", "open nowhere"},
		{"serve --addr 127.0.0.1:0 --tables testdata", "", "there is no table in it"},
		{"book connect4", "", "--plies N and --out FILE"},
		{"book connect4 --plies 3", "", "--plies N and --out FILE"},
		{"book connect4 --plies -3 --out x.book", "", "it is 0 or more"},
		{"book connect4 --plies 3 --out x.book --max-positions 0", "", "it is 1 or more"},
		{"book connect4 --plies 3 --out x.book --sample 3", "", "--sample goes with --check FILE"},
		{"book connect4 1 --plies 3 --out x.book", "", "book takes a game, not 2 arguments"},
		{"book --check x.book --plies 3", "", "it does not go with --check"},
		{"book connect4 --check x.book", "", "takes no game"},
		{"book --check x.book --sample -1", "", "--all takes all"},
		{"book conect4 --plies 3 --out x.book", "", "connect4"},
		{"count", "", "count takes a game and moves"},
		{"play tictacto", "", "did you mean tictactoe?"},
		{"play shogi", "", "there is 2048, breakthrough, checkers, chess, chess960, clashofpawns, connect4, draughts, gardner, go, gomoku, losalamos, mnk, nim, othello, sticks, tictactoe, tree"},
		{"count mnk", "", "mnk:COLUMNSxROWSxK"},
		{"count mnk:3", "", "mnk:COLUMNSxROWSxK"},
		{"count mnk:3x3", "", "mnk:COLUMNSxROWSxK"},
		{"count mnk:3x3xk", "", "mnk:COLUMNSxROWSxK"},
		{"count mnk:3,3,3", "", "mnk:COLUMNSxROWSxK"},
		{"count mnk:0x3x3", "", "from 1 to 20"},
		{"count mnk:3x99x3", "", "from 1 to 20"},
		{"count mnk:99999999999999999999x3x3", "", "from 1 to 20"},
		{"count mnk:3x3x4", "", "k is from 1 to 3"},
		{"count mnk:3x3x0", "", "k is from 1 to 3"},
		{"count tictactoe,miser", "", "did you mean misere?"},
		{"count tictactoe,flat", "", "there is misere, torus, exact"},
		{"count gomoku:4", "", "mnk:COLUMNSxROWSxK"},
		{"count tictactoe:four", "", "as in tictactoe:4"},
		{"count 4x3", "", "as in tictactoe:4"},
		{"play connect4 --size 4", "", "--size 4 is for tictactoe"},
		{"selfplay --game connect4 --size 4", "", "--size 4 is for tictactoe"},
		{"selfplay --size 0", "", "a board of 0 columns"},
		{"play shogi", "", "there is 2048"},
		{"play tictactoe --player minimax", "", "there is textbook-minimax"},
		{"count connect4:7", "", "connect4:7x6"},
		{"count connect4:3x3", "", "at least 4"},
		{"count connect4:8x8", "", "at most 64"},
		{"count connect4,torus", "", "no option"},
		{"explain tree:((3,5),(2,x))", "", `character 11, "x": a node is a number`},
		{"explain tree:(3", "", "is not closed: add )"},
		// moves
		{"analyze connect4 8", "", "1 to 7"},
		{"analyze connect4 b2", "", "1 to 7"},
		{"analyze connect4 4 4 4 4 4 4 4", "", "move 7: column 4 is full"},
		{"analyze connect4 --position 4444444", "", "column 4 is full"},
		{"analyze tictactoe d1", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe a4", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe a0", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe 0,0", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe 4,4", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe 99999999999999999999,1", "", "columns a to c, rows 1 to 3"},
		{"analyze tictactoe b2 b2", "", "move 2: b2 is taken: there is still"},
		{"analyze tictactoe b2 xyzzy", "", "move 2:"},
		{"analyze tictactoe b", "", "write its column and row"},
		{"analyze tictactoe 22", "", "write its column and row"},
		{"analyze tictactoe b-2", "", "write its column and row"},
		{"analyze tictactoe \xff\xfe", "", "write its column and row"},
		{"analyze tictactoe a1 b1 a2 b2 a3 b3", "", "the game is over"},
		{"analyze tictactoe a1 b1 a2 b2 a3", "", "the game is over: X has won"},
		{"explain tictactoe a1 b1 a2 b2 a3", "", "the game is over: X has won"},
		// positions
		{"analyze tictactoe --position X", "", "has 1 row"},
		{"analyze tictactoe --position ///", "", "has 4 row"},
		{"analyze tictactoe --position XO./.../....", "", "it has 4 squares"},
		{"analyze tictactoe --position XO./.../..", "", "it has 2 squares"},
		{"analyze tictactoe --position XO./.Z./...", "", "write X, O, . or _"},
		{"analyze tictactoe --position 4/3/3", "", "there are 3 columns"},
		{"analyze tictactoe --position 99999999999999999999/3/3", "", "there are 3 columns"},
		{"analyze tictactoe --position 0/3/3", "", "there are 3 columns"},
		{"analyze tictactoe --position XX./.../...", "", "X moves first"},
		{"analyze tictactoe --position O../.../...", "", "X moves first"},
		{"analyze tictactoe --position OOO/XX./XX.", "", "the game was over before"},
		{"analyze tictactoe --position XXX/OOO/...", "", "the game was over before"},
		{"analyze tictactoe --position XXX/OO./...", "", "the game is over: X has won"},
		{"analyze tictactoe --position XOX/XOO/OXX", "", "the game is over: a draw"},
		// verbs of their own
		{"explain tictactoe --algorithm alpha-beta", "", "did you mean alphabeta?"},
		{"explain tictactoe --algorithm negascout", "", "there is minimax, minimax-depth, alphabeta"},
		{"explain tictactoe --format svg", "", "there is text, dot and json"},
		{"explain tictactoe --depth -1", "", "at least 0"},
		{"explain tictactoe --max-nodes 0", "", "at least 1"},
		{"perft tictactoe", "", "perft takes a game, a depth and moves"},
		{"perft tictactoe nine", "", "a number of plies from 0 to 400"},
		{"perft tictactoe -1", "", "unknown shorthand flag"},
		{"perft tictactoe 99999999999999999999", "", "a number of plies from 0 to 400"},
		{"perft tictactoe 0 --divide", "", "at least 1"},
		{"count tictactoe --depth -1", "", "at least 0"},
		{"count tictactoe --max-positions 0", "", "at least 1"},
		{"selfplay zero", "", "a number from 1 to 1000000000"},
		{"selfplay 0", "", "a number from 1 to 1000000000"},
		{"selfplay 99999999999999999999", "", "a number from 1 to 1000000000"},
		{"selfplay 1 2", "", "selfplay takes a number of games"},
		{"selfplay 1 --player serach", "", "did you mean search?"},
		{"selfplay 1 --player deepblue", "", "there is textbook-minimax"},
		{"selfplay 1 --player deepblue", "", ", pn"},
		{"selfplay 1 tictactoe", "", "--game names the game"},
		{"explain tictactoe --json --format dot", "", "--json is --format json"},
		{"solve tictactoe --cluster nats://127.0.0.1:1", "", "as in --cluster=nats://127.0.0.1:1"},
		{"arena tictactoe 8 4 --cluster nats://127.0.0.1:1", "", "as in --cluster=nats://127.0.0.1:1"},
		{"solve tictactoe --table 512", "", "a whole number above 0 and a unit, as in 64MB"},
		{"solve tictactoe --checkpoint a --out a", "", "--checkpoint and --out name the same file"},
		{"solve tictactoe --all --method pn", "", "neither with --method nor with --result"},
		{"solve tictactoe --all --result", "", "neither with --method nor with --result"},
		{"solve tictactoe --out nofolder/p.oxo", "", "nofolder/p.oxo cannot be written: its folder is not there"},
		{"judge --gradescope nofolder/results.json -- cat", "", "--gradescope nofolder/results.json: its folder is not there"},
		{"book --list any.book", "", "--list needs --plies N"},
		{"book --check none.book", "", "none.book: no such file"},
		{"arena resume none.jsonl", "", "none.jsonl: no such file"},
		{"selfplay 1 --game tictac", "", "no game"},
		{"selfplay 1 --threads 0", "", "a number from 1 to 1024"},
		{"play tictactoe --as third", "", "first, second, both or none"},
		{"play tictactoe --level 11", "", "a number from 1 to 10, easy"},
		{"play tictactoe --level strong", "", "a number from 1 to 10, easy"},
		{"play tictactoe --symbol Z", "", "X or O"},
		{"play tictactoe --time 0s", "", "some time to think"},
		{"play tictactoe --position XXX/OO./...", "", "the game is over"},
		{"bot", "", "bot takes a protocol: "},
		{"bot shogi", "", "no protocol \"shogi\": there is "},
		{"bot gtp shogi", "", "there is 2048, breakthrough"},
		{"bot gtp tictactoe now", "", "gtp takes a game or none"},
		{"bot gtp --time -1s", "name", "limits are not negative"},
		{"bot gtp --level 12", "name", "a level is a number from 1 to 10"},
		{"bot gtp --table 8000000TB", "name", "a smaller table does"},
		{"bot lines", "", "lines takes a game"},
		{"bot lines shogi", "", "there is 2048, breakthrough"},
		{"bot lines tictactoe --depth -1", "", "limits are not negative"},
		{"bot gomocup --time 0s", "", "above 0"},
		{"bot gomocup --table 1e3", "", "a size is a whole number"},
		{"bot gomocup 15", "", "gomocup takes no arguments"},
		{"bot gomocp", "", "did you mean gomocup?"},
		{"bot clashofpawn", "", "did you mean clashofpawns?"},
		{"bot clashofpawns", "", "the input is empty"},
		{"bot clashofpawns --time 0s", "1", "above 0"},
		{"bot clashofpawns --time -1s", "1", "above 0"},
		{"bot clashofpawns", "1 1 1", "has 2 numbers"},
		{"bot clashofpawns now", "", "clashofpawns takes no arguments"},
		// arena
		{"arena", "", "arena takes a game and two players or more"},
		{"arena stat", "", "did you mean stats?"},
		{"arena tictactoe", "", "arena takes a game and two players or more"},
		{"arena stat 1 2 3", "", "did you mean stats?"},
		{"arena tictactoe 1 11", "", "no player \"11\": there are the levels 1 to 10"},
		{"arena tictactoe 1 uci", "", "write the program's command behind a colon"},
		{"arena tictactoe 1 uci:", "", "there is no command behind the colon"},
		{"arena tictactoe 1 xyz:program", "", "no protocol \"xyz\": there is uci"},
		{"arena tictactoe 1 1", "", "two players are called \"level 1\""},
		{"arena tictactoe 1 2 --games 3", "", "an even number of games"},
		{"arena tictactoe 1 2 --plies 9", "", "nearly always: take fewer"},
		{"arena tictactoe 1 search,nodes=x", "", "nodes=x: it is a whole number"},
		{"arena tictactoe 1 search,nods=4", "", "there is name, time, clock"},
		{"arena tictactoe 1 2 --clock 10", "", "a time is a number with a unit"},
		{"arena tictactoe 1 2 --win 3", "", "--win 3: it is 2 whole numbers"},
		{"arena tictactoe 1 2 --format swiss", "", "there is round-robin, gauntlet and ladder"},
		{"arena sprt tictactoe 1 2 --elo1 -5", "", "elo0 is less than elo1"},
		{"arena calibrate tictactoe --threads 0", "", "--threads 0: it is a number from 1"},

		{"arena stats 1 2", "", "stats takes the numbers of wins, draws and losses, not 2 arguments"},
		{"arena stats --pairs 1 2 3", "", "stats takes five numbers of pairs"},
		{"arena stats 1 2 x", "", `"x" is no number of games: it is a whole number from 0 to 100000000`},
		{"arena stats 1 2 1.5", "", "it is a whole number"},
		{"arena stats 1 2 100000001", "", "from 0 to 100000000"},
		{"arena stats 0 0 0", "", "one of the numbers is at least 1"},
		{"arena stats 1 2 -3", "", "unknown shorthand flag"},
		{"arena stats 1 2 3 --sprt 5", "", "it is two Elo differences, as in 0,5"},
		{"arena stats 1 2 3 --sprt 0,five", "", "it is two Elo differences, as in 0,5"},
		{"arena stats 1 2 3 --sprt 5,0", "", "elo0 is less than elo1"},
		{"arena stats 1 2 3 --sprt NaN,5", "", "from -500 to 500"},
		{"arena stats 1 2 3 --sprt 0,600", "", "from -500 to 500"},
		{"arena stats 1 2 3 --sprt 0,5 --alpha 0", "", "it is more than 0 and less than 0.5"},
		{"arena stats 1 2 3 --sprt 0,5 --beta 0.5", "", "it is more than 0 and less than 0.5"},
		{"arena stats 1 2 3 --sprt 0,5 --model elo", "", "there is logistic, normalized and bayesian"},
		{"arena stats --pairs 1 2 3 4 5 --sprt 0,5 --model bayesian", "", "is for single games"},
		{"arena stats 1 2 3 --alpha 0.1", "", "--alpha goes with --sprt"},
		// solve
		{"solve", "", "solve takes a game and moves, or -"},
		{"solve shogi", "", "there is 2048"},
		{"solve connect4 9", "", "1 to 7"},
		{"solve connect4 44444444", "", "column 4 is full"},
		{"solve connect4 - --position 44", "44", "take one"},
		{"solve connect4 --threads 0", "", "from 1 to 1024"},
		{"solve connect4 --threads 9999", "", "from 1 to 1024"},
		{"solve connect4 --threads two", "", "invalid argument"},
		{"solve connect4 --table lots", "", "as in 64MB or 2GB"},
		{"solve connect4 --table 0", "", "as in 64MB or 2GB"},
		{"solve connect4 --table -1MB", "", "as in 64MB or 2GB"},
		{"solve connect4 --table 1.5GB", "", "as in 64MB or 2GB"},
		{"solve connect4 --table 64XB", "", "as in 64MB or 2GB"},
		{"solve connect4 --table 99999999999999999999", "", "as in 64MB or 2GB"},
		{"solve connect4 --table 8000000TB", "", "a smaller table does"},
		{"solve connect4 --table 9000000TB", "", "as in 64MB or 2GB"},
		{"analyze tictactoe --table 500TB", "", "a smaller table does"},
		{"analyze tictactoe --threads -2", "", "from 1 to 1024"},
		// the games
		{"count sticks:0", "", "1 to 255"},
		{"count sticks:3x0", "", "1 to 255"},
		{"count nim:3", "", "nim takes no parameters"},
		{"analyze sticks 4", "", "1 to 3"},
		{"analyze breakthrough a1a2", "", "one can play"},
		{"count breakthrough:8", "", "8x8"},
		{"analyze 2048 left left", "", "places no tile"},
		{"count 2048:2049", "", "power of two"},
		// the bot's input
		{"bot hackerrank", "", "one for the player, X or O, and 3 for the board"},
		{"bot hackerrank", "X\n", "one for the player, X or O, and 3 for the board"},
		{"bot hackerrank", "Z\n" + board, "X or O"},
		{"bot hackerrank", "X\n__\n___\n___\n", "3 squares"},
		{"bot hackerrank", "X\n____\n___\n___\n", "3 squares"},
		{"bot hackerrank", "X\n_x_\n___\n___\n", "X, O or _"},
		{"bot hackerrank", "X\n" + board + "___\n", "more after the board"},
		{"bot hackerrank", "O\n" + board, "X moves first"},
		{"bot hackerrank", "O\nXXX\nOO_\n___\n", "the game is over: X has won"},
		{"bot hackerrank", "X\n" + strings.Repeat("_", 1<<16), "is too long"},
		{"bot hackerrank", "\x00\x01\x02", "one for the player"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		code, stdout, stderr := runWith(ctx, c.stdin, strings.Fields(c.args)...)
		cancel()
		if code != exitUsage || !strings.Contains(stderr, c.want) || !strings.HasPrefix(stderr, "oxo: ") {
			t.Errorf("oxo %s < %.20q: exit %d, stderr %q, want exit 2 and %q", c.args, c.stdin, code, stderr, c.want)
		}
		if stdout != "" && !strings.HasPrefix(c.args, "play") {
			t.Errorf("oxo %s < %.20q writes to stdout: %q", c.args, c.stdin, stdout)
		}
		if strings.Count(stderr, "\n") != 1 {
			t.Errorf("oxo %s: %d lines on stderr: %q", c.args, strings.Count(stderr, "\n"), stderr)
		}
	}
}

// TestWrongMovesInPlay: wrong words at a prompt get an answer and another
// prompt; the end of the input ends the game.
func TestWrongMovesInPlay(t *testing.T) {
	for input, want := range map[string]string{
		"z9":                       `"z9" is outside the board: columns a to c, rows 1 to 3`,
		"-1,-1":                    "write its column and row",
		"9 9":                      "outside the board",
		"99999999999999999999 1":   "outside the board",
		"b2 b2":                    "write its column and row",
		"\x1b[A":                   "write its column and row",
		"\xff\xff":                 "too long or is not text",
		strings.Repeat("a", 1<<20): "too long or is not text",
		strings.Repeat("9", 5000):  "outside the board",
		"undo":                     "no move of yours to take back",
		"":                         "Write a move, or help.",
		"b2\nb2":                   "b2 is taken",
		"help":                     "take back your last move",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		code, stdout, stderr := runWith(ctx, input+"\n", "play", "tictactoe", "--as", "both")
		cancel()
		if code != exitDone || !strings.Contains(stdout, want) || stderr != "" {
			t.Errorf("%.20q: exit %d, stderr %q, stdout %.2000q, want %q", input, code, stderr, stdout, want)
		}
	}
}

// TestInterrupted: a cancelled context ends every long verb at once with 130.
func TestInterrupted(t *testing.T) {
	for _, args := range []string{
		"analyze gomoku --time 1h", "review gomoku h8 --time 1h", "selfplay 1000000000 -q", "selfplay 1 -q --game gomoku", "selfplay 1 -q --game mnk:5x5x5 --player textbook-minimax",
		"count mnk:5x5x5", "perft gomoku 9", "explain mnk:5x5x5 --max-nodes 99999999", "play gomoku --as none --time 1h",
		"selfplay 1 -q --game mnk:4x4x4 --player table",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		begun := time.Now()
		code, _, stderr := runWith(ctx, "", strings.Fields(args)...)
		cancel()
		if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
			t.Errorf("oxo %s: exit %d, stderr %q", args, code, stderr)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("oxo %s takes %v to stop", args, took)
		}
	}
}

// TestArenaNoProgram: a program that is not there ends the arena before the first game,
// also one that would be started for each move.
func TestArenaNoProgram(t *testing.T) {
	for _, protocol := range protocolNames() {
		code, out, errs := runWith(context.Background(), "", "arena", "tictactoe", "1", protocol+":no-such-program-as-this", "--games", "2", "--quiet")
		if code != 1 || out != "" || !strings.Contains(errs, "cannot be started") {
			t.Errorf("%s: exit %d, %q, %q", protocol, code, out, errs)
		}
	}
}
