package gamefile

import (
	"fmt"
	"strings"
	"unicode"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// maxWord is the maximum length of a word, in bytes: a word may be a whole game.
const maxWord = 1 << 14

// source is the unread text of a file.
type source struct {
	text     string
	line     int // of the unread text
	rules    oxo.Game
	pdn      bool
	cut      bool            // whether the last part ended within a line
	within   bool            // whether it ended within a line that has more than blanks before
	first    map[string]bool // the possible first moves of a game, once computed
	decoding []string        // notices for the next game
	lead     string          // the name of the first tag of the game
	wasted   int             // bytes of SGF searched in vain for the end of a value
}

// skip removes n bytes from the text.
func (s *source) skip(n int) {
	if n > 0 {
		taken := s.text[:n]
		s.line += strings.Count(taken, "\n")
		s.cut = taken[n-1] != '\n'
		at := strings.LastIndexByte(taken, '\n') + 1
		s.within = (at == 0 && s.within) || strings.TrimLeft(taken[at:], whiteSpace) != ""
	}
	s.text = s.text[n:]
}

// whiteSpace separates words.
const whiteSpace = " \t\r\n\v\f\ufeff"

// blank skips white space, and lines that begin with %, which PGN reserves for
// programs. It reports whether any text remains.
func (s *source) blank() bool {
	for {
		s.skip(len(s.text) - len(strings.TrimLeft(s.text, whiteSpace)))
		if s.text == "" {
			return false
		}
		if s.text[0] != '%' || s.cut {
			return true
		}
		s.toEndOfLine()
	}
}

func (s *source) toEndOfLine() {
	if n := strings.IndexByte(s.text, '\n'); n >= 0 {
		s.skip(n + 1)
		return
	}
	s.skip(len(s.text))
}

// errorf returns an error with the current line.
func (s *source) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", s.line, fmt.Errorf(format, args...))
}

// start returns an empty game that begins at the current line.
func (s *source) start() *Text {
	t := &Text{Line: s.line, Tags: map[string]string{}, Notices: s.decoding}
	s.decoding = nil
	return t
}

// tagged reads a game of PGN or PDN; nil at the end. It skips comments, variations
// and text before the game. A game with a fault ends there, and the source continues
// at the next game.
func (s *source) tagged() *Text {
	s.blank()
	t := s.start()
	for s.blank() {
		ended, err := s.part(t)
		if err != nil {
			t.broken = err
			s.recover(t)
		}
		if ended || err != nil {
			return t
		}
	}
	if len(t.words) == 0 && len(t.Tags) == 0 {
		return nil
	}
	t.takeResult()
	return t
}

// part reads a tag, a comment, a variation or a word, and reports whether the game
// ends here or earlier.
func (s *source) part(t *Text) (ended bool, err error) {
	switch s.text[0] {
	case '[':
		if t.oldStyle {
			return false, s.oldComment()
		}
		name := tagName(s.text)
		switch {
		case len(t.words) > 0 && (isTag(s.text) || name == "Event") && (!s.within || name == "Event"):
			t.takeResult()
			return true, nil // the next game: this one has no result
		case len(t.words) > 0:
			return false, s.errorf("%q is among the moves: write a comment in braces, as in {comment}", begin(s.text))
		case t.has(name):
			if name != "Event" && name != s.lead {
				s.decoding = keep(s.decoding, fmt.Sprintf("line %d: the tag %s is there a second time: it is read as the beginning of another game", s.line, name))
			}
			return true, nil // the next game: this one has only tags
		}
		return false, s.tag(t)
	case '{':
		return false, s.remark(t)
	case ';':
		t.masterResult(s.text)
		text, _, _ := strings.Cut(s.text[1:], "\n")
		t.remarks = append(t.remarks, remark{strings.TrimSpace(text), s.line, len(t.words)})
		s.toEndOfLine()
		return false, nil
	case '(':
		return false, s.variation(t)
	}
	if begins, read := s.masterName(t); begins || read {
		return begins, nil
	}
	if len(t.words) == 0 && len(t.Tags) == 0 && s.prose(t) {
		return false, nil
	}
	if len(t.words) > 0 && !s.within && isFirstNumber(s.text) {
		return true, nil // the next game begins with its first move: this one has no result
	}
	return s.word(t)
}

