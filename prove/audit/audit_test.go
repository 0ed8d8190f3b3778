package audit_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/audit"
	"oxo/search"
)

func lookup(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) }

func game(t *testing.T, name string) oxo.Game {
	t.Helper()
	if name == "" {
		return nil
	}
	g, err := lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func open(t *testing.T, data, format, name string) *audit.Source {
	t.Helper()
	s, err := audit.Open([]byte(data), format, game(t, name), lookup)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checked audits a source.
func checked(t *testing.T, s *audit.Source, o audit.Options, threads int) (audit.Count, []audit.Finding) {
	t.Helper()
	var count audit.Count
	var all []audit.Finding
	a := audit.New(s, o, search.Options{TableBytes: 1 << 24, Threads: threads}, func(c audit.Checked) error {
		count.Add(c.Count)
		all = append(all, c.Findings...)
		return nil
	})
	if err := a.Run(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	return count, all
}

// thillRecord is a record of Thill's book with distances.
func thillRecord(code uint32, value int8) string {
	return string(append(binary.BigEndian.AppendUint32(nil, code), byte(value)))
}

// TestTwoWrongValues: the audit finds the two values that MarkusThill/Connect-Four#3 reports, with their codes
// and values in the book, and nothing else.
func TestTwoWrongValues(t *testing.T) {
	book := thillRecord(2101158888, 81) + thillRecord(3605375292, 75) + thillRecord(3605375292, 83) + thillRecord(2101158888, 77)
	s := open(t, book, "", "")
	if s.Format != "thill-12-distances" || s.Count() != 4 {
		t.Fatalf("%s, %d records", s.Format, s.Count())
	}
	count, found := checked(t, s, audit.Options{}, 2)
	if count.Right != 2 || count.Wrong != 2 || count.Records != 4 || count.Faulty != 2 || len(found) != 2 {
		t.Fatalf("%+v, %+v", count, found)
	}
	g := game(t, "connect4")
	for i, want := range []struct{ moves, stated, right string }{
		{"475772722323", "81 (win in 19, score 6)", "77 (win in 23, score 4)"},
		{"226744515337", "75 (win in 25, score 3)", "83 (win in 17, score 7)"},
	} {
		p, err := g.ParsePosition(want.moves)
		if err != nil {
			t.Fatal(err)
		}
		f := found[i]
		if f.Position != g.FormatPosition(p) || f.Stated != want.stated || f.Right != want.right || f.Verdict != audit.Wrong {
			t.Errorf("%+v: want %+v", f, want)
		}
		if p, err = g.ParsePosition(f.Moves); err != nil || g.FormatPosition(p) != f.Position {
			t.Errorf("the moves %s do not lead to %s: %v", f.Moves, f.Position, err)
		}
	}
}

// thillCode returns the code of a position. It reads the rows from the top, as the book's description does.
func thillCode(position string) uint32 {
	rows := strings.Split(position, "/")
	var code uint32
	for column := range 7 {
		for row := 5; row >= 0 && rows[row][column] != '.'; row-- {
			code = code<<2 | 2
			if rows[row][column] == 'O' {
				code |= 1
			}
		}
		code <<= 1
	}
	return code << 1
}

// TestSmallBooks: books without distances have only draws and losses.
func TestSmallBooks(t *testing.T) {
	g := game(t, "connect4")
	p, err := g.ParsePosition("44444122")
	if err != nil {
		t.Fatal(err)
	}
	code := thillCode(g.FormatPosition(p))
	value := search.New(search.Options{}).Search(context.Background(), p, search.Limits{}).Score.Sign()
	for stated := range uint32(2) {
		raw := binary.BigEndian.AppendUint32(nil, code|stated)[1:]
		s := open(t, string(raw), "", "")
		if s.Format != "thill-8" {
			t.Fatal(s.Format)
		}
		count, found := checked(t, s, audit.Options{}, 1)
		if wrong := -int(stated) != value; (count.Wrong == 1) != wrong || count.Records != 1 {
			t.Errorf("stated %d, the value is %d: %+v, %+v", stated, value, count, found)
		}
	}
}

// ponsKey returns the key of a position in Pons' book: the smaller of its keys from the left and from the right.
func ponsKey(position string) uint64 {
	rows := strings.Split(position, "/")
	own := byte('X')
	if (strings.Count(position, "X")+strings.Count(position, "O"))%2 == 1 {
		own = 'O'
	}
	key := func(columns []int) uint64 {
		var k uint64
		for _, column := range columns {
			for row := len(rows) - 1; row >= 0 && rows[row][column] != '.'; row-- {
				k = 3*k + 2
				if rows[row][column] == own {
					k--
				}
			}
			k *= 3
		}
		return k / 3
	}
	var columns []int
	for i := range rows[0] {
		columns = append(columns, i)
	}
	forward := key(columns)
	slices.Reverse(columns)
	return min(forward, key(columns))
}

// TestBookOfPons: the positions of a book of Pons' solver are computed from its truncated keys.
func TestBookOfPons(t *testing.T) {
	g := game(t, "connect4:5x4")
	const power, size, lowest = 7, 131, -7
	data := append([]byte{5, 4, 12, 2, 1, power}, make([]byte, 3*size)...)
	searcher := search.New(search.Options{})
	n := 0
	for _, moves := range []string{"", "33", "334", "12345", "333344", "5432112345"} {
		p, err := g.ParsePosition(moves)
		if moves == "" {
			p, err = g.Start(), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		key := ponsKey(g.FormatPosition(p))
		if data[6+2*size+key%size] != 0 {
			t.Fatalf("%s: the place is taken", moves)
		}
		n++
		score, _ := catalog.Scale(g, p, searcher.Search(context.Background(), p, search.Limits{}).Score)
		if moves == "12345" {
			score++ // a fault
		}
		data[6+2*(key%size)], data[7+2*(key%size)], data[6+2*size+key%size] = byte(key), byte(key>>8), byte(score-lowest+1)
	}
	s := open(t, string(data), "", "")
	count, found := checked(t, s, audit.Options{}, 1)
	if s.Format != "pons-book" || s.Count() != n || count.Right != n-1 || count.Wrong != 1 || len(found) != 1 {
		t.Fatalf("%s: %+v, %+v", s.Format, count, found)
	}
	p, _ := g.ParsePosition("12345")
	if q, err := g.ParsePosition(found[0].Moves); err != nil || ponsKey(g.FormatPosition(q)) != ponsKey(g.FormatPosition(p)) {
		t.Errorf("%+v, %v", found[0], err)
	}
}

// TestFormats: the audit reads each form of values, and finds the wrong value and its line.
func TestFormats(t *testing.T) {
	for _, c := range []struct{ format, game, data, want string }{
		{"csv", "tictactoe", "position,value,plies\n.../.../...,draw,0\nXX./OO./...,win,1\n\nXX./OO./...,win,3\n", `line 5 value: win in 3 -> win in 1`},
		{"csv", "tictactoe", "position,moves,move_values\nXX./OO./...,c3 c1,win draw\n", `line 2 move c1, value: draw -> loss in 2`},
		{"csv", "", "game,worth\ntictactoe,draw\nmnk:4x3x3,second wins\n", "line 3 worth: second wins -> win in 7"},
		{"jsonl", "othello:4x4", `{"moves":"","value":"loss","margin":-8}` + "\n" + `{"moves":"","value":"win"}`, "line 2 value: win -> loss by 8"},
		{"jsonl", "connect4:5x4", `{"position":"44455","score":0}` + "\n" + `{"position":"44455","score":1}`, "line 2 score: 1 (win in 15, score 1) -> 0 (draw, score 0)"},
		{"jsonl", "connect4:5x4", `{"moves":"2222","scores":[-1,0,-1000,0,1]}`, "line 1 column 4: 1 (win in 15) -> -1 (loss in 16)"},
		{"markdown", "", "# Values\n\n| game | how | result |\n|---|---|---|\n| mnk:3x3x3 | x | draw |\n| mnk:4x4x3 | y | draw |\n", "line 6 result: draw -> win in 5"},
		{"uci", "", strings.Repeat("x,", 3) + "x,o,o,x,o,o,positive\n" + "x,o,x,x,o,o,o,x,x,positive\n", "line 2 : positive -> negative (draw)"},
		{"lines", "connect4:5x4", "44455 0\n44455 -1\n", "line 2 : -1 (loss in 14, score -1) -> 0 (draw, score 0)"},
		{"lines", "tictactoe", "XX./OO./... win in 1\nXX./OO./... loss\n", "line 2 : loss -> win in 1"},
		{"lines", "tictactoe", "XX./OO./... win\nnonsense win\n", "line 2 unread"},
	} {
		s := open(t, c.data, "", c.game)
		_, found := checked(t, s, audit.Options{}, 1)
		var got []string
		for _, f := range found {
			text := fmt.Sprintf("%s %s: %s -> %s", f.Where, f.What, f.Stated, f.Right)
			if f.Verdict == audit.Unread {
				text = f.Where + " unread"
			}
			got = append(got, text)
		}
		if s.Format != c.format || strings.Join(got, "; ") != c.want {
			t.Errorf("%s %.40q: %s, %s: want %s", c.format, c.data, s.Format, strings.Join(got, "; "), c.want)
		}
	}
}

// TestBest: a move that is called best and does not keep the value is reported, with its value and the best moves,
// and is not counted as a wrong value. Where the file does not say how fast a side wins, each winning move is a best one.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		game, data string
		o          audit.Options
		count      audit.Count
		want       string
	}{
		{"tictactoe", "position,value,plies,best\nOX./.../...,draw,0,a2 c3 c1\n", audit.Options{}, audit.Count{Right: 1, BestRight: 2, BestWrong: 1}, "line 2 best c3: loss in 6 < draw, a1 a2 b2 c1"},
		{"tictactoe", "position,best\nXO./X../..O,a1\nXO./X../..O,b2\nXO./X../..O,c3\n", audit.Options{}, audit.Count{BestRight: 2, BestWrong: 1}, "line 4 best c3: draw < win in 1, a1 b2 c2"},
		{"tictactoe", `{"position":"XO./X../..O","value":"win","plies":1,"best":["b2","a1"]}`, audit.Options{}, audit.Count{Right: 1, BestRight: 1, BestWrong: 1}, "line 1 best b2: win in 3 < win in 1, a1"},
		{"tictactoe", `{"position":"XO./X../..O","value":"win","plies":1,"best":["b2","c3"]}`, audit.Options{ResultOnly: true}, audit.Count{Right: 1, BestRight: 1, BestWrong: 1}, "line 1 best c3: draw < win, a1 b2 c2"},
		{"tictactoe", `{"position":"XO./X../..O","value":"win","plies":3,"best":"a1"}`, audit.Options{}, audit.Count{Wrong: 1, BestRight: 1}, "line 1 value win in 3: win in 1"},
		{"connect4:5x4", "moves,score,best_move\n44455,0,3\n3333,0,5\n", audit.Options{}, audit.Count{Right: 2, BestRight: 1, BestWrong: 1}, "line 3 best 5: loss in 16 < draw, 2 4"},
		{"connect4", "position,best\n44,4\n", audit.Options{Limits: search.Limits{Nodes: 10}}, audit.Count{BestUnproven: 1}, "line 2 best 4: unproven"},
		{"tictactoe", "position,best,proven\n.../.../...,a1,false\n", audit.Options{}, audit.Count{}, ""},
		{"tictactoe", "position,best\nXX./OO./...,a3\n", audit.Options{}, audit.Count{Unread: 1}, "line 2  : unread"},
	} {
		count, found := checked(t, open(t, c.data, "", c.game), c.o, 1)
		var got []string
		for _, f := range found {
			switch {
			case f.Verdict != audit.Wrong:
				got = append(got, fmt.Sprintf("%s %s %s: %s", f.Where, f.What, f.Stated, f.Verdict))
			case f.What == "best":
				slices.Sort(f.Best)
				got = append(got, fmt.Sprintf("%s best %s: %s < %s, %s", f.Where, f.Stated, f.Worth, f.Right, strings.Join(f.Best, " ")))
			default:
				got = append(got, fmt.Sprintf("%s %s %s: %s", f.Where, f.What, f.Stated, f.Right))
			}
		}
		faulty, decided := count.Faulty, count.Decided
		count.Records, count.Faulty, count.Decided = 0, 0, 0
		if text := strings.Join(got, "; "); text != c.want || count != c.count {
			t.Errorf("%.60q: %s, %+v: want %s, %+v", c.data, text, count, c.want, c.count)
		}
		if (faulty > 0) != (count.Wrong+count.BestWrong > 0) || count.BestUnproven > 0 && decided > 0 {
			t.Errorf("%.60q: %d faulty, %d decided", c.data, faulty, decided)
		}
	}
}

// TestResultOnly: the audit compares only who wins.
func TestResultOnly(t *testing.T) {
	s := open(t, "XX./OO./... win in 3\nXX./OO./... loss in 2\n", "", "tictactoe")
	count, found := checked(t, s, audit.Options{ResultOnly: true}, 1)
	if count.Right != 1 || count.Wrong != 1 || found[0].Right != "win" {
		t.Errorf("%+v, %+v", count, found)
	}
}

// TestLimit: a value that the search did not decide counts as unproven. Bounds alone can show that a value is wrong.
func TestLimit(t *testing.T) {
	s := open(t, "444 0\n444 1\n", "", "connect4")
	count, found := checked(t, s, audit.Options{Limits: search.Limits{Nodes: 10}}, 1)
	if count.Unproven != 2 || count.Decided != 0 || found[0].Verdict != audit.Unproven {
		t.Errorf("%+v, %+v", count, found)
	}
	s = open(t, "start win\n", "", "chess")
	if count, _ = checked(t, s, audit.Options{}, 1); count.Unread != 1 {
		t.Errorf("chess without a limit: %+v", count)
	}
}

// TestWrongFiles: the error says which file is wanted.
func TestWrongFiles(t *testing.T) {
	for _, c := range []struct{ data, format, game, want string }{
		{"", "", "", "the format of the file is not known"},
		{"\x00\x01\x02", "", "", "the format of the file is not known"},
		{"44 1\n", "", "", "want --game GAME"},
		{"a,b\n1,2\n", "csv", "connect4", "want position, moves or game"},
		{"44 1\n", "xml", "connect4", `--format "xml": want pons-book, thill-8`},
		{thillRecord(3605375292, 75), "thill-12-distances", "tictactoe", "want the game connect4:7x6, not mnk:3x3x3"},
		{thillRecord(3605375292, 75) + "x", "thill-12-distances", "", "is not a number of records of 5 bytes"},
	} {
		if _, err := audit.Open([]byte(c.data), c.format, game(t, c.game), lookup); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v: want %s", c.data, err, c.want)
		}
	}
}
