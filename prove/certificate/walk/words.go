package walk

import (
	"fmt"
	"strings"

	"oxo"
)

// Words returns why a step is enough, as a sentence without its full stop. The function name writes a move or a
// square.
func (s Step) Words(name func(oxo.Move) string) string {
	if s.Mine {
		return s.moveWords(name)
	}
	return s.waitWords(name)
}

// moveWords returns why the strategy's side makes its move.
func (s Step) moveWords(name func(oxo.Move) string) string {
	switch s.Reason {
	case Written:
		return "the move that the proof has here"
	case Partner:
		return "the other square of the pair " + name(s.Last) + "-" + name(s.Move)
	case Heaviest:
		return "it spoils most of the lines that are left"
	case completes:
		return "it completes a line"
	case ends:
		return "it ends the game"
	case stops:
		return "the other side would complete a line there"
	case answers:
		return "the proof's answer to that square"
	case above:
		return "the square above"
	case firstRoom:
		return "a column that has room"
	case holds:
		return "it stops the lines that the pairs leave"
	case Lightest:
		return "the square that its own lines need least: a line loses"
	case Image:
		return "the image of the last move"
	case Races:
		return "it arrives first"
	}
	return "any move would do: the last one changed nothing"
}

// waitWords returns why the strategy's side need not fear the other side's move.
func (s Step) waitWords(name func(oxo.Move) string) string {
	switch s.Reason {
	case Answered:
		return "Every reply has its answer in the proof"
	case InZone:
		return s.zoneWords(name)
	case Must:
		return "Forced: without " + name(s.Move) + ", a line is completed there"
	case Threatens:
		if len(s.Zone) == 0 {
			return "Whatever the reply, " + name(s.Move) + " ends the game"
		}
		return "A threat: " + name(s.Move) + " ends the game unless the reply is " + list(s.Zone, name)
	case Paired, searched:
		return s.pairWords(name)
	case ruled:
		return "A rule answers every reply, to the end: complete a line, stop one, give the written answer, else play above it"
	case Avoids:
		return "So few lines are left that the side never has to complete one: it always takes the square that its lines need least"
	case Mirrors:
		return "The side answers every square by its image: the other side would complete a line first, which loses"
	case Faster:
		return "A race: one of its pawns arrives first, whatever the reply"
	case safe:
		return "No line can be completed any more"
	}
	return "The game is over"
}

// zoneWords returns which moves have answers.
func (s Step) zoneWords(name func(oxo.Move) string) string {
	words := "The proof answers " + list(s.Zone, name) + ". Any other move is no better than one of these"
	if len(s.Pairs) > 0 {
		words += ". These pairs of squares have nothing to do with it: " + pairList(s.Pairs, name)
	}
	return words
}

// pairWords returns what pairs do.
func (s Step) pairWords(name func(oxo.Move) string) string {
	because := "too empty to be completed"
	if s.Reason == searched {
		because = "which a short search stops"
	}
	switch {
	case len(s.Pairs) == 0 && s.Loose == 0:
		return "No line can be completed any more"
	case len(s.Pairs) == 0:
		return "The lines that are left: " + count(s.Loose) + ", " + because
	case s.Loose == 0:
		return "These pairs of squares stop every line: " + pairList(s.Pairs, name)
	}
	return "These pairs of squares stop every line except " + count(s.Loose) + ", " + because + ": " + pairList(s.Pairs, name)
}

// pairList writes pairs of squares.
func pairList(pairs [][2]oxo.Move, name func(oxo.Move) string) string {
	var names []string
	for _, pair := range pairs {
		names = append(names, name(pair[0])+"-"+name(pair[1]))
	}
	return strings.Join(names, ", ")
}

// list writes squares.
func list(squares []oxo.Move, name func(oxo.Move) string) string {
	var names []string
	for _, m := range squares {
		names = append(names, name(m))
	}
	return strings.Join(names, ", ")
}

// count counts lines.
func count(lines int) string {
	if lines == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", lines)
}
