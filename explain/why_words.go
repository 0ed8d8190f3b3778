package explain

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/board"
	"oxo/search"
)

// sentence is one on its way.
type sentence struct {
	t       *teller
	text    string
	squares []board.Square
	line    []oxo.Move
	claims  []Claim
	opened  bool // it names the move already
}

// sentence begins a sentence about the position reached.
func (t *teller) sentence() *sentence { return &sentence{t: t, line: t.here()} }

// say adds words, with what is given in the place of each %.
func (n *sentence) say(text string, parts ...string) {
	for _, part := range parts {
		before, after, _ := strings.Cut(text, "%")
		n.text += before + part
		text = after
	}
	n.text += text
}

// does says what a move does besides.
func (n *sentence) does(text string, parts ...string) {
	if n.opened {
		n.text += ": it "
	} else {
		n.text += " and "
	}
	n.say(text, parts...)
}

// claim notes a claim; it keeps copies.
func (n *sentence) claim(kind ClaimKind, after []oxo.Move, value oxo.Score, moves ...oxo.Move) {
	n.claims = append(n.claims, Claim{Kind: kind, After: slices.Clone(after), Moves: slices.Clone(moves), Value: value})
}

// claimMotive notes what the game says of a move.
func (n *sentence) claimMotive(after []oxo.Move, m oxo.Move, motive board.Motive) {
	n.claim(HasMotive, after, oxo.Draw, m)
	n.claims[len(n.claims)-1].Motive = motive
}

// light adds squares.
func (n *sentence) light(squares []board.Square) {
	for _, s := range squares {
		if !slices.Contains(n.squares, s) {
			n.squares = append(n.squares, s)
		}
	}
}

// move notes that the sentence plays a move next, and lights what it changes.
func (n *sentence) move(m oxo.Move) {
	n.lightMove(n.line, m)
	n.line = append(n.line, m)
}

// lightMove lights what a move changes, and where it wins, the line.
func (n *sentence) lightMove(way []oxo.Move, m oxo.Move) {
	grid, ok := n.t.at(way).(board.Grid)
	if !ok {
		return
	}
	columns, rows := grid.Size()
	before := make([]board.Cell, columns*rows)
	at := func(i int) board.Square { return board.Square{Column: i % columns, Row: i / columns} }
	for i := range before {
		before[i] = grid.At(at(i))
	}
	grid.Make(m)
	for i := range before {
		if grid.At(at(i)) != before[i] {
			n.light([]board.Square{at(i)})
		}
	}
	n.light(grid.Line())
}

// end adds the sentence to the answer, if there is room.
func (n *sentence) end() {
	if n.text == "" || len(n.t.said) >= n.t.most {
		return
	}
	n.t.said = append(n.t.said, Sentence{
		Text: n.text, Squares: n.squares, Line: n.t.namesOf(n.line), Claims: n.claims,
	})
}

// names notes what the answer tells of.
func (t *teller) names(motive string) {
	if !slices.Contains(t.motives, motive) {
		t.motives = append(t.motives, motive)
	}
}

// at returns a copy of the position after moves from the one asked about.
func (t *teller) at(way []oxo.Move) oxo.Position {
	p := t.root.Clone()
	for _, m := range way {
		p.Make(m)
	}
	return p
}

// nameAt writes a move that is made after others from the position asked about.
func (t *teller) nameAt(way []oxo.Move, m oxo.Move) string { return t.g.FormatMove(t.at(way), m) }

// sidesAt names the side to move there, and the other.
func (t *teller) sidesAt(way []oxo.Move) (mover, other string) {
	turn := t.at(way).Turn()
	return board.SideName(t.g, turn), board.SideName(t.g, turn.Opponent())
}

// namesOf writes moves that follow each other from the position asked about.
func (t *teller) namesOf(line []oxo.Move) []string {
	p, names := t.root.Clone(), make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, t.g.FormatMove(p, m))
		p.Make(m)
	}
	return names
}

// mostInLine is how many moves of a line a sentence has room for.
const mostInLine = 8

