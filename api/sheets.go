package api

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/internal/checksum"
)

// A visitor may bring the rules of a game: a rule sheet. Its text is sent once, and answered with the
// game's name, which has a part of the text's SHA-256; other requests name the game by it. The sheets
// that were used last are kept. A request for another one is a problem with the status [Unknown]: the
// client then sends the text again.

// SheetRequest is a rule sheet.
type SheetRequest struct {
	Name string `json:"name" maxLength:"60" doc:"The name of its file: small letters, digits, dots, hyphens and underlines, with the ending of a language of rules" example:"nim.kif"`
	Text string `json:"text" maxLength:"1000000" doc:"The rules"`
}

// Sheet is a rule sheet that was read.
type Sheet struct {
	Game  string   `json:"game" doc:"The name of its game in other requests: the name of the file, and a part of the SHA-256 of the text"`
	Sides []string `json:"sides" doc:"The names of the two sides, the one to move first"`
}

// Keep limits what a service for many clients keeps.
type Keep struct {
	Games      int   // games with parameters
	GameBytes  int64 // of their tables
	Sheets     int   // rule sheets
	SheetBytes int64 // of the games of these
}

// longestName is the longest name of a sheet's file, in bytes.
const longestName = 60

// plainName reports whether a sheet's name can be part of links and of names of games.
func plainName(name string) bool {
	strange := func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789._-", r) }
	return name != "" && len(name) <= longestName && name[0] != '.' && name[0] != '-' && !strings.ContainsFunc(name, strange)
}

// Sheet reads a rule sheet and keeps its game. The context limits the time.
func (s *Service) Sheet(ctx context.Context, r SheetRequest) (*Sheet, error) {
	name := strings.ToLower(strings.TrimSpace(r.Name))
	if !plainName(name) {
		return nil, problemf(Bad, "the name %.60q: want at most %d letters, digits, dots, hyphens and underlines, as in nim.kif", r.Name, longestName)
	}
	sum := sumOf(name, r.Text)
	g, ok := s.sheets.sent(sum)
	if !ok {
		var err error
		if g, err = catalog.ReadText(ctx, s.families, name, r.Text); err != nil {
			return nil, bad(err)
		}
		if err := s.sheets.keep(sum, g); err != nil {
			return nil, err
		}
	}
	return &Sheet{g.Name(), []string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}}, nil
}

// Sheets returns the number of rule sheets kept, and the bytes of their games.
func (s *Service) Sheets() (number int, bytes int64) { return s.sheets.use() }

// find finds a game by name.
func (s *Service) find(name string) (oxo.Game, error) {
	if _, ok := catalog.OfText(s.families, name); ok {
		return s.sheets.find(name)
	}
	return s.games.find(name)
}

// Recovered returns the problem of a panic by which the game of a rule sheet says that the sheet is
// broken, and nil for every other panic.
func Recovered(panicked any) *Problem {
	err, _ := panicked.(error)
	if broken, ok := errors.AsType[rules.Broken](err); ok {
		return &Problem{Bad, "the rule sheet is not a game of turns: " + broken.Error()}
	}
	return nil
}

// checkedSum is the SHA-256 of a sheet with its name.
type checkedSum [checksum.Size]byte

func sumOf(name, text string) (sum checkedSum) {
	h := checksum.New()
	_, _ = fmt.Fprintf(h, "%s\n%s", name, text)
	return checkedSum(h.Sum(nil))
}

// sheets keeps the games of the rule sheets that were used last.
type sheets struct {
	most    int
	maxSize int64

	mu     sync.Mutex
	named  map[string]*list.Element // by the game's name
	recent *list.List               // of *keptSheet, the most recently used first
	bytes  int64
}

type keptSheet struct {
	sum   checkedSum
	game  oxo.Game
	bytes int64
}

func newSheets(most int, maxSize int64) *sheets {
	return &sheets{most: most, maxSize: maxSize, named: map[string]*list.Element{}, recent: list.New()}
}

// use returns the number of sheets kept, and the bytes of their games.
func (c *sheets) use() (number int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len(), c.bytes
}

// find returns a kept game.
func (c *sheets) find(name string) (oxo.Game, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.named[strings.ToLower(strings.TrimSpace(name))]
	if !ok {
		return nil, problemf(Unknown, "the rule sheet of %.80q is not kept here: send it again", name)
	}
	c.recent.MoveToFront(e)
	return e.Value.(*keptSheet).game, nil
}

// sent returns the game of a sheet that is sent again.
func (c *sheets) sent(sum checkedSum) (oxo.Game, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.recent.Front(); e != nil; e = e.Next() {
		if k := e.Value.(*keptSheet); k.sum == sum {
			c.recent.MoveToFront(e)
			return k.game, true
		}
	}
	return nil, false
}

// keep keeps a game, and drops those used longest ago. A part of a sum can be forged: while a sheet
// is kept, another one with its name is refused.
func (c *sheets) keep(sum checkedSum, g oxo.Game) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.named[g.Name()]; ok {
		if e.Value.(*keptSheet).sum != sum {
			return problemf(Over, "another rule sheet is named %s: change a comment of one of them", g.Name())
		}
		return nil
	}
	k := &keptSheet{sum, g, max(board.FactsOf(g).Bytes, 1)}
	c.named[g.Name()] = c.recent.PushFront(k)
	c.bytes += k.bytes
	for c.recent.Len() > 1 && (c.recent.Len() > c.most || c.bytes > c.maxSize) {
		old := c.recent.Remove(c.recent.Back()).(*keptSheet)
		delete(c.named, old.game.Name())
		c.bytes -= old.bytes
	}
	return nil
}

// Game returns a game by its name, or the kept game of a rule sheet.
func (s *Service) Game(name string) (oxo.Game, error) {
	g, err := s.find(name)
	if err != nil {
		return nil, bad(err)
	}
	return g, nil
}
