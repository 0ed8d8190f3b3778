package anki

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWrite: the file is a zip file with a database that has the cards, once each, and the same key
// gives the same identity.
func TestWrite(t *testing.T) {
	cards := []Card{
		{Key: "a", Front: "<b>one</b>", Back: Text("1 < 2\nthen"), Tags: []string{"mate in 2", "chess"}},
		{Key: "b", Front: "two", Back: "2"},
	}
	var file bytes.Buffer
	if err := Write(context.Background(), &file, "Puzzles", cards, time.Unix(1_790_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if media, err := contents(z, "media"); err != nil || string(media) != "{}" {
		t.Errorf("media: %q, %v", media, err)
	}
	data, err := contents(z, "collection.anki2")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "collection.anki2")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var fields, tags, decks string
	var count int
	if err := db.QueryRow("select flds, tags from notes join cards on nid = notes.id where due = 1").Scan(&fields, &tags); err != nil {
		t.Fatal(err)
	}
	if fields != "<b>one</b>\x1f1 &lt; 2<br>then" || tags != " mate-in-2 chess " {
		t.Errorf("fields %q, tags %q", fields, tags)
	}
	if err := db.QueryRow("select count(distinct did), decks from cards, col").Scan(&count, &decks); err != nil || count != 1 {
		t.Errorf("%d decks, %v", count, err)
	}
	var named map[string]struct{ Name string }
	if err := json.Unmarshal([]byte(decks), &named); err != nil || len(named) != 2 {
		t.Errorf("decks %s: %v", decks, err)
	}
	var again bytes.Buffer
	if err := Write(context.Background(), &again, "Puzzles", cards, time.Unix(1_790_000_000, 0)); err != nil || !bytes.Equal(again.Bytes(), file.Bytes()) {
		t.Errorf("the same cards give other bytes, %v", err)
	}
}

func contents(z *zip.Reader, name string) ([]byte, error) {
	f, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(f)
}
