package roster

import (
	"context"
	"time"

	"oxo"
	"oxo/arena/judge"
	"oxo/player/program"
	"oxo/protocol/contest"
	lineprotocol "oxo/protocol/lines"
)

// SendsPositions reports whether the protocol sends a position by itself, without a game
// around it.
func (p *Protocol) SendsPositions() bool { return p.once != nil || p.name == linesProtocol }

// linesProtocol is the name of oxo's own protocol.
const linesProtocol = "lines"

// A program that writes without end writes many lines in quick succession.
const (
	floodLines = 1000
	floodQuiet = 200 * time.Millisecond
)

// Input returns the input of a program that is started for a single move in a
// position.
func (p *Protocol) Input(command []string, g oxo.Game, at oxo.Position) (string, error) {
	if p.once != nil {
		if once, ok := p.once(command, g).(*contest.Client); ok {
			return once.Input(at)
		}
	}
	return g.FormatPosition(at) + "\n", nil
}

// Contestant returns the function by which a judge starts a program.
func (p *Protocol) Contestant(command []string, g oxo.Game) func(context.Context) (*judge.Contestant, error) {
	if p.once != nil {
		return func(context.Context) (*judge.Contestant, error) {
			c := &judge.Contestant{Player: p.once(command, g)}
			if once, ok := c.Player.(*contest.Client); ok {
				c.Raw = func(ctx context.Context, at oxo.Position) (string, error) {
					input, err := once.Input(at)
					if err != nil {
						return "", err
					}
					return program.Run(ctx, "", input, command...)
				}
			}
			return c, nil
		}
	}
	return func(ctx context.Context) (*judge.Contestant, error) {
		running, err := program.Start(ctx, "", command...)
		if err != nil {
			return nil, err
		}
		client, err := p.connect(ctx, running, g, nil)
		if err != nil {
			running.Kill()
			return nil, err
		}
		c := &judge.Contestant{
			Player: client, Kill: running.Kill, Unended: running.Unended,
			Floods: func(ctx context.Context) bool { return running.Floods(ctx, floodLines, floodQuiet) },
		}
		if _, ok := client.(*lineprotocol.Client); ok {
			c.Raw = func(ctx context.Context, at oxo.Position) (string, error) {
				if err := running.Send(g.FormatPosition(at)); err != nil {
					return "", err
				}
				return running.Line(ctx)
			}
		}
		return c, nil
	}
}
