package gomocup_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"oxo/protocol/gomocup"
)

// move matches any square in an expected answer.
const move = `[0-9]+,[0-9]+`

// refused matches the answer after a refused board: oxo must not move, since the move
// would be for the earlier board.
const refused = "ERROR the last board was refused.*"

// dialogues are the lines of a manager, with the expected answers as regular
// expressions. Messages are ignored.
func dialogues() map[string][2]string {
	return map[string][2]string{
		"about":          {"ABOUT", `name="oxo", version="1", author="'me'"`},
		"start":          {"START 20", "OK"},
		"smallest":       {"START 5;BEGIN", "OK;" + move},
		"too small":      {"START 4;START 21;START;START x;START 99999999999999999999;START 15", "ERROR .*5 to 20;ERROR .*5 to 20;ERROR .*size.*;ERROR .*\"x\" is not a whole number;ERROR .*out of range;OK"},
		"rectangle":      {"RECTSTART 7,12;BEGIN;RECTSTART 30,20;RECTSTART 7", "OK;" + move + ";ERROR .*30x20.*;ERROR .*2 numbers.*"},
		"begin":          {"START 15;BEGIN", "OK;7,7"},
		"small letters":  {"start 15;begin", "OK;7,7"},
		"turn":           {"START 15;TURN 7,7;TURN 0,0;TURN 0 , 14", "OK;" + move + ";" + move + ";" + move},
		"occupied":       {"START 15;TURN 7,7;TURN 7,7;TURN 15,0;TURN -1,0;TURN 7;TURN a,b;TURN;TURN 0,0", "OK;" + move + ";ERROR 7,7 is occupied;ERROR 15,0 is outside.*;ERROR -1,0 is outside.*;ERROR .*not a square.*;ERROR .*not a square.*;ERROR .*not a square.*;" + move},
		"begin twice":    {"START 15;BEGIN;BEGIN;RESTART;BEGIN", "OK;7,7;ERROR BEGIN is for an empty board.*;OK;7,7"},
		"no start":       {"BEGIN;TURN 1,1;RESTART;TAKEBACK 1,1;PLAY 1,1;BOARD;1,1,1;DONE;SWAP2BOARD;DONE;START 9", strings.Repeat("ERROR the board is missing.*;", 7) + "OK"},
		"unknown":        {"HELLO;START 9;;\t;DONE;1,2;BEGIN", `UNKNOWN "HELLO".*;OK;UNKNOWN.*;UNKNOWN.*;4,4`},
		"info":           {"INFO;INFO x;INFO x y;INFO timeout_turn many;INFO folder /a b;INFO evaluate 3,4;INFO game_type 2;INFO max_memory 83886080;INFO time_left -5;START 9;INFO timeout_match 0;BEGIN", "OK;4,4"},
		"board":          {"START 15;BOARD;7,7,2;8,8,1;6,6,2;9,9,1;DONE;TURN 0,0", "OK;" + move + ";" + move},
		"empty board":    {"START 15;BOARD;DONE", "OK;7,7"},
		"board, second":  {"START 15;BOARD;7,7,2;DONE", "OK;" + move},
		"four to make":   {"START 15;BOARD;0,0,2;1,1,1;0,1,2;2,1,1;0,2,2;3,1,1;12,2,2;4,1,1;12,4,2;DONE", "OK;[05],1"},
		"uneven board":   {"START 15;BOARD;7,7,1;DONE;BOARD;7,7,2;8,8,2;DONE;TURN 1,1;BOARD;7,7,2;DONE;TURN 1,1", "OK;ERROR the board has 1 stones.*;ERROR the board has 0 stones.*;" + refused + ";" + move + ";" + move},
		"wrong board":    {"START 9;TURN 4,4;BOARD;1,1,1;9,9,2;DONE;BOARD;1,1,1;1,1,2;DONE;BOARD;1,1,3;DONE;BOARD;1,1;2,2,2;DONE;BOARD;a,b,c;DONE;TURN 4,4;RESTART;TURN 4,4", "OK;" + move + ";ERROR 9,9 is outside.*;ERROR 1,1 has two.*;ERROR 1,1,3.*;ERROR .*3 numbers.*;ERROR .*3 numbers.*;" + refused + ";OK;" + move},
		"board not done": {"START 9;BOARD;1,1,1;BEGIN;START 9;BEGIN", "OK;ERROR DONE is missing between .*BEGIN;" + refused + ";OK;4,4"},
		"board is over":  {"START 9;BOARD;0,0,2;0,1,2;0,2,2;0,3,2;0,4,2;8,0,1;8,1,1;8,2,1;7,3,1;DONE;TURN 4,4;PLAY 4,4;TAKEBACK 8,0;YXNBEST 1;YXSHOWFORBID", "OK;ERROR the game is over: black has won" + strings.Repeat(";"+refused, 5)},
		"info in board":  {"START 9;BOARD;INFO time_left 1000;DONE", "OK;4,4"},
		"take back":      {"START 15;TURN 7,7;TAKEBACK 7,7;PLAY 7,7;TAKEBACK 1,1", "OK;" + move + ";ERROR 7,7 is not the last move.*;ERROR 7,7 is occupied;ERROR 1,1 is not.*"},
		"take back play": {"START 15;PLAY 3,4;PLAY 5,6;TAKEBACK 3,4;TAKEBACK 5,6;TAKEBACK 3,4;TAKEBACK 3,4;BEGIN", "OK;3,4;5,6;ERROR .*;OK;OK;ERROR .*;7,7"},
		"play":           {"START 15;TURN 7,7;PLAY 0,0;TURN 1,1;PLAY 99,1", "OK;" + move + ";0,0;" + move + ";ERROR 99,1 is outside.*"},
		"other rules":    {"INFO rule 2;START 15;INFO rule 0;START 15;INFO rule 6;BEGIN;TURN 7,7;INFO rule 2;RESTART;INFO rule 1;RESTART;INFO rule 99;START 15", "ERROR rule 2, a continuous game.*;OK;ERROR rule 6 .*;ERROR rule 6 .*;ERROR rule 2, a continuous game.*;OK;ERROR rule 99 .*"},
		"renju":          {"INFO rule 4;START 15;BEGIN;TURN 0,0", "OK;7,7;" + move},
		"renju, foul":    {"INFO rule 4;START 15;YXBOARD;7,6,1;0,0,2;7,8,1;2,0,2;6,7,1;4,0,2;8,7,1;6,0,2;DONE;YXSHOWFORBID;TURN 7,7;TURN 7,9;YXSHOWFORBID", "OK;FORBID 0707\\.;ERROR h8 is forbidden to black: it makes two threes at once.*;" + move + ";FORBID [0-9]*\\."},
		"renju, white":   {"INFO rule 4;START 15;BOARD;0,0,2;7,7,1;2,0,2;7,8,1;1,1,2;8,8,1;3,3,2;7,9,1;9,0,2;DONE;INFO rule 0;YXSHOWFORBID", "OK;" + move + ";FORBID \\."},
		"caro":           {"INFO rule 9;START 15;YXBOARD;1,7,1;0,7,2;2,7,1;6,7,2;3,7,1;0,0,2;4,7,1;2,0,2;DONE;PLAY 5,7;PLAY 9,9", "OK;5,7;9,9"},
		"exact":          {"INFO rule 1;START 15;BOARD;0,0,1;1,0,1;2,0,1;4,0,1;5,0,1;0,2,2;2,4,2;4,6,2;6,8,2;8,10,2;DONE;PLAY 3,0;RESTART;BEGIN", "OK;" + move + ";(3,0|ERROR .*);OK;" + move},
		"rule midway":    {"START 15;BEGIN;INFO rule 1;TURN 0,0;INFO rule 0;TURN 0,1", "OK;7,7;" + move + ";" + move},
		"little memory":  {"INFO max_memory 1000;START 15;BEGIN", "OK;7,7"},
		"match over":     {"START 15;INFO timeout_turn 5000;INFO time_left 0;BEGIN;INFO time_left -100;TURN 0,0", "OK;7,7;" + move},
		"yixin":          {"info show_detail 3;yxshowinfo;START 15;INFO max_node 1000;INFO max_depth 225;INFO caution_factor 1;INFO thread_num 1;INFO hash_size 1024;INFO pondering 0;INFO vcthread 0;yxhashclear;yxboard;7,7,2;done;yxshowforbid;yxnbest 3;yxstop;stop;turn 0,0", "OK;FORBID \\.;" + move + ";" + move},
		"yxboard":        {"START 9;YXBOARD;0,0,2;1,1,1;0,1,2;2,1,1;0,2,2;3,1,1;8,2,2;4,1,1;8,4,2;DONE;YXNBEST 1;YXNBEST 1;YXBOARD;DONE;BEGIN", "OK;[05],1;ERROR the game is over.*;4,4"},
		"yxboard, bad":   {"YXBOARD;1,1,2;DONE;YXSHOWFORBID;YXHASHCLEAR;START 9;YXBOARD;1,1,1;DONE;YXNBEST 1;YXSHOWFORBID;YXBOARD;1,1,2;YXSTOP;YXBOARD;1,1,2;DONE;YXNBEST 0;YXNBEST;YXNBEST x;TURN 0,0", "ERROR the board is missing.*;ERROR the board is missing.*;OK;ERROR the board has 1 stones.*;" + refused + ";" + refused + ";ERROR DONE is missing between .*YXSTOP;ERROR YXNBEST \"0\".*;ERROR YXNBEST \"\".*;ERROR YXNBEST \"x\".*;" + move},
		"yixin, renju":   {"yxshowinfo;START 15;INFO rule 2;YXBOARD;6,7,1;0,0,2;8,7,1;2,0,2;7,6,1;4,0,2;7,8,1;6,0,2;DONE;YXSHOWFORBID;INFO rule 0;YXSHOWFORBID;INFO rule 1;YXSHOWFORBID", "OK;FORBID 0707\\.;FORBID \\.;FORBID \\."},
		"yixin, unknown": {"START 9;PLAY 4,4;yxbalanceone 0;yxbalancetwo 3;yxsearchdefend;yxblock;3,3;done;yxquerydatabaseallt;done;yxswap2step1;yxsoosorvstep1;yxshowhashusage;yxhashdump x;TURN 4,4;TURN 0,0", "OK;4,4;" + strings.Repeat("UNKNOWN .*;", 12) + "ERROR 4,4 is occupied;" + move},
		"swap2":          {"START 15;SWAP2BOARD;DONE;SWAP2BOARD;7,7;8,7;9,9;DONE;SWAP2BOARD;7,7;8,7;9,9;8,8;8,6;DONE;SWAP2BOARD;7,7;DONE;SWAP2BOARD;7,7;7,7;8,8;DONE;BEGIN", "OK;" + move + " " + move + " " + move + ";(SWAP|" + move + ");(SWAP|" + move + ");ERROR SWAP2BOARD with.*;ERROR 7,7 has two.*;7,7"},
		"refused start":  {"START 15;PLAY 3,3;START 4;TURN 1,1;RESTART;START 15;TURN 1,1", "OK;3,3;ERROR .*5 to 20;ERROR the board is missing.*;ERROR the board is missing.*;OK;" + move},
		"refused again":  {"START 15;PLAY 3,3;INFO rule 2;RESTART;INFO rule 0;TURN 1,1;RESTART;TURN 1,1", "OK;3,3;ERROR rule 2.*;" + refused + ";OK;" + move},
		"start of Yixin": {"INFO timeout_turn 0;start 15 15;board;7,7,2;done;START 7 12;TURN 6,11;START 15 x;START 15 15 15;START 15,15", "OK;" + move + ";OK;" + move + ";ERROR .*2 numbers.*;ERROR .*not a whole number;ERROR .*not a whole number"},
		"tabs":           {"START\t15;INFO\trule\t2;RESTART;info  RULE  0;restart;turn\t7,7", "OK;ERROR rule 2.*;OK;" + move},
		"keys":           {"INFO RULE 2;START 15;Info Rule 0;START 15;INFO TIMEOUT_TURN 0;INFO Time_Left 2147483647;INFO MAX_MEMORY 0;BEGIN", "ERROR rule 2.*;OK;7,7"},
		"swap2, bad":     {"START 15;SWAP2BOARD;7,7;0,0;8,8;DONE", "OK;SWAP"},
	}
}

