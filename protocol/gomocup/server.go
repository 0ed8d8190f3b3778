package gomocup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/protocol/talk"
)

// Options are the options of oxo as the program.
type Options struct {
	// Version and Author are printed by ABOUT.
	Version, Author string
	// Time is the time for a move if the manager sets none; 0 is 5 seconds.
	Time time.Duration
	// TableBytes is the size of the transposition table if the manager sets no limit
	// of memory, and the maximum if it does; 0 is 128 MB.
	TableBytes int64
	Method     player.Method
	Threads    int // of a search; 0 is one
	// LimitMemory, if not nil, is called each time that the manager changes the memory
	// limit of the process. It gets the number of bytes that Go's runtime may take;
	// math.MaxInt64 means no limit. Unneeded memory should be returned to the system
	// at once.
	LimitMemory func(bytes int64)
}

// hasty is the number of commands that may wait while oxo thinks. A manager that sends
// more does not wait for answers, and gets hasty answers.
const hasty = 1000

// server is the state of one conversation.
type server struct {
	opts     Options
	families []catalog.Family
	talk     *talk.Talk
	known    []handler
	ended    bool     // the input has ended
	queue    []string // commands that arrived while oxo was thinking
	limits   limits
	thinker  *player.Thinker
	table    int64    // the thinker's, in bytes
	memory   int64    // the limit last passed to LimitMemory
	asked    bool     // whether a move has been requested
	complain []string // messages that wait for a command with an answer

	columns, rows int  // 0 before START
	yixin         bool // the manager is Yixin-Board
	rule          int  // as set by the manager
	played        int  // the rule of the game on the board
	squares       *squares
	start, now    oxo.Position
	moves         []oxo.Move // from start to now
	// refused is the error of the last board that the manager sent, if it was refused.
	// Until the next board, a move would be for a position that the manager does not
	// have.
	refused error
}

// Serve plays for a manager until END or the end of the input. families must contain
// gomoku as mnk:15x15x5. END stops a search without an answer; the end of the input
// stops it with the best move so far. Serve returns errors of writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if opts.Time <= 0 {
		opts.Time = defaultTime
	}
	if opts.TableBytes <= 0 {
		opts.TableBytes = defaultTable
	}
	if _, err := lookup(families, 15, 15, 0); err != nil {
		return err
	}
	s := &server{opts: opts, families: families, talk: talk.New(ctx, in, out), limits: newLimits(opts.Time)}
	s.known = s.commands()
	for {
		line, ok := s.next(ctx)
		if !ok || s.talk.Err() != nil {
			break
		}
		if !s.carryOut(ctx, line) {
			break
		}
	}
	if err := s.talk.Err(); err != nil {
		return err
	}
	return ctx.Err()
}

// next returns the next line that is not blank.
func (s *server) next(ctx context.Context) (string, bool) {
	for {
		var line string
		if len(s.queue) > 0 {
			line, s.queue = s.queue[0], s.queue[1:]
		} else {
			select {
			case l, ok := <-s.talk.Lines():
				if !ok {
					return "", false
				}
				line = l
			case <-ctx.Done():
				return "", false
			}
		}
		if line != "" {
			return line, true
		}
	}
}

// carryOut answers a command, and reports whether the conversation continues.
func (s *server) carryOut(ctx context.Context, line string) bool {
	command, rest := splitCommand(line)
	came := time.Now()
	i := s.find(command)
	if i < 0 {
		s.talk.Say("UNKNOWN %.60q is not a command that oxo knows", command)
		return true
	}
	goesOn, err := s.known[i].run(ctx, came, rest)
	if err != nil {
		s.speak()
		s.talk.Say("ERROR %v", err)
	}
	return goesOn
}

// find returns the index of a command among those that oxo knows, or -1.
func (s *server) find(command string) int {
	return slices.IndexFunc(s.known, func(h handler) bool { return strings.EqualFold(h.name, command) })
}

// quotable removes quotation marks and line ends.
func quotable(text string) string {
	return strings.NewReplacer(`"`, "'", "\n", " ", "\r", " ").Replace(text)
}

// speak sends the waiting messages: a manager does not read after INFO.
func (s *server) speak() {
	for _, m := range s.complain {
		s.talk.Say("MESSAGE %s", m)
	}
	s.complain = nil
}

// begin handles START and RECTSTART. After a refused one there is no board.
func (s *server) begin(ctx context.Context, text string, many int) error {
	s.columns, s.rows, s.now = 0, 0, nil
	n, err := parseSize(text, many)
	if err != nil {
		return fmt.Errorf("the size of the board: %w", err)
	}
	columns, rows := n[0], n[1]
	if err := checkSize(columns, rows); err != nil {
		return err
	}
	if err := checkRule(s.rule); err != nil {
		return err
	}
	s.columns, s.rows = columns, rows
	if err := s.restart(ctx); err != nil {
		return err
	}
	s.speak()
	s.talk.Say("OK")
	return nil
}

