// Package api answers the page's requests: the state of a game, the move to play, the
// values of moves, how a search walked, exercises. It consists of plain functions
// from requests to answers, so that a server and the engine in a browser give the
// same answers. It keeps no state between requests: a game is its name and its moves.
package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/numbertree"
	"oxo/player"
	"oxo/prove/certificate/walk"
	"oxo/search"
)

// Service answers requests about a list of games.
type Service struct {
	families []catalog.Family
	exercise string // the game for exercises about positions
	games    finder
	sheets   *sheets
	list     func() []GameInfo // made at the first request
	books    func(game string) search.Book
	proof    *walk.Certificate // the one to walk, or nil
	proofs   map[string]func() (*walk.Certificate, error)
}

// SetBooks sets the books for searches of a game. A level below perfect does not use
// tables: for it the name is "". Without SetBooks a searcher uses its own book.
func (s *Service) SetBooks(of func(game string) search.Book) { s.books = of }

// consult sets the book of a searcher to the book of a game, and returns it; nil if
// the searcher uses its own.
func (s *Service) consult(with *search.Searcher, game string) search.Book {
	if s.books == nil {
		return nil
	}
	book := s.books(game)
	with.SetBook(book)
	return book
}

// finder finds games by name.
type finder interface {
	find(name string) (oxo.Game, error)
}

// NewForMany makes a service for many simultaneous clients, which keeps games: see [games] and
// [sheets].
func NewForMany(families []catalog.Family, k Keep) *Service {
	s := New(families)
	s.games = newGames(withTrees(families), k.Games, k.GameBytes)
	s.sheets = newSheets(k.Sheets, k.SheetBytes)
	return s
}

// Ready reports whether a request about a game need not wait for its tables.
func (s *Service) Ready(name string) bool {
	if _, ok := catalog.OfText(s.families, name); ok {
		return true // it is kept, or refused
	}
	g, ok := s.games.(*games)
	return !ok || g.ready(name)
}

// Usual reports whether a name has no parameters: such games are small.
func (s *Service) Usual(name string) bool {
	g, ok := s.games.(*games)
	return !ok || g.isUsual(name)
}

// Kept returns the number of games kept, and the bytes of their tables.
func (s *Service) Kept() (number int, bytes int64) {
	if g, ok := s.games.(*games); ok {
		return g.use()
	}
	return 0, 0
}

// lastGame keeps only the last game requested. This suffices for one client, and
// needs little code where every byte must be downloaded.
type lastGame struct {
	families []catalog.Family
	mu       sync.Mutex
	name     string
	game     oxo.Game
}

func (l *lastGame) find(name string) (oxo.Game, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.game != nil && l.name == name {
		return l.game, nil
	}
	g, err := catalog.Lookup(l.families, name)
	if err == nil {
		l.name, l.game = name, g
	}
	return g, err
}

// The largest number of rule sheets that the service keeps for one client, and the
// largest sum of their bytes.
const (
	ownSheets     = 8
	ownSheetBytes = 64 << 20
)

// New makes a service for one client, such as a browser. Exercises about positions
// use the first listed game that allows them.
func New(families []catalog.Family) *Service {
	s := &Service{families: families, games: &lastGame{families: withTrees(families)}, sheets: newSheets(ownSheets, ownSheetBytes)}
	s.list = sync.OnceValue(s.listed)
	if len(families) > 0 {
		s.exercise = exampleOf(families[0])
	}
	return s
}

// withTrees adds the family of number trees, so that the explorer can open trees of
// exercises even in programs that do not list this family.
func withTrees(families []catalog.Family) []catalog.Family {
	trees := numbertree.Family()
	if catalog.Knows(families, trees.Name) {
		return families
	}
	return append(slices.Clone(families), trees)
}

// Problem is an error of a request: the fault and the correct form.
type Problem struct {
	Status int // an HTTP status
	Detail string
}

func (p *Problem) Error() string { return p.Detail }

func problemf(status int, format string, args ...any) error {
	return &Problem{status, fmt.Sprintf(format, args...)}
}

