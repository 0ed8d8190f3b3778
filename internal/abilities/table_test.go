//go:build !race

package abilities

import (
	"reflect"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/game/knowledge"
	"oxo/player"
	"oxo/protocol/uci"
	"oxo/prove/census"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
	"oxo/search"
	"oxo/search/mcts"
	"oxo/textbook"
)

// ability is an optional interface.
type ability struct {
	of   string       // what has it: a position, a game or a guide
	name string       // as the page writes it: oxo.Keyed
	kind reflect.Type // nil where another package cannot name it
	says string       // what it is for, in one sentence
}

func exported[I any](of, says string) ability {
	kind := reflect.TypeFor[I]()
	return ability{of, kind.String(), kind, says}
}

func private(of, name, says string) ability { return ability{of: of, name: name, says: says} }

// abilities are all optional interfaces. [TestComplete] finds those that are missing.
func abilities() []ability {
	return []ability{
		exported[oxo.Margined]("position", "The game ends by a number: discs, points."),
		exported[oxo.Looping]("position", "Moves can lead back to an earlier state."),
		exported[oxo.Clocked]("position", "A number of plies without progress, or a third repetition, is a draw."),
		exported[oxo.Barring]("position", "Moves that bring an earlier state back are forbidden."),
		exported[oxo.Evaluator]("position", "It estimates its value."),
		exported[oxo.Factual]("position", "It says of which game it is, the unit of its estimates, whether there are draws, and its opening book: one struct of data."),
		exported[oxo.Keyed]("position", "It has an exact key: only then is a value from a table proven."),
		exported[oxo.Restorable]("position", "It can become the state of any key: tables of results store keys alone."),
		exported[oxo.Symmetric]("position", "Its board may be turned or mirrored."),
		exported[oxo.Guided]("position", "It has a guide, which lists the moves worth searching and proves bounds."),

		exported[board.Factual]("game", "It says what it is called and looks like, its rules and units: one struct of data."),
		exported[board.Grid]("position", "Its board can be drawn."),
		exported[board.Motivated]("position", "It gives reasons for moves, which the reader checks."),
		exported[board.Explained]("position", "It says what its estimate is the sum of."),

		exported[catalog.Forgiving]("game", "It reads positions in which another program has left something wrong, and writes the plies without progress."),

		exported[gamefile.Algebraic]("game", "PGN holds its games, in algebraic notation, also after the rules draw them."),

		exported[knowledge.KeyGuide]("guide", "It gives the keys of the children with the moves."),
		exported[knowledge.Claimer]("position", "It has claims of yes or no, bounds without a search, and places for smaller boards."),
		exported[knowledge.Policied]("game", "It finds rules by which a side answers every reply."),

		exported[search.Tactical]("position", "Single moves change its estimate by much: deepening searches it selectively."),
		exported[search.Pacing]("guide", "It orders moves better where much is searched after them."),

		exported[mcts.Playouts]("position", "It plays itself to the end, and says how good moves look before any is tried."),

		exported[player.Chance]("game", "One side is left to chance."),

		exported[census.Ender]("position", "It numbers its endings."),
		exported[lines.Lined]("position", "The checker knows it as a game of lines that win or lose."),
		exported[certificate.Stacked]("position", "The checker knows it as a game of columns."),
		exported[certificate.Racing]("position", "The checker knows it as a game of pawns that race."),
		private("guide", "pn.numbered", "It says how much work a position looks."),

		exported[textbook.Counting]("position", "It counts lines of play faster than by making all their moves, as Othello and games of rule sheets do."),

		exported[uci.Variant]("game", "It has a name and a notation of its own in UCI, and tells its rules to Fairy-Stockfish."),
	}
}

// others are the interfaces that no game has: packages ask for them in their callers, in players and in a cluster.
func others() []string {
	return []string{
		"oxo.Game", "oxo.Position", "oxo.Guide", "knowledge.Claim", "knowledge.LineClaim", "knowledge.Policies", // what games must have, or return
		"anki.serializer", "api.finder", "arena.seeded", "automorphism.Structure", "certificate.Listener", "write.Adviser", "write.NotesFile", "write.PolicyFinder", "write.Preventer",
		"certificate.deferred", "cluster.Desk", "cluster.Doer", "cluster.Limited", "cluster.Office", "cluster.recorded", "cluster.Run",
		"cluster.sampled", "cluster.Teller", "cluster.Transport", "connect4.discs", "connect4.heights", "explain.searcher", "ggp.facts", "gomocup.talker", "gtp.Files", "label.Writer", "mnk.fourSeeker", "mnk.high", "mnk.stones", "referee.Rules", "player.Engine", "player.Informed", "player.Openings", "player.Player", "search.Book", "search.Bounding", "search.Endings", "search.Turns", "rules.State",
		"simulate.Plan", "simulate.work", "solve.Keeper", "solve.Saver", "stats.Results",
	}
}

// unnamed are the files that ask for an unnamed interface of something other than a game or a position, or of any type:
// a connection, a closer, a test suite that compares what a position reports about its past.
func unnamed() []string {
	return []string{
		"web/connections.go", "web/stream.go", "cli/arena_suite.go", "cli/openings.go", "oxotest/account.go", "oxotest/loops.go",
		"games/chess/tune/main.go",
	}
}