// TestDialogues: every command works with any line ends, however the bytes are split.
func TestDialogues(t *testing.T) {
	ways := map[string]func(b *brain, lines []string){
		"joined": func(b *brain, lines []string) { b.send(strings.Join(lines, "\n") + "\n") },
		"CRLF":   func(b *brain, lines []string) { b.send(strings.Join(lines, "\r\n") + "\r\n") },
		"line by line": func(b *brain, lines []string) {
			for _, line := range lines {
				b.send("\r\n  " + line + " \r\n")
			}
		},
		"split": func(b *brain, lines []string) {
			for _, c := range []byte(strings.Join(lines, "\n") + "\n") {
				b.send(string(c))
			}
		},
	}
	for name, d := range dialogues() {
		for way, send := range ways {
			if testing.Short() && way != "CRLF" && name != "turn" {
				continue
			}
			t.Run(name+"/"+way, func(t *testing.T) {
				t.Parallel()
				b := newBrain(t, gomocup.Options{Version: "1", Author: "\"me\""})
				b.send("INFO timeout_turn 0\n")
				send(b, strings.Split(d[0], ";"))
				for want := range strings.SplitSeq(d[1], ";") {
					if got := b.line(); !regexp.MustCompile("^(" + want + ")$").MatchString(got) {
						t.Errorf("%q, want %q", got, want)
					}
				}
				b.send("END\r\n")
				if rest := b.line(); rest != "" {
					t.Errorf("%q after the answers", rest)
				}
				b.end()
			})
		}
	}
}

