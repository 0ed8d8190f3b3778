package lines

// List is a list that grows without copying its elements.
type List[T any] struct{ chunks [][]T }

const (
	chunkBits = 16
	chunkSize = 1 << chunkBits
)

// Append adds an element at the end. The compiler does not copy Append and At to the many places that call them, so the page of the browser stays small.
//
//go:noinline
func (l *List[T]) Append(x T) {
	last := len(l.chunks) - 1
	if last < 0 {
		l.chunks, last = append(l.chunks, nil), 0
	} else if len(l.chunks[last]) == chunkSize {
		l.chunks, last = append(l.chunks, make([]T, 0, chunkSize)), last+1
	}
	l.chunks[last] = append(l.chunks[last], x)
}

// At returns a pointer to element i, from 0 to Len()-1. It panics for any other i.
//
//go:noinline
func (l *List[T]) At(i int) *T { return &l.chunks[i>>chunkBits][i&(chunkSize-1)] }

// Len returns the number of elements.
func (l *List[T]) Len() int {
	last := len(l.chunks) - 1
	if last < 0 {
		return 0
	}
	return last<<chunkBits + len(l.chunks[last])
}
