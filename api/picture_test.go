//go:build !js || picture

package api_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/api"
	"oxo/api/calls"
	"oxo/api/picture"
	"oxo/examples/morris"
	"oxo/game/catalog"
	"oxo/games"
)

// drawn holds what a test has found in a picture.
type drawn struct {
	pieces, last, marks, lines, barred int
	title, role                        string
}

// number reads an attribute.
func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("%q is not a number", text)
	}
	return n
}

// outline returns how far the points of a path are from its origin at most; control points count as points.
func outline(t *testing.T, path string) (left, top, right, bottom float64) {
	t.Helper()
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	var x, y, startX, startY float64
	see := func(u, v float64) {
		left, right, top, bottom = min(left, u), max(right, u), min(top, v), max(bottom, v)
	}
	for _, step := range regexp.MustCompile(`[A-Za-z][^A-Za-z]*`).FindAllString(path, -1) {
		var n []float64
		for _, text := range regexp.MustCompile(`-?(\d+\.?\d*|\.\d+)`).FindAllString(step[1:], -1) {
			n = append(n, number(t, text))
		}
		fromX, fromY := 0.0, 0.0
		lower := step[0] >= 'a'
		relative := func() {
			if lower {
				fromX, fromY = x, y
			}
		}
		move := func(u, v float64) {
			relative()
			see(fromX+u, fromY+v)
		}
		size := map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 'a': 7, 'z': 0}[step[0]|0x20]
		for i := 0; i == 0 || i+size <= len(n) && size > 0; i += max(size, 1) {
			relative()
			switch step[0] | 0x20 {
			case 'z':
				x, y = startX, startY
				continue
			case 'h':
				x = fromX + n[i]
			case 'v':
				y = fromY + n[i]
			default:
				for j := i; size == 6 && j < i+4; j += 2 {
					move(n[j], n[j+1])
				}
				relative()
				x, y = fromX+n[i+size-2], fromY+n[i+size-1]
			}
			see(x, y)
			if step[0]|0x20 == 'm' && i == 0 {
				startX, startY = x, y
			}
		}
	}
	return left, top, right, bottom
}

// look reads a picture. It fails the test if the picture is not well-formed XML, or if a figure is outside of it.
func look(t *testing.T, name, svg string) (d drawn) {
	t.Helper()
	in := xml.NewDecoder(strings.NewReader(svg))
	var width, height float64
	shifts := [][2]float64{{}}
	text := ""
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, svg)
		}
		switch e := token.(type) {
		case xml.CharData:
			text = string(e)
		case xml.EndElement:
			shifts = shifts[:len(shifts)-1]
			if e.Name.Local == "title" {
				d.title = text
			}
		case xml.StartElement:
			at := map[string]string{}
			for _, a := range e.Attr {
				at[a.Name.Local] = a.Value
			}
			shift := shifts[len(shifts)-1]
			if e.Name.Local == "svg" {
				d.role = at["role"]
				if _, err := fmt.Sscanf(at["viewBox"], "0 0 %g %g", &width, &height); err != nil {
					t.Fatal(err)
				}
			}
			if at["transform"] != "" {
				if _, err := fmt.Sscanf(at["transform"], "translate(%g %g)", &shift[0], &shift[1]); err != nil {
					t.Fatal(err)
				}
			}
			shifts = append(shifts, shift)
			d.count(at["class"])
			l, u, r, b := figure(t, e.Name.Local, at)
			if l+shift[0] < 0 || u+shift[1] < 0 || r+shift[0] > width || b+shift[1] > height {
				t.Errorf("%s: %s %v is outside of %g by %g", name, e.Name.Local, at, width, height)
			}
		}
	}
}

// count counts an element by its class.
func (d *drawn) count(class string) {
	switch {
	case strings.HasPrefix(class, "piece"):
		d.pieces++
	case class == "last":
		d.last++
	case class == "mark":
		d.marks++
	case class == "barred":
		d.barred++
	case class == "line":
		d.lines++
	}
}

// figure returns the edges of a figure.
func figure(t *testing.T, kind string, at map[string]string) (left, top, right, bottom float64) {
	t.Helper()
	stroke := 0.0
	if at["stroke"] != "" {
		stroke = 0.5
	}
	if at["stroke-width"] != "" {
		stroke = number(t, at["stroke-width"]) / 2
	}
	switch kind {
	case "rect":
		x, y := number(t, at["x"]), number(t, at["y"])
		left, top, right, bottom = x, y, x+number(t, at["width"]), y+number(t, at["height"])
	case "circle":
		x, y, r := number(t, at["cx"]), number(t, at["cy"]), number(t, at["r"])
		left, top, right, bottom = x-r, y-r, x+r, y+r
	case "text":
		x, y, size := number(t, at["x"]), number(t, at["y"]), number(t, at["font-size"])
		left, top, right, bottom = x, y-size*0.8, x, y+size*0.25
	case "path":
		left, top, right, bottom = outline(t, at["d"])
	}
	return left - stroke, top - stroke, right + stroke, bottom + stroke
}