// isFirstNumber reports whether a text begins with the number of a game's first move,
// but not of Black's, "1..." or "1. ...".
func isFirstNumber(text string) bool {
	rest, ok := strings.CutPrefix(text, "1.")
	rest = strings.TrimLeft(rest[:min(len(rest), maxName)], " \t")
	return ok && !strings.HasPrefix(rest, ".") && !strings.HasPrefix(rest, "…")
}

// has reports whether the game has a tag.
func (t *Text) has(name string) bool {
	_, ok := t.Tags[name]
	return ok
}

// prose skips a line of text before a game: its first word is neither a number, a
// result nor a possible first move. It reports whether the line was one.
func (s *source) prose(t *Text) bool {
	const enough = 2 * maxAlgebraic // suffices for the first words
	text := strings.TrimLeftFunc(s.text, func(r rune) bool { return r != '\n' && unicode.IsSpace(r) })
	line, _, _ := strings.Cut(text[:min(len(text), enough)], "\n")
	fields := strings.Fields(line)
	if len(fields) == 0 { // Unicode blanks that are not PGN's
		s.toEndOfLine()
		return true
	}
	if strings.HasPrefix(fields[0], "#") {
		t.oldStyle = t.oldStyle || strings.HasPrefix(line, oldStyleGame)
		s.toEndOfLine()
		return true
	}
	if t.oldStyle && t.oldNames(s.text) {
		s.toEndOfLine()
		return true
	}
	if s.beginsGame(fields) {
		return false
	}
	if n := len(t.Notices); n == 0 || !strings.HasSuffix(t.Notices[n-1], textBefore) {
		t.notice(s.line, "%q %s", begin(s.text), textBefore)
	}
	s.toEndOfLine()
	return true
}

// textBefore ends the notice about text before a game.
const textBefore = "is passed over, with the text after it up to the game: it is not part of a game"

// beginsGame reports whether the words of a line may begin a game. A number without a
// dot may if a move follows it; "2024 Championship" may not, nor may "e4 is best".
func (s *source) beginsGame(line []string) bool {
	first := line[0]
	switch {
	case numbered(first) || isResult(first, s.pdn):
		return true
	case strings.Trim(first, digits) == "":
		return len(line) == 1 || s.begins(line[1]) || strings.HasPrefix(line[1], "-") || isResult(line[1], s.pdn)
	case !s.begins(first):
		return false
	}
	_, algebraic := s.rules.(Algebraic)
	return !algebraic || len(line) == 1 || strings.ContainsAny(line[1], digits) || isNull(line[1]) || isSign(line[1]) ||
		strings.ContainsAny(line[1][:1], "Oo({;$*[")
}

// begins reports whether a word is a possible first move, or several moves.
func (s *source) begins(text string) bool {
	if s.first == nil {
		s.first = map[string]bool{}
		p := s.rules.Start()
		a, algebraic := s.rules.(Algebraic)
		for _, m := range catalog.Playable(p, nil) {
			s.first[strings.ToLower(s.rules.FormatMove(p, m))] = true
			if algebraic {
				s.first[strings.ToLower(a.FormatSAN(p, m))] = true
			}
		}
	}
	text = strings.ToLower(strings.TrimRight(text, "!?+#"))
	if s.first[text] {
		return true
	}
	for n := range min(len(text), maxAlgebraic) {
		if s.first[text[:n]] {
			_, err := catalog.PlayWord(s.rules, s.rules.Start(), text)
			return err == nil
		}
	}
	return false
}

