package gamefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// wthorGame is a record of a WTHOR database, the games of Othello tournaments of the
// French federation: numbers of the tournament and the players, whose names are in
// separate files; Black's discs; and the moves, each ten times the row from the top
// plus the column, 0 after the last.
type wthorGame struct {
	tournament, black, white int
	discs                    int // of Black at the end; empty squares count for the winner
	year                     int
	moves                    []byte
	cut                      bool // the file ends within it
	uncounted                bool // beyond the number in the header
}

// Sizes of the format in bytes: the header, a record, and the part of a record before
// its moves.
const (
	wthorHeader = 16
	wthorRecord = 68
	wthorBefore = 8
)

// isWthor reports whether a file is a WTHOR database: its header begins with the date
// of creation, as century, year, month and day, followed by the number of records.
func isWthor(file string) bool {
	if len(file) < wthorHeader {
		return false
	}
	century, year, month, day := file[0], file[1], file[2], file[3]
	return century >= 19 && century <= 21 && year < 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31 &&
		strings.IndexByte(file[4:wthorHeader], 0) >= 0
}

// readWthor reads the records of a database.
func readWthor(rules oxo.Game, file string) ([]wthorGame, error) {
	data := []byte(file)
	count := int(binary.LittleEndian.Uint32(data[4:]))
	side := int(data[12])
	if side == 0 {
		side = 8
	}
	grid, ok := rules.Start().(board.Grid)
	if !ok || !isOthello(rules) {
		return nil, fmt.Errorf("the file is a WTHOR database of Othello games, but the game is %s: want othello", rules.Name())
	}
	if columns, rows := grid.Size(); columns != side || rows != side {
		return nil, fmt.Errorf("the database has boards of %dx%d, but the game is %s: name the game with that size", side, side, rules.Name())
	}
	if kind := data[13]; kind != 0 {
		return nil, fmt.Errorf("the WTHOR database is of kind %d: want kind 0, whole games; oxo does not read endings without the moves before them", kind)
	}
	data = data[wthorHeader:]
	var all []wthorGame
	for len(all) < count || count > 0 && len(data) >= wthorRecord {
		if len(data) < wthorRecord {
			return append(all, wthorGame{cut: true}), nil
		}
		number := func(at int) int { return int(binary.LittleEndian.Uint16(data[at:])) }
		all = append(all, wthorGame{
			tournament: number(0), black: number(2), white: number(4), discs: int(data[6]),
			uncounted: len(all) >= count, year: int(binary.LittleEndian.Uint16([]byte(file)[10:])), moves: data[wthorBefore:wthorRecord],
		})
		data = data[wthorRecord:]
	}
	return all, nil
}

// playRecord plays a record.
func (t *Text) playRecord(r *replay) error {
	g := t.record
	r.begin(t.rules.Start())
	if g.cut {
		return errors.New("the file ends before this record, but its header counts it: the file is not complete")
	}
	if g.uncounted {
		r.Notices = keep(r.Notices, "the header of the database counts fewer records than the file has: this one is after them")
	}
	r.Names = [2]string{fmt.Sprintf("WTHOR player %d", g.black), fmt.Sprintf("WTHOR player %d", g.white)}
	r.Event, r.Date = fmt.Sprintf("WTHOR tournament %d", g.tournament), fmt.Sprintf("%d.??.??", g.year)
	r.Result = Drawn
	if half := 32; g.discs > half {
		r.Result = FirstWins
	} else if g.discs < half {
		r.Result = SecondWins
	}
	for i, m := range g.moves {
		if r.full() {
			break
		}
		if m == 0 {
			if rest := bytes.TrimLeft(g.moves[i:], "\x00"); len(rest) > 0 {
				return fmt.Errorf("move %d of the record is 0, but other moves follow it: read only the %d plies before", i+1, r.plies())
			}
			break
		}
		column, row := int(m)%10, int(m)/10
		text := fmt.Sprintf("%c%d", 'a'+column-1, row)
		if err := r.play(text); err != nil {
			return fmt.Errorf("move %d of the record, %d: ply %d, %s: %w", i+1, m, r.plies()+1, words.Clip(text), err)
		}
	}
	for !r.full() { // the file omits passes after the last move
		pass, ok := catalog.OnlyPass(r.Rules, r.now)
		if !ok {
			break
		}
		r.make(pass)
	}
	return nil
}

// boardSize returns the size of the rules' board.
func (t *Text) boardSize() (columns, rows int) {
	if grid, ok := t.rules.Start().(board.Grid); ok {
		return grid.Size()
	}
	return 0, 0
}
