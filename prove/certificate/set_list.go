package certificate

// setList is a list of sets of squares, in as few bytes as its board needs: a proof of (9,8,5) has hundreds of millions of
// them, of 9 bytes each. A set is whole words, and behind them a word or some bytes:
//
//	squares   0 to 63    64 to 71
//	          words[0]   bytes[0]
type setList struct {
	words []longList[uint64] // of each word of a set, that of all sets
	bytes []longList[uint8]  // and of each byte
}

func newSetList(b *board) setList {
	const word, most = 64, 4 // more bytes than these are no less than a word, with what each list takes
	words, bytes := b.count/word, (b.count%word+7)/8
	if bytes > most {
		words, bytes = words+1, 0
	}
	return setList{make([]longList[uint64], words), make([]longList[uint8], bytes)}
}

func (s *setList) add(set *squares) {
	for i := range s.words {
		s.words[i].add(set[i])
	}
	for i := range s.bytes {
		s.bytes[i].add(uint8(set[len(s.words)] >> (8 * i)))
	}
}

// put changes a set that is in the list.
func (s *setList) put(n int, set *squares) {
	for i := range s.words {
		*s.words[i].at(n) = set[i]
	}
	for i := range s.bytes {
		*s.bytes[i].at(n) = uint8(set[len(s.words)] >> (8 * i))
	}
}

func (s *setList) at(n int) (set squares) {
	for i := range s.words {
		set[i] = *s.words[i].at(n)
	}
	for i := range s.bytes {
		set[len(s.words)] |= uint64(*s.bytes[i].at(n)) << (8 * i)
	}
	return set
}

// len returns how many sets there are.
func (s *setList) len() int {
	if len(s.words) > 0 {
		return s.words[0].len()
	}
	return s.bytes[0].len()
}

// follow makes s a list of the sets that another has. Of these s may have the first ones already. The other may grow
// then, while s is read.
func (s *setList) follow(of *setList) {
	s.words, s.bytes = followed(s.words, of.words), followed(s.bytes, of.bytes)
}

// followed returns lists with the elements that others have, of which they may have the first ones.
func followed[T any](lists, of []longList[T]) []longList[T] {
	if lists == nil {
		lists = make([]longList[T], len(of))
	}
	for i := range lists {
		known := max(len(lists[i].chunks)-1, 0) // the last of them may have grown
		lists[i].chunks = append(lists[i].chunks[:known], of[i].chunks[known:]...)
	}
	return lists
}
