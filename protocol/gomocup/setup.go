package gomocup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// errEnd is the error after END or the end of the input.
var errEnd = errors.New("the conversation has ended")

// lists reads the lines of BOARD and SWAP2BOARD up to DONE. Each line must have the
// given number of numbers. It reports a wrong line only after all have been read, so
// that the remaining lines are not mistaken for commands. Another command ends the
// list.
func (s *server) lists(ctx context.Context, numbers int) ([][]int, error) {
	var lists [][]int
	var wrong error
	for {
		line, ok := s.next(ctx)
		word, rest := splitCommand(line)
		word = strings.ToUpper(word)
		switch {
		case !ok || word == "END":
			return nil, errEnd
		case word == "DONE":
			return lists, wrong
		case word == "INFO": // misplaced but harmless
			s.info(rest)
			continue
		case s.find(word) >= 0:
			s.queue = append([]string{line}, s.queue...)
			return nil, fmt.Errorf("DONE is missing between the stones and %s", word)
		}
		n, err := parseNumbers(line, numbers)
		if err == nil && s.columns == 0 {
			err = errNoBoard
		}
		if err == nil && len(lists) >= s.columns*s.rows {
			err = errors.New("the stones are more than the squares")
		}
		if err != nil && wrong == nil {
			wrong = err
		}
		if wrong == nil {
			lists = append(lists, n)
		}
	}
}

// board handles BOARD: oxo moves on the board that it reads.
func (s *server) board(ctx context.Context, came time.Time) (bool, error) {
	goesOn, ok, err := s.readBoard(ctx)
	if !ok || err != nil {
		return goesOn, err
	}
	return s.answer(ctx, came)
}

// readBoard sets up stones in any order, oxo's (1) and the opponent's (2). It reports
// whether the conversation continues, and whether the board is set up.
func (s *server) readBoard(ctx context.Context) (goesOn, ok bool, err error) {
	lists, err := s.lists(ctx, 3)
	if errors.Is(err, errEnd) {
		return false, false, nil
	}
	if err == nil {
		err = s.setStones(ctx, lists)
	}
	if err != nil {
		s.refused = errRefused
		return true, false, err
	}
	return true, true, nil
}

// setStones sets up stones, each with its column, row and owner.
func (s *server) setStones(ctx context.Context, lists [][]int) error {
	if s.columns == 0 {
		return errNoBoard
	}
	var own, other []square
	for _, n := range lists {
		sq := square{n[0], n[1]}
		switch n[2] {
		case 1:
			own = append(own, sq)
		case 2:
			other = append(other, sq)
		default:
			return fmt.Errorf("%v,%d: want 1 for a stone of mine or 2 for one of the opponent; oxo does not play the rules of other numbers", sq, n[2])
		}
	}
	squares, err := s.lookup()
	if err != nil {
		return err
	}
	p, err := squares.setUp(own, other)
	if err != nil {
		return err
	}
	s.asked = true
	changed := s.played != s.rule
	s.squares, s.played = squares, s.rule
	s.put(p)
	return s.prepare(ctx, changed)
}
