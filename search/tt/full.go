package tt

import "sync/atomic"

// sampled is the number of buckets that Full looks at.
const sampled = 256

// Full returns how much of the memory holds entries, in thousandths, estimated from a sample of
// the buckets. Other goroutines may use the table meanwhile.
func (t *Table) Full() int {
	used, all := t.mask+1, uint64(t.all)
	if t.Packed() {
		used, all = uint64(t.words.used())/ways, 1<<t.words.allBits
	}
	looked := min(used, sampled)
	held, room := uint64(0), uint64(0)
	for i := range looked {
		n, of := t.held(i * (used / looked))
		held, room = held+n, room+of
	}
	return int(1000 * held * used / (room * all))
}

// held returns how many entries a bucket holds, and how many fit.
func (t *Table) held(bucket uint64) (n, room uint64) {
	if t.Packed() {
		room = t.words.perBucket()
		for i := range room {
			if t.words.valid(atomic.LoadUint64(&t.words.slots[bucket*ways+i]), t.gen.first) {
				n++
			}
		}
		return n, room
	}
	b := &t.buckets[bucket]
	room = uint64(len(b.slots))
	if !b.take(t.shared) {
		return 0, room
	}
	for i := range b.slots {
		if s := &b.slots[i]; s.work > 0 && s.gen >= t.gen.first {
			n++
		}
	}
	b.release(t.shared)
	return n, room
}