// lineWords writes the moves of a line from the position asked about, but the first
// few.
func (t *teller) lineWords(line []oxo.Move, but int) string {
	names := t.namesOf(line)[but:]
	if len(names) > mostInLine {
		return strings.Join(names[:mostInLine], " ") + " and so on"
	}
	return strings.Join(names, " ")
}

// moveNames writes moves of the position reached as a list.
func (t *teller) moveNames(moves []oxo.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, t.name(m))
	}
	return list(names, "and")
}

// list joins names as a sentence does.
func list(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return strconv.Itoa(n) + " plies"
}

// worthWords says what a move does that is worth so much.
func worthWords(s oxo.Score) string {
	switch {
	case s == oxo.Win(1):
		return "wins at once"
	case s == oxo.Loss(1):
		return "loses at once"
	case s.IsWin():
		return "wins" + s.String()[len("win"):]
	case s.IsLoss():
		return "loses" + s.String()[len("loss"):]
	}
	return "draws"
}

func movesOf(results []search.MoveResult) (moves []oxo.Move) {
	for _, r := range results {
		moves = append(moves, r.Move)
	}
	return moves
}

// lineName names the line that a winning move completes by its ends, "a1-c3": where
// the board has names for its squares, and the line has two at least.
func (t *teller) lineName(way []oxo.Move, m oxo.Move) string {
	p := t.at(way)
	p.Make(m)
	grid, ok := p.(board.Grid)
	if !ok {
		return ""
	}
	columns, rows := grid.Labels()
	line := grid.Line()
	if len(columns) == 0 || len(rows) == 0 || len(line) < 2 {
		return ""
	}
	name := func(s board.Square) string { return columns[s.Column] + rows[s.Row] }
	from, to := line[0], line[len(line)-1]
	if to.Column < from.Column || to.Column == from.Column && to.Row < from.Row {
		from, to = to, from
	}
	return name(from) + "-" + name(to)
}

// threatWords says what moves win, of the opponent of the side to move: the lines that
// they complete, behind lines, or the moves, behind moves.
func (n *sentence) threatWords(way []oxo.Move, f *pressure, wins []oxo.Move, lines, moves, last string) string {
	var named, plain []string
	for _, w := range wins {
		before := append(slices.Clone(way), f.after(w))
		if name := n.t.lineName(before, w); name != "" {
			named = append(named, name)
		}
		plain = append(plain, n.t.nameAt(before, w))
		n.lightMove(before, w)
	}
	if len(named) == len(wins) {
		return lines + list(named, "and")
	}
	slices.Sort(plain)
	return moves + list(plain, last)
}

// steps tells a proof in so many sentences at most: where it has more steps, those
// before the last are told by their moves.
//
// The first step continues a sentence that names its move, if there is one.
func (t *teller) steps(steps []step, complete bool, room int, first *sentence) {
	if len(steps) == 0 {
		if first != nil {
			first.say(".")
			first.end()
		}
		return
	}
	told := len(steps)
	if told > room {
		told = max(room-2, 0)
		if first := slices.IndexFunc(steps, func(s step) bool { return s.kind == quiet }); first >= 0 {
			told = min(told, first+1) // of many quiet moves one is enough
		}
	}
	for i := range steps[:told] {
		n := t.sentence()
		if i == 0 && first != nil {
			n, first.opened = first, true
		}
		t.stepWords(n, &steps[i], i)
		n.end()
	}
	if told == len(steps) {
		if !complete {
			t.tellRest(steps[told-1])
		}
		return
	}
	last := &steps[len(steps)-1]
	if complete {
		t.tellBetween(steps[told:len(steps)-1], told)
	}
	n := t.sentence()
	t.stepWords(n, last, len(steps)-1)
	n.end()
}

// tellRest says that the rest was not looked at in the time.
func (t *teller) tellRest(s step) {
	n := t.sentence()
	n.line = append(slices.Clone(s.after), s.move)
	n.say("How it goes on was not proven in the time that there was.")
	n.end()
}

