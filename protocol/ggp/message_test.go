package ggp

import (
	"strings"
	"testing"
	"time"

	"oxo/internal/race"
)

// TestRead: messages as servers write them, and with blanks and comments.
func TestRead(t *testing.T) {
	race.OneThread(t)
	m, err := read(" ( Start Match.1 White ; a comment (\n((role white)(role Black)\n(<= (legal ?r (go 1,2)) (x ?r))) 30 5 more )\n")
	if err != nil || m.verb != "start" || m.match != "Match.1" || m.role != "white" || m.start != 30*time.Second || m.play != 5*time.Second {
		t.Fatalf("%+v, %v", m, err)
	}
	if want := "(role white)(role Black)\n(<= (legal ?r (go 1\x1f2)) (x ?r))"; m.rules != want {
		t.Errorf("%q, want %q", m.rules, want)
	}
	for text, want := range map[string]string{
		"(PLAY m NIL)": "", "(play m nil)": "", "(PLAY m ())": "",
		"(PLAY m (noop (mark 1 2)))":               "noop mark(1,2)",
		"(STOP m ((noop) (Put (cell A 1) (x))) )":  "noop put(cell(a,1),x)",
		"(PLAY m(a(b c(d e)(f))))":                 "a b(c,d(e),f)",
		"(PLAY m ((move\t1\n2)\r\n(move 1 2 3 )))": "move(1,2) move(1,2,3)",
	} {
		m, err := read(text)
		if got := strings.Join(m.moves, " "); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}

// TestReadWrong: the error of a message says what would be right.
func TestReadWrong(t *testing.T) {
	race.OneThread(t)
	deep := strings.Repeat("(a ", 300) + "b" + strings.Repeat(")", 300)
	for text, want := range map[string]string{
		"":                        "the message is empty: want a list",
		" ; only this":            "the message is empty",
		"()":                      "the message is empty",
		"info":                    `"info": want a list in brackets`,
		"(INFO":                   "a ( is never closed",
		"(INFO ; )":               "a comment hides the end",
		")":                       "a ) without a (",
		"(INFO))":                 `after the message comes ")"`,
		"(INFO) (INFO)":           `after the message comes "(INFO)"`,
		"(INFO 1)":                "INFO with 1 term: want (INFO)",
		"(HELLO)":                 `no message "hello": want INFO, PREVIEW, START`,
		"((INFO))":                `no message "(info)"`,
		"(PLAY)":                  "PLAY with 0 terms: want (PLAY MATCH NIL)",
		"(PLAY m)":                "PLAY with 1 term",
		"(PLAY (m) NIL)":          `"(m)": want a name`,
		"(PLAY m noop)":           `moves "noop": want NIL, or a list`,
		"(PLAY m ((())))":         `move "(())": want a name`,
		"(PLAY m (" + deep + "))": "want a name, or a list",
		"(PLAY m (" + strings.Repeat("a ", 1<<16) + "))": "want NIL, or a list",
		"(STOP m)":    "STOP with 1 term",
		"(ABORT m m)": "ABORT with 2 terms",
		"(ABORT " + strings.Repeat("m", 2000) + ")": "want a name of at most 1000 bytes",
		"(START m r (x) 1)":                         "START with 4 terms: want (START MATCH ROLE",
		"(START m r x 1 1)":                         `rules "x": want a list`,
		"(START m r (x) 0 1)":                       `clock "0": want a number of seconds from 1`,
		"(START m r (x) 1 -1)":                      `clock "-1"`,
		"(START m r (x) 1 99999999999999999999)":    "clock",
		"(START m (r) (x) 1 1)":                     `"(r)": want a name`,
		"(PREVIEW (x))":                             "PREVIEW with 1 term",
		"(PREVIEW (x) y)":                           `clock "y"`,
		"(INFO\xff)":                                "not text in UTF-8",
	} {
		if m, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %+v, %v, want %q", text, m, err, want)
		}
	}
}

// TestTerm: a term that is converted to a call and back is the same term, with the capitals of the
// sheet.
func TestTerm(t *testing.T) {
	race.OneThread(t)
	spelling, twice := spellings(strings.ReplaceAll("(role White) (Put ?X 1,5 ?x) ; Hidden\n(noOp Role)(noop)", ",", comma))
	if len(twice) != 2 || twice[0] != "Role" || twice[1] != "noop" {
		t.Errorf("two spellings: %q", twice)
	}
	for _, text := range []string{"noOp", "(Put 1 2)", "(Put (a b) (c (d 1,5 White)) e)"} {
		c, err := call(strings.ToLower(strings.ReplaceAll(text, ",", comma)), maxDepth)
		if got := term(c, spelling); err != nil || got != text {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}

// FuzzRead: no text makes the reader panic, and moves that were read are written as they came.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"(INFO)", "(PLAY m NIL)", "(PLAY m ((mark 1 1) noop))", "(START m white ((role white) (role black)) 10 5)", "(STOP m (a (b (c d))))", "(ABORT m)", "(PREVIEW (a) 5)", "(PLAY m ((a) (b c,d)))", "(;", "(PLAY m(a;\n))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := read(text)
		if err != nil {
			return
		}
		for _, move := range m.moves {
			back, err := read("(PLAY m (" + term(move, nil) + "))")
			if err != nil || len(back.moves) != 1 || back.moves[0] != move {
				t.Errorf("%q: %q comes back as %+v, %v", text, move, back, err)
			}
		}
	})
}
