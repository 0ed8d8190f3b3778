package census

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"oxo"
	"oxo/prove/keybits"
)

// Whole is a solved game in a compact form: the value of every position reachable from a
// given one, sorted by key, a few bytes each. If the game has symmetries, it has one position
// of each class of images. It does not change, and any number of goroutines may use it; its
// bytes may be mapped from a file.
type Whole struct {
	about wholeAbout
	keys  keybits.Packing
	data  []byte // the keys, then the values, then at least 8 more bytes
	stats WholeStats
}

// wholeAbout is the content of the file's lines.
type wholeAbout struct {
	game, from string // from is the position that all others are reached from
	symmetric  bool   // one key stands for a class of images
	margins    bool   // values are margins instead of plies
	scheme     uint64 // see Scheme
	keyBytes   int    // bytes of a key: 1 to 8, or 16
	valueBytes int    // bytes of a value: 1, 2 or 4
	positions  int
}

// WholeStats counts the positions of a table, one of each class of images.
type WholeStats struct {
	Wins, Draws, Losses int // for the side to move
	Longest             int // plies of the longest forced win or loss; 0 for margins
	// All is the number of positions including all images, and Plies their number after each
	// number of plies. They are known only directly after solving: All if the first position is
	// its own image, Plies if no position is reached after different numbers of plies.
	All   int
	Plies []WholePly
}

// Positions returns the number of positions in the table.
func (s *WholeStats) Positions() int { return s.Wins + s.Draws + s.Losses }

// SolveWhole solves everything reachable from a position: by retrograde analysis [Thompson86]
// if the game may loop, otherwise by backward induction. It uses the options MaxPositions and
// Progress. The position must have an exact key.
func SolveWhole(ctx context.Context, g oxo.Game, start oxo.Position, opts Options) (*Whole, error) {
	if !exact(start) {
		return nil, inexact(g)
	}
	opts = opts.withDefaults()
	_, opts.Symmetric = start.(oxo.Symmetric)
	_, margins := start.(oxo.Margined)
	t := &Whole{about: wholeAbout{game: g.Name(), from: g.FormatPosition(start), symmetric: opts.Symmetric, margins: margins, scheme: Scheme(g)}}
	if _, loops := start.(oxo.Looping); loops {
		table, err := SolveFrom(ctx, g, start, opts)
		if err != nil {
			return nil, err
		}
		return t, t.fill(table.closure.keys.keys, table.values)
	}
	id, err := identityOf(g, start, opts.Symmetric)
	if err != nil {
		return nil, err
	}
	w, err := induce(ctx, start, id, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name(), err)
	}
	w.keys.slots = nil
	if err := t.fill(w.keys.keys, w.values); err != nil {
		return nil, err
	}
	for _, ply := range w.byPly {
		t.stats.All += ply.Positions
	}
	if !w.mixed {
		t.stats.Plies = w.byPly
	} else {
		t.stats.All = 0 // its positions may be counted at several plies
	}
	return t, nil
}

// fill sorts positions and packs them.
func (t *Whole) fill(keys []oxo.Key, values []oxo.Score) error {
	var all oxo.Key
	for _, k := range keys {
		all.Hi |= k.Hi
		all.Lo |= k.Lo
	}
	a := &t.about
	t.keys = keybits.New(all)
	if a.keyBytes = max((t.keys.Bits()+7)/8, 1); a.keyBytes > 8 {
		a.keyBytes = 16
	}
	if err := t.setValueBytes(values); err != nil {
		return err
	}
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int { return compareKeys(keys[i], keys[j]) })
	if len(keys) > (math.MaxInt-8)/(a.keyBytes+a.valueBytes) {
		return tooMany((math.MaxInt - 8) / (a.keyBytes + a.valueBytes))
	}
	a.positions = len(keys)
	t.data = make([]byte, len(keys)*(a.keyBytes+a.valueBytes)+8)
	var word [16]byte
	for at, i := range order {
		packed := t.keys.Pack(keys[i])
		binary.LittleEndian.PutUint64(word[:], packed.Lo)
		binary.LittleEndian.PutUint64(word[8:], packed.Hi)
		copy(t.data[at*a.keyBytes:], word[:a.keyBytes])
		binary.LittleEndian.PutUint64(word[:], uint64(t.number(values[i])))
		copy(t.valueAt(at), word[:a.valueBytes])
	}
	t.count()
	return nil
}