// Statuses of problems.
const (
	Bad     = 422 // the request is impossible
	Over    = 409 // the game is over, or another rule sheet has the name
	Much    = 413 // more than allowed
	Unknown = 404 // the rule sheet is not kept
)

// errInterrupted is the error of requests that waited for a game whose making
// panicked.
var errInterrupted = errors.New("the game could not be made")

func bad(err error) error {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if errors.Is(err, oxo.ErrGameOver) {
		return &Problem{Over, err.Error()}
	}
	return &Problem{Bad, err.Error()}
}

// Limits of a place, so that every request can be checked quickly.
const (
	maxMoves   = 2000
	maxText    = 20_000
	maxSquares = 1024
)

// Place is a position in the form of a link.
type Place struct {
	Game     string `json:"game" query:"game" required:"true" maxLength:"4005" doc:"The game, as in tictactoe, mnk:4x4x3,misere or connect4" example:"tictactoe"`
	Moves    string `json:"moves,omitempty" query:"moves" maxLength:"20000" doc:"The moves so far, with dots, commas or spaces between them" example:"b2.a1"`
	Position string `json:"position,omitempty" query:"position" maxLength:"2000" doc:"Where the game began, in the game's notation; left out, at its start"`
}

// place is a parsed place.
type place struct {
	game  oxo.Game
	start oxo.Position
	p     oxo.Position
	moves []oxo.Move
	names []string
	drawn string // why the game is a draw although it could continue, or empty
	// changed lists the parts of the position's text that were read differently than
	// written.
	changed []string
}

func (s *Service) place(at Place) (*place, error) {
	if len(at.Game)+len(at.Moves)+len(at.Position) > maxText {
		return nil, problemf(Much, "the position takes more than %d characters", maxText)
	}
	if strings.TrimSpace(at.Game) == "" {
		return nil, problemf(Bad, "no game: want %s", strings.Join(s.names(), ", "))
	}
	g, err := s.find(at.Game)
	if err != nil {
		return nil, bad(err)
	}
	pl := &place{game: g}
	if pl.start = g.Start(); strings.TrimSpace(at.Position) != "" {
		if pl.start, pl.changed, err = catalog.ReadPosition(g, at.Position); err != nil {
			return nil, bad(fmt.Errorf("the position: %w", err))
		}
	}
	session := player.NewSession(g, pl.start)
	pl.p = session.Position()
	texts := SplitMoves(at.Moves)
	if len(texts) > maxMoves {
		return nil, problemf(Much, "%d moves are more than %d", len(texts), maxMoves)
	}
	for i, text := range texts {
		m, err := session.Play(text)
		if err != nil {
			return nil, bad(fmt.Errorf("move %d: %w", i+1, err))
		}
		pl.moves = append(pl.moves, m)
	}
	// A position of Go carries its whole past, so a single walk names the moves:
	// copying each position before its move took 17 GB for 2,000 moves.
	pl.names = session.Notation()
	if session.Drawn() {
		pl.drawn = session.WhyDrawn()
	}
	return pl, nil
}

// ongoing is place for requests that need an unfinished game.
func (s *Service) ongoing(at Place) (*place, error) {
	pl, err := s.place(at)
	if err != nil {
		return nil, err
	}
	if pl.over() {
		return nil, problemf(Over, "the game is over: %s", pl.verdict())
	}
	return pl, nil
}

// over reports whether the game is over, by its rules or by repetition.
func (pl *place) over() bool { return pl.drawn != "" || pl.p.Outcome() != oxo.Ongoing }

// verdict describes the state of the game.
func (pl *place) verdict() string {
	if pl.drawn != "" && pl.p.Outcome() == oxo.Ongoing {
		return "a draw: " + pl.drawn
	}
	return catalog.Verdict(pl.game, pl.p)
}

// CheckOngoing returns an error for an invalid place or a finished game.
func (s *Service) CheckOngoing(at Place) error {
	_, err := s.ongoing(at)
	return err
}

func (s *Service) names() []string {
	var names []string
	for _, f := range s.families {
		if len(f.Files) > 0 {
			continue // this family has no game without a text
		}
		for _, a := range f.Aliases {
			names = append(names, a.Name)
		}
		names = append(names, f.Name)
	}
	return names
}
