//go:build !race

package label_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"oxo/prove/label"

	"github.com/parquet-go/parquet-go"
)

// file writes rows in a format.
func file(t *testing.T, p *label.Plan, format string, all []label.Row) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := p.NewWriter(format, &b)
	for _, row := range all {
		if err == nil {
			err = w.Write(row)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// some returns a plan with columns of every kind, and rows of it.
func some(t *testing.T) (*label.Plan, []label.Row) {
	t.Helper()
	p := plan(t, "connect4", label.Options{Scale: "pons", Split: &label.Split{Percent: [3]int{50, 25, 25}}})
	return p, rows(t, p, 1, made(t, p.Game, label.Set{Random: 50, Plies: 30, Exact: true, Seed: 1}))
}

// TestFormats: the formats hold the same cells.
func TestFormats(t *testing.T) {
	p, all := some(t)
	texts, err := csv.NewReader(bytes.NewReader(file(t, p, "csv", all))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(file(t, p, "jsonl", all))), "\n")
	if len(texts) != len(all)+1 || len(lines) != len(all) {
		t.Fatalf("%d and %d lines of %d rows", len(texts), len(lines), len(all))
	}
	columns := p.Columns()
	for i, row := range all {
		var object map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &object); err != nil {
			t.Fatal(err)
		}
		for j, c := range columns {
			want := strings.Trim(fmt.Sprint(row[j]), "[]")
			if texts[0][j] != c.Name || texts[i+1][j] != want || strings.Trim(fmt.Sprint(object[c.Name]), "[]") != want {
				t.Fatalf("row %d, %s: %q in CSV, %v in JSON, want %q", i, c.Name, texts[i+1][j], object[c.Name], want)
			}
		}
	}
}

// parquetRow is a row as its reader declares it.
type parquetRow struct {
	Position   string   `parquet:"position"`
	Turn       string   `parquet:"turn"`
	Value      string   `parquet:"value"`
	Plies      int32    `parquet:"plies"`
	Score      int32    `parquet:"score"`
	Proven     bool     `parquet:"proven"`
	Moves      []string `parquet:"moves,list"`
	MoveValues []string `parquet:"move_values,list"`
	MovePlies  []int32  `parquet:"move_plies,list"`
	MoveScores []int32  `parquet:"move_scores,list"`
	Best       []string `parquet:"best,list"`
	Split      string   `parquet:"split"`
}

// TestParquet: a typed reader finds the columns, in their order, and the cells.
func TestParquet(t *testing.T) {
	p, all := some(t)
	data := file(t, p, "parquet", all)
	read, err := parquet.Read[parquetRow](bytes.NewReader(data), int64(len(data)))
	if err != nil || len(read) != len(all) {
		t.Fatalf("%d rows, %v", len(read), err)
	}
	for i, row := range all {
		if got, want := strings.Trim(fmt.Sprint(read[i]), "{}"), strings.Trim(fmt.Sprint(row), "[]"); got != want {
			t.Fatalf("row %d: %s, want %s", i, got, want)
		}
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, field := range f.Schema().Fields() {
		if want := p.Columns()[i].Name; field.Name() != want {
			t.Errorf("column %d is %s, want %s", i, field.Name(), want)
		}
	}
}

// TestPart: an unfinished file that is cut at any byte is continued after its last whole row.
// The file of another data set is refused.
func TestPart(t *testing.T) {
	p, all := some(t)
	all = all[:5]
	part, err := p.PartHead("this")
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{len(part)}
	for i, row := range all {
		line, err := label.PartRow(2*i, row)
		if err != nil {
			t.Fatal(err)
		}
		part = append(part, line...)
		ends = append(ends, len(part))
	}
	for size := range len(part) + 1 {
		whole := 0
		for whole < len(all) && ends[whole+1] <= size {
			whole++
		}
		want := label.Part{Rows: whole, Bytes: int64(ends[whole])}
		if size < ends[0] {
			want.Bytes = 0
		}
		if whole > 0 {
			want.Next = 2*whole - 1
		}
		if got, err := p.ReadPart("this", bytes.NewReader(part[:size])); err != nil || got != want {
			t.Fatalf("%d bytes: %+v, %v, want %+v", size, got, err, want)
		}
	}
	if _, err := p.ReadPart("other", bytes.NewReader(part)); !errors.Is(err, label.ErrOther) {
		t.Errorf("%v", err)
	}
	if _, err := p.ReadPart("this", strings.NewReader("something\nelse\n")); !errors.Is(err, label.ErrOther) {
		t.Errorf("%v", err)
	}
	damaged := append(bytes.Clone(part), "[99]\n"...)
	if _, err := p.ReadPart("this", bytes.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), "row 6 of the unfinished file is damaged") {
		t.Errorf("%v", err)
	}
	for _, format := range label.Formats() {
		var b bytes.Buffer
		if err := p.Convert(bytes.NewReader(part), format, &b); err != nil || !bytes.Equal(b.Bytes(), file(t, p, format, all)) {
			t.Errorf("%s: %v, or other bytes", format, err)
		}
	}
}
