package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolNames returns the names of the tools.
func toolNames() []string {
	return []string{"games", "position", "legal_moves", "values", "best_move", "why", "judge", "review", "solve", "picture"}
}

// tool describes a tool. None of them changes anything.
func tool(name, title, about string) *mcp.Tool {
	return &mcp.Tool{Name: name, Title: title, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)}}
}

func (s *Server) addTools() {
	add(s, tool("games", "Games", "The games and how their names are written; with a name, its rules and how its moves are written."), s.games)
	add(s, tool("position", "Position", "How a game stands: the board, the side to move, and whether it is over."), s.position)
	add(s, tool("legal_moves", "Legal moves", "All legal moves, by name. A move that is not among them does not exist."), s.legalMoves)
	add(s, tool("values", "Values of the moves", "What every legal move is worth for the side to move, best first. Each value is proven, or an estimate and said to be one."), s.values)
	add(s, tool("best_move", "A move", "The move that a player of some level makes: 1 to 10, or perfect."), s.bestMove)
	add(s, tool("why", "Why", "The reason of a move's value in a few sentences, each checked by play."), s.why)
	add(s, tool("judge", "Judge a move", "What one move throws away, compared with the best move."), s.judge)
	add(s, tool("review", "Review a game", "Which moves of a whole game were mistakes, and what would have been better."), s.review)
	add(s, tool("solve", "Solve", "Tries to prove who wins from a position. If the time ends first, it says that nothing is proven."), s.solve)
	mcp.AddTool(s.own, tool("picture", "Picture", "The board as SVG: as text, or as an image. The answer's other part names the position."), s.picture)
}

func add[In, Out any](s *Server, t *mcp.Tool, f func(ctx context.Context, in In) (string, Out, error)) {
	mcp.AddTool(s.own, t, handler(s, f))
}
