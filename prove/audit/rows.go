package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// row is a record with named cells. A list is written as words separated by blanks, as in CSV.
type row map[string]string

// valueColumns returns the names of the columns with values, in small letters.
func valueColumns() []string {
	return []string{"value", "result", "worth", "worth to the first side", "published", "class"}
}

// rowSource makes a source of rows. CSV and Markdown have a line with the names of the columns; in JSON lines the
// first row has the names.
func rowSource(o *opening, about string, columns []string, all iter.Seq[Record]) (*Source, error) {
	has := func(name string) bool { return slices.Contains(columns, name) }
	place := has("position") || has("moves") || has("game") || has("board")
	claims := []string{"plies", "margin", "score", "scores", "move_values", "move_scores", "move_margins"}
	value := slices.ContainsFunc(slices.Concat(claims, valueColumns(), bestColumns()), has)
	switch {
	case !place || !value:
		return nil, fmt.Errorf("the columns %s: want position, moves or game, and value, score, plies, margin, result or best: %w", strings.Join(columns, ", "), errOther)
	case o.game == nil && !has("game"):
		return nil, errNoGame
	}
	return &Source{About: about, Mixed: has("game"), All: all}, nil
}

// small writes names of columns in small letters, without blanks around them.
func small(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, strings.ToLower(strings.TrimSpace(name)))
	}
	return all
}

// cellsOf makes a row.
func cellsOf(columns, cells []string) row {
	r := row{}
	for i, name := range columns {
		if i < len(cells) {
			r[name] = strings.TrimSpace(cells[i])
		}
	}
	return r
}

func openCSV(o *opening) (*Source, error) {
	if !text(o.data) || !strings.Contains(firstLine(o.data), ",") {
		return nil, errOther
	}
	open := func() *csv.Reader {
		in := csv.NewReader(bytes.NewReader(o.data))
		in.FieldsPerRecord, in.LazyQuotes = -1, true
		return in
	}
	head, err := open().Read()
	if err != nil {
		return nil, errOther
	}
	columns := small(head)
	return rowSource(o, "CSV", columns, func(yield func(Record) bool) {
		in := open()
		_, _ = in.Read() // skips the names, which were read before
		for n := 1; ; n++ {
			cells, err := in.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			at := 0
			if err == nil {
				at, _ = in.FieldPos(0)
			} else if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
				at = wrong.StartLine
			}
			if !yield(Record{n, fmt.Sprintf("line %d", at), func() (Content, error) {
				if err != nil {
					return Content{}, err
				}
				return o.readRow(cellsOf(columns, cells))
			}}) {
				return
			}
		}
	})
}

func openJSON(o *opening) (*Source, error) {
	first := firstLine(o.data)
	if !strings.HasPrefix(first, "{") {
		return nil, errOther
	}
	r, err := jsonRow(first)
	if err != nil {
		return nil, fmt.Errorf("the first line: %w", err)
	}
	var columns []string
	for name := range r {
		columns = append(columns, name)
	}
	slices.Sort(columns)
	return rowSource(o, "JSON lines", columns, numbered(linesOf(o.data), func(text string) (Content, error) {
		r, err := jsonRow(text)
		if err != nil {
			return Content{}, err
		}
		return o.readRow(r)
	}))
}

// jsonRow reads an object. A list becomes words.
func jsonRow(text string) (row, error) {
	in := json.NewDecoder(strings.NewReader(text))
	in.UseNumber()
	var cells map[string]any
	if err := in.Decode(&cells); err != nil {
		return nil, fmt.Errorf("want a JSON object: %w", err)
	}
	r := row{}
	for name, cell := range cells {
		if list, ok := cell.([]any); ok {
			var all []string
			for _, item := range list {
				all = append(all, fmt.Sprint(item))
			}
			cell = strings.Join(all, " ")
		}
		if cell != nil {
			r[strings.ToLower(name)] = fmt.Sprint(cell)
		}
	}
	return r, nil
}

// openMarkdown opens a page in Markdown. It reads the tables whose columns have known names.
func openMarkdown(o *opening) (*Source, error) {
	if !text(o.data) {
		return nil, errOther
	}
	all := func(yield func(Record) bool) {
		var columns []string
		n := 0
		for l := range linesOf(o.data) {
			if !strings.HasPrefix(l.text, "|") {
				columns = nil
				continue
			}
			cells := strings.Split(strings.Trim(l.text, "|"), "|")
			switch {
			case columns == nil:
				columns = small(cells)
				continue
			case strings.Trim(l.text, "|-: ") == "" || !slices.Contains(columns, "game") && !slices.Contains(columns, "position"):
				continue
			}
			n++
			names := columns
			if !yield(Record{n, fmt.Sprintf("line %d", l.number), func() (Content, error) { return o.readRow(cellsOf(names, cells)) }}) {
				return
			}
		}
	}
	for range all {
		return &Source{About: "tables in Markdown", Mixed: true, All: all}, nil
	}
	return nil, errOther
}

// readRow reads the claims of a row.
func (o *opening) readRow(r row) (Content, error) {
	g := o.game
	if name := r["game"]; name != "" {
		named, err := o.lookup(strings.Trim(name, "`"))
		if err != nil {
			return Content{}, err
		}
		g = named
	}
	if g == nil {
		return Content{}, errNoGame
	}
	p, err := r.position(g)
	if err != nil {
		return Content{}, err
	}
	c := Content{Game: g}
	if r["proven"] != "false" {
		if c.Claims, err = r.valueClaims(g, p); err != nil {
			return Content{}, err
		}
	}
	moves, err := r.moveClaims(g, p)
	if err != nil {
		return Content{}, err
	}
	c.Claims = append(c.Claims, moves...)
	c.Best, err = r.bests(g, p, c.Claims)
	return c, err
}

