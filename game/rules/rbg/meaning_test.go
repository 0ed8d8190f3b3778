package rbg_test

import (
	"testing"

	"oxo/internal/race"
	"oxo/textbook"
)

const (
	threes = `#players = w(100), b(100)
#pieces = e, x, o
#variables = n(3), m(5), t(9)
#board = rectangle(up, down, left, right, [e, e, x] [e, o, e] [e, e, e])
#any = ((up* + down*)(left* + right*))
`
	arrows = `#players = w(100), b(100)
#pieces = e, x, o
#variables =
#board =
  v[e]{go: vv}
  vv[x]{go: vvv, back: v}
  vvv[e]{go: vvvv, jump: v}
  vvvv[e]{back: vv, jump: vvv}
  vvvvv[o]{go: v}
#any = (go + back + jump)*
`
)

// TestMeaning: rare parts of the language give the number of games that they must: rbg2cpp's programs counted the same. In the
// cases "itself", "below 0" and "constants" the language is clear, and those programs are wrong: they assign n = n + 1
// twice, allow numbers below 0, and take 0 for the first number of a term of constants.
func TestMeaning(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct {
		name, sheet string
		want        []uint64 // games of 1, 2, ... plies
	}{
		{"tests in tests", threes + `
			#turn(p; me) = ->p any {e} {? {! {? up {x}} } right {! {o} } } [me] {! left {? up {! {e} } } {? down {e} } }
			#rules = ->> (turn(w; x) ->> turn(b; o) ->>)*`, []uint64{4, 12, 20, 16, 0}},
		{"a test writes", threes + `
			#turn(p; me; other) = ->p any {e} {? [other] (up + down) {other} } [me] {! ({me} right)* {other} }
			#rules = (turn(w; x; o) turn(b; o; x))*`, []uint64{2, 2, 4, 0}},
		{"a star in a test", threes + `
			#turn(p; me; other) = ->p any {e} {? (up {e} + left {e})* ({me} + up {other} + left {x, o}) + {! up} } {! (left + right)* {me}} [me]
			#rules = (turn(w; x; o) turn(b; o; x))*`, []uint64{3, 8, 13, 14, 0}},
		{"a star of what may be nothing", threes + `
			#turn(p; me) = ->p ((up* left*)* (down* + right*)*)* {e} {? {e}} ({? {e}} + {! {o}}) (({e} [me] right)* + [me]) {? ((up*)*)* {me, x}}
			#rules = (turn(w; x) turn(b; o))*`, []uint64{13, 180, 1845}},
		{"points in a test", threes + `
			#turn(p; me; q) = ->p any {e} {? [$ p = 100] {$ p == 100} } {! {$ p > q} } [me] ({! {? up {me}} down {me}} + {? up {me} down down {me}} [$ p = 100, q = 0])
			#rules = [$ w = 50, b = 50] (turn(w; x; b) turn(b; o; w))*`, []uint64{7, 42, 210, 840, 2460}},
		{"the keeper in a row", threes + `
			#keeper = ->> ({? any {e}} [$ n = 1] + [$ n = 2]) ->> ({$ n == 1} + {$ n == 2}) ->>
			#turn(p; me) = ->p any {e} [me] keeper
			#rules = (turn(w; x) turn(b; o))*`, []uint64{7, 42, 210, 840, 2520, 5040, 5040, 0}},
		{"the keeper is stuck", threes + `
			#turn(p; me) = ->p any {e} [me] ->> {! up {me}} ->>
			#rules = (turn(w; x) turn(b; o))*`, []uint64{7, 36, 155, 488, 1122, 1630, 1089, 0}},
		{"the same player again", threes + `
			#rules = (->w any {e} [x] ->w {? right} right {e} [x] ->b any {e} [o] ->b ({e} + {o} + {x}) [o, e] left ->>)*`, []uint64{7, 3, 3, 15, 8, 16, 72, 17, 17, 45, 21, 42, 97, 0}},
		{"the same writes in several places", threes + `
			#turn(p; me) = ->p ((any {e} [me] + any {e} [me]) + any {e} [me] ({? up} + {? down} + {! up}))
			#rules = (turn(w; x) turn(b; o))*`, []uint64{21, 378, 5670}},
		{"the place of the cursor", threes + `
			#turn(p; me) = ->p (up + left + right + down) ({e} [me] + {x, o} (up + down) {e} [me])
			#rules = down right (turn(w; x) ->> (left + right) ->> turn(b; o))*`, []uint64{4, 11, 29, 61, 96, 120, 71, 0}},
		{"a write over a write", threes + `
			#turn(p; me; q) = ->p any {e} ([me] [e] [me] + [q] right [me] left [me] + [me] ({me} right [me])^2) ({? [e] {e} right {e}} + {! [q] {e}})
			#rules = (turn(w; x; o) turn(b; o; x))*`, []uint64{15, 177, 1573}},
		{"edges that are missing", arrows + `
			#rules = (->w any {e} [x] (go jump {e} [x] + go back + jump* {e} [o]) ->b any {e} [o] go^2 {e, x} [e])*`, []uint64{5, 1, 2, 0}},
		{"itself", threes + `#rules = (->w [x] ->b [o] ->> [$ n = n + 1] ->>)*`, []uint64{1, 1, 1, 1, 1, 1, 1, 1, 0}},
		{"below 0", threes + `#rules = (->w ([x] + [o] [$ m = n - 1]) ->b [o] ->> [$ m = t + 1, t = m] ->>)*`, []uint64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0}},
		{"constants", threes + `#rules = ->w ([x] {$ 7 / 2 == 3} + [x] {$ 12 / 2 / 2 == 3} + [x] {$ 2 * 9 / 2 == 8} + [x] {$ 9 - 2 + 3 == 10} + [x] {$ 9 - 2 * 3 == 3} + [x] {$ 1 - 4 < 0} + [x] {$ 4 / 0 == 0}) ->b`, []uint64{6, 0}},
	} {
		g := parse(t, c.sheet)
		for i, want := range c.want {
			if got, err := textbook.Perft(t.Context(), g.Start(), i+1); got != want || err != nil {
				t.Errorf("%s: %d games of %d plies, want %d (%v)", c.name, got, i+1, want, err)
			}
		}
	}
}
