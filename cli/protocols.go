package cli

import (
	"context"
	"slices"

	"oxo"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/clashofpawns"
	"oxo/protocol/gomocup"
	"oxo/protocol/gtp"
	"oxo/protocol/hackerrank"
	lineprotocol "oxo/protocol/lines"
	"oxo/protocol/uci"
)

// connect makes a player of a running program.
type connect func(ctx context.Context, p *program.Program, g oxo.Game, options map[string]string) (player.Player, error)

// protocol is a way to talk to a program: in one conversation, or with a program
// that is started again for each move.
type protocol struct {
	name    string
	connect connect
	once    func(command []string, g oxo.Game) player.Player
}

// protocols lists them in the order of help.
func protocols() []protocol {
	return []protocol{
		{name: "uci", connect: conversation(uci.Connect)},
		{name: "gtp", connect: conversation(gtp.Connect)},
		{name: "gomocup", connect: conversation(gomocup.Connect)},
		{name: "lines", connect: conversation(lineprotocol.Connect)},
		{name: "line", once: func(c []string, g oxo.Game) player.Player { return lineprotocol.New(c, g) }},
		{name: "hackerrank", once: func(c []string, g oxo.Game) player.Player { return hackerrank.New(c, g) }},
		{name: "clashofpawns", once: func(c []string, g oxo.Game) player.Player { return clashofpawns.New(c, g) }},
	}
}

// conversation gives the function of a protocol its common form.
func conversation[C player.Player](f func(context.Context, *program.Program, oxo.Game, map[string]string) (C, error)) connect {
	return func(ctx context.Context, p *program.Program, g oxo.Game, options map[string]string) (player.Player, error) {
		c, err := f(ctx, p, g, options)
		if err != nil {
			return nil, err // not a nil client in an interface
		}
		return c, nil
	}
}

// protocolNames are the names of the protocols of programs.
func protocolNames() []string {
	var all []string
	for _, p := range protocols() {
		all = append(all, p.name)
	}
	return all
}

// protocolOf finds a protocol.
func protocolOf(name string) (protocol, bool) {
	i := slices.IndexFunc(protocols(), func(p protocol) bool { return p.name == name })
	if i < 0 {
		return protocol{}, false
	}
	return protocols()[i], true
}
