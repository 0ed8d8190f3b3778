package gamefile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// All requests the whole game from [Text.Play].
const All = -1

// Play plays the first plies of the game, or [All], and checks that the file has the
// game's variant, size and komi. Forced passes may be missing, as is usual in
// Othello. If the file sets up a position in the middle of the game, the setup counts
// as a ply, the count continues, and the returned game begins there. Errors give the
// game, the line, the wrong ply and the correct form. Text after the requested plies
// is not checked.
func (t *Text) Play(plies int) (*Game, error) {
	g, err := t.PlayUpTo(plies)
	if err != nil {
		return nil, err
	}
	if n := g.Before + len(g.Moves) + len(g.After); plies > n {
		return nil, fmt.Errorf("game %d ends with ply %d: ply %d does not exist", t.Number, n, plies)
	}
	return g, nil
}

// PlayUpTo is [Text.Play], but accepts a game with fewer plies.
func (t *Text) PlayUpTo(plies int) (*Game, error) {
	g := &Game{Rules: t.rules, Result: t.result(), Stated: t.result(), Notices: slices.Clone(t.Notices), Format: t.Format, Line: t.Line}
	r := &replay{Game: g, most: plies}
	err := t.broken
	if err == nil || len(t.words) > 0 || t.stones.any() || len(t.nodes) > 1 { // the text before the first move is complete
		err = t.player()(r)
	}
	if err == nil && !r.full() {
		err = t.broken
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", t.Number, err)
	}
	r.settle()
	return g, nil
}

// player returns the function for the game's format.
func (t *Text) player() func(*replay) error {
	switch {
	case t.record != nil:
		return t.playRecord
	case t.stones != nil:
		return t.playStones
	case t.Format == SGF:
		return t.playNodes
	case t.Format == GGF:
		return t.playGGF
	case t.Format == Moves && len(t.words) > 0:
		return t.playWhole
	}
	return t.playWords
}

// settle replaces the file's result by the rules' result if the rules end the game.
// An exception is Go, which is won by points and can loop: its players may have
// agreed on dead stones that are still on the board.
func (r *replay) settle() {
	_, points := r.now.(oxo.Margined)
	_, loops := r.now.(oxo.Looping)
	if over := r.now.Outcome(); over == oxo.Ongoing || points && loops {
		return
	} else if side, won := over.Winner(r.now.Turn()); won {
		r.Result = [2]Result{FirstWins, SecondWins}[side]
	} else {
		r.Result = Drawn
	}
}

// replay is the state of a game being read.
type replay struct {
	*Game
	now  oxo.Position
	most int // maximum number of plies; negative: all

	unsaid []remark // the comments after the words read so far
}

// begin sets the first position of the game.
func (r *replay) begin(start oxo.Position) { r.Start, r.now = start, start.Clone() }

// beginAgain restarts at a position that the file sets up in the middle of the game.
// This counts as a ply.
func (r *replay) beginAgain(start oxo.Position) error {
	if r.plies() >= maxPlies {
		return errTooLong()
	}
	r.Before = r.plies() + 1
	r.Moves, r.After, r.Comments = nil, nil, nil
	r.begin(start)
	return nil
}

// plies returns the number of plies read so far.
func (r *replay) plies() int { return r.Before + len(r.Moves) + len(r.After) }

// maxPlies exceeds the length of any game: the rules end the longest game of chess
// after some 17,700 plies.
const maxPlies = 1 << 15

func errTooLong() error {
	return fmt.Errorf("a game has at most %d plies: earlier positions can be read with the number of their ply", maxPlies)
}

func (r *replay) full() bool { return r.most >= 0 && r.plies() >= r.most }

// make makes a legal move.
func (r *replay) make(m oxo.Move) {
	r.Moves = append(r.Moves, m)
	r.now.Make(m)
}

// notice adds a sentence about text that was read differently than written.
func (r *replay) notice(line int, format string, args ...any) {
	r.Notices = keep(r.Notices, fmt.Sprintf("line %d, ply %d: ", line, r.plies()+1)+fmt.Sprintf(format, args...))
}

