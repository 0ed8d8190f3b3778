package resolver

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"oxo"
	"oxo/game/rules/digits"
)

// term is the number of a term without variables; equal terms have equal numbers.
type term int32

// none marks a missing term.
const none = term(-1)

// compound is a term: a name with arguments.
type compound struct {
	name  int32
	depth int32
	args  []term
	sum   oxo.Key // of the text, the same in every run

	fluent, move atomic.Int32 // 1 + its number as a fluent and as a move; 0 without a number
}

const (
	chunkBits = 12
	maxTerms  = 1 << 22
	maxDepth  = 40 // of terms in terms
)

type chunk [1 << chunkBits]compound

// terms gives numbers to terms. Several goroutines may use it: readers do not need a lock.
type terms struct {
	mu     sync.Mutex // guards all changes
	names  []string   // not changed after the rules were compiled
	byName map[string]int32
	count  int
	chunks [maxTerms >> chunkBits]atomic.Pointer[chunk]
	table  atomic.Pointer[[]atomic.Int32] // a hash table with 1 + the number of each term
}

func newTerms() *terms {
	t := &terms{byName: map[string]int32{}}
	table := make([]atomic.Int32, 1<<12)
	t.table.Store(&table)
	return t
}

func (t *terms) name(text string) int32 {
	n, ok := t.byName[text]
	if !ok {
		n = int32(len(t.names))
		t.names = append(t.names, text)
		t.byName[text] = n
	}
	return n
}

// at returns the term with a number.
func (t *terms) at(n term) *compound { return &t.chunks[n>>chunkBits].Load()[n&(1<<chunkBits-1)] }

// find returns the number of a term; none if the term does not exist.
func (t *terms) find(name int32, args []term) term {
	table := *t.table.Load()
	return term(table[t.place(table, name, args)].Load()) - 1
}

// place returns the place of a term in the hash table, or the empty place for it.
func (t *terms) place(table []atomic.Int32, name int32, args []term) int {
	mask := len(table) - 1
	for at := int(hashOf(name, args)>>32) & mask; ; at = (at + 1) & mask {
		n := term(table[at].Load())
		if n == 0 {
			return at
		}
		if c := t.at(n - 1); c.name == name && slices.Equal(c.args, args) {
			return at
		}
	}
}

// add returns the number of a term. A new term gets a new number; args are copied. add returns none if there are too many
// terms, or if the term is too deep.
func (t *terms) add(name int32, args []term) term {
	if n := t.find(name, args); n != none {
		return n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	table := *t.table.Load()
	at := t.place(table, name, args)
	if n := table[at].Load(); n != 0 {
		return term(n) - 1
	}
	n := term(t.count)
	if t.chunks[n>>chunkBits].Load() == nil {
		t.chunks[n>>chunkBits].Store(new(chunk))
	}
	c := t.at(n)
	c.name, c.args, c.depth = name, slices.Clone(args), 0
	for _, a := range args {
		c.depth = max(c.depth, t.at(a).depth+1)
	}
	if c.depth > maxDepth || t.count == maxTerms-1 {
		return none
	}
	c.sum = t.sumOf(c)
	t.count++
	table[at].Store(int32(n) + 1)
	if 2*t.count > len(table) {
		t.grow()
	}
	return n
}

// grow doubles the hash table. A reader of the old table may not find a new term; then it waits for the lock.
func (t *terms) grow() {
	table := make([]atomic.Int32, 2*len(*t.table.Load()))
	for n := range t.count {
		c := t.at(term(n))
		table[t.place(table, c.name, c.args)].Store(int32(n) + 1)
	}
	t.table.Store(&table)
}

func hashOf(name int32, args []term) uint64 {
	k := mix(hashStart, term(name))
	for _, a := range args {
		k = mix(k, a)
	}
	return k
}

const hashStart = 0xcbf29ce484222325

func mix(k uint64, n term) uint64 {
	k = (k ^ uint64(n)) * 0x9e3779b97f4a7c15
	return k ^ k>>29
}

// sumOf makes 128 bits of a term from the text of its names.
func (t *terms) sumOf(c *compound) oxo.Key {
	k := oxo.Key{Hi: hashStart, Lo: uint64(len(c.args)) + 1}
	for _, b := range []byte(t.names[c.name]) {
		k = stir(digits.Sum(k, oxo.Key{Lo: uint64(b) + 1}))
	}
	for _, a := range c.args {
		k = stir(digits.Sum(k, t.at(a).sum))
	}
	return k
}

// stir mixes the bits of a key, one to one.
func stir(k oxo.Key) oxo.Key {
	k.Hi ^= word(k.Lo)
	k.Lo ^= word(k.Hi + 0x9e3779b97f4a7c15)
	k.Hi ^= word(k.Lo + 0xd1b54a32d192ed03)
	return k
}

// word mixes the bits of a word [Steele14].
func word(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// text writes a term as a call: mark(1,2).
func (t *terms) text(n term) string {
	c := t.at(n)
	if len(c.args) == 0 {
		return t.names[c.name]
	}
	parts := make([]string, len(c.args))
	for i, a := range c.args {
		parts[i] = t.text(a)
	}
	return t.names[c.name] + "(" + strings.Join(parts, ",") + ")"
}

// listed writes a term as a sheet does: (mark 1 2).
func (t *terms) listed(n term) string {
	c := t.at(n)
	if len(c.args) == 0 {
		return t.names[c.name]
	}
	parts := []string{t.names[c.name]}
	for _, a := range c.args {
		parts = append(parts, t.listed(a))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// list gives numbers to some terms, in the order in which they are first met.
type list struct {
	mu      sync.Mutex
	entries atomic.Pointer[[]entry]
}

type entry struct {
	term  term
	text  string // as a call: mark(1,2)
	order string // as in the sheet, (mark 1 2); lists are sorted by it
}

// number returns the number of a term in the list. The term keeps 1 + the number in of.
func (l *list) number(all *terms, t term, of *atomic.Int32) int32 {
	if n := of.Load(); n > 0 {
		return n - 1
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := of.Load(); n > 0 {
		return n - 1
	}
	entries := append(l.all(), entry{t, all.text(t), all.listed(t)}) // readers of the shorter slice do not see the new entry
	l.entries.Store(&entries)
	of.Store(int32(len(entries)))
	return int32(len(entries)) - 1
}

func (l *list) all() []entry {
	if p := l.entries.Load(); p != nil {
		return *p
	}
	return nil
}
