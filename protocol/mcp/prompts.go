package mcp

import (
	"context"
	"fmt"

	"oxo/api"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func (s *Server) addPrompts() {
	s.own.AddPrompt(&mcp.Prompt{
		Name: "coach", Title: "Coach", Description: "Explains the last move of a game to a learner, and asks a question before it tells the answer.",
		Arguments: []*mcp.PromptArgument{
			{Name: "game", Description: "the name of the game, as tictactoe or connect4", Required: true},
			{Name: "moves", Description: "all moves so far, with spaces between them"},
			{Name: "position", Description: "the text of the position before the moves; left out: the start"},
		},
	}, s.coach)
}

// coach writes the prompt for a coach. It is about a position that exists: wrong moves are an error.
func (s *Server) coach(ctx context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	given := request.Params.Arguments
	a, err := s.open(At{Game: given["game"], Moves: given["moves"], Position: given["position"]})
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	st, err := lastOf[api.State](ctx, a, "position", nil)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	return &mcp.GetPromptResult{
		Description: "a coach for " + st.Game,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: a.coaching(&st)}}},
	}, nil
}

// coaching says what a coach does with a position.
func (a *asked) coaching(st *api.State) string {
	text := "You are a patient coach. I am learning to play, and this is my game.\n\n" + a.about.String() + drawn(st) + "\n"
	with := fmt.Sprintf("game %q", a.at.Game)
	if a.at.Position != "" {
		with += fmt.Sprintf(", position %q", a.at.Position)
	}
	if a.at.Moves != "" {
		with += fmt.Sprintf(", moves %q", a.at.Moves)
	}
	text += "Ask the tools of oxo about it with " + with + fmt.Sprintf(" and expect %q. Never guess a move or a value.\n\n", a.about.Position)
	if n := len(st.Moves); n > 0 {
		last := st.Moves[n-1]
		text += fmt.Sprintf("1. Explain the last move, %s. Ask judge and why about the position before it: leave the last move out of the moves, and leave expect out.\n", last)
	} else {
		text += "1. No move has been played yet: say what the game is about. Ask games for its rules.\n"
	}
	if len(a.legal) > 0 {
		text += "2. Ask values about the position now, and keep the answer to yourself.\n" +
			"3. Ask me one question that leads me to the best move, such as what the other side threatens. Do not tell the move.\n" +
			"4. Wait for my answer. If it is right, say why, with why. If it is wrong, show what judge says of it, and give me another try before you tell the answer.\n"
	} else {
		text += "2. The game is over. Ask review, pick the move that mattered most, and ask me what I would play there now. Do not tell the better move yet.\n" +
			"3. Wait for my answer. Then say what review and why found.\n"
	}
	return text + "\nUse short sentences. Say of each value whether it is proven or an estimate.\n"
}