// play reads one move, or several written together, and makes them, up to the
// requested plies.
func (r *replay) play(text string) error {
	if pass, ok := catalog.OnlyPass(r.Rules, r.now); ok {
		if m, err := r.Rules.ParseMove(r.now, text); err != nil || m != pass {
			r.make(pass)
		}
	}
	if r.full() {
		return nil
	}
	if r.plies() >= maxPlies {
		return errTooLong()
	}
	if m, err := catalog.Play(r.Rules, r.now, text); err == nil {
		r.Moves = append(r.Moves, m)
		return nil
	}
	if m, ok := r.otherwise(text); ok {
		r.make(m)
		return nil
	}
	made, err := catalog.PlayWord(r.Rules, r.now.Clone(), text)
	if plain := strings.ReplaceAll(text, "_", " "); err != nil && plain != text {
		if again, wrong := catalog.PlayWord(r.Rules, r.now.Clone(), plain); wrong == nil {
			made, err = again, nil
		}
	}
	for _, m := range made {
		if r.full() {
			return nil
		}
		r.make(m)
	}
	if r.full() {
		return nil
	}
	return err
}

// failed adds the place of a move to its error.
func (r *replay) failed(line int, text string, err error) error {
	if errors.Is(err, oxo.ErrGameOver) {
		err = fmt.Errorf("%w; --ply %d is the game up to here", err, r.plies())
	}
	return fmt.Errorf("line %d, ply %d, %s: %w", line, r.plies()+1, words.Clip(text), err)
}

// playWords plays a game of PGN, PDN or plain moves.
func (t *Text) playWords(r *replay) error {
	if err := t.check(); err != nil {
		return err
	}
	r.Names = t.names()
	r.Event, r.Date, r.Round, r.Termination = t.Tags["Event"], t.Tags["Date"], t.Tags["Round"], t.Tags["Termination"]
	if err := r.beginAt(t); err != nil {
		return err
	}
	if t.ofPositions() {
		return t.playPositions(r)
	}
	return t.playMoves(r, t.inEnglish(r))
}

// playMoves plays the words of a game, possibly translated.
func (t *Text) playMoves(r *replay, all []word) error {
	r.unsaid = t.remarks
	defer func() { r.commentsUpTo(math.MaxInt) }()
	for i, w := range all {
		r.commentsUpTo(i)
		text := t.bare(w.text)
		if text == "" || isSign(text) {
			continue
		}
		if r.full() {
			r.unsaid = nil
			break
		}
		err := r.playOn(text, w.line)
		if err != nil && text == nobody && i == len(all)-1 {
			return nil // 0-0 that is not castling is a result: both sides lost
		}
		if err != nil {
			return r.failed(w.line, t.bare(t.words[i].text), err)
		}
	}
	return nil
}

// beginAt begins at the start, or at the position in the tag FEN.
func (r *replay) beginAt(t *Text) error {
	text, setUp := t.Tags["FEN"], strings.TrimSpace(t.Tags["SetUp"])
	if _, algebraic := t.rules.(Algebraic); text == "" || algebraic && text == "startpos" {
		if setUp == "1" && text == "" {
			r.Notices = keep(r.Notices, fmt.Sprintf("line %d: the tag SetUp says that a position is set up, and there is no tag FEN: the game is read from the start", t.Line))
		}
		r.begin(t.rules.Start())
		return nil
	}
	if setUp == "0" {
		r.Notices = keep(r.Notices, fmt.Sprintf("line %d: the tag SetUp says that the game begins at the start, and the tag FEN gives a position: the game is read from that", t.Line))
	}
	start, changed, err := catalog.ReadPosition(t.rules, text)
	if err != nil {
		return fmt.Errorf("the tag FEN: %w", err)
	}
	for _, sentence := range changed {
		r.Notices = keep(r.Notices, fmt.Sprintf("line %d, the tag FEN: %s", t.Line, sentence))
	}
	if t.Format == PDN {
		_, number, _ := strings.Cut(text, moveAfter)
		number, _, _ = strings.Cut(number, ":")
		r.Move, _ = words.Number(strings.Trim(number, " ."), maxPlies)
	}
	r.begin(start)
	return nil
}

// moveAfter is Lidraughts' text before the move number, after a position.
const moveAfter = ":F"

