package audit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/gamefile"
)

// frame says for whom a value in a comment is, and from where it counts.
type frame uint8

const (
	ofWhite frame = iota // after the move, for white, in moves: [%eval #-3]
	ofMover              // before the move, for the side that has made it, in plies: +M5/12, "win in 5"
	ofMate               // the side that has made the move has won: "White mates"
)

// saying is a proven result in a comment.
type saying struct {
	stated string
	frame  frame
	sign   int
	number int // of moves or plies; -1 if none is given
	margin bool
	sooner bool // the distance may be shorter
}

// The forms of values in comments.
var (
	evalCommand = regexp.MustCompile(`\[%eval\s+([^\]\s,]+)[^\]]*\]`)
	evalMate    = regexp.MustCompile(`^#([+-]?)(\d+)$`)
	// A value of cutechess and fastchess begins with a sign, M counts plies, and the depth comes after it.
	engineMate  = regexp.MustCompile(`^(?:\([^)]*\)\s*)?([+-]?)M(\d+)/\d+`)
	engineValue = regexp.MustCompile(`^(?:\([^)]*\)\s*)?[+-]?\d+\.\d+/\d+`)
	whoMates    = regexp.MustCompile(`(?:^|, )(White|Black) mates$`)
	// Values as oxo writes them in the games of review and arena.
	ownValue    = regexp.MustCompile(`^(?:(draw)|(win|loss) (in|by) (\d+)( or sooner)?)(?:,|$)`)
	ownEstimate = regexp.MustCompile(`^(?:about )?[+-]\d`)
)

// maxDistance is the greatest distance of a win that is read, in moves or plies.
const maxDistance = 1000

// readComment returns the proven results in a comment, and the number of estimates.
func readComment(text string) (all []saying, estimates int) {
	for m := range plural(evalCommand, text) {
		mate := evalMate.FindStringSubmatch(m[1])
		if mate == nil {
			estimates++
			continue
		}
		all = append(all, saying{stated: m[0], frame: ofWhite, sign: signOfText(mate[1]), number: distance(mate[2]), sooner: true})
	}
	switch m, own := engineMate.FindStringSubmatch(text), ownValue.FindStringSubmatch(text); {
	case m != nil:
		all = append(all, saying{stated: strings.TrimSpace(m[0]), frame: ofMover, sign: signOfText(m[1]), number: distance(m[2]), sooner: true})
	case own != nil && own[1] != "":
		all = append(all, saying{stated: own[1], frame: ofMover, number: -1})
	case own != nil:
		sign := map[string]int{"win": 1, "loss": -1}[own[2]]
		all = append(all, saying{stated: strings.TrimRight(own[0], ","), frame: ofMover, sign: sign, number: distance(own[4]), margin: own[3] == "by", sooner: own[5] != ""})
	case engineValue.MatchString(text), ownEstimate.MatchString(text):
		estimates++
	}
	if m := whoMates.FindStringSubmatch(text); m != nil {
		all = append(all, saying{stated: m[1] + " mates", frame: ofMate, sign: map[string]int{"White": 1, "Black": -1}[m[1]], number: 0})
	}
	return all, estimates
}

func signOfText(text string) int {
	if text == "-" {
		return -1
	}
	return 1
}

// distance reads a number of moves or plies.
func distance(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n > maxDistance {
		return maxDistance + 1
	}
	return n
}

// claim returns the claim of a comment on the position after some plies of a game.
func (s *saying) claim(g *gamefile.Game, p oxo.Position, ply int) (Claim, error) {
	c := Claim{Position: p, Stated: s.stated, Write: s.writer(p.Turn() == whiteOf(g))}
	switch {
	case s.number > maxDistance:
		return c, fmt.Errorf("%s: want a distance of %d or less", s.stated, maxDistance)
	case s.frame == ofMover && ply == 0:
		return c, fmt.Errorf("%s: want it after a move, and it is before the first one", s.stated)
	case s.frame == ofMover:
		c.AfterMove, c.Holds = true, s.holds(s.sign, s.number)
		return c, nil
	}
	sign := s.sign // for the side to move
	if p.Turn() != whiteOf(g) {
		sign = -sign
	}
	switch {
	case s.frame == ofMate && p.Outcome() == oxo.Ongoing:
		c.Holds = none() // the game is not over
	case s.frame == ofMate:
		c.Holds = ofSign(sign)
	case s.number == 0: // the side to move is mated, whatever the sign
		c.Holds = oxo.Exactly(oxo.Loss(0))
	case sign > 0:
		c.Holds = s.holds(1, 2*s.number-1)
	default:
		c.Holds = s.holds(-1, 2*s.number)
	}
	return c, nil
}

// writer returns a function that writes values in the form of s. white says whether white is to move.
func (s *saying) writer(white bool) func(oxo.Score) string {
	mate := strings.Contains(s.stated, "M")
	if s.frame == ofMate || s.frame == ofMover && !mate {
		return nil
	}
	return func(v oxo.Score) string {
		sign := v.Sign()
		switch {
		case !v.CountsPlies():
			return v.String()
		case s.frame == ofMover:
			return fmt.Sprintf("%cM%d", "-0+"[sign+1], v.Plies())
		case !white:
			sign = -sign
		}
		return fmt.Sprintf("#%d", sign*((v.Plies()+1)/2))
	}
}

// holds returns the scores that a value allows. A program that has found a win seldom knows that none is faster.
func (s *saying) holds(sign, number int) oxo.Bounds {
	switch {
	case sign == 0 || number < 0:
		return ofSign(sign)
	case s.margin:
		return oxo.Exactly(oxo.By(sign * number))
	case sign > 0 && s.sooner:
		return oxo.Between(oxo.Win(number), oxo.Infinity)
	case sign > 0:
		return oxo.Exactly(oxo.Win(number))
	case s.sooner:
		return oxo.Between(-oxo.Infinity, oxo.Loss(number))
	}
	return oxo.Exactly(oxo.Loss(number))
}