// TestMessages: reports of a search come before its move. The complaint about an
// impossible INFO waits for the next answer.
func TestMessages(t *testing.T) {
	b := newBrain(t, gomocup.Options{})
	b.send("INFO max_memory 1000\nINFO timeout_turn 0\nSTART 15\nTURN 7,7\n")
	for _, want := range []string{"MESSAGE max_memory 1000 is too small.*", "OK", "MESSAGE depth [0-9]+ ev [-+M0-9]+ n [0-9]+ tm [0-9]+ pv( [0-9]+,[0-9]+)+", move} {
		if got := b.any(); !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b.send("BOARD\n0,0,2\n1,1,1\n0,1,2\n2,1,1\n0,2,2\n3,1,1\n12,2,2\n4,1,1\n12,4,2\nDONE\n")
	if got := b.any(); !strings.Contains(got, " ev +M1 ") {
		t.Errorf("%q, want a win at once", got)
	}
}

// TestGameOver: after the end of a game oxo makes no move until the next game.
func TestGameOver(t *testing.T) {
	b := newBrain(t, gomocup.Options{})
	b.send("INFO timeout_turn 0\nSTART 9\nBOARD\n0,0,2\n0,1,2\n0,2,2\n0,3,2\n8,0,1\n8,2,1\n8,4,1\n8,6,1\nDONE\n")
	_ = b.line()
	if got := b.line(); got != "0,4" {
		t.Fatalf("%q, want 0,4, which keeps X from five in a row", got)
	}
	b.send("RESTART\nBOARD\n0,0,1\n0,1,1\n0,2,1\n0,3,1\n8,0,2\n8,2,2\n8,4,2\n8,6,2\nDONE\nTURN 5,5\nPLAY 5,5\nTAKEBACK 0,4\nTURN 5,5\nRESTART\nBEGIN\n")
	for _, want := range []string{"OK", "0,4", "ERROR the game is over: black has won", "ERROR the game is over: black has won", "OK", move, "OK", "4,4"} {
		if got := b.line(); !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestExactRule: under rule 1 a stone that makes six does not win.
func TestExactRule(t *testing.T) {
	const six = "BOARD\n0,0,1\n1,0,1\n2,0,1\n4,0,1\n5,0,1\n0,2,2\n2,4,2\n4,6,2\n6,8,2\n8,10,2\nDONE\nTAKEBACK %s\n"
	for rule, over := range map[int]bool{0: true, 1: false} {
		b := newBrain(t, gomocup.Options{})
		b.send(fmt.Sprintf("INFO timeout_turn 0\nINFO rule %d\nSTART 15\n", rule))
		_ = b.line()
		b.send(strings.SplitAfter(six, "DONE\n")[0])
		at := b.line()
		b.send("TAKEBACK " + at + "\nPLAY 3,0\nTURN 14,14\n")
		_, _ = b.line(), b.line()
		if got := b.line(); strings.HasPrefix(got, "ERROR the game is over") != over {
			t.Errorf("rule %d: after six in a row %q", rule, got)
		}
	}
}

// TestEndMidThought: END stops a search of an hour without an answer; the end of the
// input stops it with one.
func TestEndMidThought(t *testing.T) {
	for _, end := range []string{"END\r\n", "INFO game_type 1\nTURN 3,3\nTURN 4,4\nEND\n", strings.Repeat("TURN 1,1\n", 50) + "end\n"} {
		b := newBrain(t, gomocup.Options{Time: time.Hour})
		b.send("START 15\nTURN 7,7\n")
		_ = b.line()
		time.Sleep(20 * time.Millisecond)
		b.send(end)
		if got := b.line(); got != "" {
			t.Errorf("%q after END", got)
		}
		b.end()
	}
	b := newBrain(t, gomocup.Options{Time: time.Hour})
	b.send("START 15\nTURN 7,7\nTURN 0,0\n")
	_ = b.line()
	_ = b.in.Close()
	for range 2 {
		if got := b.line(); !regexp.MustCompile("^" + move + "$").MatchString(got) {
			t.Errorf("%q at the end of the input, want a move", got)
		}
	}
	b.end()
}

// TestStop: YXSTOP, which Yixin-Board sends, and STOP end a search of an hour with a
// move, and the commands before and after them are carried out.
func TestStop(t *testing.T) {
	for _, end := range []string{"yxstop\n", "STOP\r\n", "PLAY 0,0\nYXSTOP\nPLAY 1,0\n"} {
		b := newBrain(t, gomocup.Options{Time: time.Hour})
		b.send("START 15\nTURN 7,7\n")
		_ = b.line()
		b.send(end)
		want := []string{move}
		if strings.HasPrefix(end, "PLAY") {
			want = []string{move, "0,0", "1,0"}
		}
		for _, w := range want {
			if got := b.line(); !regexp.MustCompile("^" + w + "$").MatchString(got) {
				t.Errorf("%q after %q, want %q", got, end, w)
			}
		}
		b.send("END\n")
		b.end()
	}
}

// TestThreads: oxo uses the requested number of threads, and reports it.
func TestThreads(t *testing.T) {
	for _, c := range []struct{ threads, want int }{{0, 1}, {1, 1}, {3, 3}} {
		b := newBrain(t, gomocup.Options{Threads: c.threads})
		b.send("YXSHOWINFO\nINFO timeout_turn 50\nSTART 15\nTURN 7,7\n")
		if got, want := b.any(), fmt.Sprint("MESSAGE INFO MAX_THREAD_NUM ", c.want); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if ok, got := b.line(), b.line(); ok != "OK" || !regexp.MustCompile("^"+move+"$").MatchString(got) {
			t.Errorf("%q, %q", ok, got)
		}
	}
}

// TestTimeChanges: a limit that arrives during a search applies to that search.
func TestTimeChanges(t *testing.T) {
	b := newBrain(t, gomocup.Options{Time: time.Hour})
	b.send("START 15\nBEGIN\nINFO timeout_turn 50\n")
	if ok, got := b.line(), b.line(); ok != "OK" || got != "7,7" {
		t.Errorf("%q and %q", ok, got)
	}
	b.send("INFO timeout_turn 3600000\nINFO time_left 2147483647\nTURN 0,0\n\r\n\nINFO time_left 100\n")
	if got := b.line(); !regexp.MustCompile("^" + move + "$").MatchString(got) {
		t.Errorf("%q, want a move", got)
	}
}

// TestFlood: a flood of commands is answered completely and in order.
func TestFlood(t *testing.T) {
	const many = 3000
	b := newBrain(t, gomocup.Options{})
	b.send("INFO timeout_turn 0\nSTART 9\n")
	go func() {
		_, _ = b.in.Write([]byte(strings.Repeat("NOISE\r\n\r\nINFO x 1\r\n", many) + strings.Repeat("x", 1<<18) + "\nBEGIN\n"))
	}()
	if got := b.line(); got != "OK" {
		t.Fatal(got)
	}
	for range many + 1 {
		if got := b.line(); !strings.HasPrefix(got, "UNKNOWN ") {
			t.Fatal(got)
		}
	}
	if got := b.line(); got != "4,4" {
		t.Error(got)
	}
}

// FuzzServe: for any input oxo answers and ends.
func FuzzServe(f *testing.F) {
	for _, d := range dialogues() {
		f.Add(strings.ReplaceAll(d[0], ";", "\n"))
	}
	f.Add("START 20\nTURN 99999999999999999999,1\nBOARD\n\xff,1,1\nDONE\nTAKEBACK\nINFO rule -1\nINFO max_memory -1\nBEGIN")
	f.Fuzz(func(t *testing.T, script string) {
		if len(script) > 2000 {
			return
		}
		b := newBrain(t, gomocup.Options{Time: time.Millisecond, TableBytes: 1 << 16})
		b.send("INFO timeout_turn 0\n" + script + "\n")
		_ = b.in.Close()
		for line := b.any(); line != ""; line = b.any() {
			word, _, _ := strings.Cut(line, " ")
			switch word {
			case "OK", "ERROR", "UNKNOWN", "MESSAGE", "SWAP", "FORBID":
			default:
				if !regexp.MustCompile("^(" + move + "( |$))+|name=").MatchString(line) {
					t.Errorf("%q is no answer", line)
				}
			}
		}
		b.end()
	})
}
