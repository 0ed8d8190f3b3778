// Package api answers what the page asks: where a game stands, what to play,
// what moves are worth, how a search walked, exercises. It is plain functions
// from requests to answers, so that a server and a browser's own engine give
// the same ones. It keeps nothing between two requests: a game is its name and
// its moves.
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
	"oxo/prove/certificate"
	"oxo/search"
)

// Service answers for a list of games.
type Service struct {
	families []catalog.Family
	exercise string // the game of exercises about positions
	games    finder
	list     func() []GameInfo // made when it is asked for first
	books    func(game string) search.Book
	proof    *certificate.Certificate // that is walked, or nil
}

// SetBooks gives the books that searches of a game ask: for a level below perfect, which
// plays the same with tables and without, the game is "". Without it a searcher asks its
// own.
func (s *Service) SetBooks(of func(game string) search.Book) { s.books = of }

// consult lets a searcher ask the book of a game, and returns it, or nil where the searcher
// asks its own.
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

// NewForMany makes a service for many clients at a time: see [games]. It keeps so many
// games, and so many bytes of their tables.
func NewForMany(families []catalog.Family, most int, mostBytes int64) *Service {
	s := New(families)
	s.games = newGames(withTrees(families), most, mostBytes)
	return s
}

// Ready says whether a question about a game need not wait until its tables are made.
func (s *Service) Ready(name string) bool {
	g, ok := s.games.(*games)
	return !ok || g.ready(name)
}

// Usual says whether a name has no parameters: those games are small.
func (s *Service) Usual(name string) bool {
	g, ok := s.games.(*games)
	return !ok || g.isUsual(name)
}

// Kept returns how many games are kept, and the bytes of their tables.
func (s *Service) Kept() (number int, bytes int64) {
	if g, ok := s.games.(*games); ok {
		return g.use()
	}
	return 0, 0
}

// lastGame keeps the game that was asked for last, which is enough for one client,
// and little code where each byte is loaded.
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

// New makes a service for one client, as a browser of its own is. The first game
// listed that exercises can be made of gives the positions of exercises.
func New(families []catalog.Family) *Service {
	s := &Service{families: families, games: &lastGame{families: withTrees(families)}}
	s.list = sync.OnceValue(s.listed)
	if len(families) > 0 {
		s.exercise = Example(families[0])
	}
	return s
}

// withTrees adds the trees of exercises, so that the explorer opens them in a program of
// other games too, which does not list them.
func withTrees(families []catalog.Family) []catalog.Family {
	trees := numbertree.Family()
	if catalog.Knows(families, trees.Name) {
		return families
	}
	return append(slices.Clone(families), trees)
}

// Problem is an error of a request: what was wrong, and what would be right.
type Problem struct {
	Status int // as in HTTP
	Detail string
}

func (p *Problem) Error() string { return p.Detail }

func problemf(status int, format string, args ...any) error {
	return &Problem{status, fmt.Sprintf(format, args...)}
}

// The statuses of problems.
const (
	Bad  = 422 // the request says what cannot be
	Over = 409 // the game is over
	Much = 413 // more than is allowed
)

// errInterrupted is what others get who wait for a game whose making panicked.
var errInterrupted = errors.New("the game could not be made")

func bad(err error) error {
	if errors.Is(err, oxo.ErrGameOver) {
		return &Problem{Over, err.Error()}
	}
	return &Problem{Bad, err.Error()}
}

// Limits of what a place may be, so that no request takes long before it is
// understood.
const (
	mostMoves   = 2000
	mostText    = 20_000
	mostSquares = 1024
)

// Place is a position, the way a link has it.
type Place struct {
	Game     string `json:"game" query:"game" required:"true" maxLength:"4005" doc:"The game, as in tictactoe, mnk:4x4x3,misere or connect4" example:"tictactoe"`
	Moves    string `json:"moves,omitempty" query:"moves" maxLength:"20000" doc:"The moves so far, with dots, commas or spaces between them" example:"b2.a1"`
	Position string `json:"position,omitempty" query:"position" maxLength:"2000" doc:"Where the game began, in the game's notation; left out, at its start"`
}

// place is a place that was understood.
type place struct {
	game  oxo.Game
	start oxo.Position
	p     oxo.Position
	moves []oxo.Move
	names []string
	drawn string // why the game is a draw although it could go on, or empty
	// changed is what of the text of the position was read otherwise than it is written.
	changed []string
}

func (s *Service) place(at Place) (*place, error) {
	if len(at.Game)+len(at.Moves)+len(at.Position) > mostText {
		return nil, problemf(Much, "the position takes more than %d characters", mostText)
	}
	if strings.TrimSpace(at.Game) == "" {
		return nil, problemf(Bad, "no game: there is %s", strings.Join(s.names(), ", "))
	}
	g, err := s.games.find(at.Game)
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
	texts := strings.FieldsFunc(at.Moves, func(r rune) bool { return r == '.' || r == ',' || r == ' ' || r == '\n' || r == '\t' || r == '\r' })
	if len(texts) > mostMoves {
		return nil, problemf(Much, "%d moves are more than %d", len(texts), mostMoves)
	}
	for i, text := range texts {
		m, err := session.Play(text)
		if err != nil {
			return nil, bad(fmt.Errorf("move %d: %w", i+1, err))
		}
		pl.moves = append(pl.moves, m)
	}
	// A position of Go carries its whole past, so one walk names the moves: to copy each position before
	// its move took 17 GB for 2,000 moves.
	pl.names = session.Notation()
	if session.Drawn() {
		pl.drawn = session.WhyDrawn()
	}
	return pl, nil
}

// ongoing is place for what needs a game that goes on.
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

// over reports whether the game is over, by its rules or because it repeats itself.
func (pl *place) over() bool { return pl.drawn != "" || pl.p.Outcome() != oxo.Ongoing }

// verdict says how the game stands.
func (pl *place) verdict() string {
	if pl.drawn != "" && pl.p.Outcome() == oxo.Ongoing {
		return "a draw: " + pl.drawn
	}
	return catalog.Verdict(pl.game, pl.p)
}

// CheckOngoing says what is wrong with a place, if anything, for requests that
// need a game that goes on.
func (s *Service) CheckOngoing(at Place) error {
	_, err := s.ongoing(at)
	return err
}

func (s *Service) names() []string {
	var names []string
	for _, f := range s.families {
		for _, a := range f.Aliases {
			names = append(names, a.Name)
		}
		names = append(names, f.Name)
	}
	return names
}