// word reads a word of the moves, and reports whether it is the result, which ends
// the game.
func (s *source) word(t *Text) (ended bool, err error) {
	end := strings.IndexAny(s.text, " \t\r\n\v\f{}()[];")
	switch end {
	case -1:
		end = len(s.text)
	case 0:
		return false, s.errorf("%q has no opening bracket before it: remove it, or read only the %d moves before it", s.text[:1], len(t.words))
	}
	if promoted(s.text[:end], s.text[end:]) {
		end += len("(Q)")
	}
	if _, sum := oxo.CutSum(s.rules.Name()); sum != "" {
		end = terms(s.text, end)
	}
	text, ends := s.joined(end)
	if ends > end {
		end = ends
	}
	if nag := strings.IndexByte(s.text[:end], '$'); nag > 0 {
		end, text = nag, s.text[:nag] // a NAG needs no blank before it
	}
	if end > maxWord {
		return false, s.errorf("%q continues for %d bytes without a blank, too long for a move: want blanks between the moves", begin(s.text), end)
	}
	w := word{text, s.line}
	s.skip(end)
	if isResult(w.text, s.pdn) {
		t.outcome = w.text
		if t.oldStyle {
			s.toEndOfLine()
		}
		return len(t.words) > 0 || len(t.Tags) > 0, nil
	}
	t.words = append(t.words, w)
	return false, nil
}

// terms returns the end of a word that may be a move of a rule sheet, as mark(1,2): brackets that
// directly follow a name and contain no blanks belong to it. end is where the name ends. In other
// games such a bracket begins a variation.
func terms(text string, end int) int {
	for depth, i := 0, end; i < len(text) && i < maxWord; i++ {
		switch c := text[i]; {
		case c == '(':
			depth++
		case depth == 0:
			return i
		case c == ')':
			depth--
		case strings.IndexByte(whiteSpace+"{}[];", c) >= 0:
			return end
		}
	}
	return end
}

// promoted reports whether brackets directly after a word contain the piece of a
// promotion, as in e8(Q).
func promoted(text, rest string) bool {
	return len(rest) > 2 && rest[0] == '(' && rest[2] == ')' && strings.ContainsRune("QRBNqrbn", rune(rest[1])) &&
		strings.ContainsRune(digits+"=", rune(text[len(text)-1]))
}

// joined returns the word before the index end, and where it really ends. A result and
// a move of PDN may have blanks around their dash, "1 - 0" and "11 - 15"; these are
// read as one word.
func (s *source) joined(end int) (text string, ends int) {
	const longest = 32
	text = s.text[:end]
	line, _, _ := strings.Cut(s.text[:min(len(s.text), longest)], "\n")
	parts := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r{}()[];", r) })
	if len(parts) < 3 || parts[0] != text || strings.Trim(parts[1], "-–x:") != "" || strings.Trim(parts[0]+parts[2], digits+"/½") != "" {
		return text, end
	}
	all := parts[0] + parts[1] + parts[2]
	if !isResult(all, s.pdn) && (!s.pdn || strings.Trim(parts[0]+parts[2], digits) != "") {
		return text, end
	}
	after := line[end:]
	ends = end + strings.Index(after, parts[1]) + len(parts[1])
	ends += strings.Index(line[ends:], parts[2]) + len(parts[2])
	if strings.ContainsAny(line[end:ends], "{}()[];") {
		return text, end
	}
	return all, ends
}

// isResult reports whether a word ends a game. "0-0" is castling in PGN.
func isResult(text string, pdn bool) bool {
	switch text {
	case "1-0", "0-1", "1/2-1/2", "½-½", "1/2", "*", "1–0", "0–1", "½–½", "1/2–1/2":
		return true
	case "2-0", "0-2", "1-1", "0-0":
		return pdn
	}
	return false
}

// nobody is the result of a game that both sides lost; it also means castling.
const nobody = "0-0"

// takeResult treats 0-0 at the end of a PGN game as its result if the tag agrees.
func (t *Text) takeResult() {
	if n := len(t.words); n > 0 && t.words[n-1].text == nobody && t.Tags["Result"] == nobody {
		t.outcome, t.words = nobody, t.words[:n-1]
	}
}

// begin returns the beginning of a text for an error.
func begin(text string) string {
	const most = 200
	line, _, _ := strings.Cut(text[:min(len(text), most)], "\n")
	return words.Clip(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}