// position reads the position of a row. If the row has a list of scores, its moves are columns
// counted from 0, as in connect4-pons-eval.
func (r row) position(g oxo.Game) (oxo.Position, error) {
	if text, ok := r["position"]; ok {
		return readPosition(g, text)
	}
	if r.ofColumns() {
		return readPosition(g, strings.Map(func(c rune) rune { return c + 1 }, r["moves"]))
	}
	return readPosition(g, r["moves"])
}

// ofColumns reports whether the row has a score for each column of Connect Four.
func (r row) ofColumns() bool {
	_, position := r["position"]
	_, scores := r["scores"]
	return scores && !position
}

// valueClaims returns the claims of a row about its position.
func (r row) valueClaims(g oxo.Game, p oxo.Position) ([]Claim, error) {
	var all []Claim
	for _, name := range valueColumns() {
		stated := r[name]
		if stated == "" || stated == "unknown" {
			continue
		}
		c := Claim{What: name, Position: p, Stated: stated, Write: writerLike(g, p, stated)}
		var err error
		if c.Holds, err = parseValue(g, p, stated); err != nil {
			return nil, err
		}
		if err := c.narrow(r["plies"], r["margin"]); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	if stated := r["score"]; stated != "" {
		c := Claim{What: "score", Position: p, Stated: stated, Write: writerLike(g, p, stated)}
		n, err := strconv.Atoi(stated)
		if err != nil {
			return nil, fmt.Errorf("the score %.20q: want a number", stated)
		}
		if c.Holds, err = scaled(g, p, n); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// narrow makes the bounds of a result narrower by the number of plies or the margin that the row also has.
func (c *Claim) narrow(plies, margin string) error {
	sign := c.Holds.Lo().Sign()
	for _, of := range []struct{ name, text string }{{"plies", plies}, {"margin", margin}} {
		if of.text == "" {
			continue
		}
		n, err := strconv.Atoi(of.text)
		if err != nil {
			return fmt.Errorf("the %s %.20q: want a number", of.name, of.text)
		}
		switch {
		case of.name == "margin":
			c.Holds = c.Holds.And(oxo.Exactly(oxo.By(n)))
			c.Stated += " by " + strings.TrimPrefix(of.text, "-")
		case sign > 0:
			c.Holds = c.Holds.And(oxo.Exactly(oxo.Win(n)))
			c.Stated += " in " + of.text
		case sign < 0:
			c.Holds = c.Holds.And(oxo.Exactly(oxo.Loss(n)))
			c.Stated += " in " + of.text
		case n != 0: // a draw with a number of plies is never right
			c.Holds = none()
			c.Stated += " in " + of.text
		}
	}
	return nil
}

// fullColumn is the score of a full column in connect4-pons-eval.
const fullColumn = -1000

// moveClaims returns the claims of a row about the moves of its position.
func (r row) moveClaims(g oxo.Game, p oxo.Position) ([]Claim, error) {
	if r.ofColumns() {
		return r.columnClaims(g, p)
	}
	names := strings.Fields(r["moves"])
	var all []Claim
	lists := map[string][]string{}
	for _, name := range []string{"move_values", "move_plies", "move_margins", "move_scores", "move_proven"} {
		lists[name] = strings.Fields(r[name])
		if n := len(lists[name]); n > 0 && n != len(names) {
			return nil, fmt.Errorf("%s has %d cells: want %d, one for each move", name, n, len(names))
		}
	}
	at := func(name string, i int) string {
		if i < len(lists[name]) {
			return lists[name][i]
		}
		return ""
	}
	if len(lists["move_values"])+len(lists["move_scores"]) == 0 {
		return nil, nil
	}
	for i, name := range names {
		if at("move_proven", i) == "false" {
			continue
		}
		m, err := g.ParseMove(p, name)
		if err != nil {
			return nil, err
		}
		claims, err := moveClaim(g, p, m, row{"value": at("move_values", i), "plies": at("move_plies", i), "margin": at("move_margins", i), "score": at("move_scores", i)})
		if err != nil {
			return nil, fmt.Errorf("move %s: %w", name, err)
		}
		for _, c := range claims {
			c.What = "move " + name + ", " + c.What
			all = append(all, c)
		}
	}
	return all, nil
}

// columnClaims returns the claims of a row of connect4-pons-eval about the columns.
func (r row) columnClaims(g oxo.Game, p oxo.Position) ([]Claim, error) {
	var all []Claim
	for column, stated := range strings.Fields(r["scores"]) {
		m, err := g.ParseMove(p, strconv.Itoa(column+1))
		full := stated == strconv.Itoa(fullColumn)
		switch {
		case err != nil && full:
			continue
		case err != nil:
			return nil, fmt.Errorf("column %d: %w", column, err)
		case full:
			return nil, fmt.Errorf("column %d has the score of a full column, and is not full", column)
		}
		claims, err := moveClaim(g, p, m, row{"score": stated})
		if err != nil {
			return nil, err
		}
		claims[0].What = fmt.Sprintf("column %d", column)
		all = append(all, claims...)
	}
	return all, nil
}

// moveClaim returns the claims of a row about one move. A value is the value for the side that makes the move, and
// its plies count from the position before the move.
func moveClaim(g oxo.Game, p oxo.Position, m oxo.Move, r row) ([]Claim, error) {
	claims, err := r.valueClaims(g, p)
	if err != nil {
		return nil, err
	}
	after := p.Clone()
	after.Make(m)
	for i := range claims {
		claims[i].Position, claims[i].AfterMove = after, true
		if claims[i].What == "score" {
			claims[i].Write = func(s oxo.Score) string {
				n, _ := catalog.Scale(g, p, s)
				return strconv.Itoa(n)
			}
		}
	}
	return claims, nil
}
