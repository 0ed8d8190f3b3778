// Package anki writes decks of cards for Anki: an .apkg file, which is a zip file with an SQLite
// database. It is a package of its own, since only the command needs a database.
package anki

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// Card is a card with two sides, in HTML.
type Card struct {
	// Key identifies the card. If a card with this key is there already, Anki updates it.
	Key         string
	Front, Back string
	Tags        []string
}

// serializer is a connection that can return the bytes of its database.
type serializer interface {
	Serialize() ([]byte, error)
}

// Write writes a deck. Anki takes the time for the last change.
func Write(ctx context.Context, w io.Writer, deck string, cards []Card, now time.Time) error {
	data, err := database(ctx, deck, cards, now)
	if err != nil {
		return fmt.Errorf("anki: %w", err)
	}
	z := zip.NewWriter(w)
	for _, f := range []struct {
		name string
		data []byte
	}{{"collection.anki2", data}, {"media", []byte("{}")}} {
		to, err := z.Create(f.name)
		if err != nil {
			return fmt.Errorf("anki: %w", err)
		}
		if _, err := to.Write(f.data); err != nil {
			return err //nolint:wrapcheck // the writer's own
		}
	}
	return z.Close() //nolint:wrapcheck // the writer's own
}

// database returns the bytes of a collection with one deck.
func database(ctx context.Context, deck string, cards []Card, now time.Time) (data []byte, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err //nolint:wrapcheck // Write names the package
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Write names the package
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := fill(ctx, conn, deck, cards, now); err != nil {
		return nil, err
	}
	err = conn.Raw(func(driver any) error {
		s, ok := driver.(serializer)
		if !ok {
			return errors.New("the driver of SQLite cannot return its database")
		}
		data, err = s.Serialize()
		return err //nolint:wrapcheck // Write names the package
	})
	return data, err //nolint:wrapcheck // Write names the package
}

// fill makes the tables and their rows.
func fill(ctx context.Context, conn *sql.Conn, deck string, cards []Card, now time.Time) error {
	if _, err := conn.ExecContext(ctx, tables); err != nil {
		return err //nolint:wrapcheck // Write names the package
	}
	deckID := number("deck " + deck)
	models, decks, err := about(deck, deckID, now)
	if err != nil {
		return err
	}
	day := now.Truncate(24 * time.Hour).Unix()
	if _, err := conn.ExecContext(ctx, "insert into col values (1,?,?,?,11,0,0,0,?,?,?,?,'{}')",
		day, now.UnixMilli(), now.UnixMilli(), "{}", models, decks, options); err != nil {
		return err //nolint:wrapcheck // Write names the package
	}
	for i, c := range cards {
		id, fields := number("card "+c.Key), c.Front+"\x1f"+c.Back
		tags := ""
		if len(c.Tags) > 0 {
			tags = " " + strings.ReplaceAll(strings.Join(c.Tags, "\x00"), " ", "-") + " "
			tags = strings.ReplaceAll(tags, "\x00", " ")
		}
		sum := sha256.Sum256([]byte(c.Key))
		if _, err := conn.ExecContext(ctx, "insert into notes values (?,?,?,?,-1,?,?,?,?,0,'')",
			id, fmt.Sprintf("%x", sum[:8]), modelID, now.Unix(), tags, fields, c.Key, binary.BigEndian.Uint32(sum[8:12])); err != nil {
			return err //nolint:wrapcheck // Write names the package
		}
		if _, err := conn.ExecContext(ctx, "insert into cards values (?,?,?,0,?,-1,0,0,?,0,0,0,0,0,0,0,0,'')", id, id, deckID, now.Unix(), i+1); err != nil {
			return err //nolint:wrapcheck // Write names the package
		}
	}
	return nil
}

// number makes an identity of a text: like Anki's own, it has the size of a time in milliseconds.
func number(text string) int64 {
	sum := sha256.Sum256([]byte(text))
	return 1<<40 + int64(binary.BigEndian.Uint64(sum[:8])>>24)
}

// modelID is the identity of the kind of the notes.
const modelID int64 = 1_700_000_000_066

// about describes the kind of the notes, and the deck, in Anki's JSON.
func about(deck string, id int64, now time.Time) (models, decks string, err error) {
	field := func(name string, at int) map[string]any {
		return map[string]any{"name": name, "ord": at, "sticky": false, "rtl": false, "font": "Arial", "size": 20, "media": []string{}}
	}
	model := map[string]any{
		"id": modelID, "name": "oxo puzzle", "type": 0, "mod": now.Unix(), "usn": -1, "sortf": 0, "did": id, "vers": []string{}, "tags": []string{},
		"flds": []any{field("Puzzle", 0), field("Answer", 1)},
		"tmpls": []any{map[string]any{
			"name": "Puzzle", "ord": 0, "qfmt": "{{Puzzle}}", "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}", "did": nil, "bqfmt": "", "bafmt": "",
		}},
		"css": ".card { font-family: sans-serif; font-size: 18px; text-align: center; } pre { display: inline-block; text-align: left; }",
		"req": []any{[]any{0, "any", []int{0}}}, "latexPre": "", "latexPost": "",
	}
	of := func(id int64, name string) map[string]any {
		return map[string]any{
			"id": id, "name": name, "mod": now.Unix(), "usn": -1, "desc": "", "dyn": 0, "conf": 1, "collapsed": false, "extendNew": 10, "extendRev": 50,
			"newToday": []int{0, 0}, "revToday": []int{0, 0}, "lrnToday": []int{0, 0}, "timeToday": []int{0, 0},
		}
	}
	m, failed := json.Marshal(map[string]any{fmt.Sprint(modelID): model})
	d, failedToo := json.Marshal(map[string]any{"1": of(1, "Default"), fmt.Sprint(id): of(id, deck)})
	return string(m), string(d), errors.Join(failed, failedToo)
}

// Text writes plain text as HTML.
func Text(text string) string { return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") }