// playOn plays a move, including null moves and moves after a draw by the rules.
func (r *replay) playOn(text string, line int) error {
	if len(r.After) > 0 || r.now.Outcome() == oxo.Drawn {
		if done, err := r.playAfter(text, line); done {
			return err
		}
	}
	if isNull(text) {
		return r.pass(text, line)
	}
	return r.play(text)
}

// bare removes the parts of a word around the move: its number, signs of praise, and
// NAGs.
func (t *Text) bare(text string) string {
	if numbered(text) {
		text = strings.TrimLeft(strings.TrimLeft(text, digits), ".…") // "1.", "1...", "1.e4"
	}
	text = strings.TrimRight(text, "!?")
	if text == "" || text[0] == '$' || t.Format == Moves && isResult(text, false) {
		return ""
	}
	if isOthello(t.rules) {
		return withPasses(text)
	}
	_, algebraic := t.rules.(Algebraic)
	switch {
	case algebraic && isNull(text):
		return text
	case algebraic && text == "00":
		return "O-O" // a move number cannot have this form
	case algebraic && text == "000":
		return "O-O-O"
	case algebraic && (strings.EqualFold(text, "e.p.") || strings.EqualFold(text, "ep")):
		return ""
	case t.Format == PDN:
		text = strings.TrimRight(text, "*") // a forced move
	}
	if (algebraic || t.Format == PDN) && strings.Trim(text, digits+".…") == "" {
		return "" // a number without a dot, or dots without a number
	}
	return text
}

// names returns the players' names by side, from PGN's tags.
func (t *Text) names() (names [2]string) {
	white := t.white()
	names[white], names[white.Opponent()] = t.Tags["White"], t.Tags["Black"]
	return names
}

// white returns the side that the file calls White.
func (t *Text) white() oxo.Side {
	if d := board.FactsOf(t.rules).Draughts; d != nil && t.Format == PDN {
		return d.White
	}
	return oxo.First
}

// result reads the result.
func (t *Text) result() Result {
	if t.Format == SGF || t.Format == GGF {
		return smartResult(t.Tags["RE"])
	}
	said := t.outcome
	if said == "" {
		said = t.Tags["Result"]
	}
	winners := [2]Result{FirstWins, SecondWins}
	switch said {
	case "1-0", "2-0", "1–0":
		return winners[t.white()]
	case "0-1", "0-2", "0–1":
		return winners[t.white().Opponent()]
	case "1/2-1/2", "½-½", "1/2", "1-1", "½–½", "1/2–1/2":
		return Drawn
	}
	return Unknown
}

// check returns an error if the file is of other rules.
func (t *Text) check() error {
	name := t.rules.Name()
	if d := board.FactsOf(t.rules).Draughts; d != nil && t.Format == PDN {
		said, _, _ := strings.Cut(t.Tags["GameType"], ",")
		if said = strings.TrimSpace(said); said != "" && d.GameType != 0 && said != fmt.Sprint(d.GameType) {
			return fmt.Errorf("the tag GameType says %s, but %s is %d: name the game of the file (20 is draughts, 21 checkers, 26 checkers:8x8,international)", words.Clip(said), name, d.GameType)
		}
	}
	said := t.Tags["Variant"]
	ours := name
	if a, ok := t.rules.(Algebraic); ok {
		ours = a.VariantTag()
	}
	if said == "" || oxo.SameName(said, name) || plainVariant(said) == plainVariant(ours) {
		return nil
	}
	wrong := fmt.Errorf("the tag Variant says %s, but the game is %s: name the game of the file", words.Clip(said), name)
	if right, ok := map[string]string{"": "chess", "chess960": "chess960"}[plainVariant(said)]; ok {
		return fmt.Errorf("%w, %s", wrong, right)
	}
	return wrong
}

// plainVariant maps the names that PGN files use for the same rules to one word.
func plainVariant(text string) string {
	text = strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(text))
	switch {
	case slices.Contains([]string{"standard", "chess", "normal", "fromposition"}, text):
		return ""
	case slices.Contains([]string{"fischerandom", "fischerrandom", "fischerrandomchess", "freestylechess"}, text):
		return "chess960"
	}
	return text
}

// sideName names a side as the game does.
func (r *replay) sideName(s oxo.Side) string { return board.SideName(r.Rules, s) }
