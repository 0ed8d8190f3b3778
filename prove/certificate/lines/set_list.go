package lines

// SetList is a list of sets of squares, in as few bytes as its board needs: a proof of (9,8,5) has hundreds of
// millions of sets, of 9 bytes each. A set is some whole words, and after them a last word or some bytes:
//
//	squares   0 to 63    64 to 71
//	          words[0]   bytes[0]
type SetList struct {
	words []List[uint64] // words[i] has word i of every set
	bytes []List[uint8]  // bytes[i] has byte i of every set
}

// NewSetList returns an empty list. Its sets have squares below count, at most [MaxSquares].
func NewSetList(count int) SetList {
	const word, maxBytes = 64, 4 // with the cost of each list, more bytes take no less memory than a word
	words, bytes := count/word, (count%word+7)/8
	if bytes > maxBytes {
		words, bytes = words+1, 0
	}
	return SetList{make([]List[uint64], words), make([]List[uint8], bytes)}
}

// Append adds a set at the end.
func (s *SetList) Append(set *Squares) {
	for i := range s.words {
		s.words[i].Append(set[i])
	}
	for i := range s.bytes {
		s.bytes[i].Append(uint8(set[len(s.words)] >> (8 * i)))
	}
}

// Put replaces set n, which must be in the list.
func (s *SetList) Put(n int, set *Squares) {
	for i := range s.words {
		*s.words[i].At(n) = set[i]
	}
	for i := range s.bytes {
		*s.bytes[i].At(n) = uint8(set[len(s.words)] >> (8 * i))
	}
}

// At returns set n, from 0 to Len()-1. It panics for any other n.
func (s *SetList) At(n int) (set Squares) {
	for i := range s.words {
		set[i] = *s.words[i].At(n)
	}
	for i := range s.bytes {
		set[len(s.words)] |= uint64(*s.bytes[i].At(n)) << (8 * i)
	}
	return set
}

// Len returns how many sets there are.
func (s *SetList) Len() int {
	if len(s.words) > 0 {
		return s.words[0].Len()
	}
	return s.bytes[0].Len()
}

// Follow makes s a list of the sets that another list has. The list s may already hold a prefix of them. The other
// list may grow afterwards while s is read.
func (s *SetList) Follow(of *SetList) {
	s.words, s.bytes = followed(s.words, of.words), followed(s.bytes, of.bytes)
}

// followed returns lists with the same elements as the lists in the argument of. The argument lists may already
// hold a prefix of each.
func followed[T any](lists, of []List[T]) []List[T] {
	if lists == nil {
		lists = make([]List[T], len(of))
	}
	for i := range lists {
		known := max(len(lists[i].chunks)-1, 0) // the last chunk may have grown
		lists[i].chunks = append(lists[i].chunks[:known], of[i].chunks[known:]...)
	}
	return lists
}