// tellBetween tells steps by their moves.
func (t *teller) tellBetween(steps []step, told int) {
	n := t.sentence()
	n.line = slices.Clone(steps[0].after)
	var line []oxo.Move
	all := true
	for i := range steps {
		s := &steps[i]
		all = all && (s.kind == forced || s.kind == only)
		for _, m := range []oxo.Move{s.move, s.reply} {
			n.move(m)
			line = append(line, m)
		}
	}
	winner := board.SideName(t.g, t.at(steps[0].after).Turn())
	loser := board.SideName(t.g, t.at(steps[0].after).Turn().Opponent())
	words := t.lineWords(n.line, len(steps[0].after))
	switch {
	case all:
		n.say("With % % makes threats that leave % one reply each time.", words, winner, loser)
		t.names("must block")
		for i := range steps {
			t.stepClaims(n, &steps[i])
		}
	case told == 0:
		n.say("Best play goes on %; other replies of % lose no later.", words, loser)
	default:
		n.say("Then best play goes on %.", words)
	}
	n.claim(PlaysBest, steps[0].after, oxo.Win(steps[0].plies), line...)
	n.end()
}

// stepClaims notes what a step says.
func (t *teller) stepClaims(n *sentence, s *step) {
	behind := append(slices.Clone(s.after), s.move)
	switch s.kind {
	case ends:
		n.claim(WinsAtOnce, s.after, oxo.Draw, s.move)
	case decides:
		n.claim(Unstopped, behind, oxo.Draw)
	case follows:
		n.claimMotive(s.after, s.move, s.motive)
	case forced:
		n.claim(MustPlay, behind, oxo.Draw, s.reply)
	case only:
		n.claim(HasOnly, behind, oxo.Draw, s.reply)
	case quiet, splits:
		n.claim(IsWorth, s.after, oxo.Win(s.plies), s.move)
	}
	if len(s.faces.threats) > 0 {
		n.claim(Threatens, behind, oxo.Draw, s.faces.threats...)
	}
}

// stepWords tells a step; at is its number in the proof.
func (t *teller) stepWords(n *sentence, s *step, at int) {
	n.line = slices.Clone(s.after)
	p := t.at(s.after)
	winner, loser := board.SideName(t.g, p.Turn()), board.SideName(t.g, p.Turn().Opponent())
	if at > 0 {
		n.say("Then ")
	}
	if !n.opened {
		n.say("% plays %", winner, t.g.FormatMove(p, s.move))
	}
	name := t.lineName(s.after, s.move)
	n.move(s.move)
	t.stepClaims(n, s)
	p.Make(s.move)
	reply := ""
	if s.kind == forced || s.kind == only || s.kind == quiet {
		reply = t.g.FormatMove(p, s.reply)
	}
	switch s.kind {
	case ends:
		t.names("wins at once")
		switch {
		case name != "":
			n.does("completes %.", name)
		case n.opened:
			n.say(".")
		default:
			n.say(" and wins.")
		}
		return
	case decides:
		t.decideWords(n, s, loser)
		return
	case follows:
		t.names(s.motive.Name)
		if n.opened {
			n.say(": % %.", winner, s.motive.Text)
		} else {
			n.say(" and %.", s.motive.Text)
		}
		n.light(s.motive.Squares)
		return
	case splits:
		t.splitWords(n, s, winner, loser)
		return
	case forced:
		t.names("must block")
		threat := n.threatWords(n.line, &s.faces, s.faces.threats, "", "to win with ", "or")
		n.does("threatens %; % must play %", threat, loser, reply)
		if threat == "to win with "+reply {
			n.say(" first")
		}
		n.say(".")
	case only:
		t.names("only move")
		n.say("; % has only % left.", loser, reply)
	case quiet:
		n.say("; ")
		if !t.saidQuiet && !n.opened {
			n.say("every reply loses, and ")
		}
		t.saidQuiet = true
		n.say("% lasts longest with %.", loser, reply)
	}
	n.move(s.reply)
}

