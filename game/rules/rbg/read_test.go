//go:build !race

package rbg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// small is a sheet for the tests: two sides fill a row of three squares.
const small = `
#players = a(100), b(100)
#pieces = e, x
#variables = n(9)
#board = rectangle(up,down,left,right, [e, e, e])
#any = (left* + right*)
#turn(me) = ->me any {e} ->> [x] [$ a = 100 - a, b = 100 - a]
#rules = [$ a = 0, b = 100] (turn(a) turn(b))*
`

// TestErrors: each fault of a sheet is named, with its line.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, old, other, want string }{
		{"nothing", small, "", "line 1: the text before the first #: want #players, #pieces, #variables, #board and #rules"},
		{"a strange mark", "[e, e, e]", "[e, é, e]", `line 5: é is not in the language: want a name, a number or a mark`},
		{"an open comment", "#any", "/* #any", "line 6: a comment /* is never closed: want */"},
		{"a section missing", "#variables = n(9)", "", "line 1: no section #variables: want all of #players, #pieces, #variables, #board and #rules"},
		{"a section twice", "#any =", "#pieces = y #any =", "line 6: a second section #pieces, after the one of line 3: want one"},
		{"one player", ", b(100)", "", "line 2: the sheet has 1 players: want two"},
		{"three players", "b(100)\n", "b(100), c(100)\n", "line 2: the sheet has 3 players: want two"},
		{"a player without a bound", "a(100)", "a", `line 2: ",": want "("`},
		{"a bound of 0", "n(9)", "n(0)", `line 4: "0": want a number from 1 to 1000000000`},
		{"a name twice", "e, x", "e, a", `line 3: "a" is the name of a player already: want another name`},
		{"no pieces", "e, x", "", "line 3: no pieces: want at least one, such as that of an empty square"},
		{"an unknown piece on the board", "[e, e, e]", "[e, y, e]", `line 5: "y" is not a piece`},
		{"lines of two lengths", "[e, e, e]", "[e, e, e] [e]", "line 5: a line of 3 squares and one of 1: want lines of one length"},
		{"no lines", "[e, e, e]", "", `line 5: ")": want a line of pieces, [..., ...]`},
		{"a label is a piece", "up,down", "e,down", ""}, // nothing leads up
		{"a label is a piece that leads", "left,right", "left,x", `line 5: the edge "x" has the name of a piece: want another name`},
		{"no squares", "rectangle(up,down,left,right, [e, e, e])", "", "line 5: a board without squares: want at least one"},
		{"an edge to nowhere", "rectangle(up,down,left,right, [e, e, e])", "p[e]{left:q, right:p}", `line 5: an edge to "q": want a square of the board`},
		{"two edges", "rectangle(up,down,left,right, [e, e, e])", "p[e]{left:p,left:q} q[e]{right:p}", `line 5: two edges "left" from the square "p": want one`},
		{"a square twice", "rectangle(up,down,left,right, [e, e, e])", "p[e]{left:p} p[e]{right:p}", `line 5: a second square "p": want another name`},
		{"hexagon", "rectangle(up,down,left,right, [e, e, e])", "hexagon(u,d,left,right,v,w, [e] [e,e] [e,e])", "line 5: a line of 2 squares after one of 2: want lines that grow by one up to the longest, and shrink by one after it"},
		{"cuboid", "rectangle(up,down,left,right, [e, e, e])", "cuboid(u,d,left,right,v,w, [[e]] [[e,e]])", "line 5: a layer has another size than the first: want layers of one size"},
		{"after the board", "[e, e, e])", "[e, e, e]) x", `line 5: "x" after the board: want nothing`},
		{"a macro in itself", "#any = (left*", "#any = any (left*", `line 6: "any" is not the label of an edge: the macro of line 6 with this name is seen only after its own definition`},
		{"a macro before its definition", "#any = (left*", "#any = turn (left*", `line 6: "turn" is not the label of an edge: the macro of line 7 with this name is seen only after its own definition`},
		{"a macro twice", "#turn(me)", "#any = left #turn(me)", "line 7: a second macro any, after the one of line 6: want another name, or another number of parameters"},
		{"arguments", "turn(b)", "turn(b; a)", "line 8: the macro turn has 1 parameters, not 2"},
		{"no arguments", "turn(b)", "turn", "line 8: the macro turn has parameters: want ( after its name"},
		{"open arguments", "turn(b))*", "turn(b", "line 8: the arguments of the macro turn are never closed: want )"},
		{"parameters", "#turn(me)", "#turn(me, you)", "line 7: the parameters of the macro turn: want names with semicolons between them, in brackets"},
		{"a macro without =", "#any = (", "#any (", "line 6: the parameters of the macro any: want names with semicolons between them, in brackets"},
		{"~ at the end", "{e} ->>", "{e} ->> ~", `line 7: ->>~[ is not a name or a number`},
		{"~ of nothing", "(left* + right*)", "~ left", "line 6: ~ joins nothing: want a token on each side of it"},
		{"a bracket open", "(turn(a) turn(b))*", "(turn(a) turn(b)", `line 8: the end of the section: want ")"`},
		{"a bracket too many", "turn(b))*", "turn(b)))*", `line 8: ")": want an action, + or the end`},
		{"nothing in brackets", "any {e}", "() {e}", `line 7: ")": want an action`},
		{"a piece as a shift", "any {e}", "any x {e}", `line 7: "x" is a piece: want the label of an edge`},
		{"an unknown shift", "any {e}", "any north {e}", `line 7: "north" is not the label of an edge`},
		{"a switch to a piece", "->me", "->x", `line 7: "x" is a piece: want a player`},
		{"a switch in a look-ahead", "any {e}", "any {? {e} ->>}", "line 7: a switch of the player in a look-ahead {? } or {! }: want only tests there"},
		{"a test of a label", "{e} ->>", "{left} ->>", `line 7: "left" is not a piece`},
		{"an assignment to a piece", "[$ a = 0", "[$ x = 0", `line 8: "x" is a piece: want a variable or a player`},
		{"no comparison", "any {e}", "any {$ n + 1} {e}", `line 7: "}": want a comparison: ==, !=, <, <=, > or >=`},
		{"a number of a label", "any {e}", "any {$ left < 1} {e}", `line 7: "left" is a label: want a variable, a player or a piece`},
		{"a power of 0", "any {e}", "any^0 {e}", `line 7: "0": want a number from 1 to 1000`},
		{"no end", "->> [x]", "->>", "no random game ended: want a game that ends"},
		{"no player", "(turn(a) turn(b))*", "(left*)", "the game is over before a player moves: want ->a or ->b on each way through the rules"},
		{"no first move", "->me any {e}", "->me any {x}", "a has no move at the beginning: want a game"},
		{"other sums", "->> [x] [$ a = 100 - a, b = 100 - a]", "(. + [$ n = 1]) ->> [x] [$ a = 0, b = 50 + n]", "one game ends with 0 and 50 points, another with 0 and 51: want the same sum at each end, so that what one gets the other loses"},
		{"a keeper without end", "->> [x]", "->> (->>)* {}", "the keeper moves without end"},
		{"a move without end", "->> [x]", "([x] [e])* ->> [x]", "a move writes without end"},
	} {
		text := strings.Replace(small, c.old, c.other, 1)
		if text == small {
			t.Fatalf("%s: the sheet has no %s", c.name, c.old)
		}
		_, err := New(context.Background(), "t", text, Bounds{})
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v, want a game", c.name, err)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), "t: "+c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestHostile: a sheet made to take all memory or all time ends in an error.
func TestHostile(t *testing.T) {
	lefts := strings.Repeat("left ", 100)
	var doubled strings.Builder
	doubled.WriteString("#m0 = " + lefts + "\n")
	for i := range 40 {
		fmt.Fprintf(&doubled, "#m%d = m%d m%d\n", i+1, i, i)
	}
	var chain strings.Builder
	chain.WriteString("#m0 = left\n")
	for i := range 10_000 {
		fmt.Fprintf(&chain, "#m%d = m%d\n", i+1, i)
	}
	for _, c := range []struct{ name, old, other, want string }{
		{"brackets", "any {e}", strings.Repeat("(", 10_000) + "{e}", "more than 500 brackets in brackets"},
		{"look-aheads", "any {e}", strings.Repeat("{?", 10_000) + "{e}", "more than 500 brackets in brackets"},
		{"brackets of numbers", "any {e}", "{$ " + strings.Repeat("(", 10_000) + "n", "more than 500 brackets in brackets"},
		{"doubled macros", "#any = (left* + right*)", doubled.String() + "#any = m40", "the macros take more than 4000000 tokens"},
		{"doubled empty macros", "#any = (left* + right*)", strings.Replace(doubled.String(), lefts, "", 1) + "#any = m40", "macros are used 100001 times: want at most 100000"},
		{"nested macros", "#any = (left* + right*)", chain.String() + "#any = m10000", "macros in macros, 501 deep: want at most 500"},
		{"nested arguments", "#any = (left* + right*)", "#m(v) = v\n#any = " + strings.Repeat("m(", 400_000) + "left" + strings.Repeat(")", 400_000), "macros in macros, 501 deep: want at most 500"},
		{"empty arguments", "#any = (left* + right*)", "#m(v) = " + strings.Repeat("v ", 300_000) + "\n#any = left " + strings.Repeat("m() ", 90_000), "the macros take more than 4000000 tokens"},
		{"a name of 1 MB", "#any", "#" + strings.Repeat("a", 1<<20), "a name or number has 1048576 characters: want at most 200"},
		{"a joined name", "#any = (left* + right*)", "#j(v) = v~v~v\n#any = j(" + strings.Repeat("a", 150) + ")", "a name that ~ makes is too long: want at most 200 characters"},
		{"5 MB", "#any", strings.Repeat(" ", 5<<20) + "#any", "the sheet has 5243123 bytes: want at most 4194304"},
		{"a long line", "[e, e, e]", "[" + strings.Repeat("e,", 100_000) + "e]", "a line of more than 4096 squares: want a smaller board"},
		{"a large board", "[e, e, e]", strings.Repeat("["+strings.Repeat("e,", 99)+"e]", 100), "more than 4096 squares: want a smaller board"},
		{"powers", "any {e}", "(((left^1000)^1000)^1000) {e}", "the rules have more than 200000 actions: want a smaller sheet"},
		{"pieces", "#pieces = e, x", "#pieces = e, x" + many(", p%d", 100), "more than 64 pieces"},
		{"variables", "n(9)", "n(9)" + many(", v%d(3)", 300), "more than 200 players and variables"},
		{"ways", "[e, e, e]", strings.Repeat("["+strings.Repeat("e,", 63)+"e]", 60), ""},
		{"too many moves", "any {e} ->>", "({e} [x] (left* + right*))* ->>", ""},
	} {
		text := strings.Replace(small, c.old, c.other, 1)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		_, err := New(ctx, "t", text, Bounds{})
		cancel()
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestCancelled: a context that ends stops the reading.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(ctx, "t", small, Bounds{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// FuzzRead: any text is a game or an error, and neither panics nor hangs: the reader, the tables,
// and the random games of the survey.
func FuzzRead(f *testing.F) {
	f.Add(small)
	files, _ := filepath.Glob("../../../examples/sheets/*.rbg")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	bounds := Bounds{Tokens: 20_000, Steps: 200_000, Table: 100_000, Visited: 1 << 14, Walk: 1 << 14, Items: 1 << 12}
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if g, err := New(ctx, "t", text, bounds); (g == nil) == (err == nil) {
			t.Errorf("%v, %v", g, err)
		}
	})
}
