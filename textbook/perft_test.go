//go:build !race

package textbook_test

import (
	"context"
	"errors"
	"testing"

	"oxo/internal/gametest"
	"oxo/textbook"
)

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := gametest.Game(t, "gomoku").Start()
	before := p.Hash()
	if _, err := textbook.Perft(ctx, p, 6); !errors.Is(err, context.Canceled) || p.Hash() != before {
		t.Errorf("perft after cancelling: %v", err)
	}
}
