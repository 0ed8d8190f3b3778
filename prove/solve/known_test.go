package solve

import (
	"testing"

	"oxo"
)

func TestResultAfter(t *testing.T) {
	for want, b := range map[string]oxo.Bounds{
		"nothing is known after 2 nodes": {},
		"at least a draw after 2 nodes":  oxo.Between(oxo.Draw, oxo.By(3)),
		"at most a draw after 2 nodes":   oxo.Between(oxo.By(-9), oxo.Draw),
		"draw after 2 nodes":             oxo.Exactly(oxo.Draw),
		"win after 2 nodes":              oxo.Between(oxo.By(1), oxo.Infinity),
		"loss after 2 nodes":             oxo.Between(-oxo.Infinity, oxo.By(-1)),
	} {
		if got := resultAfter(b, "2 nodes"); got != want {
			t.Errorf("%v: got %q, want %q", b, got, want)
		}
	}
	if got := resultAfter(oxo.Between(oxo.By(-9), oxo.By(3)), "2 nodes"); got != "nothing is known after 2 nodes" {
		t.Error("a win and a loss are possible:", got)
	}
}

// TestValueAfter: an unknown bound is not written as a number.
func TestValueAfter(t *testing.T) {
	most := oxo.By(oxo.MaxMargin)
	for want, b := range map[string]oxo.Bounds{
		"nothing is known after 2 nodes":               oxo.Between(-most, most),
		"win by 3 or worse, after 2 nodes":             oxo.Between(-most, oxo.By(3)),
		"loss by 2 or better, after 2 nodes":           oxo.Between(oxo.By(-2), most),
		"between loss by 2 and win by 3 after 2 nodes": oxo.Between(oxo.By(-2), oxo.By(3)),
		"draw, after 2 nodes":                          oxo.Exactly(oxo.Draw),
	} {
		if got := valueAfter(b, 2); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
