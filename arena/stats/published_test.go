//go:build !race

package stats

import (
	"math"
	"testing"
)

// TestPublishedElo compares with the output of other programs.
func TestPublishedElo(t *testing.T) {
	const unsaid = -1
	for _, c := range []struct {
		source      string
		results     Results
		elo, margin float64
		superiority float64 // in percent
		digits      float64 // half the last digit printed
	}{
		// fastchess, app/tests/elo_test.cpp at 2f5e888. Its counts are in the order
		// wins, losses, draws; LL, LD, WL, DD, WD, WW.
		{"EloWDL 2", Record{136, 111, 96}, 40.70, 30.43, 99.60, 0.005},
		{"EloPentanomial 1", Pairs{34, 54, 63, 64, 75}, 55.58, 27.65, 100, 0.005},
		{"EloPentanomial 2", Pairs{332, 433, 498, 333, 334}, -8.64, 10.33, 5.05, 0.005},
		{"EloPentanomial 3", Pairs{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, unsaid, 0.006},
		{"EloWDL 1", Record{76, 123, 89}, -15.69, unsaid, 15.53, 0.005},
		// Output of fastchess for other users: its issue 807, brunocodutra/cinder 727
		// and 836.
		{"issue 807", Pairs{30, 6, 18, 0, 6}, -168.40, 73.37, 0, 0.005},
		{"cinder 727", Pairs{50, 287, 610, 387, 73}, 18.04, 8.23, 100, 0.005},
		{"cinder 836", Pairs{835, 6884, 13116, 7201, 852}, 2.11, 1.70, 99.25, 0.005},
		{"princhess 343", Pairs{1, 22, 52, 21, 4}, 8.69, 27.04, 73.60, 0.005},
		// Output of cutechess: its issue 543, brunocodutra/cinder 570,
		// jw1912/Chess-Challenge 22, princesslana/princhess 270. Its quantile of the
		// normal distribution is an approximation (projects/lib/src/elo.cpp), and its
		// likelihood of superiority ignores draws: hence the differences in the last
		// digit.
		{"cutechess 543", Record{880, 1863, 759}, 12.0, 7.9, 99.9, 0.05},
		{"cinder 570", Record{1038, 1925, 1037}, 0.1, 7.7, 50.9, 0.06},
		{"Chess-Challenge 22", Record{195, 85, 110}, 77.0, 31.1, 100, 0.05},
		{"princhess 270", Record{30, 43, 27}, 10.4, 51.7, 65.4, 0.1},
	} {
		e := c.results.Estimate()
		near := func(what string, got, want float64) {
			if want != unsaid && !(math.Abs(got-want) <= c.digits) {
				t.Errorf("%s: %s %.3f, printed is %g", c.source, what, got, want)
			}
		}
		near("Elo", e.Elo.Value, c.elo)
		near("margin", (e.Elo.High-e.Elo.Low)/2, c.margin)
		near("likelihood of superiority", 100*e.Superiority, c.superiority)
	}
}

// TestPublishedNormalizedElo: the values are equal. fastchess computes its margins
// as if the standard deviation were known. They are within 4% of ours except for
// the last, which is far from equal strength. (TestCoverage shows which margins
// cover the truth.)
func TestPublishedNormalizedElo(t *testing.T) {
	for _, c := range []struct {
		source           string
		results          Results
		elo, margin, off float64
	}{
		// fastchess, app/tests/elo_test.cpp at 2f5e888
		{"EloWDL 1", Record{76, 123, 89}, -20.76, 40.13, 0.04},
		{"EloWDL 2", Record{136, 111, 96}, 49.77, 36.77, 0.04},
		{"EloPentanomial 1", Pairs{34, 54, 63, 64, 75}, 57.94, 28.28, 0.04},
		{"EloPentanomial 2", Pairs{332, 433, 498, 333, 334}, -9.17, 10.96, 0.04},
		{"EloPentanomial 3", Pairs{7895, 8757, 5685, 568, 9999}, -19.01, 2.65, 0.04},
		{"EloWDL 3", Record{34, 0, 356}, -508.44, 34.48, 2.5},
		// Output of fastchess: cinder 727 and 836.
		{"cinder 727", Pairs{50, 287, 610, 387, 73}, 28.19, 12.84, 0.04},
		{"cinder 836", Pairs{835, 6884, 13116, 7201, 852}, 3.52, 2.83, 0.04},
	} {
		e := c.results.Estimate().NormalizedElo
		if math.Abs(e.Value-c.elo) > 0.006 {
			t.Errorf("%s: normalised Elo %.3f, published is %g", c.source, e.Value, c.elo)
		}
		if margin := (e.High - e.Low) / 2; margin < c.margin*0.995 || margin > c.margin*(1+c.off) {
			t.Errorf("%s: margin %.3f, published is %g", c.source, margin, c.margin)
		}
	}
}

// TestPublishedLLR compares log-likelihood ratios with other programs.
func TestPublishedLLR(t *testing.T) {
	for _, c := range []struct {
		results    Results
		elo0, elo1 float64
		model      Model
		llr, off   float64
	}{
		// fastchess, app/tests/sprt_test.cpp, the version with 120.56 and 111.82.
		{Record{36433, 68692, 36027}, 0, 2, Normalized, 0.92, 0.005},
		{Record{10871, 20431, 10650}, -1.75, 0.25, Normalized, 2.30, 0.005},
		{Record{4250, 0, 0}, 0, 10, Normalized, 120.56, 0.05},
		{Record{21404, 40708, 21184}, 0.5, 2.5, logistic, -1.57, 0.005},
		{Record{57433, 106593, 57030}, 0, 2, logistic, -2.59, 0.005},
		{Record{68965, 128429, 68526}, 0, 2, Bayesian, -1.26, 0.005},
		{Record{21629, 41111, 21484}, 0.5, 2.5, Bayesian, -1.13, 0.005},
		{Pairs{365, 16618, 36229, 16974, 390}, 0, 2, Normalized, 2.25, 0.005},
		{Pairs{127, 4883, 10712, 5150, 104}, -1.75, 0.25, Normalized, 3.01, 0.005},
		{Pairs{0, 0, 0, 0, 5550}, 0, 5, Normalized, 111.82, 0.05},
		{Pairs{223, 9863, 21279, 10037, 246}, 0.5, 2.5, logistic, -3.07, 0.005},
		{Pairs{871, 26175, 55983, 26678, 821}, 0, 2, logistic, -4.98, 0.005},
		// Output of fastchess: brunocodutra/cinder 727 and 836, princesslana/princhess
		// 343, lynx-chess/Lynx 1899.
		{Pairs{50, 287, 610, 387, 73}, 0, 5, Normalized, 2.97, 0.005},
		{Pairs{835, 6884, 13116, 7201, 852}, 0, 3, Normalized, 2.89, 0.005},
		{Pairs{1, 22, 52, 21, 4}, -5, 0, Normalized, 0.15, 0.005},
		{Pairs{235, 1384, 2521, 1341, 239}, -5, 0, logistic, 1.69, 0.005},
		// fishtest's LLR_logistic, to nine or more digits, as cited by two ports of it.
		{Pairs{10, 25, 45, 25, 10}, 0, 5, logistic, -0.0421241799, 1e-9},
		{Pairs{30, 120, 240, 180, 30}, 0, 5, logistic, 1.6228091706, 1e-9},
		{Pairs{0, 3, 65, 4, 2}, 0, 5, logistic, 0.6755509925, 1e-9},
		{Pairs{141, 593, 1112, 666, 158}, 0, 5, logistic, 2.1466073915, 1e-9},
		{Pairs{3, 20, 50, 22, 5}, 0, 20, logistic, 0.04032037241670679, 1e-9},
		{Pairs{0, 10, 30, 12, 0}, 0, 20, logistic, -0.27041453628885204, 1e-9},
		{Pairs{12, 40, 60, 30, 8}, -10, 10, logistic, -2.0579732004260216, 1e-9},
		{Record{50, 40, 30}, 0, 20, logistic, 1.4333717997704136, 1e-9},
		// cutechess, issue 543
		{Record{880, 1863, 759}, 0, 5, logistic, 2.95, 0.005},
	} {
		llr, _, err := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.model}.Test(c.results)
		if err != nil || math.Abs(llr-c.llr) > c.off {
			t.Errorf("%v %v, %g to %g: LLR %.10f (%v), published is %g", c.model, c.results, c.elo0, c.elo1, llr, err, c.llr)
		}
	}
}