// decideWords says why every reply loses at once.
func (t *teller) decideWords(n *sentence, s *step, loser string) {
	f, way := &s.faces, slices.Clone(n.line)
	switch threats := f.threats; {
	case len(f.replies) == 1 && f.lost[0]:
		t.names("only move")
		n.say("; % has only %, and loses with it.", loser, t.nameAt(way, f.replies[0]))
	case len(f.replies) == 1:
		t.names("only move")
		n.say("; % has only %, and then % wins.", loser, t.nameAt(way, f.replies[0]), n.answerWords(way, f, 0))
	case len(threats) > 1:
		t.names("double threat")
		text := n.threatWords(way, f, threats[:min(len(threats), 3)], "", "to win with ", "or")
		n.does("threatens %", text)
		if !strings.HasPrefix(text, "to win") {
			n.say(" at once")
		}
		switch {
		case len(f.stops(threats[0]))+len(f.stops(threats[1])) == 0:
			n.say("; % can stop neither.", loser)
		case len(threats) == 2:
			n.say("; % can stop only one.", loser)
		default:
			n.say("; % cannot stop them all.", loser)
		}
	case len(threats) == 1:
		t.threatWords(n, s, loser, way)
	case !slices.Contains(f.lost, false):
		t.names("zugzwang")
		n.say("; every move that % has left ends the game and loses it.", loser)
	default:
		t.names("zugzwang")
		n.say("; % must move, and every move lets % win at once.", loser, board.SideName(t.g, t.at(s.after).Turn()))
	}
}

// threatWords tells of one threat that cannot be stopped.
func (t *teller) threatWords(n *sentence, s *step, loser string, way []oxo.Move) {
	f := &s.faces
	winner := board.SideName(t.g, t.at(s.after).Turn())
	text := n.threatWords(way, f, f.threats, "", "to win with ", "or")
	stops := f.stops(f.threats[0])
	n.does("threatens %", text)
	switch {
	case len(stops) == 0:
		t.names("no defence")
		n.say("; % has no move that stops it.", loser)
	case len(stops) == 1:
		t.names("block fails")
		i := slices.Index(f.replies, stops[0])
		n.say("; if % stops it with %, % wins with %.", loser, t.nameAt(way, stops[0]), winner, n.answerWords(way, f, i))
	default:
		t.names("block fails")
		n.say("; whatever stops it lets % win elsewhere.", winner)
	}
}

// answerWords names the move that wins after a reply, and lights it.
func (n *sentence) answerWords(way []oxo.Move, f *pressure, reply int) string {
	if f.lost[reply] {
		return "that"
	}
	before := append(slices.Clone(way), f.replies[reply])
	n.lightMove(before, f.wins[reply][0])
	return n.t.nameAt(before, f.wins[reply][0])
}

// splitWords tells of the answers that decide, each for some replies: the answer to
// most of them comes last.
func (t *teller) splitWords(n *sentence, s *step, winner, loser string) {
	way := slices.Clone(n.line)
	double := true
	n.say("; ")
	for i, g := range slices.Backward(s.groups) {
		p := t.at(way)
		for _, d := range g.replies {
			n.claim(Unstopped, append(slices.Clone(way), d, g.answer), oxo.Draw)
		}
		before := append(slices.Clone(way), g.replies[0])
		n.lightMove(before, g.answer)
		double = double && g.double
		switch {
		case len(s.groups) == 1 && len(s.faces.live) == len(s.faces.replies):
			n.say("whatever % plays", loser)
		case i == 0 && len(s.faces.live) == len(s.faces.replies):
			n.say(", after any other reply")
		case i == 0 && len(s.groups) > 1:
			n.say(", after %", replyNames(t.g, p, g.replies))
		default:
			n.say("after %", replyNames(t.g, p, g.replies))
		}
		n.say(" % plays %", winner, t.nameAt(before, g.answer))
	}
	if double {
		t.names("double threat")
		n.say(", with two threats at once.")
	} else {
		t.names("no defence")
		n.say(", and no reply stops the win.")
	}
}

// replyNames writes replies to one position as a list.
func replyNames(g oxo.Game, p oxo.Position, replies []oxo.Move) string {
	var names []string
	for _, d := range replies {
		names = append(names, g.FormatMove(p, d))
	}
	return list(names, "or")
}