// setValueBytes finds the size of a value in bytes.
func (t *Whole) setValueBytes(values []oxo.Score) error {
	lowest, highest := int64(0), int64(0)
	for _, v := range values {
		n := t.number(v)
		lowest, highest = min(lowest, n), max(highest, n)
	}
	for t.about.valueBytes = 1; lowest < -1<<(8*t.about.valueBytes-1) || highest >= 1<<(8*t.about.valueBytes-1); {
		if t.about.valueBytes *= 2; t.about.valueBytes > 4 {
			return fmt.Errorf("a value of %s does not fit into 4 bytes", t.about.game)
		}
	}
	return nil
}

// valueAt returns the bytes of a value.
func (t *Whole) valueAt(i int) []byte {
	from := t.about.positions*t.about.keyBytes + i*t.about.valueBytes
	return t.data[from : from+t.about.valueBytes]
}

// number encodes a value as a number. It is the margin in a game with margins. Otherwise it is 0 for a draw, n+1 for
// a win in n plies and -(n+1) for a loss in n plies, since a finished game is lost in 0 plies.
func (t *Whole) number(s oxo.Score) int64 {
	if t.about.margins {
		return int64(s.Margin())
	}
	return int64(s.Sign()) * int64(s.Plies()+1)
}

// score decodes a number.
func (t *Whole) score(i int) oxo.Score {
	b := t.valueAt(i)
	var n int
	switch len(b) {
	case 1:
		n = int(int8(b[0]))
	case 2:
		n = int(int16(binary.LittleEndian.Uint16(b)))
	default:
		n = int(int32(binary.LittleEndian.Uint32(b)))
	}
	switch {
	case t.about.margins:
		return oxo.By(n)
	case n > 0:
		return oxo.Win(n - 1)
	case n < 0:
		return oxo.Loss(-n - 1)
	}
	return oxo.Draw
}

// count counts the values.
func (t *Whole) count() {
	s := &t.stats
	for i := range t.about.positions {
		v := t.score(i)
		switch v.Sign() {
		case 1:
			s.Wins++
		case 0:
			s.Draws++
		default:
			s.Losses++
		}
		s.Longest = max(s.Longest, v.Plies())
	}
}

// Stats returns the counts.
func (t *Whole) Stats() WholeStats { return t.stats }

// Bytes returns the size of the positions and their values in bytes.
func (t *Whole) Bytes() int { return t.about.positions * (t.about.keyBytes + t.about.valueBytes) }

// Lookup returns the value of a position of the table's game for its side to move, and whether
// the table has it. It reports false for a position of another game. In a game that loops, it
// is the value of the state, whatever was played before. It implements search.Book.
func (t *Whole) Lookup(p oxo.Position) (oxo.Score, bool) {
	k, ok := p.(oxo.Keyed)
	if !ok || k.KeyBits() == 0 || oxo.OtherGame(p, t.about.game) {
		return 0, false
	}
	var key oxo.Key
	if t.about.symmetric {
		key, _ = p.(oxo.Symmetric).Canonical()
	} else {
		key = k.Key()
	}
	i, ok := t.find(key)
	if !ok {
		return 0, false
	}
	return t.score(i), true
}

// Best returns the value of a position and, unless the game is over, a best move. It plays on p
// and restores it.
func (t *Whole) Best(p oxo.Position) (value oxo.Score, best oxo.Move, ok bool) {
	return bestOf(p, t.Lookup)
}

// find returns the number of a key by binary search.
func (t *Whole) find(key oxo.Key) (int, bool) {
	if !t.keys.Holds(key) {
		return 0, false
	}
	want := t.keys.Pack(key)
	from, to := 0, t.about.positions
	for from < to {
		mid := int(uint(from+to) / 2)
		if compareKeys(t.keyAt(mid), want) < 0 {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from, from < t.about.positions && t.keyAt(from) == want
}

// keyAt decodes a key. For a short key it reads 8 bytes and masks the bytes of the next key; the data has enough
// bytes after the last key.
func (t *Whole) keyAt(i int) oxo.Key {
	size := t.about.keyBytes
	at := t.data[i*size:]
	if size == 16 {
		return oxo.Key{Lo: binary.LittleEndian.Uint64(at), Hi: binary.LittleEndian.Uint64(at[8:])}
	}
	return oxo.Key{Lo: binary.LittleEndian.Uint64(at) & (^uint64(0) >> (64 - 8*size))}
}

func compareKeys(a, b oxo.Key) int {
	switch {
	case a.Hi != b.Hi && a.Hi < b.Hi, a.Hi == b.Hi && a.Lo < b.Lo:
		return -1
	case a == b:
		return 0
	}
	return 1
}
