package resolver

// record holds the answers to one question: a goal with values.
type record struct {
	goal  *goal
	key   []term // the values
	rows  []term // the answers
	count int
	set   []int32 // a hash table with 1 + the number of each answer; used if there are many answers
	state progress
	depth int    // while it is active
	low   int    // if provisional: the least depth on which it depends
	round uint32 // if provisional: the round in which its rules were run
}

// few is the number of answers up to which a record compares them one by one. If it has more, it keeps a hash table.
const few = 8

// progress is the state of a record.
type progress uint8

const (
	open        progress = iota
	active               // its rules are being run
	provisional          // its rules were run with answers of an active record, which may get further answers
	complete
)

// memo finds records by goal and values.
type memo struct {
	slots   []slot
	used    int
	stamp   uint32
	records []*record // the first used of them are in use
}

type slot struct {
	stamp  uint32
	record int32
}

// reset forgets all records.
func (t *memo) reset() {
	t.used = 0
	if t.stamp++; t.stamp == 0 {
		clear(t.slots)
		t.stamp = 1
	}
}

// find returns the record of a question. If the record does not exist yet, it makes one.
func (t *memo) find(g *goal, key []term) *record {
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	mask := len(t.slots) - 1
	at := int(hashOf(int32(g.number), key)>>32) & mask
	for ; t.slots[at].stamp == t.stamp; at = (at + 1) & mask {
		r := t.records[t.slots[at].record]
		if r.goal == g && equal(r.key, key) {
			return r
		}
	}
	if t.used == len(t.records) {
		t.records = append(t.records, &record{})
	}
	r := t.records[t.used]
	t.slots[at] = slot{t.stamp, int32(t.used)}
	t.used++
	if r.count > few {
		clear(r.set)
	}
	r.goal, r.key, r.rows, r.count, r.state = g, append(r.key[:0], key...), r.rows[:0], 0, open
	return r
}

func equal(a, b []term) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// grow doubles the hash table.
func (t *memo) grow() {
	t.slots = make([]slot, max(1<<8, 2*len(t.slots)))
	if t.stamp == 0 {
		t.stamp = 1
	}
	mask := len(t.slots) - 1
	for i, r := range t.records[:t.used] {
		at := int(hashOf(int32(r.goal.number), r.key)>>32) & mask
		for t.slots[at].stamp == t.stamp {
			at = (at + 1) & mask
		}
		t.slots[at] = slot{t.stamp, int32(i)}
	}
}

// known reports whether the last row equals an earlier row. If not, the row is added.
func (r *record) known(from int) bool {
	w, row := r.goal.width, r.rows[from:]
	if r.count < few {
		for i := 0; i < from; i += w {
			if equal(row, r.rows[i:]) {
				return true
			}
		}
		return false
	}
	if 2*(r.count+1) > len(r.set) || r.count == few {
		if 2*(r.count+1) > len(r.set) {
			r.set = make([]int32, sizeFor(2*r.count+2))
		}
		for i := range r.count {
			r.put(i)
		}
	}
	return r.put(r.count)
}

// put puts a row into the hash table, and reports whether it is there already.
func (r *record) put(number int) bool {
	w := r.goal.width
	row := r.rows[number*w : (number+1)*w]
	mask := len(r.set) - 1
	for at := int(hashOfAll(row)>>32) & mask; ; at = (at + 1) & mask {
		n := int(r.set[at])
		if n == 0 {
			r.set[at] = int32(number + 1)
			return false
		}
		if n == number+1 {
			return false
		}
		if equal(row, r.rows[(n-1)*w:]) {
			return true
		}
	}
}