var (
	errNoBoard = errors.New("the board is missing: send START and its size first, as in START 15")
	errRefused = errors.New("the last board was refused: send BOARD and its stones, RESTART or START")
)

// restart empties the board for a new game.
func (s *server) restart(ctx context.Context) error {
	if s.columns == 0 {
		return errNoBoard
	}
	squares, err := s.lookup()
	if err != nil {
		s.refused = errRefused
		return err
	}
	s.squares, s.played = squares, s.rule
	s.put(squares.game.Start())
	s.limits.newGame()
	return s.prepare(ctx, true)
}

// lookup finds the game of the board and the rule. It keeps the last one, since a
// game's tables take a while to make.
func (s *server) lookup() (*squares, error) {
	if q := s.squares; q != nil && q.columns == s.columns && q.rows == s.rows && s.played == s.rule {
		return q, nil
	}
	return lookup(s.families, s.columns, s.rows, s.rule)
}

// put makes p the current position.
func (s *server) put(p oxo.Position) {
	s.start, s.now, s.moves, s.refused = p.Clone(), p, s.moves[:0], nil
}

// hasBoard returns an error if the position is not the manager's.
func (s *server) hasBoard() error {
	if s.now == nil {
		return errNoBoard
	}
	return s.refused
}

// ready returns an error if the next command cannot be carried out. A changed rule
// takes effect here.
func (s *server) ready(ctx context.Context) error {
	s.asked = true
	if err := s.hasBoard(); err != nil {
		return err
	}
	if s.rule == s.played {
		return s.prepare(ctx, false)
	}
	squares, err := s.lookup()
	if err != nil {
		return err
	}
	p, err := squares.position(s.squares.on(s.now))
	if err != nil {
		return fmt.Errorf("rule %d does not fit this board: %w", s.rule, err)
	}
	s.squares, s.played = squares, s.rule
	s.put(p)
	return s.prepare(ctx, true)
}

// make makes a move on the board.
func (s *server) make(m oxo.Move) {
	s.now.Make(m)
	s.moves = append(s.moves, m)
}

// first handles BEGIN.
func (s *server) first(ctx context.Context, came time.Time) (bool, error) {
	if err := s.ready(ctx); err != nil {
		return true, err
	}
	if len(s.squares.on(s.now)) > 0 {
		return true, errors.New("BEGIN is for an empty board: send RESTART before it, or TURN or BOARD")
	}
	return s.answer(ctx, came)
}

// turn handles TURN: the opponent's move.
func (s *server) turn(ctx context.Context, came time.Time, text string) (bool, error) {
	if err := s.ready(ctx); err != nil {
		return true, err
	}
	m, err := s.read(text)
	if err != nil {
		return true, err
	}
	s.make(m)
	return s.answer(ctx, came)
}

// read reads a square as a move.
func (s *server) read(text string) (oxo.Move, error) {
	sq, err := parseSquare(text)
	if err != nil {
		return 0, err
	}
	return s.squares.move(s.now, sq)
}

// play handles PLAY: a move that oxo has to make.
func (s *server) play(text string) error {
	if err := s.hasBoard(); err != nil {
		return err
	}
	m, err := s.read(text)
	if err != nil {
		return err
	}
	s.talk.Say("%v", s.squares.place(s.now, m))
	s.make(m)
	return nil
}

// takeBack handles TAKEBACK: it removes the last stone. If BOARD set up the stones,
// this may be any stone of the side that moved last.
func (s *server) takeBack(text string) error {
	if err := s.hasBoard(); err != nil {
		return err
	}
	sq, err := parseSquare(text)
	if err != nil {
		return err
	}
	if n := len(s.moves); n > 0 {
		last := s.moves[n-1]
		s.now.Unmake(last)
		if at := s.squares.place(s.now, last); at != sq {
			s.now.Make(last)
			return fmt.Errorf("%v is not the last move, which is %v", sq, at)
		}
		s.moves = s.moves[:n-1]
		s.talk.Say("OK")
		return nil
	}
	all := s.squares.on(s.now)
	if side, taken := all[sq]; !taken || side == s.now.Turn() {
		return fmt.Errorf("%v is not the last move: want a stone of the side that moved last", sq)
	}
	delete(all, sq)
	p, err := s.squares.position(all)
	if err != nil {
		return err
	}
	s.put(p)
	s.talk.Say("OK")
	return nil
}
