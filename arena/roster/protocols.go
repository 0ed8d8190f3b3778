package roster

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/internal/words"
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

// Protocol is a way to talk to a program: in one conversation, or with a program
// that is started again for each move.
type Protocol struct {
	name    string
	connect connect
	once    func(command []string, g oxo.Game) player.Player
}

// protocols lists them in the order of help.
func protocols() []Protocol {
	return []Protocol{
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

// Protocols returns the names of the protocols of programs, in the order of help.
func Protocols() []string {
	var all []string
	for _, p := range protocols() {
		all = append(all, p.name)
	}
	return all
}

// ProtocolOf returns the protocol with a name. The error suggests a similar name, or
// lists all names.
func ProtocolOf(name string) (*Protocol, error) {
	if p, ok := protocolOf(name); ok {
		return p, nil
	}
	if near, ok := words.Nearest(name, Protocols()); ok {
		return nil, fmt.Errorf("no protocol %q: did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("no protocol %q: want %s", name, strings.Join(Protocols(), ", "))
}

func protocolOf(name string) (*Protocol, bool) {
	all := protocols()
	i := slices.IndexFunc(all, func(p Protocol) bool { return p.name == name })
	if i < 0 {
		return nil, false
	}
	return &all[i], true
}