// pictured are the games to draw: every listed one, and forms with other boards.
func pictured(s *api.Service) []string {
	all := []string{"mnk:5x5x4,torus", "mnk:19x19x5", "go:19x19", "othello:4x6", "connect4:12x4", "sticks:60", "breakthrough:3x4", "morris9"}
	for _, g := range s.Games() {
		all = append(all, g.Example)
	}
	return all
}

// TestPictures: the picture of a position of any game is well-formed, has every piece of the board, marks the last move,
// and draws nothing outside of itself.
func TestPictures(t *testing.T) {
	families := append(games.All(), catalog.Single(morris.Nine(), "nine men"))
	s := api.New(families)
	for _, name := range pictured(s) {
		g, err := catalog.Lookup(families, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var moves []string
		p := g.Start()
		for ply := range 31 {
			if slices.Contains([]int{0, 1, 6, 30}, ply) {
				checkPicture(t, s, api.Place{Game: name, Moves: strings.Join(moves, " ")})
			}
			legal := catalog.Playable(p, nil)
			if p.Outcome() != oxo.Ongoing || len(legal) == 0 {
				checkPicture(t, s, api.Place{Game: name, Moves: strings.Join(moves, " ")})
				break
			}
			m := legal[ply*7%len(legal)]
			moves = append(moves, g.FormatMove(p, m))
			p.Make(m)
		}
	}
}

// checkPicture checks the picture of a position.
func checkPicture(t *testing.T, s *api.Service, at api.Place) {
	t.Helper()
	st, err := s.State(at)
	if err != nil {
		t.Fatal(err)
	}
	d := look(t, at.Game, st.SVG())
	pieces := 0
	for _, c := range st.Cells {
		if c.Text != "" {
			pieces++
		}
	}
	if d.pieces != pieces || d.role != "img" || !strings.Contains(d.title, st.Game) || !strings.Contains(d.title, st.Verdict) {
		t.Fatalf("%s: %+v, want %d pieces and the title %s", st.Position, d, pieces, st.Verdict)
	}
	if marked := len(st.Last) <= 3 && st.Style.Places != "heaps"; marked && d.last != len(st.Last) {
		t.Fatalf("%s: %d squares marked, want %v", st.Position, d.last, st.Last)
	}
	if d.barred != len(st.Barred) {
		t.Errorf("%s: %d crosses, want %d", st.Position, d.barred, len(st.Barred))
	}
	if st.Columns == 0 && d.lines == 0 {
		t.Errorf("%s: no text is drawn", st.Position)
	}
}

// TestPictureOfText: a long text, and a text that is not XML, become pictures.
func TestPictureOfText(t *testing.T) {
	for _, text := range []string{"<&>'\"", "a\x00b\xff\ufffe\u0001", "", "ä ö", strings.Repeat("fact ", 2000), strings.Repeat("x", 9000)} {
		d := look(t, text, picture.SVG(&picture.Board{Title: text, Text: text}))
		if d.lines < 1 || d.lines > 41 {
			t.Errorf("%.20q has %d lines", text, d.lines)
		}
	}
	odd := &picture.Board{Columns: 2, Rows: 1, Cells: []picture.Cell{{Text: "<Z>", Owner: 0}, {Text: "long text", Owner: 1}}, ColumnLabels: []string{"<", "&"}, Pieces: "odd", Places: "odd"}
	if d := look(t, "odd", picture.SVG(odd)); d.pieces != 2 {
		t.Errorf("%+v", d)
	}
}

// TestPictureAsked: the picture of a position is an answer like others, with marks where they are asked for.
func TestPictureAsked(t *testing.T) {
	g, err := calls.New(games.All(), calls.Options{TableBytes: 1 << 16}).Game("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Position("", "b2 a1")
	if err != nil {
		t.Fatal(err)
	}
	var svg api.Picture
	asked := func(fields string) error {
		return p.Ask(t.Context(), "picture", []byte(fields), func(_ string, data []byte) {
			if err := json.Unmarshal(data, &svg); err != nil {
				t.Error(err)
			}
		})
	}
	if err := asked(`{"marks": [{"square": 8, "text": "win in 5"}, {"square": 0, "text": "<"}]}`); err != nil {
		t.Fatal(err)
	}
	if d := look(t, "tictactoe", svg.SVG); d.pieces != 2 || d.marks != 2 || d.last != 1 {
		t.Errorf("%+v in %s", d, svg.SVG)
	}
	if err := asked(`{"marks": [{"square": 9, "text": "x"}]}`); err == nil || !strings.Contains(err.Error(), "0 to 8") {
		t.Errorf("a mark beside the board: %v", err)
	}
}
