package oxo_test

import (
	"testing"

	"oxo"
)

func TestBoundsText(t *testing.T) {
	for want, b := range map[string]oxo.Bounds{
		"loss by 2":                          oxo.Exactly(oxo.By(-2)),
		"loss in 0":                          oxo.Exactly(oxo.Loss(0)),
		"loss by 2 or better":                oxo.Between(oxo.By(-2), oxo.Infinity),
		"loss by 2 or more":                  oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(-2)),
		"win by 5 or more":                   oxo.Between(oxo.By(5), oxo.By(oxo.MaxMargin)),
		"win by 5 or worse":                  oxo.Between(-oxo.Infinity, oxo.By(5)),
		"draw or better":                     oxo.Between(oxo.Draw, oxo.Win(0)),
		"draw or worse":                      oxo.Between(oxo.Loss(1), oxo.Draw),
		"win in 7 or sooner":                 oxo.Between(oxo.Win(7), oxo.Win(1)),
		"win in 7 or worse":                  oxo.Between(oxo.Loss(0), oxo.Win(7)),
		"loss in 4 or sooner":                oxo.Between(oxo.Loss(1), oxo.Loss(4)),
		"loss in 4 or better":                oxo.Between(oxo.Loss(4), oxo.Win(1)),
		"between loss by 3 and win by 2":     oxo.Between(oxo.By(-3), oxo.By(2)),
		"between loss in 16 and win in 21":   oxo.Between(oxo.Loss(16), oxo.Win(21)),
		"between win by 3 and win by 100000": oxo.Between(oxo.By(3), oxo.By(100000)),
	} {
		if got := b.String(); got != want {
			t.Errorf("from %d to %d is written %q, want %q", b.Lo(), b.Hi(), got, want)
		}
	}
	for _, b := range []oxo.Bounds{{}, oxo.Between(oxo.Loss(1), oxo.Win(1)), oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(oxo.MaxMargin))} {
		if lo, hi := b.Known(); lo || hi || b.String() != "unknown" {
			t.Errorf("from %d to %d: known %v, %v, and written %q", b.Lo(), b.Hi(), lo, hi, b)
		}
	}
}
