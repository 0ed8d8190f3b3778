package gamefile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"oxo/game/board"
	"oxo/internal/words"
)

// checkBoard compares the size and the komi of the file with the game's. Its error
// names the game that has both.
func (r *replay) checkBoard(t *Text, grid board.Grid, isGo bool) error {
	columns, rows := grid.Size()
	size, said := t.Tags["SZ"]
	if said = said && strings.TrimSpace(size) != ""; !said && isGo {
		size, said = "19", true
	}
	x, y, ok := readSize(size)
	sized := !said || ok && x == columns && y == rows
	komi, paid, notice, err := t.komi()
	if err != nil {
		return err
	}
	if notice != "" {
		r.Notices = keep(r.Notices, fmt.Sprintf("line %d: %s", t.Line, notice))
	}
	ours := board.FactsOf(t.rules).Komi
	same := ours == nil || !paid || math.Abs(komi-*ours) < 1e-6
	if sized && same {
		return nil
	}
	if sized {
		x, y = columns, rows
	}
	right, err := t.right(x, y, komi, paid)
	if sized && err == nil {
		return fmt.Errorf("the komi of the file is KM[%s], %g points, but the komi of %s is %g: name the game with the komi of the file, as in %s", words.Clip(t.Tags["KM"]), komi, t.rules.Name(), *ours, right)
	}
	if sized {
		return fmt.Errorf("the komi of the file is KM[%s], %g points, which oxo does not have: %w", words.Clip(t.Tags["KM"]), komi, err)
	}
	wrong := fmt.Sprintf("the board of the file has the size SZ[%s], and %s has %dx%d", words.Clip(size), t.rules.Name(), columns, rows)
	if err != nil {
		return fmt.Errorf("%s; oxo does not have the size of the file: %w", wrong, err)
	}
	return fmt.Errorf("%s: name the game with the size of the file, as in %s", wrong, right)
}

// right names the game with a size, and with the komi of the file if there is one.
func (t *Text) right(columns, rows int, komi float64, paid bool) (string, error) {
	stones := board.FactsOf(t.rules).SGF
	if stones == nil || columns == 0 {
		return "", errors.New("want a number, or two numbers with a colon between them, as in SZ[19] or SZ[9:7]")
	}
	var points *float64
	if paid {
		points = &komi
	}
	g, err := stones.Resized(columns, rows, points)
	if err != nil {
		return "", err //nolint:wrapcheck // the caller adds the context
	}
	return g.Name(), nil
}

// komi reads KM. An empty value means that no komi is given; so does 0 from the Fox
// server, which writes 0 for any komi.
func (t *Text) komi() (points float64, said bool, notice string, err error) {
	text := strings.TrimSpace(t.Tags["KM"])
	if text == "" {
		return 0, false, "", nil
	}
	if strings.ContainsAny(text[:1], "?-") && len(text) == 1 || strings.EqualFold(text, "none") || strings.EqualFold(text, "unknown") {
		return 0, false, fmt.Sprintf("KM[%s] says no komi", text), nil
	}
	points, notice, err = readKomi(text)
	if err != nil || math.IsNaN(points) || math.IsInf(points, 0) {
		return 0, false, "", fmt.Errorf("the komi of the file is KM[%s]: want a number of points, as in KM[6.5]", words.Clip(text))
	}
	fox := t.by("foxwq")
	if fox && points == 0 {
		return 0, false, "the Fox server writes KM[0] for any komi: it is read as if there were none", nil
	}
	if scaled := hundredths(points); scaled != points && (fox || ofServers(points)) {
		notice = fmt.Sprintf("KM[%s] is read as a komi of %g points: servers write hundredths, in Chinese rules of half the points", words.Clip(text), scaled)
		points = scaled
	}
	return points, true, notice, nil
}

// readKomi reads a number of points: "6.5", "6,5", and in East Asian files "7.5目",
// "７．５", and "7目半", which adds a half. A komi with quarters, such as 3.75, is in
// stones (a stone is two points in Chinese rules); so is a number followed by 子.
func readKomi(text string) (points float64, notice string, err error) {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '．' || r == ',' || r == '，':
			return '.'
		}
		return r
	}, text)
	if points, err = strconv.ParseFloat(plain, 64); err == nil && math.Abs(math.Mod(points, 0.5)) != 0.25 {
		return points, "", nil
	}
	number := strings.TrimLeft(plain, "+-"+digits+".")
	unit := strings.TrimSpace(number)
	points, err = strconv.ParseFloat(plain[:len(plain)-len(number)], 64)
	if err != nil || strings.ContainsAny(unit, digits) {
		return 0, "", errors.New("not a number")
	}
	if strings.Contains(unit, "半") || strings.Contains(unit, "½") {
		points += 0.5
	}
	if strings.Contains(unit, "子") || math.Abs(math.Mod(points, 0.5)) == 0.25 {
		points *= 2
	}
	return points, fmt.Sprintf("KM[%s] is read as a komi of %g points", words.Clip(text), points), nil
}

// ofServers reports whether a value of KM is certainly in hundredths: no game has
// such a large komi.
func ofServers(points float64) bool {
	switch points {
	case 275, 325, 350, 375, 550, 650, 700, 750:
		return true
	}
	return false
}

// hundredths converts a komi of the Fox server from hundredths of a point. Values up
// to 400 in games with area counting are hundredths of a stone, which is two points.
// 375 and 750 are 7.5 points, 650 is 6.5, 50 is 0.5.
func hundredths(points float64) float64 {
	const least, stones, maxStones = 50, 200, 400
	switch {
	case points < least || points != math.Trunc(points):
		return points
	case points >= stones && points <= maxStones:
		return points / 50
	}
	return points / 100
}

// by reports whether a program wrote the file. AP may occur more than once.
func (t *Text) by(program string) bool {
	if len(t.nodes) == 0 {
		return false
	}
	for _, p := range t.nodes[0].properties {
		if p.name == "AP" && strings.HasPrefix(strings.ToLower(p.values[0]), program) {
			return true
		}
	}
	return false
}
